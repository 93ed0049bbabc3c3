//! The columns that a definition gives to the tables of its objects.

use std::borrow::Cow;

use apimachinery::Timestamp;
use apimachinery::jsonpath::{JsonPath, MissingKeys};
use serde_json::{Value, json};

use crate::table::{Column, age};

/// The columns of a version, the object's name first.
pub(super) struct Columns {
    pub(super) headings: Vec<Column>,
    cells: Vec<(Kind, JsonPath)>,
}

/// What a cell holds. A value of another type leaves it empty.
#[derive(Clone, Copy)]
enum Kind {
    Text,
    Integer,
    Number,
    Boolean,
    Date,
}

impl Columns {
    /// Reads the columns; one whose path cannot be read is left out.
    pub(super) fn of(version: &Value) -> Self {
        let age = json!([{"name": "Age", "type": "date", "description": "", "jsonPath": ".metadata.creationTimestamp"}]);
        let own = &version["additionalPrinterColumns"];
        let has_own = own.as_array().is_some_and(|columns| !columns.is_empty());
        let mut columns = Self {
            headings: vec![heading(
                &json!({"name": "Name", "type": "string", "format": "name", "description": ""}),
            )],
            cells: Vec::new(),
        };
        let listed = if has_own { own } else { &age };
        for column in listed.as_array().into_iter().flatten() {
            let path = column["jsonPath"].as_str().unwrap_or_default();
            let Ok(path) = JsonPath::parse(&format!("{{{path}}}"), MissingKeys::Allow) else {
                continue;
            };
            columns.headings.push(heading(column));
            columns.cells.push((Kind::of(column), path));
        }
        columns
    }

    pub(super) fn row(&self, object: &Value, now: Timestamp) -> Vec<Value> {
        let name = object["metadata"]["name"].clone();
        let cells = self.cells.iter().map(|(kind, path)| {
            let found = path.find_results(object).ok();
            match found.iter().flatten().flatten().next() {
                Some(value) => kind.cell(value, now),
                None => Value::Null,
            }
        });
        std::iter::once(name).chain(cells).collect()
    }
}

impl Kind {
    fn of(column: &Value) -> Self {
        match column["type"].as_str() {
            Some("integer") => Self::Integer,
            Some("number") => Self::Number,
            Some("boolean") => Self::Boolean,
            Some("date") => Self::Date,
            Some(_) | None => Self::Text,
        }
    }

    fn cell(self, value: &Value, now: Timestamp) -> Value {
        match (self, value) {
            (Self::Text, Value::String(_)) => value.clone(),
            (Self::Text, Value::Null) => "".into(),
            (Self::Text, other) => other.to_string().into(),
            (Self::Integer, Value::Number(number)) => match number.as_i64() {
                Some(_) => value.clone(),
                None => (number.as_f64().unwrap_or_default() as i64).into(),
            },
            (Self::Number, Value::Number(_)) | (Self::Boolean, Value::Bool(_)) => value.clone(),
            (Self::Date, Value::String(text)) if Timestamp::parse(text).is_some() => {
                age(value, now).into()
            }
            (Self::Date, Value::String(_)) => "<invalid>".into(),
            (Self::Integer | Self::Number | Self::Boolean | Self::Date, _) => Value::Null,
        }
    }
}

fn heading(column: &Value) -> Column {
    let text = |key: &str| column[key].as_str().unwrap_or_default().to_owned();
    let description = match column["description"].as_str() {
        Some(own) if !own.is_empty() || column.get("jsonPath").is_none() => own.to_owned(),
        Some(_) | None => format!(
            "Custom resource definition column (in JSONPath format): {}",
            text("jsonPath")
        ),
    };
    Column {
        name: Cow::Owned(text("name")),
        kind: Cow::Owned(text("type")),
        format: Cow::Owned(text("format")),
        description: Cow::Owned(description),
        priority: column["priority"]
            .as_i64()
            .and_then(|priority| i32::try_from(priority).ok())
            .unwrap_or(0),
    }
}
