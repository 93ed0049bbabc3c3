mod constructors;
mod json;
mod reason;

pub use reason::Reason;

/// What the API answers where it does not answer with an object: a failure, or a plain success.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{message}")]
pub struct Status {
    /// The HTTP status code.
    pub code: u16,
    /// A word for clients; [`Reason::Unknown`] is left out of the JSON.
    pub reason: Reason,
    /// A sentence for people.
    pub message: String,
    /// What the failure is about.
    pub details: Option<Box<StatusDetails>>,
    /// A token for going on with a list, where the failure offers one.
    pub continue_token: String,
}

/// What a [`Status`] is about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct StatusDetails {
    /// The object's name.
    pub name: String,
    /// The API group.
    pub group: String,
    /// The resource's plural name for most failures, the kind for invalid objects.
    pub kind: String,
    /// The object's uid.
    pub uid: String,
    /// The single faults.
    pub causes: Vec<Cause>,
    /// After how many seconds to try again; zero for none.
    pub retry_after_seconds: u32,
}

/// A single fault.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Cause {
    /// A word for clients, such as `FieldValueRequired`.
    pub reason: String,
    /// A sentence for people.
    pub message: String,
    /// The field, if it is about one.
    pub field: String,
}
