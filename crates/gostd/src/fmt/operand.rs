use std::borrow::Cow;

/// A value that Go's `fmt` verbs can be applied to.
pub trait Formattable: Sized {
    /// What the value is made of.
    fn operand(&self) -> Operand<'_, Self>;

    /// The name of its Go type as `%T` prints it (`map[string]interface {}`); not asked of a nil.
    fn go_type(&self) -> Cow<'_, str>;

    /// What its `Error` or `String` method gives, if its type has one.
    fn string_method(&self) -> Option<Cow<'_, [u8]>> {
        None
    }
}

/// A Go value seen from outside: its kind with the parts that the verbs print.
#[derive(Debug, Clone)]
pub enum Operand<'a, V> {
    /// A nil interface.
    Nil,
    /// A boolean.
    Bool(bool),
    /// A signed integer of any size.
    Int(i64),
    /// An unsigned integer of any size.
    Uint(u64),
    /// A 64-bit floating-point number.
    Float(f64),
    /// A string.
    String(Cow<'a, [u8]>),
    /// A slice or array of bytes.
    Bytes(Cow<'a, [u8]>),
    /// Any other slice or array.
    List(Vec<V>),
    /// A map, its entries in the order in which Go prints the keys.
    Map(Vec<(V, V)>),
    /// A struct: field names and values.
    Struct(Vec<(Cow<'a, str>, V)>),
    /// A pointer that is not nil, with the value that it points to.
    Pointer(u64, Box<V>),
    /// A function, a channel or a nil pointer: only the address can be printed.
    Address(u64),
}
