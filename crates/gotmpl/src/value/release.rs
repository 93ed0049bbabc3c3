//! Letting go of deep values without recursion: a template can nest a map a million times.

use super::Value;

/// Drops values; containers that nobody else holds are emptied from a work list first.
pub(super) fn all(values: impl IntoIterator<Item = Value>) {
    let mut pending: Vec<Value> = values.into_iter().filter(is_container).collect();
    while let Some(mut value) = pending.pop() {
        match &mut value {
            Value::List(list) => pending.extend(list.take().into_iter().filter(is_container)),
            Value::Map(map) => pending.extend(map.take().into_values().filter(is_container)),
            _ => {}
        }
    }
}

fn is_container(value: &Value) -> bool {
    matches!(value, Value::List(_) | Value::Map(_))
}

#[cfg(test)]
mod tests {
    use super::super::Map;
    use super::*;

    #[test]
    fn a_deep_chain_is_dropped_without_recursion() {
        let mut value = Value::Nil;
        for depth in 0..1_000_000 {
            value = if depth % 2 == 0 {
                Value::list(vec![value])
            } else {
                Value::Map(Map::from_iter([("a", value)]))
            };
        }
        drop(value);
    }
}
