use std::borrow::Cow;

/// A resource of the API: what a URL path names and what its objects say of themselves.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Resource {
    /// API group, empty for the core group.
    pub group: Cow<'static, str>,
    /// API version without the group.
    pub version: Cow<'static, str>,
    /// Plural name in lower case.
    pub plural: Cow<'static, str>,
    /// Kind of the objects.
    pub kind: Cow<'static, str>,
    /// Whether the objects live in namespaces.
    pub namespaced: bool,
}

impl Resource {
    const fn new(
        group: &'static str,
        version: &'static str,
        plural: &'static str,
        kind: &'static str,
        namespaced: bool,
    ) -> Self {
        Resource {
            group: Cow::Borrowed(group),
            version: Cow::Borrowed(version),
            plural: Cow::Borrowed(plural),
            kind: Cow::Borrowed(kind),
            namespaced,
        }
    }

    /// `group/version`, or the version alone in the core group.
    #[must_use]
    pub fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.to_string()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// The path of the collection in a namespace, or over all of them when `namespace` is empty.
    #[must_use]
    pub fn collection_path(&self, namespace: &str) -> String {
        let root = if self.group.is_empty() {
            format!("/api/{}", self.version)
        } else {
            format!("/apis/{}/{}", self.group, self.version)
        };
        if self.namespaced && !namespace.is_empty() {
            format!("{root}/namespaces/{namespace}/{}", self.plural)
        } else {
            format!("{root}/{}", self.plural)
        }
    }
}

/// The resources that the cluster's own controllers and nodes read and write.
pub mod resources {
    use super::Resource;

    /// Cluster roles.
    pub const CLUSTER_ROLES: Resource = Resource::new(
        "rbac.authorization.k8s.io",
        "v1",
        "clusterroles",
        "ClusterRole",
        false,
    );
    /// Config maps.
    pub const CONFIG_MAPS: Resource = Resource::new("", "v1", "configmaps", "ConfigMap", true);
    /// Controller revisions.
    pub const CONTROLLER_REVISIONS: Resource = Resource::new(
        "apps",
        "v1",
        "controllerrevisions",
        "ControllerRevision",
        true,
    );
    /// Cron jobs.
    pub const CRON_JOBS: Resource = Resource::new("batch", "v1", "cronjobs", "CronJob", true);
    /// Daemon sets.
    pub const DAEMON_SETS: Resource = Resource::new("apps", "v1", "daemonsets", "DaemonSet", true);
    /// Deployments.
    pub const DEPLOYMENTS: Resource =
        Resource::new("apps", "v1", "deployments", "Deployment", true);
    /// Endpoints.
    pub const ENDPOINTS: Resource = Resource::new("", "v1", "endpoints", "Endpoints", true);
    /// Endpoint slices.
    pub const ENDPOINT_SLICES: Resource = Resource::new(
        "discovery.k8s.io",
        "v1",
        "endpointslices",
        "EndpointSlice",
        true,
    );
    /// Events.
    pub const EVENTS: Resource = Resource::new("", "v1", "events", "Event", true);
    /// Jobs.
    pub const JOBS: Resource = Resource::new("batch", "v1", "jobs", "Job", true);
    /// Leases.
    pub const LEASES: Resource =
        Resource::new("coordination.k8s.io", "v1", "leases", "Lease", true);
    /// Namespaces.
    pub const NAMESPACES: Resource = Resource::new("", "v1", "namespaces", "Namespace", false);
    /// Nodes.
    pub const NODES: Resource = Resource::new("", "v1", "nodes", "Node", false);
    /// Claims of persistent volumes.
    pub const PERSISTENT_VOLUME_CLAIMS: Resource = Resource::new(
        "",
        "v1",
        "persistentvolumeclaims",
        "PersistentVolumeClaim",
        true,
    );
    /// Persistent volumes.
    pub const PERSISTENT_VOLUMES: Resource =
        Resource::new("", "v1", "persistentvolumes", "PersistentVolume", false);
    /// Budgets of disruption.
    pub const POD_DISRUPTION_BUDGETS: Resource = Resource::new(
        "policy",
        "v1",
        "poddisruptionbudgets",
        "PodDisruptionBudget",
        true,
    );
    /// Pods.
    pub const PODS: Resource = Resource::new("", "v1", "pods", "Pod", true);
    /// Replica sets.
    pub const REPLICA_SETS: Resource =
        Resource::new("apps", "v1", "replicasets", "ReplicaSet", true);
    /// Resource quotas.
    pub const RESOURCE_QUOTAS: Resource =
        Resource::new("", "v1", "resourcequotas", "ResourceQuota", true);
    /// Services.
    pub const SERVICES: Resource = Resource::new("", "v1", "services", "Service", true);
    /// Service accounts.
    pub const SERVICE_ACCOUNTS: Resource =
        Resource::new("", "v1", "serviceaccounts", "ServiceAccount", true);
    /// Stateful sets.
    pub const STATEFUL_SETS: Resource =
        Resource::new("apps", "v1", "statefulsets", "StatefulSet", true);
    /// Storage classes.
    pub const STORAGE_CLASSES: Resource = Resource::new(
        "storage.k8s.io",
        "v1",
        "storageclasses",
        "StorageClass",
        false,
    );
}
