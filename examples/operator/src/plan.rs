//! What follows from a policy and the nodes, decided without asking anybody.

use crate::cluster_policy::{ClusterPolicySpec, ClusterPolicyStatus, State};

/// A node with a GPU.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct GpuNode {
    pub(crate) name: String,
    /// Whether its image has a driver.
    pub(crate) own_driver: bool,
    /// The GPUs that it says it can give to pods.
    pub(crate) allocatable: u32,
}

/// Which parts are on all nodes that they belong on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RolledOut {
    pub(crate) driver: bool,
    pub(crate) toolkit: bool,
}

/// The GPUs that a node can give to pods: one if it has exactly one driver, and the toolkit.
pub(crate) fn gpus(spec: &ClusterPolicySpec, node: &GpuNode, rolled_out: RolledOut) -> u32 {
    let has_driver = match (node.own_driver, spec.driver.enabled) {
        // Each of the two unloads what the other has loaded.
        (true, true) | (false, false) => false,
        (true, false) => true,
        (false, true) => rolled_out.driver,
    };
    u32::from(has_driver && spec.toolkit.enabled && rolled_out.toolkit)
}

/// What a policy says of itself.
pub(crate) fn status(
    spec: &ClusterPolicySpec,
    nodes: &[GpuNode],
    rolled_out: RolledOut,
) -> ClusterPolicyStatus {
    let clash = nodes
        .iter()
        .find(|node| node.own_driver && spec.driver.enabled);
    let missing = [
        (spec.driver.enabled && !rolled_out.driver, "the driver"),
        (spec.toolkit.enabled && !rolled_out.toolkit, "the toolkit"),
    ];
    let message = if let Some(node) = clash {
        format!(
            "node {} has a driver already and lost its GPU to a second one",
            node.name
        )
    } else if let Some((_, part)) = missing.iter().find(|(is_missing, _)| *is_missing) {
        format!("{part} is not on all nodes yet")
    } else {
        String::new()
    };
    let state = match message.is_empty() {
        true => State::Ready,
        false => State::NotReady,
    };
    ClusterPolicyStatus { state, message }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster_policy::{Driver, Switch};

    const EVERYTHING: RolledOut = RolledOut {
        driver: true,
        toolkit: true,
    };

    fn spec(driver: bool, toolkit: bool) -> ClusterPolicySpec {
        ClusterPolicySpec {
            driver: Driver {
                enabled: driver,
                version: None,
            },
            toolkit: Switch { enabled: toolkit },
        }
    }

    fn node(own_driver: bool) -> GpuNode {
        GpuNode {
            name: "n".to_owned(),
            own_driver,
            allocatable: 0,
        }
    }

    #[test]
    fn a_gpu_needs_one_driver_and_the_toolkit() {
        for (own_driver, driver, toolkit, expected) in [
            (false, true, true, 1),
            (true, false, true, 1),
            (true, true, true, 0),
            (false, false, true, 0),
            (true, false, false, 0),
        ] {
            let found = gpus(&spec(driver, toolkit), &node(own_driver), EVERYTHING);
            assert_eq!(found, expected, "{own_driver} {driver} {toolkit}");
        }
        let early = RolledOut {
            toolkit: true,
            driver: false,
        };
        assert_eq!(gpus(&spec(true, true), &node(false), early), 0);
    }

    #[test]
    fn the_status_says_what_is_in_the_way() {
        let told = |spec: &ClusterPolicySpec, own_driver: bool, rolled_out: RolledOut| {
            status(spec, &[node(own_driver)], rolled_out).message
        };
        assert_eq!(told(&spec(true, true), false, EVERYTHING), "");
        assert_eq!(
            told(&spec(true, true), true, EVERYTHING),
            "node n has a driver already and lost its GPU to a second one"
        );
        assert_eq!(
            told(&spec(false, true), true, RolledOut::default()),
            "the toolkit is not on all nodes yet"
        );
    }
}
