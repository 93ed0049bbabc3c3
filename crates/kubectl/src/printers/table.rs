//! The server's tables as text.

use serde_json::Value;

use super::Columns;
use crate::object;

/// What to show of a table.
#[derive(Clone, Debug, Default)]
pub(crate) struct TableOptions {
    pub(crate) wide: bool,
    pub(crate) no_headers: bool,
    pub(crate) show_labels: bool,
    pub(crate) label_columns: Vec<String>,
    /// A first column with the namespace.
    pub(crate) with_namespace: bool,
    /// `pod/` or `deployment.apps/` before each name.
    pub(crate) kind_prefix: String,
    /// A first column with what happened, for watches that show it.
    pub(crate) with_event: bool,
}

/// Prints tables of one kind, one after the other, under one header.
#[derive(Debug)]
pub(crate) struct TablePrinter {
    options: TableOptions,
    columns: Columns,
    /// Which cells of a row are shown.
    shown: Vec<usize>,
    names: Vec<String>,
    header_printed: bool,
}

impl TablePrinter {
    /// A printer that has not printed anything.
    pub(crate) fn new(options: TableOptions) -> TablePrinter {
        let header_printed = options.no_headers;
        TablePrinter {
            options,
            columns: Columns::default(),
            shown: Vec::new(),
            names: Vec::new(),
            header_printed,
        }
    }

    /// The text of some more rows.
    pub(crate) fn print(&mut self, table: &Value, event: &str) -> String {
        self.take_definitions(table);
        let mut rows = Vec::new();
        let table_rows = table["rows"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        if !self.header_printed && !self.names.is_empty() {
            rows.push(self.header());
            self.header_printed = true;
        }
        rows.extend(table_rows.iter().map(|row| self.row(row, event)));
        self.columns.layout(&rows)
    }

    fn take_definitions(&mut self, table: &Value) {
        let definitions = table["columnDefinitions"]
            .as_array()
            .map(Vec::as_slice)
            .unwrap_or_default();
        if definitions.is_empty() {
            return;
        }
        let visible = |definition: &Value| {
            self.options.wide || definition["priority"].as_i64().unwrap_or(0) == 0
        };
        self.shown = (0..definitions.len())
            .filter(|i| visible(&definitions[*i]))
            .collect();
        self.names = self
            .shown
            .iter()
            .map(|i| {
                definitions[*i]["name"]
                    .as_str()
                    .unwrap_or_default()
                    .to_uppercase()
            })
            .collect();
    }

    fn header(&self) -> Vec<String> {
        let mut header = Vec::new();
        if self.options.with_event {
            header.push("EVENT".to_owned());
        }
        if self.options.with_namespace {
            header.push("NAMESPACE".to_owned());
        }
        header.extend(self.names.iter().cloned());
        header.extend(
            self.options
                .label_columns
                .iter()
                .map(|label| label_header(label)),
        );
        if self.options.show_labels {
            header.push("LABELS".to_owned());
        }
        header
    }

    fn row(&self, row: &Value, event: &str) -> Vec<String> {
        let object = &row["object"];
        let mut cells = Vec::new();
        if self.options.with_event {
            cells.push(event.to_owned());
        }
        if self.options.with_namespace {
            cells.push(object::namespace(object).to_owned());
        }
        for (position, i) in self.shown.iter().enumerate() {
            let text = cell_text(&row["cells"][*i]);
            cells.push(if position == 0 {
                format!("{}{text}", self.options.kind_prefix)
            } else {
                text
            });
        }
        for label in &self.options.label_columns {
            cells.push(
                object["metadata"]["labels"][label]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned(),
            );
        }
        if self.options.show_labels {
            cells.push(object::labels_text(object));
        }
        cells
    }
}

/// `app.kubernetes.io/name` is headed `NAME`.
fn label_header(label: &str) -> String {
    label.rsplit('/').next().unwrap_or(label).to_uppercase()
}

/// A cell on one line, without anything that would steer a terminal.
fn cell_text(cell: &Value) -> String {
    let text = match cell {
        Value::Null => return String::new(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let line = match text.find(['\x0c', '\n', '\r']) {
        Some(end) => format!("{}...", &text[..end]),
        None => text,
    };
    line.replace('\x1b', "^[")
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn table() -> Value {
        json!({
            "columnDefinitions": [
                {"name": "Name", "priority": 0}, {"name": "Ready", "priority": 0}, {"name": "Node", "priority": 1},
            ],
            "rows": [{
                "cells": ["web", 2, "n1"],
                "object": {"metadata": {"namespace": "space", "labels": {"app": "web", "example.com/tier": "front"}}},
            }],
        })
    }

    fn printed(options: TableOptions) -> String {
        TablePrinter::new(options).print(&table(), "ADDED")
    }

    #[test]
    fn only_wide_shows_every_column() {
        assert_eq!(printed(TableOptions::default()), "NAME   READY\nweb    2\n");
        assert_eq!(
            printed(TableOptions {
                wide: true,
                ..Default::default()
            }),
            "NAME   READY   NODE\nweb    2       n1\n"
        );
    }

    #[test]
    fn columns_can_be_added() {
        let options = TableOptions {
            with_namespace: true,
            show_labels: true,
            label_columns: vec!["example.com/tier".to_owned()],
            kind_prefix: "pod/".to_owned(),
            ..Default::default()
        };
        assert_eq!(
            printed(options),
            "NAMESPACE   NAME      READY   TIER    LABELS\nspace       pod/web   2       front   app=web,example.com/tier=front\n"
        );
    }

    #[test]
    fn a_later_table_has_no_header() {
        let mut printer = TablePrinter::new(TableOptions {
            with_event: true,
            ..Default::default()
        });
        printer.print(&table(), "ADDED");
        assert_eq!(
            printer.print(&json!({"rows": table()["rows"]}), "MODIFIED"),
            "MODIFIED   web    2\n"
        );
    }
}
