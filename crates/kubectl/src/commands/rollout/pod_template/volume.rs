//! Volumes for people.

use serde_json::Value;

use super::{items, shown};

/// Shows the volumes of a pod.
pub(super) fn describe(text: &mut String, volumes: &Value) {
    let volumes = items(volumes);
    if volumes.is_empty() {
        text.push_str("  Volumes:\t<none>\n");
        return;
    }
    text.push_str("  Volumes:\n");
    for volume in volumes {
        text.push_str(&format!("   {}:\n", shown(&volume["name"])));
        for (name, value) in facts(volume) {
            text.push_str(&format!("    {name}:\t{value}\n"));
        }
    }
}

fn facts(volume: &Value) -> Vec<(&'static str, String)> {
    let optional = |source: &Value| (source["optional"] == true).to_string();
    let source = |name: &str| Some(&volume[name]).filter(|source| source.is_object());
    if let Some(source) = source("emptyDir") {
        let limit = match shown(&source["sizeLimit"]).as_str() {
            "" => "<unset>".to_owned(),
            limit => limit.to_owned(),
        };
        return vec![
            (
                "Type",
                "EmptyDir (a temporary directory that shares a pod's lifetime)".to_owned(),
            ),
            ("Medium", shown(&source["medium"])),
            ("SizeLimit", limit),
        ];
    }
    if let Some(source) = source("configMap") {
        return vec![
            (
                "Type",
                "ConfigMap (a volume populated by a ConfigMap)".to_owned(),
            ),
            ("Name", shown(&source["name"])),
            ("Optional", optional(source)),
        ];
    }
    if let Some(source) = source("secret") {
        return vec![
            ("Type", "Secret (a volume populated by a Secret)".to_owned()),
            ("SecretName", shown(&source["secretName"])),
            ("Optional", optional(source)),
        ];
    }
    if let Some(source) = source("hostPath") {
        return vec![
            ("Type", "HostPath (bare host directory volume)".to_owned()),
            ("Path", shown(&source["path"])),
            ("HostPathType", shown(&source["type"])),
        ];
    }
    if let Some(source) = source("persistentVolumeClaim") {
        return vec![
            ("Type", "PersistentVolumeClaim (a reference to a PersistentVolumeClaim in the same namespace)".to_owned()),
            ("ClaimName", shown(&source["claimName"])),
            ("ReadOnly", (source["readOnly"] == true).to_string()),
        ];
    }
    if let Some(source) = source("projected") {
        return vec![
            (
                "Type",
                "Projected (a volume that contains injected data from multiple sources)".to_owned(),
            ),
            ("DefaultMode", shown(&source["defaultMode"])),
        ];
    }
    vec![("Type", "<unknown>".to_owned())]
}
