//! `--list`: which variables there are.

use std::collections::BTreeMap;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Invocation, Io};
use serde_json::Value;

use super::super::{containers, edit};
use super::changes::name;
use crate::CommandError;
use crate::object::{self, shown};
use crate::resource::Info;
use crate::session::{Factory, Session};
use crate::workload::pod_spec_mut;
use cliruntime::{Query, ResourcePath};

/// Shows the variables of the containers, with the values that references lead to if that is wanted.
pub(super) async fn list(
    infos: &[Info],
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let mut store = References::default();
    for info in infos {
        let mut copy = info.object.clone();
        let spec = pod_spec_mut(&mut copy, &info.resource.kind)
            .ok_or_else(|| edit::no_pod_template(info))?;
        for list in ["initContainers", "containers"] {
            let Some(list) = spec.get_mut(list) else {
                continue;
            };
            for container in containers::matching(list, flags.string("containers")) {
                writeln!(
                    io.stdout,
                    "# {} {}, container {}",
                    info.resource.kind,
                    info.name,
                    name(container)
                )?;
                for entry in object::items(&container["env"]) {
                    let line = match entry["valueFrom"].is_object() {
                        false => format!("{}={}", name(entry), shown(&entry["value"])),
                        true if flags.bool("resolve") => {
                            let value = store.resolve(entry, info, factory, io).await?;
                            format!("{}={value}", name(entry))
                        }
                        true => format!("# {} from {}", name(entry), described(entry)),
                    };
                    writeln!(io.stdout, "{line}")?;
                }
            }
        }
    }
    Ok(())
}

/// What a variable gets its value from, in words.
fn described(entry: &Value) -> String {
    let source = &entry["valueFrom"];
    let key = |reference: &Value| shown(&reference["key"]);
    if source["configMapKeyRef"].is_object() {
        let reference = &source["configMapKeyRef"];
        return format!("configmap {}, key {}", name(reference), key(reference));
    }
    if source["secretKeyRef"].is_object() {
        let reference = &source["secretKeyRef"];
        return format!("secret {}, key {}", name(reference), key(reference));
    }
    if source["fieldRef"].is_object() {
        return format!("field path {}", shown(&source["fieldRef"]["fieldPath"]));
    }
    if source["resourceFieldRef"].is_object() {
        let reference = &source["resourceFieldRef"];
        let container = match shown(&reference["containerName"]) {
            name if name.is_empty() => name,
            name => format!("{name}/"),
        };
        return format!(
            "resource field {container}{}",
            shown(&reference["resource"])
        );
    }
    "invalid valueFrom".to_owned()
}

/// Config maps and secrets that were read, by their paths.
#[derive(Default)]
struct References(BTreeMap<String, Value>);

impl References {
    async fn resolve(
        &mut self,
        entry: &Value,
        info: &Info,
        factory: &Factory<'_>,
        io: &mut Io<'_>,
    ) -> Result<String, CommandError> {
        let source = &entry["valueFrom"];
        for (field, resource) in [
            ("configMapKeyRef", "configmaps"),
            ("secretKeyRef", "secrets"),
        ] {
            let reference = &source[field];
            if !reference.is_object() {
                continue;
            }
            let path = ResourcePath {
                version: "v1",
                namespace: &info.namespace,
                resource,
                name: name(reference),
                ..ResourcePath::default()
            }
            .to_path();
            if !self.0.contains_key(&path) {
                let answer = factory.rest(io).await?.get(&path, &Query::new()).await?;
                self.0.insert(path.clone(), answer.json()?);
            }
            let text = shown(&self.0[&path]["data"][shown(&reference["key"])]);
            return Ok(match resource {
                "secrets" => {
                    String::from_utf8_lossy(&STANDARD.decode(text).unwrap_or_default()).into_owned()
                }
                _ => text,
            });
        }
        if source["fieldRef"].is_object() {
            let path = shown(&source["fieldRef"]["fieldPath"]);
            let pointer = format!("/{}", path.replace('.', "/"));
            return Ok(info.object.pointer(&pointer).map(shown).unwrap_or_default());
        }
        Ok(String::new())
    }
}
