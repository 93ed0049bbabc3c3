//! Schemas and values with what Helm finds wrong.
//!
//! A file of cases starts with a line on where the answers come from. Each case has the schema behind `==`, then a
//! line with the values, then what is wrong. Helm goes through maps at random, so the order of lines, and that of
//! names in a line, is not compared.

use std::path::Path;

use chart::{Chart, Options, Values, render};
use gostd::time::{Location, Time};

/// The lines in their order, the names in each too.
fn sorted(text: &str) -> Vec<String> {
    let mut lines: Vec<String> = text
        .lines()
        .map(|line| {
            let mut words: Vec<&str> = line.split(", ").collect();
            if line.contains("additional properties") {
                let (start, names) = line.split_once("properties ").unwrap_or((line, ""));
                let names = names.trim_end_matches(" not allowed");
                words = names.split(", ").collect();
                words.sort_unstable();
                words.insert(0, start);
            }
            words.join(", ")
        })
        .filter(|line| !line.is_empty())
        .collect();
    lines.sort();
    lines
}

fn found(directory: &Path, schema: &str, values: &str) -> String {
    std::fs::create_dir_all(directory.join("templates")).expect("a directory");
    let files = [
        ("Chart.yaml", "apiVersion: v2\nname: c\nversion: 0.1.0\n"),
        ("values.schema.json", schema),
        ("values.yaml", values),
    ];
    for (name, text) in files {
        std::fs::write(directory.join(name), text).expect("a file");
    }
    let chart = Chart::load(directory).expect("a chart");
    let environment = sprig::Environment::new(Time::zero, |bytes| bytes.fill(4), Location::Utc);
    match render(&chart, &Values::new(), &Options::new(environment)) {
        Ok(_) => String::new(),
        Err(error) => {
            let text = error.to_string();
            let (_, lines) = text.split_once("\nc:\n").expect("the chart is named");
            lines.to_owned()
        }
    }
}

#[test]
fn faults_of_values_are_helm_s() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/schema/keywords.txt");
    let text = std::fs::read_to_string(folder).expect("the cases");
    let directory = tempfile::tempdir().expect("a temporary folder");
    let (mut count, mut wrong) = (0, Vec::new());
    for case in text.split("\n== ").skip(1) {
        let (schema, rest) = case.split_once('\n').expect("a case has values");
        let (values, wanted) = rest.split_once('\n').unwrap_or((rest, ""));
        let found = found(directory.path(), schema, values);
        count += 1;
        if sorted(&found) != sorted(wanted) {
            wrong.push(format!(
                "{schema}\n{values}\n  want\n{wanted}\n  got\n{found}"
            ));
        }
    }
    assert!(count > 100, "only {count} cases were found");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
