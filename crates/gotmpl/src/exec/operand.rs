//! Values as the executor holds them.

use crate::go_type::Type;
use crate::value::Value;

/// A value together with what Go's reflection would still know: whether it was read out of an interface, such as
/// an element of a `map[string]interface {}`. Error texts show it, and nil counts differently: a nil in an
/// interface is an error to look into, no value at all is not.
#[derive(Clone, Debug, Default)]
pub(super) struct Operand {
    pub(super) value: Value,
    pub(super) interface: bool,
}

impl Operand {
    /// A value of its own type; nil stands for no value at all.
    pub(super) fn concrete(value: Value) -> Operand {
        Operand {
            value,
            interface: false,
        }
    }

    /// An element of a container with elements of this type.
    pub(super) fn element(value: Value, element: Type) -> Operand {
        Operand {
            value,
            interface: element == Type::Interface,
        }
    }

    /// Whether there is a value, be it a nil interface.
    pub(super) fn is_valid(&self) -> bool {
        self.interface || !matches!(self.value, Value::Nil)
    }

    /// The static type's name.
    pub(super) fn type_name(&self) -> String {
        if self.interface {
            "interface {}".to_owned()
        } else {
            self.value.type_name()
        }
    }
}
