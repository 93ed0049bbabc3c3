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
