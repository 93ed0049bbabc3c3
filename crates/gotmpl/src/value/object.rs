//! Values of host types.

use std::any::Any;
use std::fmt;

use super::{Str, Value};
use crate::function::Function;
use crate::go_type::Type;

/// A value of a Go type that is more than plain data: it has fields, methods, or a text of its own.
///
/// A named type over plain data (`time.Duration` over `int64`, a set over a list) gives that data as
/// [`underlying`](Object::underlying): indexing, ranging, comparing and printing then use it.
pub trait Object: fmt::Debug + Any {
    /// The type, usually a [`Type::Named`].
    fn go_type(&self) -> Type;

    /// An exported struct field: one of [`fields`](Object::fields), unless the type has a quicker way to it.
    fn field(&self, name: &str) -> Option<Value> {
        let mut fields = self.fields().into_iter();
        fields
            .find(|(field, _)| *field == name)
            .map(|(_, value)| value)
    }

    /// An exported method, bound to this value.
    fn method(&self, name: &str) -> Option<Function> {
        let _ = name;
        None
    }

    /// The plain value of a named type.
    fn underlying(&self) -> Option<Value> {
        None
    }

    /// The result of `String()` or `Error()` where the type has one: what `print` and `%v` show.
    fn string(&self) -> Option<Str> {
        None
    }

    /// The result of `String()` where only a pointer to the type has it: an action shows it, functions get a copy
    /// that has no such method.
    fn pointer_string(&self) -> Option<Str> {
        None
    }

    /// All exported struct fields in declaration order, for looking up and encoding.
    fn fields(&self) -> Vec<(&'static str, Value)> {
        Vec::new()
    }

    /// All struct fields in declaration order, those that are not exported too, for printing.
    fn printed_fields(&self) -> Vec<(&'static str, Value)> {
        self.fields()
    }

    /// The fields under the names that `encoding/json` gives them.
    fn json_fields(&self) -> Vec<(&'static str, Value)> {
        self.fields()
    }

    /// Whether both are equal as `reflect.DeepEqual` and `==` see them.
    fn equals(&self, other: &dyn Object) -> bool {
        match (self.underlying(), other.underlying()) {
            (Some(a), Some(b)) => self.go_type() == other.go_type() && a.deep_equal(&b),
            _ => false,
        }
    }
}

impl dyn Object {
    /// The concrete value, if it is of type `T`.
    pub fn downcast_ref<T: Object>(&self) -> Option<&T> {
        let any: &dyn Any = self;
        any.downcast_ref()
    }
}
