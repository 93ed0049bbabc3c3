//! The types of expressions.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use crate::decl::{Decl, Shape};

/// The type of an expression.
#[derive(Debug, Clone, PartialEq)]
pub enum Type {
    /// Known only when a value is there.
    Dyn,
    /// The type of `null`.
    Null,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `uint`
    Uint,
    /// `double`
    Double,
    /// `string`
    String,
    /// `bytes`
    Bytes,
    /// A span of time.
    Duration,
    /// A point in time.
    Timestamp,
    /// The type of types.
    Type,
    /// A list of items of one type.
    List(Box<Type>),
    /// A map from keys of one type to values of one type.
    Map(Box<Type>, Box<Type>),
    /// A value that may be missing.
    Optional(Box<Type>),
    /// An object whose fields a schema declares.
    Object(Arc<Decl>),
    /// A type of one of the libraries, such as `kubernetes.Quantity`.
    Opaque(&'static str),
    /// A type that stands for any in the signature of a function.
    Param(char),
}

impl Type {
    /// The type of what a declaration describes.
    #[must_use]
    pub fn of(decl: &Arc<Decl>) -> Self {
        match &decl.shape {
            Shape::Dyn => Type::Dyn,
            Shape::Bool => Type::Bool,
            Shape::Int => Type::Int,
            Shape::Double => Type::Double,
            Shape::String => Type::String,
            Shape::Bytes => Type::Bytes,
            Shape::Duration => Type::Duration,
            Shape::Timestamp => Type::Timestamp,
            Shape::List { items, .. } => Type::List(Box::new(Type::of(items))),
            Shape::Map(values) => Type::Map(Box::new(Type::String), Box::new(Type::of(values))),
            Shape::Optional(inner) => Type::Optional(Box::new(Type::of(inner))),
            Shape::Object { .. } => Type::Object(decl.clone()),
        }
    }

    /// Whether values have one size whatever they are.
    pub(crate) fn is_scalar(&self) -> bool {
        matches!(
            self,
            Type::Null
                | Type::Bool
                | Type::Int
                | Type::Uint
                | Type::Double
                | Type::Duration
                | Type::Timestamp
        )
    }
}

/// What the parameters of a signature have turned out to be.
#[derive(Debug, Default, Clone)]
pub(crate) struct Bindings(BTreeMap<char, Type>);

impl Bindings {
    /// Whether a value of type `found` may stand where `wanted` is asked for.
    pub(crate) fn accept(&mut self, wanted: &Type, found: &Type) -> bool {
        match (wanted, found) {
            (Type::Param(name), _) => match self.0.get(name).cloned() {
                None => {
                    self.0.insert(*name, found.clone());
                    true
                }
                Some(bound) => {
                    let fits = self.accept(&bound, found);
                    // A list of anything takes the type of what it meets.
                    if fits && bound != Type::Dyn && holds_dyn(&bound) {
                        self.0.insert(*name, found.clone());
                    }
                    fits
                }
            },
            (Type::Dyn, _) | (_, Type::Dyn) => true,
            // Wrapped and opaque values may be missing.
            (Type::Null, Type::Object(_) | Type::Duration | Type::Timestamp | Type::Opaque(_))
            | (Type::Object(_) | Type::Duration | Type::Timestamp | Type::Opaque(_), Type::Null) => {
                true
            }
            (Type::List(wanted), Type::List(found))
            | (Type::Optional(wanted), Type::Optional(found)) => self.accept(wanted, found),
            (Type::Map(key, value), Type::Map(found_key, found_value)) => {
                self.accept(key, found_key) && self.accept(value, found_value)
            }
            (Type::Object(wanted), Type::Object(found)) => {
                Arc::ptr_eq(wanted, found) || wanted.name() == found.name()
            }
            (wanted, found) => wanted == found,
        }
    }

    /// The type with its parameters replaced by what they turned out to be.
    pub(crate) fn resolve(&self, of: &Type) -> Type {
        match of {
            Type::Param(name) => self.0.get(name).cloned().unwrap_or(Type::Dyn),
            Type::List(inner) => Type::List(Box::new(self.resolve(inner))),
            Type::Optional(inner) => Type::Optional(Box::new(self.resolve(inner))),
            Type::Map(key, value) => {
                Type::Map(Box::new(self.resolve(key)), Box::new(self.resolve(value)))
            }
            other => other.clone(),
        }
    }
}

fn holds_dyn(of: &Type) -> bool {
    match of {
        Type::Dyn => true,
        Type::List(inner) | Type::Optional(inner) => holds_dyn(inner),
        Type::Map(key, value) => holds_dyn(key) || holds_dyn(value),
        _ => false,
    }
}

/// The type that holds values of both: `dyn` where they differ.
pub(crate) fn join(one: &Type, other: &Type) -> Type {
    if one == other {
        return one.clone();
    }
    match (one, other) {
        (Type::List(one), Type::List(other)) => Type::List(Box::new(join(one, other))),
        _ => Type::Dyn,
    }
}

/// A type as the messages of the compiler name it.
impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Dyn => f.write_str("dyn"),
            Type::Null => f.write_str("null"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Uint => f.write_str("uint"),
            Type::Double => f.write_str("double"),
            Type::String => f.write_str("string"),
            Type::Bytes => f.write_str("bytes"),
            Type::Duration => f.write_str("duration"),
            Type::Timestamp => f.write_str("timestamp"),
            Type::Type => f.write_str("type"),
            Type::List(inner) => write!(f, "list({inner})"),
            Type::Map(key, value) => write!(f, "map({key}, {value})"),
            Type::Optional(inner) => write!(f, "optional_type({inner})"),
            Type::Object(decl) => f.write_str(decl.name()),
            Type::Opaque(name) => f.write_str(name),
            Type::Param(name) => write!(f, "{name}"),
        }
    }
}
