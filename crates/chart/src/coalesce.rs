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
    let mut coalescing = Coalescing { log, shares: false };
    coalescing.chart(chart, &values, "", nulls)?;
    Ok(values)
}

/// The same for somebody who only looks at it: what nothing is added to stays shared with the maps that are given.
pub(crate) fn coalesce_for_reading(
    chart: &Chart,
    values: &Map,
    nulls: Nulls,
    log: &Log,
) -> Result<Map, TypeMismatch> {
    let values = copy_of(values);
    let mut coalescing = Coalescing { log, shares: true };
    coalescing.chart(chart, &values, "", nulls)?;
    Ok(values)
}

struct Coalescing<'a> {
    log: &'a Log,
    /// Whether tables below the topmost belong to somebody else and are copied before they are changed.
    shares: bool,
}

impl Coalescing<'_> {
    fn warn(&self, message: &str) {
        self.log.info(&format!("warning: {message}"));
    }

    /// The table of a key, as one that may be changed.
    fn own(&self, values: &Map, key: impl Into<Str>, table: Map) -> Map {
        if !self.shares {
            return table;
        }
        let own = copy_of(&table);
        values.insert(key, Value::Map(own.clone()));
        own
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
                Some(Value::Map(table)) => self.own(values, dependency.name(), table),
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
            Some(Value::Map(globals)) => self.own(child, GLOBAL, globals),
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
                    let table = self.own(values, key.clone(), table);
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
                (Some(Value::Map(table)), Value::Map(from)) => {
                    let table = self.own(to, key.clone(), table);
                    self.tables(&table, from, &path(), nulls);
                }
                (Some(Value::Map(_)), Value::Nil) | (Some(Value::Nil), _) => {}
                (Some(Value::Map(_)), value) => {
                    let (path, value) = (path(), shown(value));
                    self.warn(&format!(
                        "destination for {path} is a table. Ignoring non-table value ({value})"
                    ));
                }
                (Some(_), Value::Map(_)) => {
                    let value = match nulls {
                        Nulls::Remove => shown(&without_nulls(&default)),
                        Nulls::Keep => shown(&default),
                    };
                    let path = path();
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
    let coalescing = Coalescing { log, shares: false };
    coalescing.tables(to, from, "", Nulls::Keep);
}

/// Puts the entries of a table under those of another one, where a null removes the entry.
pub(crate) fn coalesce_tables(to: &Map, from: &Map, log: &Log) {
    let coalescing = Coalescing { log, shares: false };
    coalescing.tables(to, from, "", Nulls::Remove);
}

/// Another table with the same entries.
fn copy_of(table: &Map) -> Map {
    Map::of(table.element(), table.borrow().clone()).with_name(table.name())
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::values::Values;

    #[test]
    fn values_for_reading_are_the_same_and_leave_the_given_ones_alone() {
        let folder = tempfile::tempdir().expect("a folder");
        for (path, text) in [
            ("Chart.yaml", "apiVersion: v2\nname: a\nversion: 1.0.0\n"),
            (
                "values.yaml",
                "t: {x: 1, y: {z: 2}}\nb: {k: {l: 3}}\nglobal: {g: {h: 1}}\n",
            ),
            (
                "charts/b/Chart.yaml",
                "apiVersion: v2\nname: b\nversion: 1.0.0\n",
            ),
            (
                "charts/b/values.yaml",
                "k: {l: 0, m: 4}\nglobal: {g: {i: 2}}\n",
            ),
        ] {
            let path = folder.path().join(path);
            std::fs::create_dir_all(path.parent().expect("a folder")).expect("made");
            std::fs::write(path, text).expect("written");
        }
        let chart = Chart::load(folder.path()).expect("a chart");
        let mut given = Values::new();
        let text = "t: {y: {w: 5}}\nb: {k: {n: null}, global: {g: {}}}\nglobal: {g: {j: 3}}\n";
        given.add_file(text.as_bytes()).expect("values");
        let before = given.to_json();
        let log = Log::default();
        for nulls in [Nulls::Remove, Nulls::Keep] {
            let read = coalesce_for_reading(&chart, &given.0, nulls, &log).expect("values");
            assert_eq!(given.to_json(), before);
            let own = coalesce(&chart, &given.0, nulls, &log).expect("values");
            assert_eq!(Values(read).to_json(), Values(own).to_json());
        }
    }
}
