//! The path that a rule blames, relative to the value that it is about.

use apimachinery::field::FieldPath;

use crate::custom::structural::Structural;

/// The place of `.a.b` or `.a['b-c']` below `base`; nothing if the schema knows no such place or the text is no path.
pub(in crate::custom) fn resolve(
    schema: &Structural,
    path: &str,
    base: &FieldPath,
) -> Option<FieldPath> {
    let mut rest = path.trim();
    let (mut at, mut schema) = (base.clone(), schema);
    if rest.is_empty() {
        return None;
    }
    while !rest.is_empty() {
        let (name, after) = step(rest)?;
        at = if schema.properties.contains_key(&name) {
            at.child(&name)
        } else {
            at.key(&name)
        };
        schema = schema.field(&name)?;
        rest = after;
    }
    Some(at)
}

/// The first name of a path, and what follows.
fn step(path: &str) -> Option<(String, &str)> {
    if let Some(rest) = path.strip_prefix('.') {
        let end = rest.find(['.', '[']).unwrap_or(rest.len());
        let (name, after) = rest.split_at(end);
        return (!name.is_empty()).then(|| (name.to_owned(), after));
    }
    let mut name = String::new();
    let mut chars = path.strip_prefix("['")?.char_indices();
    while let Some((at, char)) = chars.next() {
        match char {
            '\\' => name.push(chars.next()?.1),
            '\'' => {
                let rest = path["['".len() + at..].strip_prefix("']")?;
                return Some((name, rest));
            }
            other => name.push(other),
        }
    }
    None
}
