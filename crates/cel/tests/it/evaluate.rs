//! Operators, macros and what goes wrong.

use cel::Value;
use proptest::prelude::*;

use crate::{compile, evaluate, hold};

#[test]
fn operators_and_literals() {
    hold(&[
        "1 + 2 * 3 == 7",
        "-7 / 2 == -3 && -7 % 2 == -1",
        "0x10 == 16 && 3u == 3u && 1.5e1 == 15.0",
        "dyn(1) == 1.0 && 1 < 1.5",
        "dyn(1) == 1u",
        "'a' + \"b\" == r'ab'",
        "'\\u00e9\\n' == 'é\\n' && size('é') == 1 && size(b'é') == 2",
        "'''a'b''' == 'a\\'b'",
        "!(true && false) && (true || false)",
        "!!true && --1 == 1",
        "self.size > 2 ? true : false",
        "2 in [1, 2] && 'app' in self.labels",
        "{'a': 1}.a == 1 && {'a': 1}['a'] == 1 && {1: 'x'}[dyn(1u)] == 'x'",
        "type(1) == int && type(self.name) == string && type([]) == list",
        "{'a-b': 1}.`a-b` == 1 && self.name__dash__of == 'x'",
        "self.__namespace__ == 'default'",
        "self.ratio == 1.0 && self.data == b'hi'",
        "string(self.size) == '3' && int('4') == 4 && double('1.5') == 1.5 && string(1.0) == '1'",
        // A comment ends with its line.
        "true // && false",
    ]);
}

#[test]
fn macros() {
    hold(&[
        "has(self.size) && !has(self.labels.zone)",
        "self.tags.all(t, size(t) == 1) && self.tags.exists(t, t == 'b')",
        "self.labels.all(k, k.startsWith('a') || k == 'tier')",
        "self.items.exists_one(i, i.port == 80) && self.items.existsOne(i, i.port == 80)",
        "self.items.map(i, i.port) == [80, 443]",
        "self.items.map(i, i.port > 80, i.name) == ['https']",
        "self.items.filter(i, i.name == 'http').size() == 1",
        "self.items.all(i, x, i < 2 && x.port > 0)",
        "self.labels.exists(k, v, k == 'app' && v == 'web')",
        "[1, 2].transformList(i, v, i + v) == [1, 3]",
        "{'a': 1}.transformMap(k, v, v + 1) == {'a': 2}",
        "{'a': 1}.transformMapEntry(k, v, {v: k}) == {1: 'a'}",
        "['x', 'y'].transformMapEntry(i, v, i > 0, {v: i}) == {'y': 1}",
        // What decides holds whatever is wrong elsewhere.
        "[0, 1].exists(x, 1 / x == 1)",
        "true || 1 / 0 == 1",
        "1 / 0 == 1 || true",
    ]);
}

#[test]
fn what_may_be_missing() {
    hold(&[
        "!oldSelf.hasValue()",
        "oldSelf.?size.orValue(7) == 7",
        "oldSelf.optMap(o, o.size).orValue(1) == 1",
        "optional.of(3).optMap(x, x + 1).value() == 4",
        "optional.of(3).optFlatMap(x, optional.none()).hasValue() == false",
        "optional.none().or(optional.of(2)).value() == 2",
        "optional.ofNonZeroValue('') == optional.none()",
        "self.labels[?'zone'] == optional.none() && self.labels[?'app'].value() == 'web'",
        "[?oldSelf.?size, 1] == [1] && {?'a': oldSelf.?size} == {}",
    ]);
}

#[test]
fn sets_and_keyed_lists_have_no_order() {
    let sets = |rule: &str| {
        let this = crate::this();
        let program =
            cel::Program::compile(rule, &[("self", this.clone()), ("other", this.clone())])
                .unwrap();
        let value = |tags: serde_json::Value, items: serde_json::Value| {
            this.value(&serde_json::json!({"tags": tags, "items": items}))
        };
        let one = value(
            serde_json::json!(["a", "b"]),
            serde_json::json!([{"name": "x", "port": 1}]),
        );
        let other = value(
            serde_json::json!(["b", "a"]),
            serde_json::json!([{"name": "x", "port": 2}]),
        );
        program.evaluate(
            &[("self", one), ("other", other)],
            &mut cel::Budget::new(10_000),
        )
    };
    assert_eq!(
        sets("self.tags == other.tags && size(self.tags + other.tags) == 2"),
        Ok(Value::Bool(true))
    );
    assert_eq!(
        sets("size(self.items + other.items) == 1 && (self.items + other.items)[0].port == 2"),
        Ok(Value::Bool(true))
    );
}

#[test]
fn what_goes_wrong_is_told() {
    for (source, expected) in [
        ("1 / 0 == 1", "division by zero"),
        ("1 % 0 == 1", "modulus by zero"),
        ("9223372036854775807 + 1 > 0", "integer overflow"),
        ("self.tags[5] == 'a'", "index out of bounds: 5"),
        ("self.labels.zone == 'a'", "no such key: zone"),
        ("self.either > 5", "no such overload"),
        ("oldSelf.value().size == 1", "optional.none() dereference"),
        (
            "['x', 'x'].transformMapEntry(i, v, {v: i}).size() == 1",
            "insert failed: key x already exists",
        ),
    ] {
        assert_eq!(evaluate(source).unwrap_err(), expected, "{source}");
    }
}

proptest! {
    /// Nothing that somebody types brings the compiler down.
    #[test]
    fn any_source_compiles_or_is_refused(source in r#"([a-z.()\[\]{}?:+'"0-9 &|!=<>,-]|self|has|\.all\(){0,40}"#) {
        if let Ok(program) = compile(&source) {
            let variables = [("self", crate::value()), ("oldSelf", Value::Optional(None))];
            let mut budget = cel::Budget::new(1_000);
            let _ = program.evaluate(&variables, &mut budget);
            prop_assert!(budget.left() <= 1_000);
        }
    }
}
