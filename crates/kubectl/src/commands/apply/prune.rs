//! `--prune`: deleting what was applied before and is no longer in the manifests.

use cobra::Io;
use serde_json::json;

use super::{Applied, Options, Report};
use crate::dry_run::DryRun;
use crate::last_applied;
use crate::resource::Info;
use crate::session::Factory;
use crate::{CommandError, object};
use cliruntime::{ApiResource, Discovery};
use cliruntime::{Query, ResourcePath};

/// The kinds that are pruned unless `--prune-allowlist` says otherwise.
const NAMESPACED: [(&str, &str, &str); 12] = [
    ("", "v1", "ConfigMap"),
    ("", "v1", "Endpoints"),
    ("", "v1", "PersistentVolumeClaim"),
    ("", "v1", "Pod"),
    ("", "v1", "ReplicationController"),
    ("", "v1", "Secret"),
    ("", "v1", "Service"),
    ("batch", "v1", "Job"),
    ("batch", "v1", "CronJob"),
    ("networking.k8s.io", "v1", "Ingress"),
    ("apps", "v1", "DaemonSet"),
    ("apps", "v1", "Deployment"),
];
const MORE_NAMESPACED: [(&str, &str, &str); 2] =
    [("apps", "v1", "ReplicaSet"), ("apps", "v1", "StatefulSet")];
const CLUSTER: [(&str, &str, &str); 2] = [("", "v1", "Namespace"), ("", "v1", "PersistentVolume")];

/// Deletes what the selector finds, remembers having been applied, and was not applied now.
pub(super) async fn prune(
    applied: &[Applied],
    options: &Options,
    report: &mut Report,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let discovery = factory.discovery(io).await?;
    let rest = factory.rest(io).await?;
    let kept: Vec<&str> = applied
        .iter()
        .map(|applied| object::uid(&applied.info.object))
        .collect();
    let mut namespaces: Vec<String> = applied
        .iter()
        .map(|applied| applied.info.namespace.clone())
        .collect();
    namespaces.retain(|namespace| !namespace.is_empty());
    namespaces.sort();
    namespaces.dedup();
    for resource in allowed(options, &discovery)? {
        let scopes = if resource.namespaced {
            namespaces.clone()
        } else {
            vec![String::new()]
        };
        for namespace in scopes {
            let path = ResourcePath {
                group: &resource.group,
                version: &resource.version,
                namespace: &namespace,
                resource: &resource.resource,
                ..ResourcePath::default()
            };
            let query = Query::new().with_non_empty("labelSelector", &options.selector_text);
            let list = rest.get(&path.to_path(), &query).await?.json()?;
            for item in list["items"].as_array().into_iter().flatten() {
                if !last_applied::is_remembered(item) || kept.contains(&object::uid(item)) {
                    continue;
                }
                let mut item = item.clone();
                item["kind"] = resource.kind.clone().into();
                item["apiVersion"] = resource.api_version().into();
                let info = Info {
                    name: object::name(&item).to_owned(),
                    namespace: namespace.clone(),
                    resource: resource.clone(),
                    source: String::new(),
                    object: item,
                };
                if options.dry_run != DryRun::Client {
                    let query = options.dry_run.mark(Query::new());
                    let delete_options = json!({
                        "kind": "DeleteOptions", "apiVersion": "v1", "propagationPolicy": options.propagation,
                    });
                    rest.delete(&info.path(), &query, &delete_options).await?;
                }
                report.one(&info, "pruned", io)?;
            }
        }
    }
    Ok(())
}

fn allowed(options: &Options, discovery: &Discovery) -> Result<Vec<ApiResource>, CommandError> {
    let find = |group: &str, version: &str, kind: &str| {
        let api_version = if group.is_empty() {
            version.to_owned()
        } else {
            format!("{group}/{version}")
        };
        discovery.by_kind(&api_version, kind).cloned()
    };
    if options.prune_allowlist.is_empty() {
        let kinds = NAMESPACED.iter().chain(&MORE_NAMESPACED).chain(&CLUSTER);
        return Ok(kinds
            .filter_map(|(group, version, kind)| find(group, version, kind).ok())
            .collect());
    }
    let mut resources = Vec::new();
    for entry in &options.prune_allowlist {
        let parts: Vec<&str> = entry.split('/').collect();
        let [group, version, kind] = parts.as_slice() else {
            return Err(CommandError::told(format!(
                "invalid GroupVersionKind format: {entry}, please follow <group/version/kind>"
            )));
        };
        let group = if *group == "core" { "" } else { group };
        resources.push(find(group, version, kind)?);
    }
    Ok(resources)
}
