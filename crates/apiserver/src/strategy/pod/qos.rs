//! Classes of service.

use std::collections::BTreeMap;

use apimachinery::Quantity;
use serde_json::Value;

const RESOURCES: [&str; 2] = ["cpu", "memory"];

/// `BestEffort` without any request or limit, `Guaranteed` if each container is limited to what it requests, else
/// `Burstable`. Resources of the whole pod count instead of the containers' where they are given.
pub(super) fn class(spec: &Value) -> &'static str {
    let whole = [&spec["resources"]];
    let named = |list: &str| spec[list].as_array().into_iter().flatten();
    let containers: Vec<&Value> = named("containers")
        .chain(named("initContainers"))
        .map(|container| &container["resources"])
        .collect();
    let holders: &[&Value] = if whole[0].is_object() {
        &whole
    } else {
        &containers
    };
    let mut requests = BTreeMap::new();
    let mut limits = BTreeMap::new();
    let mut all_limited = true;
    for holder in holders {
        sum(&mut requests, &holder["requests"]);
        let limited = sum(&mut limits, &holder["limits"]);
        all_limited &= limited == RESOURCES.len();
    }
    if requests.is_empty() && limits.is_empty() {
        return "BestEffort";
    }
    if all_limited && requests == limits {
        "Guaranteed"
    } else {
        "Burstable"
    }
}

/// Adds the amounts above zero and returns how many there were.
fn sum(totals: &mut BTreeMap<&'static str, Quantity>, amounts: &Value) -> usize {
    let mut found = 0;
    for name in RESOURCES {
        let amount = amounts
            .get(name)
            .and_then(|amount| Quantity::from_json(amount).ok());
        if let Some(amount) = amount.filter(|amount| !amount.is_zero()) {
            let total = totals.entry(name).or_insert(Quantity::from_value(0));
            *total = total.plus(amount);
            found += 1;
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn classes() {
        let container = |requests: Value, limits: Value| json!({"containers": [{"resources": {"requests": requests, "limits": limits}}]});
        let both = json!({"cpu": "1", "memory": "1Gi"});
        assert_eq!(class(&container(json!({}), json!({}))), "BestEffort");
        assert_eq!(
            class(&container(
                both.clone(),
                json!({"cpu": "1000m", "memory": "1024Mi"})
            )),
            "Guaranteed"
        );
        assert_eq!(
            class(&container(both, json!({"cpu": "2", "memory": "1Gi"}))),
            "Burstable"
        );
        assert_eq!(
            class(&container(json!({"cpu": "1"}), json!({}))),
            "Burstable"
        );
    }
}
