//! Objects as text.

mod columns;
mod custom_columns;
mod format;
mod go_struct;
mod go_template;
mod json;
mod jsonpath;
mod kyaml;
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
use go_struct::Order;

/// In which order JSON and KYAML have the fields of objects.
#[derive(Clone, Copy, Debug)]
enum Fields {
    ByName,
    OfStructs,
    InOrder(&'static [&'static str]),
}

/// Prints objects in one of the formats that show them whole; remembers what it has printed already.
pub(crate) struct ObjectPrinter {
    format: OutputFormat,
    show_managed_fields: bool,
    fields: Fields,
    printed: usize,
}

impl ObjectPrinter {
    /// A printer for a format.
    pub(crate) fn new(format: OutputFormat, show_managed_fields: bool) -> ObjectPrinter {
        ObjectPrinter {
            format,
            show_managed_fields,
            fields: Fields::ByName,
            printed: 0,
        }
    }

    /// A printer of objects that the real tool has decoded: fields stand in the order of Go's structs.
    pub(crate) fn of_structs(format: OutputFormat, show_managed_fields: bool) -> ObjectPrinter {
        ObjectPrinter {
            fields: Fields::OfStructs,
            ..ObjectPrinter::new(format, show_managed_fields)
        }
    }

    /// A printer of something whose fields stand in the order of a list.
    pub(crate) fn in_order(format: OutputFormat, list: &'static [&'static str]) -> ObjectPrinter {
        ObjectPrinter {
            fields: Fields::InOrder(list),
            ..ObjectPrinter::new(format, false)
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
        let order = match self.fields {
            Fields::ByName => Order::Names,
            Fields::OfStructs => Order::of_object(&object),
            Fields::InOrder(list) => Order::List(list),
        };
        let first = self.printed == 0;
        self.printed += 1;
        Ok(match &mut self.format {
            OutputFormat::Json => format!("{}\n", json::ordered_json(&object, order)),
            OutputFormat::Kyaml => kyaml::kyaml(&object, order),
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
