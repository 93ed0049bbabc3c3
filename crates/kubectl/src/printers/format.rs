//! `-o`, and the flags that go with it.

use std::fs;

use cobra::{Flag, Flags, Io};

use super::custom_columns::CustomColumns;
use super::go_template::GoTemplate;
use super::jsonpath::JsonPathTemplate;
use crate::CommandError;

/// The flags of commands that print objects.
pub(crate) const PRINT_FLAGS: &[Flag] = &[
    Flag::bool(
        "allow-missing-template-keys",
        "If true, a field or key that a template names and the object lacks is no error. Only for golang and jsonpath templates.",
    )
    .default("true"),
    Flag::string("output", "Output format. One of: (json, yaml, kyaml, name, go-template, go-template-file, template, templatefile, jsonpath, jsonpath-as-json, jsonpath-file).").short('o').completes(),
    Flag::bool("show-managed-fields", "If true, keep the managedFields when objects are printed as JSON or YAML."),
    Flag::string("template", "Template, or the file that holds it, for -o=go-template and -o=go-template-file.").files(&[]),
];

/// The formats of most commands, as complaints list them.
const OBJECT_FORMATS: &[&str] = &[
    "go-template",
    "go-template-file",
    "json",
    "jsonpath",
    "jsonpath-as-json",
    "jsonpath-file",
    "kyaml",
    "name",
    "template",
    "templatefile",
    "yaml",
];

/// The formats that commands with tables have besides.
const TABLE_FORMATS: &[&str] = &["custom-columns", "custom-columns-file", "wide"];

/// The formats of a command, sorted.
pub(crate) fn allowed_formats(tables: bool) -> Vec<&'static str> {
    let mut formats = OBJECT_FORMATS.to_vec();
    if tables {
        formats.extend(TABLE_FORMATS);
    }
    formats.sort_unstable();
    formats
}

/// How objects are to be printed.
#[derive(Debug)]
pub(crate) enum OutputFormat {
    /// A table, or a line on what was done.
    Human,
    /// A table with every column.
    Wide,
    Json,
    Yaml,
    /// YAML in which everything stands in brackets and texts in quotes.
    Kyaml,
    Name,
    GoTemplate(Box<GoTemplate>),
    JsonPath(JsonPathTemplate),
    JsonPathAsJson(JsonPathTemplate),
    CustomColumns(CustomColumns),
}

/// A format that cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FormatError {
    /// Nobody knows the format.
    #[error(
        "unable to match a printer suitable for the output format {format:?}, allowed formats are: {allowed}"
    )]
    Unknown {
        /// The format.
        format: String,
        /// What there is.
        allowed: String,
    },
    /// A format that needs a template, without one.
    #[error("template format specified but no template given")]
    NoTemplate,
    /// A column format without columns.
    #[error("custom-columns format specified but no custom columns given")]
    NoColumns,
    /// A file that cannot be read.
    #[error("error reading {kind} {path}, {source}\n")]
    File {
        /// `template` or `jsonpath`.
        kind: &'static str,
        /// The file.
        path: String,
        /// Why not.
        source: std::io::Error,
    },
}

impl From<FormatError> for CommandError {
    fn from(error: FormatError) -> Self {
        CommandError::told(error.to_string())
    }
}

impl OutputFormat {
    /// Reads `-o` and `--template`.
    pub(crate) fn new(
        flags: &Flags,
        tables: bool,
        io: &Io<'_>,
    ) -> Result<OutputFormat, CommandError> {
        let output = flags.string("output");
        let template = flags.string("template");
        let no_headers = flags.has("no-headers") && flags.bool("no-headers");
        let (format, inline) = match output.split_once('=') {
            Some((format, inline)) => (format, inline),
            None if output.is_empty() && !template.is_empty() => ("go-template", ""),
            None => (output, ""),
        };
        let text = if inline.is_empty() { template } else { inline };
        let allow_missing = flags.bool("allow-missing-template-keys");
        Ok(match format {
            "" => OutputFormat::Human,
            "wide" if tables => OutputFormat::Wide,
            "json" => OutputFormat::Json,
            "yaml" => OutputFormat::Yaml,
            "kyaml" => OutputFormat::Kyaml,
            "name" => OutputFormat::Name,
            "go-template" | "template" => {
                OutputFormat::GoTemplate(Box::new(GoTemplate::new(given(text)?, allow_missing)?))
            }
            "go-template-file" | "templatefile" => {
                let text = file("template", given(text)?, io)?;
                OutputFormat::GoTemplate(Box::new(GoTemplate::new(&text, allow_missing)?))
            }
            "jsonpath" => {
                OutputFormat::JsonPath(JsonPathTemplate::new(given(text)?, allow_missing)?)
            }
            "jsonpath-as-json" => {
                OutputFormat::JsonPathAsJson(JsonPathTemplate::new(given(text)?, allow_missing)?)
            }
            "jsonpath-file" => {
                let text = file("jsonpath", given(text)?, io)?;
                OutputFormat::JsonPath(JsonPathTemplate::new(&text, allow_missing)?)
            }
            "custom-columns" if tables => {
                OutputFormat::CustomColumns(CustomColumns::from_spec(columns(text)?, no_headers)?)
            }
            "custom-columns-file" if tables => {
                let text = file("template", columns(text)?, io)?;
                OutputFormat::CustomColumns(CustomColumns::from_template(&text, no_headers)?)
            }
            _ => {
                let allowed = allowed_formats(tables).join(",");
                return Err(FormatError::Unknown {
                    format: output.to_owned(),
                    allowed,
                }
                .into());
            }
        })
    }

    /// Whether people read it: a table or a line, not the object.
    pub(crate) fn is_human(&self) -> bool {
        matches!(self, OutputFormat::Human | OutputFormat::Wide)
    }
}

fn given(template: &str) -> Result<&str, FormatError> {
    if template.is_empty() {
        Err(FormatError::NoTemplate)
    } else {
        Ok(template)
    }
}

fn columns(spec: &str) -> Result<&str, FormatError> {
    if spec.is_empty() {
        Err(FormatError::NoColumns)
    } else {
        Ok(spec)
    }
}

fn file(kind: &'static str, path: &str, io: &Io<'_>) -> Result<String, FormatError> {
    fs::read_to_string(io.resolve(path)).map_err(|source| FormatError::File {
        kind,
        path: path.to_owned(),
        source,
    })
}
