//! Objects as Go's `%#v` prints them, which is what some messages begin with.

use std::cmp::Ordering;

use goyaml::{Data, Dialect, Node, Scalar};

/// An object decoded into `map[string]interface {}`; nil if it does not decode.
pub(crate) fn map(node: &Node) -> String {
    let Data::Mapping(pairs) = &node.data else {
        return nil();
    };
    match entries(pairs) {
        Some(entries) => format!("map[string]interface {{}}{{{entries}}}"),
        None => nil(),
    }
}

/// What stands for an object that does not decode.
pub(crate) fn nil() -> String {
    "map[string]interface {}(nil)".to_owned()
}

/// The pairs in Go's order, or nothing if a key repeats.
fn entries(pairs: &[(Node, Node)]) -> Option<String> {
    let mut pairs: Vec<_> = pairs
        .iter()
        .map(|(key, value)| (key.resolve(Dialect::V3).unwrap_or(Scalar::Null), value))
        .collect();
    pairs.sort_by(|(a, _), (b, _)| order(a, b));
    if pairs.windows(2).any(|pair| pair[0].0 == pair[1].0) {
        return None;
    }
    let texts: Option<Vec<_>> = pairs
        .into_iter()
        .map(|(key, value)| Some(format!("{}:{}", scalar(&key), dump(value)?)))
        .collect();
    Some(texts?.join(", "))
}

fn dump(node: &Node) -> Option<String> {
    match &node.data {
        Data::Scalar(_) => node.resolve(Dialect::V3).map(|value| scalar(&value)),
        Data::Sequence(items) => {
            let items: Option<Vec<_>> = items.iter().map(dump).collect();
            Some(format!("[]interface {{}}{{{}}}", items?.join(", ")))
        }
        Data::Mapping(pairs) => {
            let strings = pairs
                .iter()
                .all(|(key, _)| matches!(key.resolve(Dialect::V3), Some(Scalar::Str(_))));
            let key_type = if strings { "string" } else { "interface {}" };
            Some(format!(
                "map[{key_type}]interface {{}}{{{}}}",
                entries(pairs)?
            ))
        }
        Data::Alias(alias) => dump(&alias.target),
    }
}

fn scalar(value: &Scalar<'_>) -> String {
    match value {
        Scalar::Null => "interface {}(nil)".to_owned(),
        Scalar::Bool(flag) => flag.to_string(),
        Scalar::Int(number) => number.to_string(),
        Scalar::Uint(number) => format!("0x{number:x}"),
        Scalar::Float(number) => gostd::strconv::format_float(*number, 'g', -1),
        Scalar::Str(text) => gostd::strconv::quote(text.as_bytes()),
        Scalar::Timestamp(text) => text.clone(),
    }
}

/// Go's order of map keys: by type, in the order in which the types lie in kustomize's memory, then by value.
fn order(a: &Scalar<'_>, b: &Scalar<'_>) -> Ordering {
    let rank = |value: &Scalar<'_>| match value {
        Scalar::Null => 0,
        Scalar::Str(_) => 1,
        Scalar::Uint(_) => 2,
        Scalar::Int(_) => 3,
        Scalar::Float(_) => 4,
        Scalar::Bool(_) => 5,
        Scalar::Timestamp(_) => 6,
    };
    rank(a).cmp(&rank(b)).then_with(|| match (a, b) {
        (Scalar::Bool(a), Scalar::Bool(b)) => a.cmp(b),
        (Scalar::Int(a), Scalar::Int(b)) => a.cmp(b),
        (Scalar::Uint(a), Scalar::Uint(b)) => a.cmp(b),
        (Scalar::Float(a), Scalar::Float(b)) => a.total_cmp(b),
        (Scalar::Str(a), Scalar::Str(b)) => a.cmp(b),
        (Scalar::Timestamp(a), Scalar::Timestamp(b)) => a.cmp(b),
        _ => Ordering::Equal,
    })
}

#[cfg(test)]
mod tests {
    use goyaml::{Node, ReadOptions};

    use super::map;

    fn parse(text: &str) -> Node {
        goyaml::parse_document(text.as_bytes(), &ReadOptions::new(goyaml::Dialect::V3))
            .expect("YAML")
            .expect("a document")
    }

    #[test]
    fn dumps_sorted_and_typed() {
        let text = map(&parse("b: {1: x}\na: [\"5\", 2, null]\n"));
        assert_eq!(
            text,
            r#"map[string]interface {}{"a":[]interface {}{"5", 2, interface {}(nil)}, "b":map[interface {}]interface {}{1:"x"}}"#
        );
    }
}
