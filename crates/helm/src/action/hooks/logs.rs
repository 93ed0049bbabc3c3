//! What the containers of hooks said.

use cliruntime::{Query, ResourcePath};
use serde_json::Value;

use super::super::{ActionError, Configuration};
use crate::release::StoredHook;

/// The log of a container.
pub(crate) struct ContainerLog {
    /// The Pod.
    pub(crate) pod: String,
    /// The text.
    pub(crate) text: String,
}

/// The logs of a hook's Pod, or of the Pods of its Job.
///
/// # Errors
/// If the Pods or their logs cannot be read.
pub(crate) async fn logs_of(
    config: &Configuration,
    hook: &StoredHook,
    namespace: &str,
) -> Result<Vec<ContainerLog>, ActionError> {
    let rest = config.rest();
    let pods = |name: &str| {
        ResourcePath {
            version: "v1",
            namespace,
            resource: "pods",
            name,
            ..ResourcePath::default()
        }
        .to_path()
    };
    let selected: Vec<Value> = match hook.kind.as_str() {
        "Pod" => vec![rest.get(&pods(&hook.name), &Query::new()).await?.json()?],
        "Job" => {
            let query = Query::new().with("labelSelector", format!("job-name={}", hook.name));
            let list = rest.get(&pods(""), &query).await?.json()?;
            list["items"].as_array().cloned().unwrap_or_default()
        }
        _ => Vec::new(),
    };
    let mut logs = Vec::new();
    for pod in selected {
        let name = pod["metadata"]["name"].as_str().unwrap_or_default();
        for container in pod["spec"]["containers"].as_array().into_iter().flatten() {
            let container = container["name"].as_str().unwrap_or_default();
            let query = Query::new().with("container", container);
            let path = format!("{}/log", pods(name));
            let answer = rest.get_as(&path, &query, "*/*").await.map_err(|_| {
                ActionError::told(format!(
                    "failed to stream pod logs for pod: {name}, container: {container}"
                ))
            })?;
            logs.push(ContainerLog {
                pod: name.to_owned(),
                text: String::from_utf8_lossy(answer.bytes()).into_owned(),
            });
        }
    }
    Ok(logs)
}
