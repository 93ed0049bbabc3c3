use serde_json::{Map, Value};

use super::Cause;

/// A JSON pointer split into the steps to the container and the last key.
pub(super) struct Pointer {
    steps: Vec<String>,
    last: Option<String>,
}

/// A key of an object or an index of a list, there or not.
pub(super) enum Place<'a> {
    Key(&'a mut Map<String, Value>, String),
    Index(&'a mut Vec<Value>, String),
}

impl Pointer {
    pub(super) fn new(text: &str) -> Self {
        let mut steps: Vec<String> = text
            .split('/')
            .skip(1)
            .map(|step| step.replace("~1", "/").replace("~0", "~"))
            .collect();
        let last = steps.pop();
        Pointer { steps, last }
    }

    /// The last step, empty for the pointer to the whole document.
    pub(super) fn last_step(&self) -> &str {
        self.last.as_deref().unwrap_or_default()
    }

    /// Walks to the container of the last step.
    pub(super) fn place<'v>(&self, document: &'v mut Value) -> Option<Place<'v>> {
        let last = self.last.clone()?;
        let mut container = document;
        for step in &self.steps {
            container = match container {
                Value::Object(fields) => fields.get_mut(step)?,
                Value::Array(items) => {
                    let index = position(step, items.len())?;
                    items.get_mut(index)?
                }
                _ => return None,
            };
        }
        match container {
            Value::Object(fields) => Some(Place::Key(fields, last)),
            Value::Array(items) => Some(Place::Index(items, last)),
            _ => None,
        }
    }
}

impl Place<'_> {
    /// The value; none for a key that is not there.
    pub(super) fn get(&self) -> Result<Option<&Value>, Cause> {
        match self {
            Place::Key(fields, key) => Ok(fields.get(key)),
            Place::Index(items, index) => {
                let found = position(index, items.len()).and_then(|index| items.get(index));
                found.map(Some).ok_or_else(|| Cause::Index(index.clone()))
            }
        }
    }

    pub(super) fn add(self, value: Value) -> Result<(), Cause> {
        match self {
            Place::Key(fields, key) => {
                fields.insert(key, value);
            }
            Place::Index(items, index) if index == "-" => items.push(value),
            Place::Index(items, index) => {
                // A new item may come after the last one, so there is one more position.
                let position = position(&index, items.len() + 1).ok_or(Cause::Index(index))?;
                items.insert(position, value);
            }
        }
        Ok(())
    }

    pub(super) fn replace(self, value: Value) -> Result<(), Cause> {
        match self {
            Place::Key(fields, key) => {
                fields.insert(key, value);
            }
            Place::Index(items, index) => {
                let position = position(&index, items.len()).ok_or(Cause::Index(index))?;
                items[position] = value;
            }
        }
        Ok(())
    }

    pub(super) fn remove(self) -> Result<Value, Cause> {
        match self {
            Place::Key(fields, key) => fields.remove(&key).ok_or(Cause::Key(key)),
            Place::Index(items, index) => {
                let position = position(&index, items.len()).ok_or(Cause::Index(index))?;
                Ok(items.remove(position))
            }
        }
    }
}

/// The position of an index in a list of that length; negative ones count from the end.
fn position(index: &str, length: usize) -> Option<usize> {
    let index: i64 = index.parse().ok()?;
    let length = i64::try_from(length).ok()?;
    let position = if index < 0 { index + length } else { index };
    (0..length)
        .contains(&position)
        .then(|| usize::try_from(position).ok())
        .flatten()
}
