//! Coalescing: a chart's defaults under what has been set, for the chart and those that it contains.

use gotmpl::{Map, Str, Value};

use crate::chart::Chart;
use crate::log::Log;
use crate::values::{GLOBAL, deep_copy};

/// A chart needs a table where the values have something else.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("type mismatch on {name}: {found}")]
pub struct TypeMismatch {
    name: String,
    found: String,
}

/// What a null means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Nulls {
    /// One that was set removes the default; those of defaults vanish.
    Remove,
    /// They are values like any other.
    Keep,
}

/// The values that a chart and those below it see. The maps that are given stay as they are.
pub(crate) fn coalesce(
    chart: &Chart,
    values: &Map,
    nulls: Nulls,
    log: &Log,
) -> Result<Map, TypeMismatch> {
    let values = deep_copy(values);
    let mut coalescing = Coalescing { log };
    coalescing.chart(chart, &values, "", nulls)?;
    Ok(values)
}

struct Coalescing<'a> {
    log: &'a Log,
}

impl Coalescing<'_> {
    fn warn(&self, message: &str) {
        self.log.info(&format!("warning: {message}"));
    }

    fn chart(
        &mut self,
        chart: &Chart,
        values: &Map,
        prefix: &str,
        nulls: Nulls,
    ) -> Result<(), TypeMismatch> {
        self.defaults(chart, values, prefix, nulls);
        for dependency in &chart.dependencies {
            let table = match values.get(dependency.name()) {
                Some(Value::Map(table)) => table,
                None => {
                    let table = Map::new();
                    values.insert(dependency.name(), Value::Map(table.clone()));
                    table
                }
                Some(other) => {
                    let found = gotmpl::sprintf("%t", &[other]).unwrap_or_default();
                    return Err(TypeMismatch {
                        name: dependency.name().to_owned(),
                        found: found.to_string(),
                    });
                }
            };
            let prefix = joined(prefix, chart.name());
            self.globals(&table, values, &prefix);
            self.chart(dependency, &table, &prefix, nulls)?;
        }
        Ok(())
    }

    /// Passes the globals on to a dependency; those of the parent win.
    fn globals(&self, child: &Map, parent: &Map, prefix: &str) {
        let to = match child.get(GLOBAL) {
            Some(Value::Map(globals)) => globals,
            None => Map::new(),
            Some(_) => {
                return self.warn("skipping globals because destination global is not a table.");
            }
        };
        let from = match parent.get(GLOBAL) {
            Some(Value::Map(globals)) => globals,
            None => Map::new(),
            Some(_) => return self.warn("skipping globals because source global is not a table."),
        };
        for (key, value) in from.entries() {
            match (value, to.get(&key)) {
                (Value::Map(table), None) => to.insert(key, Value::Map(deep_copy(&table))),
                (Value::Map(table), Some(Value::Map(below))) => {
                    let table = deep_copy(&table);
                    self.tables(&table, &below, &joined(prefix, &key.to_str()), Nulls::Keep);
                    to.insert(key, Value::Map(table));
                }
                (Value::Map(_), Some(_)) => {
                    let key = gostd::strconv::quote(&key);
                    self.log.info(&format!(
                        "Conflict: cannot merge map onto non-map for {key}. Skipping."
                    ));
                }
                (_, Some(Value::Map(_))) => self.log.info(&format!("key {key} is table. Skipping")),
                (value, _) => to.insert(key, value),
            }
        }
        child.insert(GLOBAL, Value::Map(to));
    }

    /// Puts a chart's defaults under the values.
    fn defaults(&self, chart: &Chart, values: &Map, prefix: &str, nulls: Nulls) {
        let prefix = joined(prefix, chart.name());
        for (key, default) in chart.values.entries() {
            match (values.get(&key), default) {
                (None, default) => add_default(values, key, &default, nulls),
                (Some(Value::Nil), _) if nulls == Nulls::Remove => {
                    values.remove(&key);
                }
                (Some(Value::Map(table)), Value::Map(default)) => {
                    // What the parent says about a chart that it contains is not yet the last word on it.
                    let contained = chart
                        .dependencies
                        .iter()
                        .any(|dependency| key == dependency.name());
                    let nulls = if contained { Nulls::Keep } else { nulls };
                    self.tables(&table, &default, &joined(&prefix, &key.to_str()), nulls);
                }
                (Some(Value::Map(_)), default) if !matches!(default, Value::Nil) => {
                    self.warn(&format!("skipped value for {prefix}.{key}: Not a table."));
                }
                _ => {}
            }
        }
    }

    /// Puts the entries of a table under those of another one.
    pub(crate) fn tables(&self, to: &Map, from: &Map, prefix: &str, nulls: Nulls) {
        for (key, default) in from.entries() {
            let path = || joined(prefix, &key.to_str());
            match (to.get(&key), &default) {
                (None, default) => add_default(to, key, default, nulls),
                (Some(Value::Nil), default)
                    if nulls == Nulls::Remove && !matches!(default, Value::Nil) =>
                {
                    to.remove(&key);
                }
                (Some(Value::Map(to)), Value::Map(from)) => self.tables(&to, from, &path(), nulls),
                (Some(Value::Map(_)), Value::Nil) | (Some(Value::Nil), _) => {}
                (Some(Value::Map(_)), value) => {
                    let (path, value) = (path(), shown(value));
                    self.warn(&format!(
                        "destination for {path} is a table. Ignoring non-table value ({value})"
                    ));
                }
                (Some(_), Value::Map(_)) => {
                    let (path, value) = (path(), shown(&default));
                    self.warn(&format!(
                        "cannot overwrite table with non table for {path} ({value})"
                    ));
                }
                _ => {}
            }
        }
    }
}

/// Puts the entries of a table under those of another one, nulls kept.
pub(crate) fn merge_tables(to: &Map, from: &Map, log: &Log) {
    Coalescing { log }.tables(to, from, "", Nulls::Keep);
}

fn add_default(to: &Map, key: Str, default: &Value, nulls: Nulls) {
    match nulls {
        Nulls::Keep => to.insert(key, default.deep_copy(usize::MAX)),
        Nulls::Remove => match default {
            Value::Nil => {}
            default => to.insert(key, without_nulls(default)),
        },
    }
}

/// A copy without the keys of maps that are null.
fn without_nulls(value: &Value) -> Value {
    let Value::Map(map) = value else {
        return value.deep_copy(usize::MAX);
    };
    let entries = map.borrow();
    let kept = entries
        .iter()
        .filter(|(_, value)| !matches!(value, Value::Nil));
    Value::Map(
        kept.map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect(),
    )
}

/// A value as Go's `%v` shows it.
fn shown(value: &Value) -> String {
    value
        .sprint()
        .map(|text| text.to_string())
        .unwrap_or_default()
}

fn joined(prefix: &str, name: &str) -> String {
    if prefix.is_empty() {
        name.to_owned()
    } else {
        format!("{prefix}.{name}")
    }
}
