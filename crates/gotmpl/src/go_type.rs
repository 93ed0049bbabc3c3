//! Go's static types and kinds, as far as templates can tell them apart.

use std::fmt;

/// The kind of a Go type, as `reflect.Kind` names it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Kind {
    /// No value at all.
    Invalid,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `int64`
    Int64,
    /// `uint8`
    Uint8,
    /// `uint64`
    Uint64,
    /// `float64`
    Float64,
    /// `complex128`
    Complex128,
    /// A function.
    Func,
    /// An interface.
    Interface,
    /// A map.
    Map,
    /// A pointer.
    Ptr,
    /// A slice.
    Slice,
    /// `string`
    String,
    /// A struct.
    Struct,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Invalid => "invalid",
            Kind::Bool => "bool",
            Kind::Int => "int",
            Kind::Int64 => "int64",
            Kind::Uint8 => "uint8",
            Kind::Uint64 => "uint64",
            Kind::Float64 => "float64",
            Kind::Complex128 => "complex128",
            Kind::Func => "func",
            Kind::Interface => "interface",
            Kind::Map => "map",
            Kind::Ptr => "ptr",
            Kind::Slice => "slice",
            Kind::String => "string",
            Kind::Struct => "struct",
        })
    }
}

/// A Go type: what a parameter asks for, what a container holds, what `%T` prints.
///
/// Types are small constants: `Type::List(&Type::String)` is `[]string`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Type {
    /// `interface {}`
    Interface,
    /// `reflect.Value`: a parameter of this type takes every argument, and tells a missing one from nil.
    Reflect,
    /// `bool`
    Bool,
    /// `int`
    Int,
    /// `int64`
    Int64,
    /// `uint8`
    Uint8,
    /// `uint32`: takes constants only, and hands them on as `uint64`.
    Uint32,
    /// `uint64`
    Uint64,
    /// `float64`
    Float64,
    /// `string`
    String,
    /// `[]T`
    List(&'static Type),
    /// `map[string]T`
    Map(&'static Type),
    /// A named map type such as `common.Values`, with the type of its values.
    NamedMap(&'static str, &'static Type),
    /// A host type by its full name (`*semver.Version`, `time.Time`).
    Named(&'static str, Kind),
    /// A function.
    Func,
}

impl Type {
    /// `[]interface {}`
    pub const ANY_LIST: Type = Type::List(&Type::Interface);
    /// `map[string]interface {}`
    pub const ANY_MAP: Type = Type::Map(&Type::Interface);

    /// The kind of this type.
    #[must_use]
    pub fn kind(self) -> Kind {
        match self {
            Type::Interface => Kind::Interface,
            Type::Reflect => Kind::Struct,
            Type::Bool => Kind::Bool,
            Type::Int => Kind::Int,
            Type::Int64 => Kind::Int64,
            Type::Uint8 => Kind::Uint8,
            Type::Uint32 | Type::Uint64 => Kind::Uint64,
            Type::Float64 => Kind::Float64,
            Type::String => Kind::String,
            Type::List(_) => Kind::Slice,
            Type::Map(_) | Type::NamedMap(..) => Kind::Map,
            Type::Named(_, kind) => kind,
            Type::Func => Kind::Func,
        }
    }

    /// Whether a variable of this type can be nil.
    #[must_use]
    pub fn can_be_nil(self) -> bool {
        matches!(
            self.kind(),
            Kind::Func | Kind::Interface | Kind::Map | Kind::Ptr | Kind::Slice
        ) || self == Type::Reflect
    }

    /// Whether a value of type `value` can be passed where this type is asked for, without a conversion.
    #[must_use]
    pub fn accepts(self, value: Type) -> bool {
        match (self, value) {
            (Type::Interface | Type::Reflect, _) => true,
            // A named and an unnamed type with the same structure are assignable to each other.
            (Type::Map(want), Type::NamedMap(_, got))
            | (Type::NamedMap(_, want), Type::Map(got)) => want == got,
            _ => self == value,
        }
    }
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Type::Interface => f.write_str("interface {}"),
            Type::Reflect => f.write_str("reflect.Value"),
            Type::Bool => f.write_str("bool"),
            Type::Int => f.write_str("int"),
            Type::Int64 => f.write_str("int64"),
            Type::Uint8 => f.write_str("uint8"),
            Type::Uint32 => f.write_str("uint32"),
            Type::Uint64 => f.write_str("uint64"),
            Type::Float64 => f.write_str("float64"),
            Type::String => f.write_str("string"),
            Type::List(element) => write!(f, "[]{element}"),
            Type::Map(element) => write!(f, "map[string]{element}"),
            Type::NamedMap(name, _) | Type::Named(name, _) => f.write_str(name),
            Type::Func => f.write_str("func(...interface {}) (interface {}, error)"),
        }
    }
}
