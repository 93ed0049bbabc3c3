use serde_json::{Map, Value};

use super::directive::{self, PATCH, RETAIN_KEYS};
use super::error::Error;
use super::lookup::Node;
use super::order::key_value;

type Fields = Map<String, Value>;

/// Whether two patches want different things of one object.
pub(super) fn maps(left: &Fields, right: &Fields, node: Node) -> Result<bool, Error> {
    if left.get(PATCH) != right.get(PATCH) {
        return Ok(true);
    }
    if left.contains_key(PATCH) && left != right {
        return Ok(true);
    }
    if let (Some(left), Some(right)) = (left.get(RETAIN_KEYS), right.get(RETAIN_KEYS)) {
        return Ok(left != right);
    }
    for (key, left) in left {
        if key == PATCH || key == RETAIN_KEYS || directive::ordered(key).is_some() {
            continue;
        }
        if let Some(right) = right.get(key)
            && values(key, left, right, node)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn values(key: &str, left: &Value, right: &Value, node: Node) -> Result<bool, Error> {
    match (left, right) {
        (Value::Object(left), Value::Object(right)) => {
            let (below, strategy) = node.field(key)?;
            if strategy.replace {
                return Ok(left != right);
            }
            maps(left, right, below)
        }
        (Value::Array(left), Value::Array(right)) => {
            let list = directive::deleted_from(key).transpose()?.unwrap_or(key);
            let (below, strategy) = node.list(list)?;
            match strategy.merge_key {
                None => Ok(left != right),
                Some(merge_key) => lists(left, right, below, merge_key),
            }
        }
        _ => Ok(left != right),
    }
}

/// Lists of scalars never conflict; objects do by their key.
fn lists(left: &[Value], right: &[Value], node: Node, key: &str) -> Result<bool, Error> {
    for left in left {
        let Some(value) = key_value(left, key) else {
            continue;
        };
        let partner = right
            .iter()
            .find(|right| key_value(right, key) == Some(value));
        if let (Some(left), Some(right)) = (left.as_object(), partner.and_then(Value::as_object))
            && maps(left, right, node)?
        {
            return Ok(true);
        }
    }
    Ok(false)
}
