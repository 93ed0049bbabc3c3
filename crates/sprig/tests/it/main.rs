//! The functions against recorded answers of the real helm.

mod case;
mod certificates;
mod environment;
mod record;
mod render;

use std::path::{Path, PathBuf};

use case::Answer;

fn case_files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases");
    let entries = std::fs::read_dir(&folder).expect("the cases are there");
    let mut files: Vec<PathBuf> = entries
        .map(|entry| entry.expect("a readable folder").path())
        .collect();
    files.sort();
    files
}

/// With `KAERU_RECORD=/path/to/helm` the answers are recorded anew instead.
#[test]
fn functions_answer_as_helm_does() {
    let helm = std::env::var_os("KAERU_RECORD");
    let (mut count, mut wrong) = (0, Vec::new());
    for file in case_files() {
        let text = std::fs::read_to_string(&file).expect("a readable case file");
        let mut cases = case::parse(&text);
        if let Some(helm) = &helm {
            record::record(helm, &mut cases);
            std::fs::write(&file, case::write(&cases)).expect("a writable case file");
        }
        let chapter = file
            .file_stem()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        for case in &cases {
            count += 1;
            let got = render::render(&case.template);
            if got != case.answer {
                wrong.push(format!(
                    "{chapter}: {}\n  want {}\n  got  {}",
                    case.template,
                    show(&case.answer),
                    show(&got)
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} cases differ:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

fn show(answer: &Answer) -> String {
    match answer {
        Answer::Output(text) => format!("{text:?}"),
        Answer::Error(text) => format!("error {text:?}"),
    }
}

/// Every function of the map has a case, and every case of its own error or edge is in one of the files.
#[test]
fn every_function_has_a_case() {
    let all: String = case_files()
        .iter()
        .map(|file| std::fs::read_to_string(file).expect("a readable case file"))
        .collect();
    let words: std::collections::BTreeSet<&str> = all
        .split(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .collect();
    let funcs = sprig::funcs(&environment::environment());
    let missing: Vec<_> = funcs
        .names()
        .into_iter()
        .filter(|name| !words.contains(name))
        .collect();
    assert!(missing.is_empty(), "functions without a case: {missing:?}");
    assert!(funcs.names().len() > 150);
}
