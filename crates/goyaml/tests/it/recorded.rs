//! Texts and values that Helm read and wrote.

use goyaml::{DecodeOptions, Dialect, Emitter, Layout, ToYaml};
use serde_json::Value;

fn lines(case: &str) -> Vec<Value> {
    let path = crate::cases("helm").join(case).join("cases.jsonl");
    let text = std::fs::read_to_string(path).unwrap();
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect()
}

/// Helm decodes all numbers to floats.
fn with_floats(value: &Value) -> Value {
    match value {
        Value::Number(number) => number.as_f64().into(),
        Value::Array(items) => items.iter().map(with_floats).collect(),
        Value::Object(map) => map
            .iter()
            .map(|(key, value)| (key.clone(), with_floats(value)))
            .collect(),
        other => other.clone(),
    }
}

fn reads_as_recorded(case: &str) {
    let options = DecodeOptions {
        dialect: Dialect::V2,
        strict: false,
    };
    let mut wrong = Vec::new();
    for line in lines(case) {
        let input = line["input"].as_str().unwrap();
        let found = match goyaml::yaml_to_json(input.as_bytes(), &options) {
            Err(error) => serde_json::json!({ "input": input, "error": error.to_string() }),
            Ok(Value::Null) => serde_json::json!({ "input": input, "json": {}, "yaml": "{}" }),
            Ok(value) => {
                let value = with_floats(&value);
                let yaml = goyaml::json_to_yaml(&value);
                serde_json::json!({ "input": input, "json": value, "yaml": yaml.strip_suffix('\n') })
            }
        };
        if with_floats(&found) != with_floats(&line) {
            wrong.push(format!("{found}\nrecorded: {line}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn scalars() {
    reads_as_recorded("scalars");
}

#[test]
fn scalars_in_collections() {
    reads_as_recorded("flow");
}

#[test]
fn structures_and_their_faults() {
    reads_as_recorded("structures");
}

#[test]
fn texts_with_random_faults() {
    reads_as_recorded("mutations");
}

#[test]
fn values_are_written_as_recorded() {
    for line in lines("writing") {
        let written = goyaml::try_json_to_yaml(&line["value"]).unwrap_or_default();
        assert_eq!(
            written.strip_suffix('\n').unwrap_or_default(),
            line["toYaml"],
            "{}",
            line["value"]
        );
        let mut emitter = Emitter::new(Layout::V3);
        line["value"].to_yaml(&mut emitter);
        assert_eq!(
            emitter.finish().strip_suffix('\n'),
            line["toYamlPretty"].as_str(),
            "{}",
            line["value"]
        );
    }
}
