/// How the body of a PATCH is to be read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PatchType {
    /// A list of operations (RFC 6902).
    Json,
    /// A partial object whose nulls delete (RFC 7386).
    Merge,
    /// A partial object whose lists merge by the keys of the schema.
    Strategic,
}

impl PatchType {
    pub(crate) fn content_type(self) -> &'static str {
        match self {
            PatchType::Json => "application/json-patch+json",
            PatchType::Merge => "application/merge-patch+json",
            PatchType::Strategic => "application/strategic-merge-patch+json",
        }
    }
}
