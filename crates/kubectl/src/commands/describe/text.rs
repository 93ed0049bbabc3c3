//! A description while it is written: lines of cells, in levels.

use std::fmt::Display;

use gostd::tabwriter::{Layout, format};
use serde_json::Value;

use crate::object::shown;

/// How far a level is indented.
const INDENT: &str = "  ";

/// Above this many bytes an annotation starts below its key.
const LONGEST_ANNOTATION: usize = 140;

/// Lines of cells, separated by tabs; cells above each other form columns.
#[derive(Debug, Default)]
pub(crate) struct Text {
    laid_out: String,
    pending: String,
}

impl Text {
    /// Adds a line at a level.
    pub(crate) fn line(&mut self, level: usize, line: impl AsRef<str>) {
        for _ in 0..level {
            self.pending.push_str(INDENT);
        }
        self.pending.push_str(line.as_ref());
        self.pending.push('\n');
    }

    /// Adds a line with a title and a value.
    pub(crate) fn field(&mut self, level: usize, title: &str, value: impl Display) {
        self.line(level, format!("{title}:\t{value}"));
    }

    /// Adds a line with a title and a value, unless the value is not there or empty.
    pub(crate) fn field_if(&mut self, level: usize, title: &str, value: &Value) {
        if !shown(value).is_empty() {
            self.field(level, title, shown(value));
        }
    }

    /// Adds a title with the first value beside it and the others below; `indent` stands before the title.
    pub(crate) fn values(&mut self, indent: &str, title: &str, values: &[String]) {
        match values {
            [] => self.line(0, format!("{indent}{title}:\t<none>")),
            [first, others @ ..] => {
                self.line(0, format!("{indent}{title}:\t{first}"));
                for value in others {
                    self.line(0, format!("{indent}\t{value}"));
                }
            }
        }
    }

    /// Adds labels, or anything else of `key=value`.
    pub(crate) fn labels(&mut self, indent: &str, title: &str, labels: &Value) {
        self.values(indent, title, &pairs(labels));
    }

    /// Adds annotations without those that only tools read.
    pub(crate) fn annotations(&mut self, title: &str, annotations: &Value) {
        self.values("", title, &annotation_lines(annotations));
    }

    /// Adds values at the second level, where every value is indented as well.
    pub(crate) fn nested_values(&mut self, title: &str, values: &[String]) {
        let indented: Vec<String> = or_none_list(values)
            .iter()
            .map(|value| format!("{INDENT}{INDENT}{value}"))
            .collect();
        self.values("    ", title, &indented);
    }

    /// Ends the columns so far: what follows has columns of its own.
    pub(crate) fn settle(&mut self) {
        let layout = Layout::new(0, 8, 2, ' ');
        self.laid_out.push_str(&format(&self.pending, layout));
        self.pending.clear();
    }

    /// The description with its columns laid out.
    pub(crate) fn finish(mut self) -> String {
        self.settle();
        self.laid_out
    }

    /// The description with its tabs.
    pub(crate) fn raw(self) -> String {
        self.pending
    }
}

/// The annotations that people read, as `key: value`.
pub(super) fn annotation_lines(annotations: &Value) -> Vec<String> {
    let fields = annotations.as_object().into_iter().flatten();
    fields
        .filter(|(key, _)| *key != crate::last_applied::LAST_APPLIED)
        .map(|(key, value)| annotation(key, &shown(value)))
        .collect()
}

fn or_none_list(values: &[String]) -> Vec<String> {
    match values {
        [] => vec!["<none>".to_owned()],
        values => values.to_vec(),
    }
}

fn annotation(key: &str, value: &str) -> String {
    let value = value.strip_suffix('\n').unwrap_or(value);
    if !value.contains('\n') && key.len() + value.len() + 2 <= LONGEST_ANNOTATION {
        return format!("{key}: {value}");
    }
    let lines: Vec<String> = value
        .split('\n')
        .map(|line| format!("\n\t  {}", shortened(line)))
        .collect();
    format!("{key}:{}", lines.concat())
}

fn shortened(line: &str) -> String {
    let longest = LONGEST_ANNOTATION - 2;
    if line.chars().count() <= longest {
        line.to_owned()
    } else {
        format!("{}...", line.chars().take(longest).collect::<String>())
    }
}

/// The pairs of a mapping as `key=value`.
pub(super) fn pairs(map: &Value) -> Vec<String> {
    let fields = map.as_object().into_iter().flatten();
    fields
        .map(|(key, value)| format!("{key}={}", shown(value)))
        .collect()
}

/// The pairs of a mapping on one line, or `<none>`.
pub(super) fn joined_pairs(map: &Value) -> String {
    or_none(pairs(map).join(","))
}

/// The text, or `<none>` instead of nothing.
pub(super) fn or_none(text: String) -> String {
    if text.is_empty() {
        "<none>".to_owned()
    } else {
        text
    }
}

/// The value as text, or `<unset>` instead of nothing.
pub(super) fn or_unset(value: &Value) -> String {
    match shown(value) {
        text if text.is_empty() => "<unset>".to_owned(),
        text => text,
    }
}

/// The texts of a list.
pub(super) fn texts(list: &Value) -> Vec<String> {
    crate::object::items(list).iter().map(shown).collect()
}

/// `True` or `False`.
pub(super) fn title_bool(value: bool) -> &'static str {
    if value { "True" } else { "False" }
}
