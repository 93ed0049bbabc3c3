//! Taints to set and to remove.

use apimachinery::validation::{is_label_value, is_qualified_name};
use serde_json::{Value, json};

/// What the words of the command line ask for.
#[derive(Debug, Default, PartialEq, Eq)]
pub(super) struct Changes {
    add: Vec<Taint>,
    remove: Vec<Taint>,
}

/// A taint; an effect that is empty stands for all of them.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Taint {
    key: String,
    value: String,
    effect: String,
}

/// Words that make no sense, or taints that are there or not there.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum TaintError {
    #[error("invalid taint effect: {0}, unsupported taint effect")]
    Effect(String),
    #[error("invalid taint spec: {0}")]
    Spec(String),
    #[error("invalid taint spec: {0}, {1}")]
    Part(String, String),
    #[error("duplicated taints with the same key and effect: {{{key} {value} {effect} <nil>}}")]
    Duplicate {
        key: String,
        value: String,
        effect: String,
    },
    #[error("can not both modify and remove the following taint(s) in the same command: {0}")]
    Conflict(String),
    #[error("node {node} already has {keys} taint(s) with same effect(s) and --overwrite is false")]
    Exists { node: String, keys: String },
    #[error("{0}")]
    NotFound(String),
}

impl Changes {
    /// Reads the words.
    pub(super) fn parse(words: &[String]) -> Result<Changes, TaintError> {
        let mut changes = Changes::default();
        for word in words {
            if let Some(removed) = word.strip_suffix('-') {
                changes.remove.push(Taint::parse(removed)?);
                continue;
            }
            let taint = Taint::parse(word)?;
            if taint.effect.is_empty() {
                return Err(TaintError::Spec(word.clone()));
            }
            if changes.add.iter().any(|known| known.same(&taint)) {
                let Taint { key, value, effect } = taint;
                return Err(TaintError::Duplicate { key, value, effect });
            }
            changes.add.push(taint);
        }
        Ok(changes)
    }

    /// Refuses what would both set and remove a taint.
    pub(super) fn check(&self) -> Result<(), TaintError> {
        let conflicts: Vec<String> = self
            .add
            .iter()
            .flat_map(|added| self.remove.iter().filter(|removed| removed.covers(added)))
            .map(|removed| format!("{}={}", removed.key, removed.effect))
            .collect();
        match conflicts.is_empty() {
            true => Ok(()),
            false => Err(TaintError::Conflict(conflicts.join(", "))),
        }
    }

    /// The taints of a node after the change, and the word for what happened.
    pub(super) fn apply(
        &self,
        node: &str,
        before: &[Value],
        overwrite: bool,
    ) -> Result<(&'static str, Vec<Value>), TaintError> {
        let known: Vec<Taint> = before.iter().map(Taint::of).collect();
        let there: Vec<&str> = self
            .add
            .iter()
            .filter(|added| known.iter().any(|taint| taint.same(added)))
            .map(|taint| taint.key.as_str())
            .collect();
        if !overwrite && !there.is_empty() {
            return Err(TaintError::Exists {
                node: node.to_owned(),
                keys: there.join(","),
            });
        }
        let mut after: Vec<Value> = self.add.iter().map(Taint::to_json).collect();
        let kept = before
            .iter()
            .zip(&known)
            .filter(|(_, taint)| !self.add.iter().any(|added| added.same(taint)));
        after.extend(kept.map(|(value, _)| value.clone()));
        let added = after.len() != before.len();
        let mut missing = Vec::new();
        for removed in &self.remove {
            let count = after.len();
            after.retain(|taint| !removed.covers(&Taint::of(taint)));
            if after.len() == count {
                missing.push(format!("taint {:?} not found", removed.shown()));
            }
        }
        match missing.as_slice() {
            [] => {}
            [error] => return Err(TaintError::NotFound(error.clone())),
            errors => return Err(TaintError::NotFound(format!("[{}]", errors.join(", ")))),
        }
        let did = match (added, self.remove.is_empty()) {
            _ if overwrite => "modified",
            (true, false) => "modified",
            (true, true) => "tainted",
            (false, _) => "untainted",
        };
        Ok((did, after))
    }
}

impl Taint {
    fn parse(text: &str) -> Result<Taint, TaintError> {
        let spec = || TaintError::Spec(text.to_owned());
        let part = |faults: &[String]| TaintError::Part(text.to_owned(), faults.join("; "));
        let parts: Vec<&str> = text.split(':').collect();
        let (pair, effect) = match parts[..] {
            [key] => (vec![key], ""),
            [pair, effect] => {
                if !matches!(effect, "NoSchedule" | "PreferNoSchedule" | "NoExecute") {
                    return Err(TaintError::Effect(effect.to_owned()));
                }
                (pair.split('=').collect(), effect)
            }
            _ => return Err(spec()),
        };
        let (key, value) = match pair[..] {
            [key] => (key, ""),
            [key, value] => (key, value),
            _ => return Err(spec()),
        };
        let faults = is_label_value(value);
        if !faults.is_empty() {
            return Err(part(&faults));
        }
        let faults = is_qualified_name(key);
        if !faults.is_empty() {
            return Err(part(&faults));
        }
        Ok(Taint {
            key: key.to_owned(),
            value: value.to_owned(),
            effect: effect.to_owned(),
        })
    }

    fn of(value: &Value) -> Taint {
        let text = |field: &str| value[field].as_str().unwrap_or_default().to_owned();
        Taint {
            key: text("key"),
            value: text("value"),
            effect: text("effect"),
        }
    }

    fn to_json(&self) -> Value {
        let mut taint = json!({"key": self.key, "effect": self.effect});
        if !self.value.is_empty() {
            taint["value"] = self.value.as_str().into();
        }
        taint
    }

    fn same(&self, other: &Taint) -> bool {
        self.key == other.key && self.effect == other.effect
    }

    /// Whether removing this one removes the other.
    fn covers(&self, other: &Taint) -> bool {
        self.key == other.key && (self.effect.is_empty() || self.effect == other.effect)
    }

    fn shown(&self) -> String {
        match self.effect.as_str() {
            "" => self.key.clone(),
            effect => format!("{}:{effect}", self.key),
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn changes(words: &[&str]) -> Result<Changes, TaintError> {
        Changes::parse(
            &words
                .iter()
                .map(|word| (*word).to_owned())
                .collect::<Vec<_>>(),
        )
    }

    #[test]
    fn new_taints_stand_before_those_that_were_there() {
        let before = [json!({"key": "a", "effect": "NoExecute"})];
        let added = changes(&["b=c:NoSchedule"]).unwrap();
        let (did, after) = added.apply("n", &before, false).unwrap();
        assert_eq!(did, "tainted");
        assert_eq!(
            after,
            [
                json!({"key": "b", "value": "c", "effect": "NoSchedule"}),
                before[0].clone()
            ]
        );
        let removed = changes(&["a-"]).unwrap();
        assert_eq!(
            removed.apply("n", &before, false),
            Ok(("untainted", Vec::new()))
        );
    }

    #[test]
    fn taints_that_are_not_there_cannot_be_removed() {
        let removed = changes(&["a:NoSchedule-"]).unwrap();
        assert_eq!(
            removed.apply("n", &[], false),
            Err(TaintError::NotFound(
                "taint \"a:NoSchedule\" not found".to_owned()
            ))
        );
    }
}
