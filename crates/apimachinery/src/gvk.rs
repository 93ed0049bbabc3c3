use std::fmt;

use serde_json::Value;

/// An API group and a version in it, written `apps/v1`, or `v1` for the core group.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct GroupVersion {
    /// The group, empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
}

/// A group, version and kind: what an object says of itself in `apiVersion` and `kind`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Gvk {
    /// The group, empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The kind, such as `Deployment`.
    pub kind: String,
}

/// A group, version and resource: where objects are found in URLs.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Gvr {
    /// The group, empty for the core group.
    pub group: String,
    /// The version.
    pub version: String,
    /// The plural name, such as `deployments`.
    pub resource: String,
}

/// An `apiVersion` with more than one slash.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error("unexpected GroupVersion string: {0}")]
pub struct GroupVersionError(pub String);

impl GroupVersion {
    /// Puts the two together.
    #[must_use]
    pub fn new(group: impl Into<String>, version: impl Into<String>) -> Self {
        GroupVersion {
            group: group.into(),
            version: version.into(),
        }
    }

    /// Reads an `apiVersion`. The empty string and `/` are the empty group and version.
    ///
    /// # Errors
    /// More than one slash.
    pub fn parse(text: &str) -> Result<Self, GroupVersionError> {
        match text.split('/').collect::<Vec<_>>()[..] {
            [version] => Ok(GroupVersion::new("", version)),
            [group, version] => Ok(GroupVersion::new(group, version)),
            _ => Err(GroupVersionError(text.to_owned())),
        }
    }

    /// The kind in this group and version.
    #[must_use]
    pub fn with_kind(&self, kind: impl Into<String>) -> Gvk {
        Gvk::new(&*self.group, &*self.version, kind)
    }

    /// The resource in this group and version.
    #[must_use]
    pub fn with_resource(&self, resource: impl Into<String>) -> Gvr {
        Gvr::new(&*self.group, &*self.version, resource)
    }
}

impl fmt::Display for GroupVersion {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.group.is_empty() {
            write!(f, "{}/", self.group)?;
        }
        f.write_str(&self.version)
    }
}

impl Gvk {
    /// Puts the three together.
    #[must_use]
    pub fn new(
        group: impl Into<String>,
        version: impl Into<String>,
        kind: impl Into<String>,
    ) -> Self {
        Gvk {
            group: group.into(),
            version: version.into(),
            kind: kind.into(),
        }
    }

    /// Reads `apiVersion` and `kind`.
    ///
    /// # Errors
    /// An `apiVersion` with more than one slash.
    pub fn parse(api_version: &str, kind: &str) -> Result<Self, GroupVersionError> {
        Ok(GroupVersion::parse(api_version)?.with_kind(kind))
    }

    /// What the object says of itself; missing fields are empty, an odd `apiVersion` is a version.
    #[must_use]
    pub fn of(object: &Value) -> Self {
        let word = |key: &str| object.get(key).and_then(Value::as_str).unwrap_or_default();
        let (group, version) = word("apiVersion")
            .split_once('/')
            .unwrap_or(("", word("apiVersion")));
        Gvk::new(group, version, word("kind"))
    }

    /// The group and version.
    #[must_use]
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion::new(&*self.group, &*self.version)
    }

    /// The value of an object's `apiVersion` field.
    #[must_use]
    pub fn api_version(&self) -> String {
        self.group_version().to_string()
    }

    /// `Deployment.apps`, or `Pod` in the core group.
    #[must_use]
    pub fn group_kind(&self) -> String {
        qualified(&self.kind, &self.group)
    }
}

/// Go's form: `apps/v1, Kind=Deployment`.
impl fmt::Display for Gvk {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

impl Gvr {
    /// Puts the three together.
    #[must_use]
    pub fn new(
        group: impl Into<String>,
        version: impl Into<String>,
        resource: impl Into<String>,
    ) -> Self {
        Gvr {
            group: group.into(),
            version: version.into(),
            resource: resource.into(),
        }
    }

    /// The group and version.
    #[must_use]
    pub fn group_version(&self) -> GroupVersion {
        GroupVersion::new(&*self.group, &*self.version)
    }

    /// `deployments.apps`, or `pods` in the core group.
    #[must_use]
    pub fn group_resource(&self) -> String {
        qualified(&self.resource, &self.group)
    }
}

/// Go's form: `apps/v1, Resource=deployments`.
impl fmt::Display for Gvr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{}/{}, Resource={}",
            self.group, self.version, self.resource
        )
    }
}

fn qualified(name: &str, group: &str) -> String {
    if group.is_empty() {
        name.to_owned()
    } else {
        format!("{name}.{group}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_with_and_without_group() {
        assert_eq!(
            GroupVersion::parse("apps/v1"),
            Ok(GroupVersion::new("apps", "v1"))
        );
        assert_eq!(GroupVersion::parse("v1"), Ok(GroupVersion::new("", "v1")));
        assert_eq!(
            GroupVersion::parse("a/b/c").unwrap_err().to_string(),
            "unexpected GroupVersion string: a/b/c"
        );
        assert_eq!(Gvk::new("", "v1", "Pod").api_version(), "v1");
        assert_eq!(
            Gvk::new("apps", "v1", "Deployment").to_string(),
            "apps/v1, Kind=Deployment"
        );
        assert_eq!(Gvk::new("", "v1", "Pod").to_string(), "/v1, Kind=Pod");
    }
}
