//! `--sort-by`: ordering by a field.

use std::cmp::Ordering;

use serde_json::Value;

use crate::CommandError;
use crate::printers::find;

/// Orders the rows of a table by a field of their objects.
pub(super) fn sort_rows(table: &mut Value, path: &str) -> Result<(), CommandError> {
    if let Some(rows) = table["rows"].as_array_mut() {
        sort(rows, path, |row| &row["object"])?;
    }
    Ok(())
}

/// Orders objects by a field.
pub(super) fn sort_objects(objects: &mut Vec<Value>, path: &str) -> Result<(), CommandError> {
    sort(objects, path, |object| object)
}

fn sort(
    items: &mut Vec<Value>,
    path: &str,
    object: impl Fn(&Value) -> &Value,
) -> Result<(), CommandError> {
    let mut keyed: Vec<(Option<Value>, Value)> = Vec::new();
    for item in items.drain(..) {
        let key = find(path, object(&item))?.into_iter().next();
        keyed.push((key, item));
    }
    if !keyed.is_empty() && keyed.iter().all(|(key, _)| key.is_none()) {
        let bare = path.trim_matches(['{', '}']).trim_start_matches('.');
        return Err(CommandError::told(format!(
            "couldn't find any field with path \"{{.{bare}}}\" in the list of objects"
        )));
    }
    keyed.sort_by(|(a, _), (b, _)| compare(a.as_ref(), b.as_ref()));
    items.extend(keyed.into_iter().map(|(_, item)| item));
    Ok(())
}

/// Orders numbers by value and texts as people count: `pod-2` before `pod-10`. What lacks the field comes first.
fn compare(a: Option<&Value>, b: Option<&Value>) -> Ordering {
    match (a, b) {
        (None, None) => Ordering::Equal,
        (None, Some(_)) => Ordering::Less,
        (Some(_), None) => Ordering::Greater,
        (Some(Value::String(a)), Some(Value::String(b))) => natural(a, b),
        (Some(a), Some(b)) => match (a.as_f64(), b.as_f64()) {
            (Some(a), Some(b)) => a.total_cmp(&b),
            _ => a.to_string().cmp(&b.to_string()),
        },
    }
}

fn natural(a: &str, b: &str) -> Ordering {
    let (mut a, mut b) = (a.as_bytes(), b.as_bytes());
    while let (Some(x), Some(y)) = (a.first(), b.first()) {
        if x.is_ascii_digit() && y.is_ascii_digit() {
            let (number_a, rest_a) = leading_number(a);
            let (number_b, rest_b) = leading_number(b);
            let by_value = number_a
                .len()
                .cmp(&number_b.len())
                .then_with(|| number_a.cmp(number_b));
            if by_value != Ordering::Equal {
                return by_value;
            }
            (a, b) = (rest_a, rest_b);
        } else if x == y {
            (a, b) = (&a[1..], &b[1..]);
        } else {
            return x.cmp(y);
        }
    }
    a.len().cmp(&b.len())
}

/// The digits at the start without leading zeros, and what follows them.
fn leading_number(text: &[u8]) -> (&[u8], &[u8]) {
    let end = text
        .iter()
        .position(|byte| !byte.is_ascii_digit())
        .unwrap_or(text.len());
    let (digits, rest) = text.split_at(end);
    let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
    (&digits[zeros..], rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_inside_texts_count() {
        assert_eq!(natural("pod-2", "pod-10"), Ordering::Less);
        assert_eq!(natural("a", "b"), Ordering::Less);
        assert_eq!(natural("v1.10", "v1.9"), Ordering::Greater);
        assert_eq!(
            natural("2026-11-30T20:00:00Z", "2026-11-30T19:59:59Z"),
            Ordering::Greater
        );
    }
}
