//! Objects as the text that a person edits.

use cobra::Flags;
use serde_json::{Value, json};

use crate::CommandError;
use crate::manifest_yaml::KUBERNETES_YAML;
use crate::printers::{ObjectPrinter, OutputFormat};

/// How objects are written for a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Form {
    Yaml,
    Json,
    Kyaml,
}

impl Form {
    /// The form that `-o` names, YAML by default.
    ///
    /// # Errors
    /// A format that nobody edits.
    pub(super) fn of(flags: &Flags) -> Result<Form, CommandError> {
        match flags.string("output") {
            "" | "yaml" => Ok(Form::Yaml),
            "json" => Ok(Form::Json),
            "kyaml" => Ok(Form::Kyaml),
            other => Err(CommandError::told(format!(
                "unable to match a printer suitable for the output format {other:?}, allowed formats are: json,kyaml,yaml"
            ))),
        }
    }

    /// How the name of the file ends.
    pub(super) fn extension(self) -> &'static str {
        match self {
            Form::Yaml => ".yaml",
            Form::Json => ".json",
            Form::Kyaml => ".kyaml",
        }
    }

    /// One object as it is, several as a list.
    pub(super) fn write(self, objects: &[&Value]) -> Result<String, CommandError> {
        let format = match self {
            Form::Yaml => OutputFormat::Yaml,
            Form::Json => OutputFormat::Json,
            Form::Kyaml => OutputFormat::Kyaml,
        };
        let mut printer = ObjectPrinter::new(format, true);
        match objects {
            [object] => printer.print(object),
            _ => printer.print(
                &json!({"apiVersion": "v1", "items": objects, "kind": "List", "metadata": {}}),
            ),
        }
    }
}

/// Whether two files say the same, whatever their comments and layout are.
pub(super) fn say_the_same(one: &[u8], other: &[u8]) -> bool {
    match (meaning(one), meaning(other)) {
        (Some(one), Some(other)) => one == other,
        _ => without_comments(one) == without_comments(other),
    }
}

fn meaning(text: &[u8]) -> Option<Value> {
    goyaml::yaml_to_json(text, &KUBERNETES_YAML).ok()
}

/// The lines that are no comments.
pub(super) fn without_comments(text: &[u8]) -> Vec<u8> {
    let lines = text.split_inclusive(|byte| *byte == b'\n');
    let is_comment = |line: &&[u8]| line.trim_ascii_start().starts_with(b"#");
    lines
        .filter(|line| !is_comment(line))
        .flatten()
        .copied()
        .collect()
}

/// Whether anything but comments and empty lines is there.
pub(super) fn has_content(text: &[u8]) -> bool {
    !without_comments(text).trim_ascii().is_empty()
}

/// The text with the line ends of Windows.
pub(super) fn with_windows_line_ends(text: &str) -> String {
    text.replace('\n', "\r\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_and_layout_say_nothing() {
        assert!(say_the_same(b"# why\na: 1\n", b"{\"a\": 1}"));
        assert!(!say_the_same(b"a: 1\n", b"a: 2\n"));
        assert!(say_the_same(b"# x\na: [\n", b"a: [\n"));
        assert!(!has_content(b"# x\n\n  # y\n"));
        assert!(has_content(b"# x\na: 1"));
    }
}
