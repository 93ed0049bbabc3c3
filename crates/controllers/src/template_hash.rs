//! The hash that names the ReplicaSet of a pod template.

mod dump;
mod structs;

use serde_json::Value;

/// The 27 characters of safe names: no vowels, nothing that could be taken for another.
const ALPHABET: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";
const FNV_OFFSET: u32 = 2_166_136_261;
const FNV_PRIME: u32 = 16_777_619;

/// The value of the label `pod-template-hash` for a template, the same as the real controller computes: FNV-1a over Go's dump of the
/// `PodTemplateSpec`, followed by the collision count if there is one.
#[must_use]
pub fn template_hash(template: &Value, collision_count: Option<i32>) -> String {
    let mut hash = fnv1a(FNV_OFFSET, dump::pod_template(template).as_bytes());
    if let Some(count) = collision_count {
        let mut bytes = [0; 8];
        bytes[..4].copy_from_slice(&count.to_le_bytes());
        hash = fnv1a(hash, &bytes);
    }
    safe_name(hash)
}

/// The hash that names the ControllerRevision of a StatefulSet, the same as the real controller computes: FNV-1 over the data as Go writes it
/// and the collision count.
#[must_use]
pub(crate) fn data_hash(data: &Value, collision_count: i64) -> String {
    let text = format!("{}{collision_count}", as_go_writes(data));
    safe_name(text.bytes().fold(FNV_OFFSET, |hash, byte| {
        hash.wrapping_mul(FNV_PRIME) ^ u32::from(byte)
    }))
}

/// JSON with what could end a script in HTML escaped.
fn as_go_writes(value: &Value) -> String {
    let mut text = String::new();
    for character in value.to_string().chars() {
        match character {
            '<' | '>' | '&' | '\u{2028}' | '\u{2029}' => {
                text.push_str(&format!("\\u{:04x}", u32::from(character)));
            }
            other => text.push(other),
        }
    }
    text
}

fn safe_name(hash: u32) -> String {
    let digits = hash.to_string();
    digits
        .bytes()
        .map(|digit| char::from(ALPHABET[usize::from(digit) % ALPHABET.len()]))
        .collect()
}

fn fnv1a(hash: u32, bytes: &[u8]) -> u32 {
    bytes.iter().fold(hash, |hash, byte| {
        (hash ^ u32::from(*byte)).wrapping_mul(FNV_PRIME)
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    /// The defaulted template of a Deployment with one container, and the hash that a real controller gave it.
    fn template(app: &str, version: &str) -> Value {
        json!({
            "metadata": {"labels": {"app": app}},
            "spec": {
                "automountServiceAccountToken": false,
                "containers": [{
                    "name": "web", "image": format!("registry.example/web:{version}"), "imagePullPolicy": "IfNotPresent", "resources": {},
                    "terminationMessagePath": "/dev/termination-log", "terminationMessagePolicy": "File",
                }],
                "dnsPolicy": "ClusterFirst", "restartPolicy": "Always", "schedulerName": "default-scheduler", "securityContext": {},
                "terminationGracePeriodSeconds": 30,
            },
        })
    }

    #[test]
    fn the_hash_is_the_real_one() {
        for (app, version, expected) in [
            ("web", "v1", "5dc68d5645"),
            ("web", "v2", "895cf6fc4"),
            ("web", "v3", "6f7766fb95"),
            ("web", "v4", "6cfb8f74cb"),
            ("rec", "v1", "77cc5f5b69"),
            ("rec", "v2", "7f66cf95c4"),
        ] {
            assert_eq!(
                template_hash(&template(app, version), None),
                expected,
                "{app} {version}"
            );
        }
    }

    #[test]
    fn the_hash_of_a_stateful_set_is_the_real_one() {
        for (app, container, image, expected) in [
            ("db", "db", "registry.example/db:1", "855b7b8bdb"),
            ("claims", "c", "registry.example/web:1", "dbd6f6856"),
        ] {
            let mut template = template(app, "1");
            let spec = template["spec"].as_object_mut().expect("it has a spec");
            spec.remove("automountServiceAccountToken");
            spec["containers"][0]["name"] = container.into();
            spec["containers"][0]["image"] = image.into();
            template["$patch"] = "replace".into();
            assert_eq!(
                data_hash(&json!({"spec": {"template": template}}), 0),
                expected
            );
        }
        assert_eq!(as_go_writes(&json!("<a&b>")), r#""\u003ca\u0026b\u003e""#);
    }

    #[test]
    fn the_hash_of_a_daemon_set_is_the_real_one() {
        let mut template = template("agent", "1");
        let spec = template["spec"].as_object_mut().expect("it has a spec");
        spec.remove("automountServiceAccountToken");
        spec["containers"][0]["name"] = "a".into();
        spec["containers"][0]["image"] = "registry.example/agent:1".into();
        assert_eq!(template_hash(&template, None), "697966dc68");
    }

    #[test]
    fn the_hash_label_and_field_order_do_not_count_but_collisions_do() {
        let mut labelled = template("web", "v1");
        labelled["metadata"]["labels"]["pod-template-hash"] = "5dc68d5645".into();
        assert_ne!(
            template_hash(&labelled, None),
            "5dc68d5645",
            "the caller hashes the Deployment's own template"
        );
        assert_ne!(
            template_hash(&template("web", "v1"), Some(1)),
            template_hash(&template("web", "v1"), None)
        );
        assert_ne!(
            template_hash(&template("web", "v1"), Some(1)),
            template_hash(&template("web", "v1"), Some(2))
        );
    }
}
