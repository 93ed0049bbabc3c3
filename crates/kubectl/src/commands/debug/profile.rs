//! What a debug container may do.

use serde_json::{Value, json};

/// A set of rights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Profile {
    General,
    Baseline,
    Restricted,
    NetAdmin,
    SysAdmin,
}

/// Where a debug container stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// It was added to a pod that runs.
    Added,
    /// In a copy of a pod.
    Copy,
    /// In a pod of its own on a node.
    Node,
}

impl Profile {
    /// The profile of a name.
    pub(super) fn parse(name: &str) -> Option<Profile> {
        Some(match name {
            "general" => Profile::General,
            "baseline" => Profile::Baseline,
            "restricted" => Profile::Restricted,
            "netadmin" => Profile::NetAdmin,
            "sysadmin" => Profile::SysAdmin,
            _ => return None,
        })
    }

    /// Gives a container its rights, and the spec of its pod what goes with them.
    pub(super) fn apply(self, container: &mut Value, spec: &mut Value, scene: Scene) {
        if let Some(rights) = self.rights(scene) {
            for (field, value) in rights.as_object().into_iter().flatten() {
                container["securityContext"][field] = value.clone();
            }
        }
        if scene != Scene::Node {
            return;
        }
        if matches!(
            self,
            Profile::General | Profile::NetAdmin | Profile::SysAdmin
        ) {
            for field in ["hostNetwork", "hostPID", "hostIPC"] {
                spec[field] = true.into();
            }
        }
        if matches!(self, Profile::General | Profile::SysAdmin) {
            spec["volumes"] = json!([{"name": "host-root", "hostPath": {"path": "/"}}]);
            container["volumeMounts"] = json!([{"name": "host-root", "mountPath": "/host"}]);
        }
    }

    fn rights(self, scene: Scene) -> Option<Value> {
        Some(match self {
            Profile::General if scene != Scene::Node => {
                json!({"capabilities": {"add": ["SYS_PTRACE"]}})
            }
            Profile::General | Profile::Baseline => return None,
            Profile::Restricted => json!({
                "allowPrivilegeEscalation": false, "capabilities": {"drop": ["ALL"]}, "runAsNonRoot": true,
                "seccompProfile": {"type": "RuntimeDefault"},
            }),
            Profile::NetAdmin => json!({"capabilities": {"add": ["NET_ADMIN", "NET_RAW"]}}),
            Profile::SysAdmin => json!({"privileged": true}),
        })
    }
}
