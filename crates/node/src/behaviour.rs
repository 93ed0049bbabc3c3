//! What a simulated pod is told to do differently: by its annotations, or by a scenario for its images.

use std::time::Duration;

use apimachinery::Packed;
use clientgo::Object;

const PULL: Duration = Duration::from_millis(500);
const STARTUP: Duration = Duration::from_millis(200);
const DRAIN: Duration = Duration::from_secs(1);

/// How the containers of an image behave.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Behaviour {
    /// How long the first pull of the image on a node takes.
    pub(crate) pull: Duration,
    /// How long a container runs before it opens its ports, or ends by itself.
    pub(crate) startup: Duration,
    /// How long a container that is told to stop serves the connections that it has.
    pub(crate) drain: Duration,
    pub(crate) failure: Option<Failure>,
}

/// What goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Failure {
    /// The image cannot be pulled.
    ImagePull,
    /// The container exits with code 1 whenever it has started.
    Crash,
    /// The container runs but never becomes ready.
    NeverReady,
    /// The container exits with this code after it has started.
    Exit(i32),
}

/// A word that is not understood.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum BehaviourError {
    /// The value is no duration.
    #[error("{word}: {value:?} is not a duration such as 1500ms, 2s or 1m")]
    Duration {
        /// The word it stands under.
        word: &'static str,
        /// What was written.
        value: String,
    },
    /// There is no such failure.
    #[error("fail: {0:?} is none of image-pull, crash, never-ready, exit=N")]
    Failure(String),
    /// There is no such word.
    #[error("{0:?} is none of pull, startup, drain, fail")]
    Word(String),
}

impl Default for Behaviour {
    fn default() -> Self {
        Behaviour {
            pull: PULL,
            startup: STARTUP,
            drain: DRAIN,
            failure: None,
        }
    }
}

impl Behaviour {
    /// Sets what one word says.
    pub(crate) fn set(&mut self, word: &str, value: &str) -> Result<(), BehaviourError> {
        match word {
            "pull" => self.pull = duration("pull", value)?,
            "startup" => self.startup = duration("startup", value)?,
            "drain" => self.drain = duration("drain", value)?,
            "fail" => self.failure = Some(failure(value)?),
            _ => return Err(BehaviourError::Word(word.to_owned())),
        }
        Ok(())
    }

    /// Follows the annotations `kaeru.dev/…` of a pod. Gives the first word that is not understood; the others count.
    pub(crate) fn annotated(mut self, pod: &Object) -> (Self, Option<BehaviourError>) {
        let mut first_error = None;
        let annotations = pod["metadata"]["annotations"].as_object();
        for (name, value) in annotations.into_iter().flatten() {
            if let Some(word) = name.strip_prefix("kaeru.dev/")
                && let Err(error) = self.set(word, Packed::as_str(value).unwrap_or_default())
            {
                first_error.get_or_insert(error);
            }
        }
        (self, first_error)
    }
}

fn failure(value: &str) -> Result<Failure, BehaviourError> {
    match value {
        "image-pull" => Ok(Failure::ImagePull),
        "crash" => Ok(Failure::Crash),
        "never-ready" => Ok(Failure::NeverReady),
        _ => {
            let code = value
                .strip_prefix("exit=")
                .and_then(|code| code.parse().ok());
            code.map(Failure::Exit)
                .ok_or_else(|| BehaviourError::Failure(value.to_owned()))
        }
    }
}

fn duration(word: &'static str, value: &str) -> Result<Duration, BehaviourError> {
    parse_duration(value).ok_or_else(|| BehaviourError::Duration {
        word,
        value: value.to_owned(),
    })
}

/// Reads a number with one of the units ms, s, m, h; `0` needs none.
pub(crate) fn parse_duration(text: &str) -> Option<Duration> {
    if text == "0" {
        return Some(Duration::ZERO);
    }
    let units = [("ms", 0.001), ("s", 1.0), ("m", 60.0), ("h", 3600.0)];
    let (number, seconds) = units
        .iter()
        .find_map(|(unit, seconds)| Some((text.strip_suffix(unit)?, seconds)))?;
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * seconds).ok()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn annotations_override_the_defaults_word_by_word() {
        let pod = Object::new(&json!({"metadata": {"annotations": {
            "kaeru.dev/pull": "2s", "kaeru.dev/drain": "0s", "kaeru.dev/fail": "exit=3", "example.com/pull": "9s",
        }}}));
        let (behaviour, error) = Behaviour::default().annotated(&pod);
        let expected = Behaviour {
            pull: Duration::from_secs(2),
            startup: STARTUP,
            drain: Duration::ZERO,
            failure: Some(Failure::Exit(3)),
        };
        assert_eq!((behaviour, error), (expected, None));
    }

    #[test]
    fn a_word_that_is_not_understood_is_named() {
        let pod =
            Object::new(&json!({"metadata": {"annotations": {"kaeru.dev/fail": "sometimes"}}}));
        let (_, error) = Behaviour::default().annotated(&pod);
        let message = error.expect("the word is not understood").to_string();
        assert_eq!(
            message,
            "fail: \"sometimes\" is none of image-pull, crash, never-ready, exit=N"
        );
        let mut behaviour = Behaviour::default();
        assert_eq!(
            behaviour
                .set("pull", "soon")
                .expect_err("it is no duration")
                .to_string(),
            "pull: \"soon\" is not a duration such as 1500ms, 2s or 1m"
        );
    }

    #[test]
    fn durations_have_a_unit() {
        for (text, millis) in [
            ("1500ms", Some(1500)),
            ("1.5s", Some(1500)),
            ("2m", Some(120_000)),
            ("0", Some(0)),
            ("5", None),
            ("-1s", None),
        ] {
            assert_eq!(
                parse_duration(text).map(|duration| duration.as_millis()),
                millis,
                "{text}"
            );
        }
    }
}
