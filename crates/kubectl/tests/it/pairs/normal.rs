//! What is left of an output when times, generated names and addresses are taken out.

use std::path::Path;

use regex::{Captures, Regex};

/// What differs between two runs, and what stands for it.
const RULES: &[(&str, &str)] = &[
    (
        "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}",
        "UID",
    ),
    (r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", "TIME"),
    (
        r"(Mon|Tue|Wed|Thu|Fri|Sat|Sun), \d\d [A-Z][a-z]{2} \d{4} \d\d:\d\d:\d\d [+-]\d{4}",
        "TIME",
    ),
    (r#"(resourceVersion"?: )"\d+""#, "${1}\"VERSION\""),
    (r"127\.0\.0\.1:\d+", "SERVER"),
    (r"\b127\.\d+\.\d+\.\d+\b", "ADDRESS"),
    (r"kube-api-access-[a-z0-9]{5}", "kube-api-access-XXXXX"),
    (r"kubectl-edit-[A-Za-z0-9]+", "kubectl-edit-XXXXX"),
    // The names of pods end in five characters without vowels, after a hash or a name that a session chose so.
    (
        r"\b([a-z0-9-]+-[0-9a-f]{8,10}|ds|once|again)-[bcdfghjklmnpqrstvwxz2456789]{5}\b",
        "${1}-XXXXX",
    ),
    // The names of events end in a moment.
    (r"\.[0-9a-f]{16}\b", ".MOMENT"),
    // Ages stand alone; the width of a column changes with them.
    (
        r"(?m)(^|[ (])(\d+[smhd])+( ago)?(?:[ ]+|(\))|$)",
        "${1}AGE ",
    ),
    (r"(ADDRESS|SERVER|TIME|XXXXX)[ ]{2,}", "${1} "),
    (r"[ ]+(?m)$", ""),
    (
        r"-----BEGIN CERTIFICATE-----[^-]*-----END CERTIFICATE-----",
        "CERTIFICATE",
    ),
];

/// The output with placeholders; `folder` is where the session's files are.
pub(crate) fn normal(text: &str, folder: &Path) -> String {
    let mut text = text.replace(&*folder.to_string_lossy(), "FOLDER");
    for (pattern, placeholder) in RULES {
        let rule = Regex::new(pattern).unwrap();
        text = rule
            .replace_all(&text, |found: &Captures<'_>| {
                let mut out = String::new();
                found.expand(placeholder, &mut out);
                out
            })
            .into_owned();
    }
    text
}
