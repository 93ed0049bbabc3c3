//! The Node object and its lease.

use std::time::Duration;

use apimachinery::Timestamp;
use clientgo::{Api, ApiError, Key, PatchType, resources};
use serde_json::{Value, json};

/// The namespace of the leases by which nodes say that they live.
const LEASE_NAMESPACE: &str = "kube-node-lease";
const LEASE_SECONDS: i64 = 40;
/// How often a lease is renewed.
pub(crate) const HEARTBEAT: Duration = Duration::from_secs(10);
/// A status that has not changed is written anew once in so many heartbeats.
const HEARTBEATS_PER_STATUS: u32 = 30;
/// How many pods a node takes.
const POD_CAPACITY: &str = "16384";

/// What a node says of itself.
#[derive(Clone, Debug)]
pub(crate) struct NodeIdentity {
    pub(crate) name: String,
    pub(crate) address: String,
    /// What `nodeInfo.kubeletVersion` says.
    pub(crate) version: String,
}

impl NodeIdentity {
    /// Registers the node, or takes over the object of an earlier run.
    pub(crate) async fn register(&self, api: &Api, now: Timestamp) -> Result<(), ApiError> {
        let body = json!({
            "apiVersion": "v1", "kind": "Node",
            "metadata": {"name": self.name, "labels": self.labels(), "annotations": {"node.alpha.kubernetes.io/ttl": "0"}},
            "status": self.status(now),
        });
        match api.create(&resources::NODES, "", &body).await {
            Err(error) if !error.is_already_exists() => return Err(error),
            _ => {}
        }
        self.write_status(api, now).await?;
        self.renew_lease(api, now).await
    }

    /// Writes the status with a new heartbeat.
    pub(crate) async fn write_status(&self, api: &Api, now: Timestamp) -> Result<(), ApiError> {
        let patch = json!({"status": self.status(now)});
        api.patch(
            &resources::NODES,
            &Key::new("", &self.name),
            "status",
            PatchType::Strategic,
            &patch,
        )
        .await
        .map(drop)
    }

    /// Writes the status anew when it is due, or when somebody has taken the node for gone meanwhile.
    pub(crate) async fn keep_status(
        &self,
        api: &Api,
        now: Timestamp,
        beat: u32,
    ) -> Result<(), ApiError> {
        let node = api
            .get(&resources::NODES, &Key::new("", &self.name))
            .await?;
        let conditions = node["status"]["conditions"]
            .as_array()
            .into_iter()
            .flatten();
        let says_ready = conditions
            .into_iter()
            .any(|condition| condition["type"] == "Ready" && condition["status"] == "True");
        if says_ready && !beat.is_multiple_of(HEARTBEATS_PER_STATUS) {
            return Ok(());
        }
        self.write_status(api, now).await
    }

    /// Says that the node lives.
    pub(crate) async fn renew_lease(&self, api: &Api, now: Timestamp) -> Result<(), ApiError> {
        let key = Key::new(LEASE_NAMESPACE, &self.name);
        let spec = json!({"holderIdentity": self.name, "leaseDurationSeconds": LEASE_SECONDS, "renewTime": now.rfc3339_micro()});
        match api
            .patch(
                &resources::LEASES,
                &key,
                "",
                PatchType::Merge,
                &json!({"spec": spec}),
            )
            .await
        {
            Err(error) if error.is_not_found() => {
                let node = api
                    .get(&resources::NODES, &Key::new("", &self.name))
                    .await?;
                let owner = json!({"apiVersion": "v1", "kind": "Node", "name": self.name, "uid": node.uid()});
                let body = json!({
                    "apiVersion": "coordination.k8s.io/v1", "kind": "Lease",
                    "metadata": {"name": self.name, "namespace": LEASE_NAMESPACE, "ownerReferences": [owner]},
                    "spec": spec,
                });
                api.create(&resources::LEASES, LEASE_NAMESPACE, &body)
                    .await
                    .map(drop)
            }
            other => other.map(drop),
        }
    }

    fn labels(&self) -> Value {
        let (os, arch) = (std::env::consts::OS, go_arch());
        json!({
            "beta.kubernetes.io/arch": arch, "beta.kubernetes.io/os": os,
            "kubernetes.io/arch": arch, "kubernetes.io/os": os, "kubernetes.io/hostname": self.name,
        })
    }

    fn status(&self, now: Timestamp) -> Value {
        let resources = json!({"cpu": "64", "memory": "256Gi", "ephemeral-storage": "1Ti", "pods": POD_CAPACITY});
        json!({
            "addresses": [{"type": "InternalIP", "address": self.address}, {"type": "Hostname", "address": self.name}],
            "capacity": resources, "allocatable": resources, "conditions": conditions(now),
            "daemonEndpoints": {"kubeletEndpoint": {"Port": 10250}},
            "nodeInfo": {
                "architecture": go_arch(), "bootID": "", "containerRuntimeVersion": "kaeru://simulated", "kernelVersion": "",
                "kubeProxyVersion": "", "kubeletVersion": self.version, "machineID": "", "operatingSystem": std::env::consts::OS,
                "osImage": "Kaeru", "systemUUID": "",
            },
        })
    }
}

fn conditions(now: Timestamp) -> Value {
    let condition = |type_: &str, status: &str, reason: &str, message: &str| {
        json!({
            "type": type_, "status": status, "reason": reason, "message": message,
            "lastHeartbeatTime": now.rfc3339(), "lastTransitionTime": now.rfc3339(),
        })
    };
    json!([
        condition(
            "MemoryPressure",
            "False",
            "KubeletHasSufficientMemory",
            "kubelet has sufficient memory available"
        ),
        condition(
            "DiskPressure",
            "False",
            "KubeletHasNoDiskPressure",
            "kubelet has no disk pressure"
        ),
        condition(
            "PIDPressure",
            "False",
            "KubeletHasSufficientPID",
            "kubelet has sufficient PID available"
        ),
        condition(
            "Ready",
            "True",
            "KubeletReady",
            "kubelet is posting ready status"
        ),
    ])
}

/// The architecture in Go's words.
fn go_arch() -> &'static str {
    match std::env::consts::ARCH {
        "x86_64" => "amd64",
        "aarch64" => "arm64",
        other => other,
    }
}
