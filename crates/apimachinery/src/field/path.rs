use std::fmt;

/// The way to a field in an object, written `spec.containers[0].name` or `metadata.labels[app]`.
///
/// The empty path is written `<nil>`, as Go's validation writes it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct FieldPath(String);

impl FieldPath {
    /// The path of a top-level field. Dots in `name` stand as they are.
    #[must_use]
    pub fn new(name: &str) -> Self {
        FieldPath(name.to_owned())
    }

    /// The path of the whole object.
    #[must_use]
    pub fn root() -> Self {
        FieldPath::default()
    }

    /// A field of the object at this path.
    #[must_use]
    pub fn child(&self, name: &str) -> Self {
        if self.0.is_empty() {
            FieldPath::new(name)
        } else {
            FieldPath(format!("{}.{name}", self.0))
        }
    }

    /// An item of the list at this path.
    #[must_use]
    pub fn index(&self, index: usize) -> Self {
        FieldPath(format!("{}[{index}]", self.0))
    }

    /// A value of the map at this path.
    #[must_use]
    pub fn key(&self, key: &str) -> Self {
        FieldPath(format!("{}[{key}]", self.0))
    }

    /// The path as it is written, empty for the whole object.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for FieldPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_empty() { "<nil>" } else { &self.0 })
    }
}

impl From<&str> for FieldPath {
    fn from(path: &str) -> Self {
        FieldPath::new(path)
    }
}
