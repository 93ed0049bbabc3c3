//! Asks the real helm.

use std::ffi::OsStr;
use std::fs;
use std::process::{Command, Output};

use crate::case::{Answer, Case};

pub(crate) fn record(helm: &OsStr, cases: &mut [Case]) {
    for case in cases {
        case.answer = ask(helm, &case.template);
    }
}

fn ask(helm: &OsStr, template: &str) -> Answer {
    // What a template prints comes back in base64, so that nothing takes its bytes for YAML.
    let wrapped = format!(
        "{{{{ define \"case\" }}}}{template}{{{{ end }}}}answer: {{{{ include \"case\" . | b64enc | quote }}}}\n"
    );
    let output = template_command(helm, &wrapped);
    if output.status.success() {
        let printed = String::from_utf8_lossy(&output.stdout).into_owned();
        let encoded = printed.split('"').nth(1).expect("the answer is quoted");
        let bytes = gostd::base64::decode(encoded.as_bytes()).expect("the answer is base64");
        return Answer::Output(String::from_utf8_lossy(&bytes).into_owned());
    }
    let error = String::from_utf8_lossy(&template_command(helm, template).stderr).into_owned();
    Answer::Error(single_line(&error))
}

fn template_command(helm: &OsStr, template: &str) -> Output {
    let chart = tempfile::tempdir().expect("a temporary folder");
    let folder = chart.path().join("c");
    fs::create_dir_all(folder.join("templates")).expect("a folder for the template");
    fs::write(
        folder.join("Chart.yaml"),
        "apiVersion: v2\nname: c\nversion: 0.1.0\n",
    )
    .expect("a chart");
    fs::write(folder.join("templates/t.yaml"), template).expect("a template");
    Command::new(helm)
        .arg("template")
        .arg("x")
        .arg(&folder)
        .env("TZ", "UTC")
        .output()
        .expect("helm runs")
}

/// Helm breaks some errors into indented lines; Go's text has them in one.
fn single_line(error: &str) -> String {
    let error = error.strip_prefix("Error: ").unwrap_or(error);
    let error = error.split("\n\nUse --debug").next().unwrap_or(error);
    match error.split_once("\n  ") {
        Some((position, rest)) if position.starts_with("c/templates/t.yaml:") => {
            format!(
                "template: {position}: {}",
                rest.replacen(">:\n    ", ">: ", 1)
            )
        }
        _ => error.to_owned(),
    }
}
