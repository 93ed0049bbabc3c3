//! One case a line: a template, and what kubectl printed or said for it.

use std::fs;
use std::path::Path;

use apimachinery::jsonpath::{JsonPath, MissingKeys};
use serde_json::Value;

#[test]
fn templates_print_what_kubectl_prints() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/jsonpath");
    let read = |name: &str| fs::read_to_string(folder.join(name)).unwrap();
    let object: Value = serde_json::from_str(&read("object.json")).unwrap();
    for line in read("cases.jsonl").lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let template = case["template"].as_str().unwrap();
        let (outcome, text) = match JsonPath::parse(template, MissingKeys::Allow) {
            Err(error) => ("refused", error.to_string()),
            Ok(path) => match path.execute(&object) {
                Err(error) => ("fails", error.to_string()),
                Ok(text) => ("text", text),
            },
        };
        assert_eq!(case[outcome].as_str(), Some(text.as_str()), "{template}");
    }
}
