//! Whose log of a pod is meant.

use cobra::Io;
use serde_json::Value;

use super::name_of;
use super::options::Options;
use crate::{CommandError, object};

const DEFAULT_CONTAINER: &str = "kubectl.kubernetes.io/default-container";

/// The fields that hold containers, in the order in which their logs are read, with what follows their names in lists.
const KINDS: [(&str, &str); 3] = [
    ("initContainers", " (init)"),
    ("containers", ""),
    ("ephemeralContainers", " (ephem)"),
];

/// The containers of a pod whose logs are printed.
///
/// # Errors
/// If the one that was named is not there.
pub(super) fn chosen(
    pod: &Value,
    options: &Options<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<String>, CommandError> {
    let spec = &pod["spec"];
    let all = KINDS
        .iter()
        .flat_map(|(field, _)| object::items(&spec[field]));
    if options.all_containers {
        return Ok(all.map(|container| name_of(container).to_owned()).collect());
    }
    if !options.container.is_empty() {
        let mut all = all;
        return match all.any(|container| name_of(container) == options.container) {
            true => Ok(vec![options.container.to_owned()]),
            false => Err(CommandError::told(format!(
                "container {} is not valid for pod {} out of: {}",
                options.container,
                object::name(pod),
                listed(spec)
            ))),
        };
    }
    let names: Vec<&str> = all.map(name_of).collect();
    if let Some(default) =
        object::annotation(pod, DEFAULT_CONTAINER).filter(|name| !name.is_empty())
    {
        if names.contains(&default) {
            return Ok(vec![default.to_owned()]);
        }
        writeln!(
            io.stderr,
            "Default container name {default:?} not found in pod {}",
            object::name(pod)
        )?;
    }
    let first = object::items(&spec["containers"]).first().map(name_of);
    let first = first.unwrap_or_default().to_owned();
    if names.len() > 1 && !options.all_pods {
        writeln!(
            io.stderr,
            "Defaulted container {first:?} out of: {}",
            listed(spec)
        )?;
    }
    Ok(vec![first])
}

/// The names of all containers, the usual ones first.
fn listed(spec: &Value) -> String {
    let (init, usual, ephemeral) = (KINDS[0], KINDS[1], KINDS[2]);
    let names: Vec<String> = [usual, init, ephemeral]
        .iter()
        .flat_map(|(field, suffix)| {
            object::items(&spec[field])
                .iter()
                .map(move |container| format!("{}{suffix}", name_of(container)))
        })
        .collect();
    names.join(", ")
}
