//! Objects as text.

mod columns;
mod custom_columns;
mod format;
mod go_template;
mod json;
mod jsonpath;
mod name;
mod table;
mod yaml;

pub(crate) use columns::Columns;
pub(crate) use format::{OutputFormat, PRINT_FLAGS, allowed_formats};
pub(crate) use json::{compact_json, json};
pub(crate) use jsonpath::find;
pub(crate) use name::{Outcome, result_line};
pub(crate) use table::{TableOptions, TablePrinter};
pub(crate) use yaml::yaml;

use serde_json::Value;

use crate::CommandError;
use crate::object;

/// Prints objects in one of the formats that show them whole; remembers what it has printed already.
pub(crate) struct ObjectPrinter {
    format: OutputFormat,
    show_managed_fields: bool,
    printed: usize,
}

impl ObjectPrinter {
    /// A printer for a format.
    pub(crate) fn new(format: OutputFormat, show_managed_fields: bool) -> ObjectPrinter {
        ObjectPrinter {
            format,
            show_managed_fields,
            printed: 0,
        }
    }

    /// The text of one more object.
    ///
    /// # Errors
    /// If a template does not fit the object.
    pub(crate) fn print(&mut self, object: &Value) -> Result<String, CommandError> {
        let mut object = object.clone();
        if !self.show_managed_fields {
            object::remove_managed_fields(&mut object);
        }
        let first = self.printed == 0;
        self.printed += 1;
        Ok(match &mut self.format {
            OutputFormat::Json => format!("{}\n", json(&object)),
            OutputFormat::Yaml if first => yaml(&object),
            OutputFormat::Yaml => format!("---\n{}", yaml(&object)),
            OutputFormat::Name => name::names(&object),
            OutputFormat::GoTemplate(template) => template.print(&object)?,
            OutputFormat::CustomColumns(columns) => columns.print(&object)?,
            OutputFormat::JsonPath(template) => template.print(&object)?,
            OutputFormat::JsonPathAsJson(template) => template.print_as_json(&object)?,
            OutputFormat::Human | OutputFormat::Wide => String::new(),
        })
    }
}
