//! Group, version and kind.

use std::fmt;

use compact_str::CompactString;

/// The type of a resource: group, version and kind, each empty where it is not known or does not matter.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Gvk {
    /// The group, empty for core types.
    pub group: CompactString,
    /// The version.
    pub version: CompactString,
    /// The kind.
    pub kind: CompactString,
}

impl Gvk {
    /// Makes a type of its three parts.
    pub fn new(group: &str, version: &str, kind: &str) -> Self {
        Self {
            group: group.into(),
            version: version.into(),
            kind: kind.into(),
        }
    }

    /// Makes a type of the two fields of an object.
    pub fn from_object(api_version: &str, kind: &str) -> Self {
        let (group, version) = split_api_version(api_version);
        Self::new(group, version, kind)
    }

    /// The text of an object's `apiVersion`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.to_string()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// Whether every part that `selector` names is the same here.
    pub fn is_selected(&self, selector: &Self) -> bool {
        let same =
            |wanted: &CompactString, here: &CompactString| wanted.is_empty() || wanted == here;
        same(&selector.group, &self.group)
            && same(&selector.version, &self.version)
            && same(&selector.kind, &self.kind)
    }
}

/// Splits an `apiVersion` into group and version.
pub(crate) fn split_api_version(api_version: &str) -> (&str, &str) {
    api_version.split_once('/').unwrap_or(("", api_version))
}

impl fmt::Display for Gvk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let part = |text: &'_ str, none: &'static str| -> String {
            if text.is_empty() {
                none.to_owned()
            } else {
                text.to_owned()
            }
        };
        write!(
            f,
            "{}.{}.{}",
            part(&self.kind, "[noKind]"),
            part(&self.version, "[noVer]"),
            part(&self.group, "[noGrp]")
        )
    }
}
