//! What a simulated container uses: half of what it asks for, and a little where it asks for nothing.

use apimachinery::Quantity;
use serde_json::{Value, json};

/// Processor time and memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Usage {
    millicores: i64,
    bytes: i64,
}

impl Usage {
    /// A server without requests that idles.
    const IDLE: Usage = Usage {
        millicores: 1,
        bytes: 8 << 20,
    };
    /// What a node takes for itself.
    pub(super) const OF_A_NODE: Usage = Usage {
        millicores: 50,
        bytes: 256 << 20,
    };

    pub(super) fn plus(self, other: Usage) -> Usage {
        Usage {
            millicores: self.millicores + other.millicores,
            bytes: self.bytes + other.bytes,
        }
    }

    /// As a metrics server writes it: `{"cpu": "250m", "memory": "65536Ki"}`.
    pub(super) fn to_json(self) -> Value {
        let (cpu, memory) = (self.millicores, self.bytes / 1024);
        json!({"cpu": format!("{cpu}m"), "memory": format!("{memory}Ki")})
    }

    fn of(container: &Value) -> Usage {
        let requests = &container["resources"]["requests"];
        let half = |name: &str, amount: fn(Quantity) -> i64, idle: i64| {
            let asked = Quantity::from_json(&requests[name]).ok();
            asked.map_or(idle, |asked| amount(asked) / 2)
        };
        Usage {
            millicores: half("cpu", Quantity::milli_value, Usage::IDLE.millicores),
            bytes: half("memory", Quantity::value, Usage::IDLE.bytes),
        }
    }
}

/// The containers of a pod that run, in their order, with what they use.
pub(super) fn of_containers(pod: &Value) -> impl Iterator<Item = (&str, Usage)> {
    let runs = |name: &str| {
        ["initContainerStatuses", "containerStatuses"]
            .iter()
            .flat_map(|field| items(&pod["status"][*field]))
            .any(|status| status["name"] == name && status["state"]["running"].is_object())
    };
    ["initContainers", "containers"]
        .iter()
        .flat_map(|field| items(&pod["spec"][*field]))
        .map(|container| (container["name"].as_str().unwrap_or_default(), container))
        .filter(move |(name, _)| runs(name))
        .map(|(name, container)| (name, Usage::of(container)))
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_runs_uses_something_and_it_is_half_of_its_requests() {
        let pod = json!({
            "spec": {
                "initContainers": [{"name": "before"}],
                "containers": [
                    {"name": "app", "resources": {"requests": {"cpu": "500m", "memory": "1Gi"}}},
                    {"name": "idle"},
                    {"name": "waits"},
                ],
            },
            "status": {
                "initContainerStatuses": [{"name": "before", "state": {"terminated": {}}}],
                "containerStatuses": [
                    {"name": "app", "state": {"running": {}}},
                    {"name": "idle", "state": {"running": {}}},
                    {"name": "waits", "state": {"waiting": {}}},
                ],
            },
        });
        let used: Vec<(&str, Value)> = of_containers(&pod)
            .map(|(name, usage)| (name, usage.to_json()))
            .collect();
        assert_eq!(
            used,
            [
                ("app", json!({"cpu": "250m", "memory": "524288Ki"})),
                ("idle", json!({"cpu": "1m", "memory": "8192Ki"})),
            ]
        );
    }
}
