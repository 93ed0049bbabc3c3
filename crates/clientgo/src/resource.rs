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

    /// Config maps.
    pub const CONFIG_MAPS: Resource = Resource::new("", "v1", "configmaps", "ConfigMap", true);
    /// Deployments.
    pub const DEPLOYMENTS: Resource =
        Resource::new("apps", "v1", "deployments", "Deployment", true);
    /// Events.
    pub const EVENTS: Resource = Resource::new("", "v1", "events", "Event", true);
    /// Leases.
    pub const LEASES: Resource =
        Resource::new("coordination.k8s.io", "v1", "leases", "Lease", true);
    /// Namespaces.
    pub const NAMESPACES: Resource = Resource::new("", "v1", "namespaces", "Namespace", false);
    /// Nodes.
    pub const NODES: Resource = Resource::new("", "v1", "nodes", "Node", false);
    /// Pods.
    pub const PODS: Resource = Resource::new("", "v1", "pods", "Pod", true);
    /// Replica sets.
    pub const REPLICA_SETS: Resource =
        Resource::new("apps", "v1", "replicasets", "ReplicaSet", true);
    /// Service accounts.
    pub const SERVICE_ACCOUNTS: Resource =
        Resource::new("", "v1", "serviceaccounts", "ServiceAccount", true);
}
