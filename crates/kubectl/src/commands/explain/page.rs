//! The page that tells of a kind or a field.

use super::schemas::{Field, Schema};
use super::wrapped::wrapped;
use cliruntime::ApiResource;

/// How wide descriptions are, without their indentation.
const WIDTH: usize = 76;

/// Of which kind the page tells.
pub(super) fn header(resource: &ApiResource) -> String {
    let group = match resource.group.as_str() {
        "" => String::new(),
        group => format!("GROUP:      {group}\n"),
    };
    format!(
        "{group}KIND:       {}\nVERSION:    {}\n\n",
        resource.kind, resource.version
    )
}

/// What is said of a kind, or of the field of that name.
pub(super) fn body(schema: Schema<'_>, field: Option<&str>, recursive: bool) -> String {
    let mut text = String::new();
    if let Some(name) = field {
        text.push_str(&format!("FIELD: {name} <{}>\n", schema.type_name()));
        let values = schema.values();
        match values.is_empty() {
            true => text.push_str("\n\n"),
            false => text.push_str(&format!("ENUM:\n    {}\n\n", values.join("\n    "))),
        }
    }
    text.push_str("DESCRIPTION:\n");
    match schema.descriptions() {
        description if description.is_empty() => text.push_str("    <empty>\n"),
        description => text.push_str(&indented(&wrapped(&description, WIDTH), 4)),
    }
    if let Some((references, fields)) = schema.fields() {
        text.push_str("FIELDS:\n");
        for field in fields {
            match recursive {
                true => list(&field, 1, &references, &mut text),
                false => describe(&field, &mut text),
            }
        }
    }
    text.push('\n');
    text
}

fn describe(field: &Field<'_>, text: &mut String) {
    text.push_str(&line(field, 1));
    match field.schema.description() {
        "" => text.push_str("    <no description>\n"),
        description => text.push_str(&indented(&wrapped(description, WIDTH), 4)),
    }
    text.push('\n');
}

/// The field and all below it, but for what contains itself.
fn list(field: &Field<'_>, depth: usize, above: &[&str], text: &mut String) {
    text.push_str(&line(field, depth));
    let Some((references, fields)) = field.schema.fields() else {
        return;
    };
    if references.iter().any(|reference| above.contains(reference)) {
        return;
    }
    let above = [above, &references].concat();
    for field in fields {
        list(&field, depth + 1, &above, text);
    }
}

fn line(field: &Field<'_>, depth: usize) -> String {
    let indent = "  ".repeat(depth);
    let required = if field.required { " -required-" } else { "" };
    let mut line = format!(
        "{indent}{}\t<{}>{required}\n",
        field.name,
        field.schema.type_name()
    );
    let values = field.schema.values();
    if !values.is_empty() {
        line.push_str(&format!("{indent}enum: {}\n", values.join(", ")));
    }
    line
}

/// Every line, empty ones too, behind so many blanks.
fn indented(text: &str, blanks: usize) -> String {
    let indent = " ".repeat(blanks);
    text.split('\n')
        .map(|line| format!("{indent}{line}\n"))
        .collect()
}
