//! What a request does, as far as roles are concerned.

/// What is asked for.
#[derive(Clone, Debug)]
pub(crate) enum Attributes {
    /// Something about a resource.
    Resource(ResourceAttributes),
    /// A path that belongs to no resource.
    Path {
        /// The method in lower case.
        verb: String,
        /// The path as it was asked for.
        path: String,
    },
}

/// What is asked for of a resource.
#[derive(Clone, Debug, Default)]
pub(crate) struct ResourceAttributes {
    pub(crate) verb: String,
    pub(crate) group: String,
    pub(crate) resource: String,
    /// Empty for the object itself.
    pub(crate) subresource: String,
    /// Empty for what is not in a namespace, and for all of them.
    pub(crate) namespace: String,
    /// Empty for a collection.
    pub(crate) name: String,
}

impl Attributes {
    /// The namespace whose role bindings count, empty for none.
    pub(crate) fn namespace(&self) -> &str {
        match self {
            Self::Resource(resource) => &resource.namespace,
            Self::Path { .. } => "",
        }
    }
}

impl ResourceAttributes {
    /// `pods` or `pods/log`.
    pub(crate) fn full_resource(&self) -> String {
        if self.subresource.is_empty() {
            self.resource.clone()
        } else {
            format!("{}/{}", self.resource, self.subresource)
        }
    }
}
