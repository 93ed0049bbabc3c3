//! Builds of the recorded cases, outputs and error texts alike.
//!
//! One case alone: `KUSTOMIZE_CASE=patches/json_move cargo test -p kaeru-kustomize cases`.

use std::path::{Path, PathBuf};

use filesys::Memory;
use kustomize::{LoadRestrictor, Options, Reorder};

/// A case as it stands in its file.
pub(crate) struct Case {
    arguments: Vec<String>,
    pub(crate) files: Memory,
    stdout: String,
    stderr: String,
}

impl Case {
    pub(crate) fn parse(text: &str) -> Self {
        let source = text.lines().next().unwrap_or_default();
        let arguments = source
            .split_once("kubectl kustomize ")
            .map_or("", |(_, rest)| rest);
        let mut case = Self {
            arguments: Vec::new(),
            files: Memory::default(),
            stdout: String::new(),
            stderr: String::new(),
        };
        case.arguments = arguments
            .split_whitespace()
            .filter(|word| *word != "app")
            .map(str::to_owned)
            .collect();
        let mut files = Vec::new();
        for (name, body) in sections(text) {
            match name {
                "stdout" => case.stdout = body,
                "stderr" => case.stderr = body,
                name => files.push((format!("/case/{name}"), body)),
            }
        }
        case.files = files
            .iter()
            .map(|(name, body)| (name.as_str(), body.as_str()))
            .collect();
        case
    }

    /// What the command would print.
    fn run(&self) -> (String, String) {
        let mut options = Options::default();
        for argument in &self.arguments {
            match argument.as_str() {
                "--load-restrictor=LoadRestrictionsNone" => {
                    options.load_restrictor = LoadRestrictor::None;
                }
                "--reorder=none" => options.reorder = Some(Reorder::None),
                "--enable-alpha-plugins" => options.enable_plugins = true,
                other => panic!("no such argument: {other}"),
            }
        }
        let mut stderr = String::new();
        let mut warn = |text: &str| stderr.push_str(&format!("{text}\n"));
        let built = kustomize::build_with_warnings(
            &self.files,
            Path::new("/case/app"),
            &options,
            &mut warn,
        );
        match built.and_then(|resources| resources.to_yaml()) {
            Ok(stdout) => (stdout, stderr),
            Err(error) => (String::new(), format!("{stderr}error: {error}\n")),
        }
    }
}

/// The files in a case; each begins with a line `-- NAME --`.
fn sections(text: &str) -> Vec<(&str, String)> {
    let mut sections: Vec<(&str, String)> = Vec::new();
    for line in text.split_inclusive('\n') {
        let name = line
            .strip_prefix("-- ")
            .and_then(|line| line.trim_end().strip_suffix(" --"));
        match (name, sections.last_mut()) {
            (Some(name), _) => sections.push((name, String::new())),
            (None, Some((_, body))) => body.push_str(line),
            (None, None) => {}
        }
    }
    sections
}

/// The files of all cases.
pub(crate) fn case_files(directory: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the directory of cases") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            files.extend(case_files(&path));
        } else if path.extension().is_some_and(|extension| extension == "txt") {
            files.push(path);
        }
    }
    files.sort();
    files
}

/// Where the cases lie.
pub(crate) fn cases_root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases")
}

#[test]
fn cases() {
    let root = cases_root();
    let wanted = std::env::var("KUSTOMIZE_CASE").unwrap_or_default();
    let mut failures = Vec::new();
    let mut count = 0;
    for path in case_files(&root) {
        let name = path
            .strip_prefix(&root)
            .expect("below the root")
            .with_extension("")
            .to_string_lossy()
            .into_owned();
        if !name.contains(&wanted) {
            continue;
        }
        count += 1;
        let case = Case::parse(&std::fs::read_to_string(&path).expect("a case"));
        let (stdout, stderr) = case.run();
        // A closing newline more or less in an error is the terminal's business.
        if stdout != case.stdout || stderr.trim_end() != case.stderr.trim_end() {
            failures.push(format!(
                "=== {name}\n--- wanted\n{}{}\n--- got\n{stdout}{stderr}",
                case.stdout, case.stderr
            ));
        }
    }
    assert!(count > 0, "no case is called {wanted}");
    assert!(
        failures.is_empty(),
        "{} of {count} cases differ\n{}",
        failures.len(),
        failures.join("\n")
    );
}
