//! What the default admission plugins add to a pod.

use serde_json::{Value, json};

/// Adds account, account's token, priority and tolerations.
pub(super) fn admit(pod: &mut Value) {
    let suffix = name_suffix(pod["metadata"]["uid"].as_str().unwrap_or_default());
    let spec = &mut pod["spec"];
    service_account(spec, &suffix);
    priority(spec);
    tolerations(spec);
}

/// The account `default`, and the volume with the account's token that containers mount unless they mount something
/// in its place.
fn service_account(spec: &mut Value, suffix: &str) {
    const TOKEN_VOLUME: &str = "kube-api-access-";
    const MOUNT_PATH: &str = "/var/run/secrets/kubernetes.io/serviceaccount";
    if spec["serviceAccountName"]
        .as_str()
        .is_none_or(str::is_empty)
    {
        spec["serviceAccountName"] = "default".into();
        spec["serviceAccount"] = "default".into();
    }
    if spec["automountServiceAccountToken"] == false {
        return;
    }
    // A copy of another pod has one already.
    let known = spec["volumes"].as_array().into_iter().flatten();
    let mut known = known.filter_map(|volume| volume["name"].as_str());
    let known = known
        .find(|name| name.starts_with(TOKEN_VOLUME))
        .map(str::to_owned);
    let is_there = known.is_some();
    let volume = known.unwrap_or_else(|| format!("{TOKEN_VOLUME}{suffix}"));
    let mount = json!({"name": volume, "readOnly": true, "mountPath": MOUNT_PATH});
    let mut mounted = false;
    for list in ["initContainers", "containers"] {
        let containers = spec.get_mut(list).and_then(Value::as_array_mut);
        for container in containers.into_iter().flatten() {
            let mounts = &mut container["volumeMounts"];
            match mounts.as_array_mut() {
                Some(present) if present.iter().any(|mount| mount["mountPath"] == MOUNT_PATH) => {}
                Some(present) => {
                    present.push(mount.clone());
                    mounted = true;
                }
                None => {
                    *mounts = json!([mount]);
                    mounted = true;
                }
            }
        }
    }
    if mounted && !is_there {
        push(&mut spec["volumes"], token_volume(&volume));
    }
}

fn token_volume(name: &str) -> Value {
    let field = json!({"apiVersion": "v1", "fieldPath": "metadata.namespace"});
    json!({"name": name, "projected": {"defaultMode": 0o644, "sources": [
        {"serviceAccountToken": {"expirationSeconds": 3607, "path": "token"}},
        {"configMap": {"name": "kube-root-ca.crt", "items": [{"key": "ca.crt", "path": "ca.crt"}]}},
        {"downwardAPI": {"items": [{"path": "namespace", "fieldRef": field}]}},
    ]}})
}

/// The number of the two built-in classes, and of none; others are looked up.
fn priority(spec: &mut Value) {
    let priority = match spec["priorityClassName"].as_str() {
        None | Some("") => 0,
        Some("system-cluster-critical") => 2_000_000_000,
        Some("system-node-critical") => 2_000_001_000,
        Some(_) => return,
    };
    spec["priority"] = priority.into();
    if spec["preemptionPolicy"].is_null() {
        spec["preemptionPolicy"] = "PreemptLowerPriority".into();
    }
}

/// Pods stay for five minutes on a node that is not ready or not reached.
fn tolerations(spec: &mut Value) {
    for key in [
        "node.kubernetes.io/not-ready",
        "node.kubernetes.io/unreachable",
    ] {
        let tolerated = spec["tolerations"].as_array().is_some_and(|tolerations| {
            tolerations.iter().any(|toleration| {
                let of = |field: &str| toleration[field].as_str().unwrap_or_default();
                (of("key") == key || of("key").is_empty())
                    && matches!(of("effect"), "NoExecute" | "")
            })
        });
        if !tolerated {
            push(
                &mut spec["tolerations"],
                json!({
                    "key": key, "operator": "Exists", "effect": "NoExecute", "tolerationSeconds": 300,
                }),
            );
        }
    }
}

fn push(list: &mut Value, item: Value) {
    match list.as_array_mut() {
        Some(items) => items.push(item),
        None => *list = json!([item]),
    }
}

/// Five characters that follow from the uid, of those that generated names use.
fn name_suffix(uid: &str) -> String {
    const ALPHABET: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
    let mut hash = uid.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let length = ALPHABET.len() as u64;
    std::iter::repeat_with(|| {
        let index = usize::try_from(hash % length).unwrap_or(0);
        hash /= length;
        char::from(ALPHABET[index])
    })
    .take(5)
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_copy_of_a_pod_keeps_its_token_volume() {
        let mut spec = json!({"containers": [{"name": "a"}]});
        service_account(&mut spec, "abcde");
        assert_eq!(spec["volumes"][0]["name"], "kube-api-access-abcde");
        if let Some(containers) = spec["containers"].as_array_mut() {
            containers.push(json!({"name": "b"}));
        }
        service_account(&mut spec, "fghij");
        assert_eq!(spec["volumes"].as_array().map(Vec::len), Some(1));
        assert_eq!(
            spec["containers"][1]["volumeMounts"],
            spec["containers"][0]["volumeMounts"]
        );
    }
}
