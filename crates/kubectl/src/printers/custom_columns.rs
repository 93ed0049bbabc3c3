//! Objects in columns that the person chose.

use serde_json::Value;

use super::{Columns, jsonpath};
use crate::{CommandError, object};

/// Columns with their headers and the paths of their cells.
#[derive(Debug)]
pub(crate) struct CustomColumns {
    columns: Vec<(String, String)>,
    layout: Columns,
    header_printed: bool,
}

impl CustomColumns {
    /// Reads `NAME:.metadata.name,IMAGE:.spec.image`.
    pub(crate) fn from_spec(spec: &str, no_headers: bool) -> Result<CustomColumns, CommandError> {
        let mut columns = Vec::new();
        for part in spec.split(',') {
            let Some((header, path)) = part.split_once(':') else {
                return Err(CommandError::told(format!(
                    "unexpected custom-columns spec: {part}, expected <header>:<json-path-expr>"
                )));
            };
            columns.push((header.to_owned(), path.to_owned()));
        }
        Ok(CustomColumns {
            columns,
            layout: Columns::default(),
            header_printed: no_headers,
        })
    }

    /// Reads a file of two lines: the headers, and the paths below them.
    pub(crate) fn from_template(
        text: &str,
        no_headers: bool,
    ) -> Result<CustomColumns, CommandError> {
        let mut lines = text.lines().map(|line| {
            line.split_whitespace()
                .map(str::to_owned)
                .collect::<Vec<_>>()
        });
        let headers = lines.next().unwrap_or_default();
        let paths = lines.next().unwrap_or_default();
        if headers.len() != paths.len() {
            return Err(CommandError::told(format!(
                "number of headers ({}) and field specifications ({}) don't match",
                headers.len(),
                paths.len()
            )));
        }
        let columns = headers.into_iter().zip(paths).collect();
        Ok(CustomColumns {
            columns,
            layout: Columns::default(),
            header_printed: no_headers,
        })
    }

    /// The rows of an object, or of those of a list.
    pub(crate) fn print(&mut self, object: &Value) -> Result<String, CommandError> {
        let mut rows = Vec::new();
        if !self.header_printed {
            rows.push(
                self.columns
                    .iter()
                    .map(|(header, _)| header.clone())
                    .collect(),
            );
            self.header_printed = true;
        }
        let items = if object::is_list(object) {
            object["items"].as_array().map(Vec::as_slice)
        } else {
            None
        };
        for item in items.unwrap_or(std::slice::from_ref(object)) {
            rows.push(self.row(item)?);
        }
        Ok(self.layout.layout(&rows))
    }

    fn row(&self, object: &Value) -> Result<Vec<String>, CommandError> {
        let cell = |(_, path): &(String, String)| {
            let found = jsonpath::find(path, object)?;
            let texts: Vec<String> = found.iter().map(jsonpath::cell).collect();
            Ok(if texts.is_empty() {
                "<none>".to_owned()
            } else {
                texts.join(",")
            })
        };
        self.columns.iter().map(cell).collect()
    }
}
