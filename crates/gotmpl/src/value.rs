//! Go values.

mod copy;
mod equal;
mod list;
mod map;
mod object;
mod print;
mod release;
mod str;

use std::rc::Rc;

pub use list::List;
pub use map::{Map, MapName};
pub use object::Object;
pub use print::{sprint, sprintf, sprintln};
pub use str::Str;

use crate::function::Function;
use crate::go_type::{Kind, Type};

/// A Go value as templates handle it. Cloning is cheap: lists, maps and objects are shared.
#[derive(Clone, Debug, Default)]
pub enum Value {
    /// No value: a nil interface.
    #[default]
    Nil,
    /// `bool`
    Bool(bool),
    /// `int`
    Int(i64),
    /// `int64`
    Int64(i64),
    /// `uint8`
    Uint8(u8),
    /// `uint64`
    Uint64(u64),
    /// `float64`
    Float64(f64),
    /// `string`; its bytes need not be UTF-8.
    String(Str),
    /// A slice.
    List(List),
    /// A map with string keys.
    Map(Map),
    /// A value of a host type.
    Object(Rc<dyn Object>),
    /// A function.
    Func(Function),
}

impl Value {
    /// A string value.
    pub fn string(text: impl Into<Str>) -> Value {
        Value::String(text.into())
    }

    /// A `[]interface {}` of these items.
    #[must_use]
    pub fn list(items: Vec<Value>) -> Value {
        Value::List(List::new(items))
    }

    /// A `[]string` of these strings.
    pub fn strings<S: Into<Str>>(items: impl IntoIterator<Item = S>) -> Value {
        let items = items.into_iter().map(Value::string).collect();
        Value::List(List::typed(&Type::String, items))
    }

    /// A value of a host type.
    pub fn object(object: impl Object + 'static) -> Value {
        Value::Object(Rc::new(object))
    }

    /// The value's type; none for nil. `typeOf` and `%T` print nil's as `<nil>`.
    #[must_use]
    pub fn go_type(&self) -> Option<Type> {
        Some(match self {
            Value::Nil => return None,
            Value::Bool(_) => Type::Bool,
            Value::Int(_) => Type::Int,
            Value::Int64(_) => Type::Int64,
            Value::Uint8(_) => Type::Uint8,
            Value::Uint64(_) => Type::Uint64,
            Value::Float64(_) => Type::Float64,
            Value::String(_) => Type::String,
            Value::List(list) => list.go_type(),
            Value::Map(map) => map.go_type(),
            Value::Object(object) => object.go_type(),
            Value::Func(_) => Type::Func,
        })
    }

    /// What `%T` prints.
    #[must_use]
    pub fn type_name(&self) -> String {
        self.go_type()
            .map_or_else(|| "<nil>".to_owned(), |t| t.to_string())
    }

    /// The value's kind; nil's is [`Kind::Invalid`].
    #[must_use]
    pub fn kind(&self) -> Kind {
        self.go_type().map_or(Kind::Invalid, Type::kind)
    }

    /// The zero value of a type. Of a host type there is none: it is nil.
    #[must_use]
    pub fn zero(of: Type) -> Value {
        match of {
            Type::Interface | Type::Reflect | Type::Named(..) | Type::Func => Value::Nil,
            Type::Bool => Value::Bool(false),
            Type::Int => Value::Int(0),
            Type::Int64 => Value::Int64(0),
            Type::Uint8 => Value::Uint8(0),
            Type::Uint32 | Type::Uint64 => Value::Uint64(0),
            Type::Float64 => Value::Float64(0.0),
            Type::String => Value::string(""),
            Type::List(element) => Value::List(List::nil(element)),
            Type::Map(element) | Type::NamedMap(_, element) => Value::Map(Map::nil(element)),
        }
    }

    /// The plain value under a named type (a duration's `int64`, a version set's list); others are themselves.
    #[must_use]
    pub fn underlying(&self) -> Value {
        match self {
            Value::Object(object) => object.underlying().unwrap_or_else(|| self.clone()),
            _ => self.clone(),
        }
    }

    /// Whether Go's `if` takes the value for true: not the zero value of its type, not empty.
    #[must_use]
    pub fn truth(&self) -> bool {
        match self {
            Value::Nil => false,
            Value::Bool(value) => *value,
            Value::Int(value) | Value::Int64(value) => *value != 0,
            Value::Uint8(value) => *value != 0,
            Value::Uint64(value) => *value != 0,
            Value::Float64(value) => *value != 0.0,
            Value::String(text) => !text.is_empty(),
            Value::List(list) => !list.is_empty(),
            Value::Map(map) => !map.is_empty(),
            Value::Object(object) => object.underlying().is_none_or(|value| value.truth()),
            Value::Func(_) => true,
        }
    }
}

impl From<bool> for Value {
    fn from(value: bool) -> Self {
        Value::Bool(value)
    }
}

impl From<&str> for Value {
    fn from(value: &str) -> Self {
        Value::string(value)
    }
}

impl From<String> for Value {
    fn from(value: String) -> Self {
        Value::string(value)
    }
}

impl From<Str> for Value {
    fn from(value: Str) -> Self {
        Value::String(value)
    }
}

impl From<List> for Value {
    fn from(value: List) -> Self {
        Value::List(value)
    }
}

impl From<Map> for Value {
    fn from(value: Map) -> Self {
        Value::Map(value)
    }
}
