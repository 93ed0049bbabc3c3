use apimachinery::{Packed, Tree};

use crate::Object;

/// The first taint of a node with one of these effects that none of the tolerations in a pod's spec covers.
#[must_use]
pub fn untolerated_taint<'a>(
    pod_spec: &Packed,
    node: &'a Object,
    effects: &[&str],
) -> Option<&'a Packed> {
    let tolerations = &pod_spec["tolerations"];
    node["spec"]["taints"].items().find(|taint| {
        effects.iter().any(|effect| taint["effect"] == *effect)
            && !tolerations
                .items()
                .any(|toleration| tolerates(toleration, *taint))
    })
}

/// Whether a toleration covers a taint: no effect covers every one, no key with `Exists` every key.
#[must_use]
pub fn tolerates(toleration: &(impl Tree + ?Sized), taint: &(impl Tree + ?Sized)) -> bool {
    let (effect, key) = (text(toleration, "effect"), text(toleration, "key"));
    let effect_fits = effect.is_empty() || effect == text(taint, "effect");
    let exists = text(toleration, "operator") == "Exists";
    let key_fits = if key.is_empty() {
        exists
    } else {
        key == text(taint, "key")
    };
    effect_fits && key_fits && (exists || text(toleration, "value") == text(taint, "value"))
}

fn text<'a>(tree: &'a (impl Tree + ?Sized), field: &str) -> &'a str {
    tree.field(field).and_then(Tree::text).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
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
        let node = Object::new(&json!({"spec": {"taints": [taint]}}));
        let spec = json!({"tolerations": [{"key": "gpu", "operator": "Exists"}]});
        assert_eq!(
            untolerated_taint(&Packer::pack(&spec), &node, &["NoSchedule"]),
            None
        );
        assert_eq!(
            untolerated_taint(Packed::null(), &node, &["NoSchedule"]),
            Some(&*Packer::pack(&taint))
        );
        assert_eq!(
            untolerated_taint(Packed::null(), &node, &["NoExecute"]),
            None
        );
    }
}
