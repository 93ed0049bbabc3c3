//! Identity of a resource.

use std::fmt;

use compact_str::CompactString;

use crate::gvk::Gvk;
use crate::openapi::OpenApi;

/// What stands for the namespace of a cluster-scoped resource.
pub(crate) const NOT_A_NAMESPACE: &str = "_non_namespaceable_";
const DEFAULT_NAMESPACE: &str = "default";

/// Type, name and namespace of a resource, now or at an earlier step of a build.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ResId {
    /// The type.
    pub gvk: Gvk,
    /// The name.
    pub name: CompactString,
    /// The namespace as written, empty if none is.
    pub namespace: CompactString,
}

impl ResId {
    /// Makes an id.
    pub fn new(gvk: Gvk, name: &str, namespace: &str) -> Self {
        Self {
            gvk,
            name: name.into(),
            namespace: namespace.into(),
        }
    }

    /// The namespace that counts when ids are compared: a marker for cluster-scoped types, `default` where none is written.
    pub(crate) fn effective_namespace(&self, openapi: &OpenApi) -> &str {
        if openapi.is_cluster_scoped(&self.gvk) {
            NOT_A_NAMESPACE
        } else if self.namespace.is_empty() {
            DEFAULT_NAMESPACE
        } else {
            &self.namespace
        }
    }

    /// The form in which two ids of one resource are equal.
    pub(crate) fn key(&self, openapi: &OpenApi) -> IdKey {
        let namespace = self.effective_namespace(openapi).into();
        IdKey(Self {
            gvk: self.gvk.clone(),
            name: self.name.clone(),
            namespace,
        })
    }

    pub(crate) fn same_namespace(&self, other: &Self, openapi: &OpenApi) -> bool {
        self.effective_namespace(openapi) == other.effective_namespace(openapi)
    }

    /// The id as Go's `%#v` prints it.
    pub(crate) fn go_syntax(&self, openapi: &OpenApi) -> String {
        format!(
            "resid.ResId{{Gvk:resid.Gvk{{Group:{:?}, Version:{:?}, Kind:{:?}, isClusterScoped:{}}}, Name:{:?}, Namespace:{:?}}}",
            self.gvk.group,
            self.gvk.version,
            self.gvk.kind,
            openapi.is_cluster_scoped(&self.gvk),
            self.name,
            self.namespace
        )
    }
}

/// An id with its effective namespace, to compare and to look up.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct IdKey(ResId);

impl fmt::Display for ResId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |text: &str, none: &'static str| -> String {
            if text.is_empty() {
                none.to_owned()
            } else {
                text.to_owned()
            }
        };
        write!(
            f,
            "{}/{}.{}",
            self.gvk,
            part(&self.name, "[noName]"),
            part(&self.namespace, "[noNs]")
        )
    }
}
