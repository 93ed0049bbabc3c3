//! Which container of a pod is meant.

use std::io::Write;

use serde_json::Value;

use crate::{CommandError, object};

const DEFAULT_CONTAINER: &str = "kubectl.kubernetes.io/default-container";

/// The fields that hold containers, in the order in which their logs are read, with what follows their names in lists.
const KINDS: [(&str, &str); 3] = [
    ("initContainers", " (init)"),
    ("containers", ""),
    ("ephemeralContainers", " (ephem)"),
];

/// The name of a container.
pub(crate) fn name_of(container: &Value) -> &str {
    container["name"].as_str().unwrap_or_default()
}

/// All containers of a pod, in the order in which they start.
pub(crate) fn all(pod: &Value) -> impl Iterator<Item = &Value> {
    KINDS
        .iter()
        .flat_map(|(field, _)| object::items(&pod["spec"][field]))
}

/// The container of this name, or without one the pod's default or first one. Unless it is `quiet`, a choice among several is told in `notes`.
///
/// # Errors
/// If the one that was named is not there.
pub(crate) fn chosen(
    pod: &Value,
    name: &str,
    quiet: bool,
    notes: &mut dyn Write,
) -> Result<String, CommandError> {
    let names: Vec<&str> = all(pod).map(name_of).collect();
    if !name.is_empty() {
        return match names.contains(&name) {
            true => Ok(name.to_owned()),
            false => Err(CommandError::told(format!(
                "container {name} is not valid for pod {} out of: {}",
                object::name(pod),
                listed(pod)
            ))),
        };
    }
    if let Some(default) =
        object::annotation(pod, DEFAULT_CONTAINER).filter(|name| !name.is_empty())
    {
        if names.contains(&default) {
            return Ok(default.to_owned());
        }
        writeln!(
            notes,
            "Default container name {default:?} not found in pod {}",
            object::name(pod)
        )?;
    }
    let first = object::items(&pod["spec"]["containers"]).first();
    let first = first.map(name_of).unwrap_or_default().to_owned();
    if names.len() > 1 && !quiet {
        writeln!(
            notes,
            "Defaulted container {first:?} out of: {}",
            listed(pod)
        )?;
    }
    Ok(first)
}

/// The names of all containers, the usual ones first.
fn listed(pod: &Value) -> String {
    let (init, usual, ephemeral) = (KINDS[0], KINDS[1], KINDS[2]);
    let names: Vec<String> = [usual, init, ephemeral]
        .iter()
        .flat_map(|(field, suffix)| {
            object::items(&pod["spec"][field])
                .iter()
                .map(move |container| format!("{}{suffix}", name_of(container)))
        })
        .collect();
    names.join(", ")
}
