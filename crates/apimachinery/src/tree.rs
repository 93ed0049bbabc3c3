use serde_json::{Number, Value};

/// What a JSON tree tells of itself, whichever way it is kept in memory.
pub trait Tree {
    /// The value of a field, if this is a map that has it.
    fn field(&self, name: &str) -> Option<&Self>;

    /// The fields of a map, by name; none of anything else.
    fn fields(&self) -> impl Iterator<Item = (&str, &Self)>;

    /// The entries of a list; none of anything else.
    fn items(&self) -> impl Iterator<Item = &Self>;

    /// The text, if it is one.
    fn text(&self) -> Option<&str>;

    /// The number, if it is one.
    fn number(&self) -> Option<Number>;

    /// Whether it is null.
    fn is_absent(&self) -> bool;
}

impl Tree for Value {
    fn field(&self, name: &str) -> Option<&Self> {
        self.get(name)
    }

    fn fields(&self) -> impl Iterator<Item = (&str, &Self)> {
        let fields = self.as_object().into_iter().flatten();
        fields.map(|(name, value)| (name.as_str(), value))
    }

    fn items(&self) -> impl Iterator<Item = &Self> {
        self.as_array().into_iter().flatten()
    }

    fn text(&self) -> Option<&str> {
        self.as_str()
    }

    fn number(&self) -> Option<Number> {
        self.as_number().cloned()
    }

    fn is_absent(&self) -> bool {
        self.is_null()
    }
}
