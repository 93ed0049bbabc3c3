//! Simple lines are read by a short cut. A carriage return anywhere in the text turns it off, so both ways can be compared.

use goyaml::{Data, Dialect, Node, ReadOptions};
use proptest::prelude::*;

/// A text of lines that are simple, or nearly so.
fn block_text() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        Just("a: b"),
        Just("key: some words"),
        Just("- a"),
        Just("- a: b"),
        Just("- - x"),
        Just("a:"),
        Just("-"),
        Just("list:"),
        Just("b: \"q\""),
        Just("c: 'q'"),
        Just("d: x # c"),
        Just("# c"),
        Just(""),
        Just("e: x: y"),
        Just("f: [1, 2]"),
        Just("g: |"),
        Just("text"),
        Just("h: &x y"),
        Just("\"k\": v"),
        Just("i: a:b"),
        Just("j: x "),
        Just("---"),
        Just("..."),
        Just("k: - x"),
        Just("- k: v:"),
        Just("l:  two"),
        Just("m: é"),
    ];
    let line =
        (0usize..5, line).prop_map(|(indent, text)| format!("{}{text}\n", " ".repeat(indent)));
    prop::collection::vec(line, 0..14).prop_map(|lines| lines.concat())
}

fn outline(node: &Node, out: &mut String) {
    use std::fmt::Write;
    write!(out, "{} {:?} {:?}", node.position, node.style, node.anchor).unwrap();
    match &node.data {
        Data::Scalar(text) => writeln!(out, " {text:?}").unwrap(),
        Data::Alias(alias) => writeln!(out, " *{}", alias.name).unwrap(),
        Data::Sequence(items) => {
            writeln!(out, " [{}", items.len()).unwrap();
            items.iter().for_each(|item| outline(item, out));
        }
        Data::Mapping(pairs) => {
            writeln!(out, " {{{}", pairs.len()).unwrap();
            for (key, value) in pairs {
                outline(key, out);
                outline(value, out);
            }
        }
    }
}

fn read(text: &str) -> String {
    match goyaml::parse_documents(text.as_bytes(), &ReadOptions::new(Dialect::V2)) {
        Err(error) => format!("{error} at {}", error.position),
        Ok(documents) => {
            let mut out = String::new();
            for document in &documents {
                outline(document, &mut out);
                out.push_str("--\n");
            }
            out
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1200))]

    #[test]
    fn both_ways_read_the_same(text in block_text()) {
        prop_assert_eq!(read(&text), read(&text.replace('\n', "\r\n")), "{}", text);
    }
}
