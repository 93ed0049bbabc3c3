//! Lists.

use super::{Answer, fault, standard};
use crate::error::EvaluationError as Error;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let (Some(Value::List(list)), rest) = (args.first(), args.get(1..).unwrap_or_default()) else {
        return None;
    };
    let items = &list.items;
    let place = |found: Option<usize>| Ok(Value::Int(found.map_or(-1, |at| at as i64)));
    let result = match (function, rest) {
        ("isSorted", []) => Ok(Value::Bool(items.is_sorted_by(|one, next| {
            one.order(next).is_some_and(std::cmp::Ordering::is_le)
        }))),
        ("sum", []) => sum(items),
        ("min", []) => extreme("min", items),
        ("max", []) => extreme("max", items),
        ("indexOf", [wanted]) => place(items.iter().position(|item| item == wanted)),
        ("lastIndexOf", [wanted]) => place(items.iter().rposition(|item| item == wanted)),
        ("join", []) => joined(items, ""),
        ("join", [Value::String(by)]) => joined(items, by),
        _ => return None,
    };
    Some(result)
}

fn sum(items: &[Value]) -> Result<Value, Error> {
    let mut items = items.iter().cloned();
    let Some(first) = items.next() else {
        return Ok(Value::Int(0));
    };
    items.try_fold(first, |sum, item| super::call("_+_", &[sum, item]))
}

fn extreme(function: &str, items: &[Value]) -> Result<Value, Error> {
    let mut items = items.iter();
    let Some(mut best) = items.next() else {
        return Err(fault(format!("{function} called on empty list")));
    };
    for item in items {
        let order = item.order(best).ok_or(Error::NoSuchOverload)?;
        if (function == "min" && order.is_lt()) || (function == "max" && order.is_gt()) {
            best = item;
        }
    }
    Ok(best.clone())
}

fn joined(items: &[Value], by: &str) -> Result<Value, Error> {
    let texts: Option<Vec<String>> = items
        .iter()
        .map(|item| matches!(item, Value::String(_)).then(|| standard::text(item)))
        .collect();
    texts
        .map(|texts| Value::string(texts.join(by)))
        .ok_or(Error::NoSuchOverload)
}
