//! Lists as sets.

use super::Answer;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let [Value::List(one), Value::List(other)] = args else {
        return None;
    };
    let (one, other) = (&one.items, &other.items);
    let holds = match function {
        "sets.contains" => other.iter().all(|item| one.contains(item)),
        "sets.equivalent" => {
            other.iter().all(|item| one.contains(item))
                && one.iter().all(|item| other.contains(item))
        }
        "sets.intersects" => other.iter().any(|item| one.contains(item)),
        _ => return None,
    };
    Some(Ok(Value::Bool(holds)))
}
