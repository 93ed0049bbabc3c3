//! Snippets: a template each, with the text or the error that Helm gives for it.
//!
//! A file of cases starts with a line on where the answers come from and the values that all of its templates see.
//! Each case has a name behind `==`, the template, and behind `-- out` or `-- err` the answer.

use std::path::Path;

use chart::{Chart, Options, Values, render};
use gostd::time::{Location, Time};

struct Case<'a> {
    name: &'a str,
    template: &'a str,
    fails: bool,
    answer: &'a str,
}

fn cases(text: &str) -> (&str, Vec<Case<'_>>) {
    let mut parts = text.split("\n== ");
    let head = parts.next().expect("a file has a head");
    let values = head.split_once('\n').map_or("", |(_, values)| values);
    let cases = parts.map(|part| {
        let (name, rest) = part.split_once('\n').expect("a name ends its line");
        let (fails, (template, answer)) = match rest.split_once("\n-- out\n") {
            Some(split) => (false, split),
            None => (
                true,
                rest.split_once("\n-- err\n").expect("a case has an answer"),
            ),
        };
        Case {
            name,
            template,
            fails,
            answer,
        }
    });
    (values, cases.collect())
}

fn answer(directory: &Path, values: &str, template: &str) -> Result<String, String> {
    std::fs::create_dir_all(directory.join("templates")).expect("a directory");
    std::fs::write(
        directory.join("Chart.yaml"),
        "apiVersion: v2\nname: c\nversion: 0.1.0\n",
    )
    .expect("a file");
    std::fs::write(directory.join("values.yaml"), values).expect("a file");
    std::fs::write(directory.join("templates/t.yaml"), format!("{template}~")).expect("a file");
    let chart = Chart::load(directory).map_err(|error| error.to_string())?;
    let environment = sprig::Environment::new(Time::zero, |bytes| bytes.fill(4), Location::Utc);
    match render(&chart, &Values::new(), &Options::new(environment)) {
        Ok(rendered) => Ok(rendered.files["c/templates/t.yaml"].to_string()),
        // Most snippets print no manifest, and are not meant to.
        Err(chart::Error::Manifest { files, .. }) => Ok(files["c/templates/t.yaml"].to_string()),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn snippets_answer_as_helm_does() {
    let mut failures = Vec::new();
    let mut count = 0;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/language");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the cases are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of cases");
        let (values, cases) = cases(&text);
        for case in cases {
            count += 1;
            let directory = tempfile::tempdir().expect("a directory");
            let got = answer(directory.path(), values, case.template);
            let wanted = if case.fails {
                Err(case.answer.trim_end().to_owned())
            } else {
                Ok(format!(
                    "{}~",
                    case.answer.strip_suffix('\n').unwrap_or(case.answer)
                ))
            };
            if got != wanted {
                let stem = file.file_stem().unwrap_or_default().to_string_lossy();
                failures.push(format!(
                    "{stem}: {}\n  got    {got:?}\n  wanted {wanted:?}",
                    case.name
                ));
            }
        }
    }
    assert!(count > 100, "only {count} cases were found");
    assert!(
        failures.is_empty(),
        "{} of {count}:\n{}",
        failures.len(),
        failures.join("\n")
    );
}
