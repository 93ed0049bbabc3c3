//! What is written is read back as it was.

use goyaml::{DecodeOptions, Dialect};
use proptest::prelude::*;
use serde_json::{Map, Value};

/// Text of the characters that make a difference somewhere.
fn text() -> impl Strategy<Value = String> {
    let part = prop_oneof![
        "[a-z]{1,8}",
        "[ -~]{0,6}",
        Just(" ".to_owned()),
        Just("\n".to_owned()),
        Just("\t".to_owned()),
        Just(": ".to_owned()),
        Just("é☃".to_owned()),
        Just("😀".to_owned()),
        Just("\u{2028}".to_owned()),
        Just("\u{FEFF}".to_owned()),
        Just("yes".to_owned()),
        Just("1.5".to_owned()),
        Just("2020-01-01".to_owned()),
        Just("many words that make a line too long to stay one line ".to_owned()),
    ];
    prop::collection::vec(part, 0..6).prop_map(|parts| parts.concat())
}

fn value() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::Bool),
        any::<i64>().prop_map(Value::from),
        any::<u64>().prop_map(Value::from),
        (-1e9..1e9f64).prop_filter_map("whole numbers come back as integers", |value| (value
            .fract()
            != 0.0)
            .then(|| Value::from(value))),
        text().prop_map(Value::String),
    ];
    leaf.prop_recursive(4, 40, 5, |inner| {
        prop_oneof![
            prop::collection::vec(inner.clone(), 0..5).prop_map(Value::Array),
            prop::collection::vec((text(), inner), 0..5)
                .prop_map(|pairs| Value::Object(pairs.into_iter().collect::<Map<_, _>>())),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn values_survive(value in value()) {
        let written = goyaml::json_to_yaml(&value);
        let read = goyaml::yaml_to_json(written.as_bytes(), &DecodeOptions { dialect: Dialect::V2, strict: true });
        prop_assert_eq!(read.as_ref(), Ok(&value), "{}", written);
    }
}
