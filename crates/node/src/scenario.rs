use serde_json::Value;

use crate::behaviour::{Behaviour, BehaviourError};

/// How the containers of certain images behave, for manifests that must stay as they are.
///
/// Its form is a list `images` of entries with a pattern `image`, in which `*` stands for anything, and the words of the annotations:
/// `pull`, `startup`, `drain`, `fail`. All entries that match an image count, later ones over earlier ones.
#[derive(Clone, Debug, Default)]
pub struct Scenario {
    entries: Vec<(String, Vec<(String, String)>)>,
}

/// A scenario that cannot be read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ScenarioError {
    /// The document is not what a scenario looks like.
    #[error(
        "a scenario is a map with a list `images` of maps, each with a pattern `image` and words whose values are text"
    )]
    Shape,
    /// An entry has a word that is not understood.
    #[error("images[{index}] ({pattern}): {error}")]
    Entry {
        /// The place of the entry in the list, from 0.
        index: usize,
        /// Its pattern.
        pattern: String,
        /// What is wrong with it.
        error: BehaviourError,
    },
}

impl Scenario {
    /// Reads a scenario from its decoded document.
    ///
    /// # Errors
    /// The document has another shape, or a word is not understood.
    pub fn new(document: &Value) -> Result<Self, ScenarioError> {
        let images = document["images"].as_array().ok_or(ScenarioError::Shape)?;
        let mut entries = Vec::new();
        for (index, entry) in images.iter().enumerate() {
            let fields = entry.as_object().ok_or(ScenarioError::Shape)?;
            let pattern = entry["image"]
                .as_str()
                .ok_or(ScenarioError::Shape)?
                .to_owned();
            let mut words = Vec::new();
            for (word, value) in fields.iter().filter(|(word, _)| *word != "image") {
                let value = value.as_str().ok_or(ScenarioError::Shape)?;
                Behaviour::default()
                    .set(word, value)
                    .map_err(|error| ScenarioError::Entry {
                        index,
                        pattern: pattern.clone(),
                        error,
                    })?;
                words.push((word.clone(), value.to_owned()));
            }
            entries.push((pattern, words));
        }
        Ok(Scenario { entries })
    }

    /// How containers of this image behave, annotations aside.
    pub(crate) fn behaviour(&self, image: &str) -> Behaviour {
        let mut behaviour = Behaviour::default();
        let matching = self
            .entries
            .iter()
            .filter(|(pattern, _)| matches(pattern, image));
        for (word, value) in matching.flat_map(|(_, words)| words) {
            // The words were understood when the scenario was read.
            behaviour.set(word, value).unwrap_or_default();
        }
        behaviour
    }
}

/// Whether a text fits a pattern in which `*` stands for any run of characters.
fn matches(pattern: &str, text: &str) -> bool {
    let Some((before, after)) = pattern.split_once('*') else {
        return pattern == text;
    };
    let Some(rest) = text.strip_prefix(before) else {
        return false;
    };
    rest.char_indices()
        .map(|(index, _)| index)
        .chain([rest.len()])
        .any(|index| matches(after, &rest[index..]))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use serde_json::json;

    use super::*;
    use crate::behaviour::Failure;

    #[test]
    fn later_entries_count_over_earlier_ones() {
        let scenario = Scenario::new(&json!({"images": [
            {"image": "*", "startup": "3s"},
            {"image": "registry.example/*:v2", "fail": "crash"},
            {"image": "registry.example/web:*", "startup": "1s"},
        ]}))
        .expect("it is a scenario");
        let web = scenario.behaviour("registry.example/web:v2");
        assert_eq!(
            (web.startup, web.failure),
            (Duration::from_secs(1), Some(Failure::Crash))
        );
        let other = scenario.behaviour("nginx");
        assert_eq!(
            (other.startup, other.failure),
            (Duration::from_secs(3), None)
        );
    }

    #[test]
    fn a_bad_word_is_named_with_its_entry() {
        let error =
            Scenario::new(&json!({"images": [{"image": "a"}, {"image": "b*", "speed": "1s"}]}))
                .expect_err("the word is unknown");
        assert_eq!(
            error.to_string(),
            "images[1] (b*): \"speed\" is none of pull, startup, drain, fail"
        );
        assert_eq!(
            Scenario::new(&json!([])).expect_err("it is a list"),
            ScenarioError::Shape
        );
    }
}
