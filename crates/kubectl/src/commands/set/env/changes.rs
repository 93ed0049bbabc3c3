//! What becomes of the variables of containers.

use cobra::Io;
use serde_json::{Value, json};

use super::super::{containers, edit};
use crate::CommandError;
use crate::resource::Info;
use crate::workload::pod_spec_mut;

/// What a name must be, which is more than the server asks for.
const NAME_RULE: &str = "a valid environment variable name must consist of alphabetic characters, digits, '_', '-', or '.', and must not start with a digit (e.g. 'my.env-name',  or 'MY_ENV.NAME',  or 'MyEnvName1', regex used for validation is '[-._a-zA-Z][-._a-zA-Z0-9]*')";

/// Variables to set and names to remove.
#[derive(Debug, Default)]
pub(super) struct Changes {
    /// Entries as containers hold them.
    pub(super) set: Vec<Value>,
    remove: Vec<String>,
}

impl Changes {
    /// Reads `KEY=VALUE`, `KEY-` and, for those of the standard input, `-`.
    pub(super) fn parse(words: &[String], io: &mut Io<'_>) -> Result<Changes, CommandError> {
        let mut changes = Changes::default();
        for word in words {
            if word == "-" {
                let mut text = String::new();
                io.stdin.read_to_string(&mut text)?;
                for line in text.lines().map(str::trim_start) {
                    if let Some((name, value)) =
                        line.split_once('=').filter(|_| !line.starts_with('#'))
                    {
                        changes.set.push(variable(name, value)?);
                    }
                }
            } else if let Some((name, value)) = word.split_once('=') {
                changes.set.push(variable(name, value)?);
            } else if let Some(name) = word.strip_suffix('-') {
                changes.remove.push(name.to_owned());
            } else {
                return Err(CommandError::told(format!(
                    "unknown environment variable: {word}"
                )));
            }
        }
        let is_set = |name: &String| {
            changes
                .set
                .iter()
                .any(|entry| entry["name"] == name.as_str())
        };
        if changes.remove.iter().any(is_set) {
            return Err(CommandError::told(
                "can not both modify and remove the same environment variable in the same command",
            ));
        }
        Ok(changes)
    }

    /// Puts a text before the names of what is set.
    pub(super) fn prefix(&mut self, prefix: &str) {
        for entry in &mut self.set {
            entry["name"] = format!("{prefix}{}", name(entry)).into();
        }
    }

    /// Changes the containers whose names fit the pattern; gives whether there are any.
    ///
    /// # Errors
    /// If the object has no containers, or a variable has a value that must stay.
    pub(super) fn apply(
        &self,
        object: &mut Value,
        info: &Info,
        pattern: &str,
        overwrite: bool,
    ) -> Result<bool, CommandError> {
        let spec =
            pod_spec_mut(object, &info.resource.kind).ok_or_else(|| edit::no_pod_template(info))?;
        let mut found = false;
        for list in ["initContainers", "containers"] {
            let Some(list) = spec.get_mut(list) else {
                continue;
            };
            for container in containers::matching(list, pattern) {
                found = true;
                if !overwrite {
                    self.check(container, info)?;
                }
                self.change(container);
            }
        }
        Ok(found)
    }

    fn check(&self, container: &Value, info: &Info) -> Result<(), CommandError> {
        for wanted in &self.set {
            let there = crate::object::items(&container["env"])
                .iter()
                .find(|entry| entry["name"] == wanted["name"]);
            let Some(there) = there else { continue };
            if there["value"] != wanted["value"] {
                return Err(CommandError::told(format!(
                    "{}/{} '{}' already has a value ({}), and --overwrite is false",
                    info.resource.resource,
                    info.name,
                    name(wanted),
                    there["value"].as_str().unwrap_or_default()
                )));
            }
        }
        Ok(())
    }

    fn change(&self, container: &mut Value) {
        if self.set.is_empty() && self.remove.is_empty() {
            return;
        }
        let mut variables: Vec<Value> = Vec::new();
        let before = container["env"].as_array().cloned().unwrap_or_default();
        for entry in before {
            if self.remove.iter().any(|removed| *removed == name(&entry)) {
                continue;
            }
            let wanted = self.set.iter().find(|set| set["name"] == entry["name"]);
            variables.push(wanted.cloned().unwrap_or(entry));
        }
        for entry in &self.set {
            if !variables.iter().any(|known| known["name"] == entry["name"]) {
                variables.push(entry.clone());
            }
        }
        match (variables.is_empty(), container.as_object_mut()) {
            (true, Some(fields)) => {
                fields.remove("env");
            }
            _ => container["env"] = variables.into(),
        }
    }
}

/// The name of an entry.
pub(super) fn name(entry: &Value) -> &str {
    entry["name"].as_str().unwrap_or_default()
}

fn variable(name: &str, value: &str) -> Result<Value, CommandError> {
    let allowed = |c: char| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.');
    let starts_well = !name.is_empty() && !name.starts_with(|c: char| c.is_ascii_digit());
    if !starts_well || !name.chars().all(allowed) {
        return Err(CommandError::told(format!(
            "{name:?} is not a valid key name: {NAME_RULE}"
        )));
    }
    Ok(match value {
        "" => json!({"name": name}),
        value => json!({"name": name, "value": value}),
    })
}
