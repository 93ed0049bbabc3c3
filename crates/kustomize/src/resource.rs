//! One resource on its way through a build.

mod ids;
mod maps;
mod patching;
mod shared;
mod source;

use goyaml::Node;

use crate::origin::Origin;
use crate::rnode;

pub(crate) use ids::PreviousId;
pub(crate) use shared::{SharedValues, unshared, write_shared};
pub(crate) use source::Source;

/// An object and what the build knows of it.
#[derive(Clone, Debug, Default)]
pub struct Resource {
    pub(crate) node: Node,
    /// The ids that it had before, the oldest first.
    pub(crate) previous: Vec<PreviousId>,
    pub(crate) prefixes: Vec<String>,
    pub(crate) suffixes: Vec<String>,
    pub(crate) needs_hash: bool,
    /// What the generator says that made it.
    pub(crate) behavior: Option<Behavior>,
    pub(crate) allow_name_change: bool,
    pub(crate) allow_kind_change: bool,
    pub(crate) ref_var_names: Vec<String>,
    pub(crate) origin: Option<Origin>,
    pub(crate) transformations: Vec<Origin>,
    pub(crate) shared: SharedValues,
    pub(crate) source: Source,
}

/// What a generated object does to one that is there already.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Behavior {
    #[default]
    Unspecified,
    Create,
    Replace,
    Merge,
}

impl Behavior {
    /// Reads the word of a generator; an unknown one counts as none.
    pub(crate) fn new(word: &str) -> Self {
        match word {
            "create" => Self::Create,
            "replace" => Self::Replace,
            "merge" => Self::Merge,
            _ => Self::Unspecified,
        }
    }

    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Unspecified => "unspecified",
            Self::Create => "create",
            Self::Replace => "replace",
            Self::Merge => "merge",
        }
    }
}

impl Resource {
    pub(crate) fn new(node: Node) -> Self {
        Self {
            node,
            ..Self::default()
        }
    }

    /// The object as a tree of YAML nodes.
    pub fn node(&self) -> &Node {
        &self.node
    }

    /// The text of `kind`.
    pub fn kind(&self) -> &str {
        rnode::text_at(&self.node, &["kind"])
    }

    /// The text of `apiVersion`.
    pub fn api_version(&self) -> &str {
        rnode::text_at(&self.node, &["apiVersion"])
    }

    /// The text of `metadata.name`.
    pub fn name(&self) -> &str {
        rnode::text_at(&self.node, &["metadata", "name"])
    }

    /// The text of `metadata.namespace`, empty if there is none.
    pub fn namespace(&self) -> &str {
        rnode::text_at(&self.node, &["metadata", "namespace"])
    }

    /// Whether a patch deleted the object.
    pub(crate) fn is_empty(&self) -> bool {
        rnode::is_empty(&self.node)
    }
}
