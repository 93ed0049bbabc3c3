//! `reflect.DeepEqual`.

use std::rc::Rc;

use super::Value;

/// Nesting at which two values count as different: only a map that contains itself gets there.
const DEPTH: usize = 10_000;

impl Value {
    /// Whether both have the same type and, all the way down, the same contents. NaN differs from itself, and a
    /// nil list or map from an empty one.
    #[must_use]
    pub fn deep_equal(&self, other: &Value) -> bool {
        equal(self, other, DEPTH)
    }
}

fn equal(a: &Value, b: &Value, depth: usize) -> bool {
    if depth == 0 {
        return false;
    }
    match (a, b) {
        (Value::Nil, Value::Nil) => true,
        (Value::Bool(a), Value::Bool(b)) => a == b,
        (Value::Int(a), Value::Int(b)) | (Value::Int64(a), Value::Int64(b)) => a == b,
        (Value::Uint8(a), Value::Uint8(b)) => a == b,
        (Value::Uint64(a), Value::Uint64(b)) => a == b,
        (Value::Float64(a), Value::Float64(b)) => a == b,
        (Value::String(a), Value::String(b)) => a == b,
        (Value::List(a), Value::List(b)) => {
            a.ptr_eq(b)
                || (a.element() == b.element()
                    && a.is_nil() == b.is_nil()
                    && a.len() == b.len()
                    && a.items()
                        .iter()
                        .zip(b.items())
                        .all(|(a, b)| equal(a, b, depth - 1)))
        }
        (Value::Map(a), Value::Map(b)) => {
            if a.ptr_eq(b) {
                return true;
            }
            let same_shape =
                a.go_type() == b.go_type() && a.is_nil() == b.is_nil() && a.len() == b.len();
            let (a, b) = (a.borrow(), b.borrow());
            same_shape
                && a.iter()
                    .zip(b.iter())
                    .all(|(a, b)| a.0 == b.0 && equal(a.1, b.1, depth - 1))
        }
        (Value::Object(a), Value::Object(b)) => Rc::ptr_eq(a, b) || a.equals(&**b),
        _ => false,
    }
}
