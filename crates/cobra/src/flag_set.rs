//! The flags of one run with their values.

use std::collections::BTreeMap;

use crate::value::Value;
use crate::{Duration, Env, Flag};

/// Where a flag was declared, seen from the command that runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// On the command, for itself alone.
    Local,
    /// On the command, for itself and those below.
    Persistent,
    /// On a command above.
    Inherited,
}

#[derive(Clone)]
pub(crate) struct Entry {
    pub(crate) flag: Flag,
    pub(crate) origin: Origin,
    pub(crate) value: Value,
    pub(crate) changed: bool,
    /// When it was first given, among the flags that were.
    pub(crate) order: usize,
}

/// The flags of one run with their values.
///
/// # Panics
/// The accessors panic for a flag that the command does not declare, or declares with another kind: the tables and
/// the code that reads them belong together.
#[derive(Clone)]
pub struct Flags {
    entries: Vec<Entry>,
}

impl Flags {
    pub(crate) fn new(flags: Vec<(Flag, Origin)>, env: &Env) -> Flags {
        let entries = flags
            .into_iter()
            .map(|(flag, origin)| {
                let value = Value::of_default(&flag, &flag.default_text(env));
                Entry {
                    flag,
                    origin,
                    value,
                    changed: false,
                    order: 0,
                }
            })
            .collect();
        Flags { entries }
    }

    pub(crate) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    pub(crate) fn by_name(&self, name: &str) -> Option<&Entry> {
        self.entries.iter().find(|entry| entry.flag.name == name)
    }

    pub(crate) fn by_name_mut(&mut self, name: &str) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .find(|entry| entry.flag.name == name)
    }

    pub(crate) fn by_shorthand_mut(&mut self, letter: char) -> Option<&mut Entry> {
        self.entries
            .iter_mut()
            .find(|entry| entry.flag.shorthand == Some(letter))
    }

    /// Whether the command declares the flag.
    pub fn has(&self, name: &str) -> bool {
        self.by_name(name).is_some()
    }

    /// Whether a command above the one that runs declares the flag, and the command itself none of that name.
    pub fn is_inherited(&self, name: &str) -> bool {
        self.by_name(name)
            .is_some_and(|entry| entry.origin == Origin::Inherited)
    }

    /// Whether the flag was given.
    pub fn changed(&self, name: &str) -> bool {
        self.entry(name).changed
    }

    /// The flags that were given, in the order in which they were first given, with their values as text.
    pub fn given(&self) -> impl Iterator<Item = (&'static str, String)> {
        let mut given: Vec<&Entry> = self.entries.iter().filter(|entry| entry.changed).collect();
        given.sort_by_key(|entry| entry.order);
        given
            .into_iter()
            .map(|entry| (entry.flag.name, entry.value.to_string()))
    }

    /// The value of a boolean.
    pub fn bool(&self, name: &str) -> bool {
        match self.entry(name).value {
            Value::Bool(value) => value,
            _ => unexpected(name, "bool"),
        }
    }

    /// The value of a text, or of a front end's own type.
    pub fn string(&self, name: &str) -> &str {
        match &self.entry(name).value {
            Value::Text(text) => text,
            _ => unexpected(name, "string"),
        }
    }

    /// The value of an integer or a count.
    pub fn int(&self, name: &str) -> i64 {
        match self.entry(name).value {
            Value::Int(value) => value,
            _ => unexpected(name, "int"),
        }
    }

    /// The value of a floating point number.
    pub fn float(&self, name: &str) -> f64 {
        match self.entry(name).value {
            Value::Float(value) => value,
            _ => unexpected(name, "float"),
        }
    }

    /// The value of a duration.
    pub fn duration(&self, name: &str) -> Duration {
        match self.entry(name).value {
            Value::Duration(value) => value,
            _ => unexpected(name, "duration"),
        }
    }

    /// The values of an array or a slice.
    pub fn strings(&self, name: &str) -> &[String] {
        match &self.entry(name).value {
            Value::List(list) => list,
            _ => unexpected(name, "list"),
        }
    }

    /// The pairs of a `key=value` flag.
    pub fn pairs(&self, name: &str) -> &BTreeMap<String, String> {
        match &self.entry(name).value {
            Value::Pairs(pairs) => pairs,
            _ => unexpected(name, "stringToString"),
        }
    }

    fn entry(&self, name: &str) -> &Entry {
        match self.by_name(name) {
            Some(entry) => entry,
            None => unexpected(name, "declared"),
        }
    }
}

fn unexpected(name: &str, kind: &str) -> ! {
    panic!("--{name} is not a {kind} flag of this command")
}
