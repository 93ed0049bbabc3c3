//! Command lines beside what Helm printed for them.
//!
//! A file of cases starts with a line on where the answers come from. Behind `==` stand the files of the directory,
//! behind `$` the command lines, each with what it printed: to stdout, then behind `-- code` and `-- err`.

use std::path::Path;

use cobra::{Capture, Env};

struct Case {
    command: String,
    out: String,
    code: u8,
    err: String,
}

/// Writes the files of a text below `directory`, and gives its command lines.
fn unpack(text: &str, directory: &Path) -> Vec<Case> {
    let (tree, commands) = text.split_once("\n$ ").expect("a file has commands");
    for part in tree.split("\n== ").skip(1) {
        let (name, content) = part.split_once('\n').unwrap_or((part, ""));
        let path = directory.join(name);
        std::fs::create_dir_all(path.parent().expect("a file lies in a directory"))
            .expect("a directory");
        std::fs::write(path, format!("{content}\n")).expect("a file");
    }
    let directory = directory.to_str().expect("a path that is text");
    commands
        .split("\n$ ")
        .map(|part| case(&part.replace("$DIR", directory)))
        .collect()
}

fn case(part: &str) -> Case {
    let (command, printed) = part.split_once('\n').unwrap_or((part, ""));
    let (printed, err) = match printed.split_once("-- err\n") {
        Some((printed, err)) => (printed, err),
        None => (printed, ""),
    };
    let (out, code) = match printed.split_once("-- code ") {
        Some((out, code)) => (out, code.trim().parse().expect("a code")),
        None => (printed, 0),
    };
    Case {
        command: command.to_owned(),
        out: out.trim_end().to_owned(),
        code,
        err: err.trim_end().to_owned(),
    }
}

/// Splits a command line at blanks, those in quotes apart.
fn words(line: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut quote = None;
    for rune in line.chars() {
        match (quote, rune) {
            (None, '\'' | '"') => quote = Some(rune),
            (Some(open), rune) if open == rune => quote = None,
            (None, ' ') => words.push(String::new()),
            _ => words.last_mut().expect("there is a word").push(rune),
        }
    }
    words
}

fn differs(case: &Case, directory: &Path) -> Option<String> {
    let mut capture = Capture {
        env: Env::from_iter([("HOME".to_owned(), "/nonexistent".to_owned())]),
        cwd: directory.to_path_buf(),
        ..Capture::default()
    };
    let code = helm::run(&words(&case.command), &mut capture.io());
    let (out, err) = (capture.out(), capture.err());
    // An explanation may follow what Helm says.
    let explained = err.trim_end() == case.err || err.starts_with(&format!("{}\n", case.err));
    let same = code == case.code && out.trim_end() == case.out && explained;
    (!same).then(|| {
        format!(
            "$ {}\n--- wanted {}\n{}\n{}\n--- got {code}\n{out}\n{err}",
            case.command, case.code, case.out, case.err
        )
    })
}

#[test]
fn commands_answer_as_helm_does() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/template");
    let mut files: Vec<_> = std::fs::read_dir(folder)
        .expect("the cases are there")
        .map(|entry| entry.expect("an entry").path())
        .collect();
    files.sort();
    let mut count = 0;
    let mut failures = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(&file).expect("a file of cases");
        let directory = tempfile::tempdir().expect("a directory");
        let path = directory
            .path()
            .canonicalize()
            .expect("the directory is there");
        for case in unpack(&text, &path) {
            count += 1;
            let name = file.file_stem().unwrap_or_default().to_string_lossy();
            failures
                .extend(differs(&case, &path).map(|difference| format!("{name}: {difference}")));
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
