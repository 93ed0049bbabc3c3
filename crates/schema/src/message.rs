use crate::tables::messages::MESSAGES;

/// A protobuf message.
#[derive(Debug)]
pub struct Message {
    /// The full name, such as `k8s.io.api.core.v1.PodSpec`.
    pub name: &'static str,
    /// Its fields, sorted by number.
    pub fields: &'static [MessageField],
}

/// A field of a protobuf message.
#[derive(Debug)]
pub struct MessageField {
    /// The number on the wire.
    pub number: u32,
    /// The name in JSON; empty if the fields of the message stand in the parent object.
    pub json: &'static str,
    /// Whether JSON leaves an empty value out.
    pub omit_empty: bool,
    /// How often it occurs, and of what type it is.
    pub wire: Wire,
}

/// How a field occurs on the wire.
#[derive(Debug, Clone, Copy)]
pub enum Wire {
    /// At most once.
    One(Scalar),
    /// A list.
    Repeated(Scalar),
    /// A map from strings.
    Map(Scalar),
}

/// The type of a value on the wire.
#[derive(Debug, Clone, Copy)]
pub enum Scalar {
    /// A varint, zero or one.
    Bool,
    /// Length-delimited bytes; base64 in JSON.
    Bytes,
    /// Eight bytes.
    Double,
    /// A varint of 32 bits.
    Int32,
    /// A varint of 64 bits.
    Int64,
    /// Length-delimited UTF-8.
    String,
    /// A message, by position: see [`Scalar::message`].
    Message(u16),
}

impl Message {
    /// The field of that number.
    #[must_use]
    pub fn field(&self, number: u32) -> Option<&'static MessageField> {
        self.fields
            .binary_search_by_key(&number, |field| field.number)
            .ok()
            .map(|position| &self.fields[position])
    }
}

impl Scalar {
    /// The message that a value is of.
    #[must_use]
    pub fn message(&self) -> Option<&'static Message> {
        match self {
            Scalar::Message(position) => Some(&MESSAGES[usize::from(*position)]),
            Scalar::Bool
            | Scalar::Bytes
            | Scalar::Double
            | Scalar::Int32
            | Scalar::Int64
            | Scalar::String => None,
        }
    }
}

/// Finds a message by its full name.
///
/// A definition `io.k8s.api.core.v1.Pod` is the message `k8s.io.api.core.v1.Pod`.
#[must_use]
pub fn message(name: &str) -> Option<&'static Message> {
    MESSAGES
        .binary_search_by(|row| row.name.cmp(name))
        .ok()
        .map(|position| &MESSAGES[position])
}
