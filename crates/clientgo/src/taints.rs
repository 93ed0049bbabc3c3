use serde_json::Value;

use crate::Object;

/// The first taint of a node with one of these effects that none of the tolerations in a pod's spec covers.
#[must_use]
pub fn untolerated_taint<'a>(
    pod_spec: &Value,
    node: &'a Object,
    effects: &[&str],
) -> Option<&'a Value> {
    let tolerations = pod_spec["tolerations"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default();
    let mut taints = node["spec"]["taints"].as_array().into_iter().flatten();
    taints.find(|taint| {
        effects.iter().any(|effect| taint["effect"] == *effect)
            && !tolerations
                .iter()
                .any(|toleration| tolerates(toleration, taint))
    })
}

/// Whether a toleration covers a taint: no effect covers every one, no key with `Exists` every key.
#[must_use]
pub fn tolerates(toleration: &Value, taint: &Value) -> bool {
    let text = |value: &Value, field: &str| value[field].as_str().unwrap_or_default().to_owned();
    let effect_fits =
        text(toleration, "effect").is_empty() || toleration["effect"] == taint["effect"];
    let exists = toleration["operator"] == "Exists";
    let key_fits = if text(toleration, "key").is_empty() {
        exists
    } else {
        toleration["key"] == taint["key"]
    };
    effect_fits && key_fits && (exists || text(toleration, "value") == text(taint, "value"))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_toleration_covers_by_key_value_and_effect() {
        let taint = json!({"key": "gpu", "value": "yes", "effect": "NoSchedule"});
        for (toleration, expected) in [
            (json!({"operator": "Exists"}), true),
            (json!({"key": "gpu", "operator": "Exists"}), true),
            (
                json!({"key": "gpu", "operator": "Exists", "effect": "NoExecute"}),
                false,
            ),
            (
                json!({"key": "gpu", "value": "yes", "effect": "NoSchedule"}),
                true,
            ),
            (
                json!({"key": "gpu", "operator": "Equal", "value": "no"}),
                false,
            ),
            (json!({"key": "tpu", "operator": "Exists"}), false),
            (json!({}), false),
        ] {
            assert_eq!(tolerates(&toleration, &taint), expected, "{toleration}");
        }
        let node = Object::new(json!({"spec": {"taints": [taint]}}));
        let spec = json!({"tolerations": [{"key": "gpu", "operator": "Exists"}]});
        assert_eq!(untolerated_taint(&spec, &node, &["NoSchedule"]), None);
        assert_eq!(
            untolerated_taint(&json!({}), &node, &["NoSchedule"]),
            Some(&taint)
        );
        assert_eq!(untolerated_taint(&json!({}), &node, &["NoExecute"]), None);
    }
}
