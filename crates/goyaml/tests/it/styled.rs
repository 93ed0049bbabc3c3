//! Documents that kustomize changed and wrote with their comments and styles.

use std::fs;

use goyaml::{Data, Dialect, Document, Layout, ReadOptions};
use serde_json::Value;

fn rewritten(input: &str) -> String {
    let options = ReadOptions::new(Dialect::V3);
    let mut document = Document::parse(input.as_bytes(), &options)
        .unwrap()
        .unwrap();
    document.root.get_mut("target").unwrap().data = Data::Scalar("new".into());
    document.to_yaml(Layout::V3_COMPACT).trim().to_owned()
}

#[test]
fn comments_and_styles_stay_as_recorded() {
    let mut folders: Vec<_> = fs::read_dir(crate::cases("styled"))
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|folder| folder.join("input.yaml").exists())
        .collect();
    folders.sort();
    assert!(folders.len() > 12);
    for folder in folders {
        let input = fs::read_to_string(folder.join("input.yaml")).unwrap();
        let output = fs::read_to_string(folder.join("output.yaml")).unwrap();
        assert_eq!(
            rewritten(&input),
            output.trim_end_matches('\n'),
            "{}",
            folder.display()
        );
    }
}

#[test]
fn random_comments_stay_as_recorded() {
    let cases = fs::read_to_string(crate::cases("styled").join("random/cases.jsonl")).unwrap();
    for case in cases.lines() {
        let case: Value = serde_json::from_str(case).unwrap();
        let input = case["input"].as_str().unwrap();
        assert_eq!(rewritten(input), case["output"], "{input}");
    }
}

#[test]
fn documents_are_read_one_by_one_with_their_comments() {
    let text = b"# one\n\na: 1 # x\n---\n# two\nb: 2\n# foot\n";
    let documents = Document::parse_all(text, &ReadOptions::new(Dialect::V3)).unwrap();
    let written: Vec<_> = documents
        .iter()
        .map(|document| document.to_yaml(Layout::V3))
        .collect();
    assert_eq!(written, ["# one\n\na: 1 # x\n", "# two\nb: 2\n# foot\n"]);
}

#[test]
fn a_text_of_comments_only_is_no_document() {
    let document = Document::parse(b"# nothing\n", &ReadOptions::new(Dialect::V3)).unwrap();
    assert!(document.is_none());
}
