//! Which of the contained charts take part, under which name, and what their parents import from them.

use std::collections::HashSet;

use gotmpl::{Map, Value};
use serde_json::json;

use crate::chart::Chart;
use crate::coalesce::{Nulls, TypeMismatch, coalesce, coalesce_for_reading, merge_tables};
use crate::log::Log;
use crate::metadata::Dependency;
use crate::values::{at_path, deep_copy, path_value, table};

/// Applies aliases, tags, conditions and imports to a chart.
pub(crate) fn process(chart: &mut Chart, values: &Map, log: &Log) -> Result<(), TypeMismatch> {
    enable(chart, values, "", log)?;
    import(chart, log)
}

/// Keeps the enabled charts, renamed to their aliases, all the way down.
fn enable(chart: &mut Chart, values: &Map, path: &str, log: &Log) -> Result<(), TypeMismatch> {
    if chart.metadata.dependencies.is_empty() {
        return Ok(());
    }
    chart.dependencies = renamed(chart);
    for dependency in &mut chart.metadata.dependencies {
        if !dependency.alias.is_empty() {
            dependency.name.clone_from(&dependency.alias);
        }
        dependency.enabled = true;
    }
    let values = coalesce_for_reading(chart, values, Nulls::Remove, log)?;
    for dependency in &mut chart.metadata.dependencies {
        apply_tags(dependency, &values, log);
        apply_condition(dependency, &values, path, log);
    }
    let disabled = chart
        .metadata
        .dependencies
        .iter()
        .filter(|dependency| !dependency.enabled);
    let disabled: HashSet<String> = disabled.map(|dependency| dependency.name.clone()).collect();
    chart
        .dependencies
        .retain(|dependency| !disabled.contains(dependency.name()));
    chart
        .metadata
        .dependencies
        .retain(|dependency| !disabled.contains(&dependency.name));
    for dependency in &mut chart.dependencies {
        let path = format!("{path}{}.", dependency.name());
        enable(dependency, &values, &path, log)?;
    }
    Ok(())
}

/// The contained charts: first those that are not mentioned, then those that are, by their aliases.
fn renamed(chart: &Chart) -> Vec<Chart> {
    let mentioned = |contained: &Chart| {
        let dependencies = chart.metadata.dependencies.iter();
        dependencies
            .into_iter()
            .any(|dependency| fits(dependency, contained))
    };
    let mut charts: Vec<Chart> = chart
        .dependencies
        .iter()
        .filter(|contained| !mentioned(contained))
        .cloned()
        .collect();
    for dependency in &chart.metadata.dependencies {
        let found = chart
            .dependencies
            .iter()
            .find(|contained| fits(dependency, contained));
        if let Some(mut contained) = found.cloned() {
            if !dependency.alias.is_empty() {
                contained.metadata.name.clone_from(&dependency.alias);
            }
            charts.push(contained);
        }
    }
    charts
}

fn fits(dependency: &Dependency, chart: &Chart) -> bool {
    chart.name() == dependency.name && is_compatible(&dependency.version, &chart.metadata.version)
}

/// Whether a version lies in a range.
pub(crate) fn is_compatible(range: &str, version: &str) -> bool {
    let (Ok(range), Ok(version)) = (
        sprig::Constraints::parse(range),
        sprig::Version::parse(version),
    ) else {
        return false;
    };
    range.check(&version)
}

/// One true tag enables a chart; without one, a false one disables it.
fn apply_tags(dependency: &mut Dependency, values: &Map, log: &Log) {
    let Some(tags) = table(values, "tags") else {
        return;
    };
    let mut found = Vec::new();
    for tag in &dependency.tags {
        match tags.get(tag) {
            None => {}
            Some(Value::Bool(value)) => found.push(value),
            Some(_) => {
                let chart = dependency.name.as_str();
                log.add(
                    "WARN",
                    "returned non-bool value",
                    &[("tag", tag), ("chart", chart)],
                );
            }
        }
    }
    dependency.enabled = found.is_empty() || found.contains(&true);
}

/// The first path of the condition that leads to a boolean decides.
fn apply_condition(dependency: &mut Dependency, values: &Map, prefix: &str, log: &Log) {
    let paths = dependency.condition.trim().split(',');
    for path in paths.filter(|path| !path.is_empty()) {
        match path_value(values, &format!("{prefix}{path}")) {
            None => {}
            Some(Value::Bool(enabled)) => {
                dependency.enabled = enabled;
                return;
            }
            Some(_) => {
                let chart = dependency.name.as_str();
                log.add(
                    "WARN",
                    "returned non-bool value",
                    &[("path", path), ("chart", chart)],
                );
            }
        }
    }
}

/// Takes values of contained charts into the defaults of their parents, from the bottom up.
fn import(chart: &mut Chart, log: &Log) -> Result<(), TypeMismatch> {
    for dependency in &mut chart.dependencies {
        import(dependency, log)?;
    }
    if chart.metadata.dependencies.is_empty() {
        return Ok(());
    }
    let values = coalesce(chart, &Map::new(), Nulls::Keep, log)?;
    let imported = Map::new();
    for dependency in &mut chart.metadata.dependencies {
        let name = dependency.name.clone();
        // What is neither a name nor a pair of paths is dropped.
        dependency
            .import_values
            .retain(|import| endpoints(import).is_some());
        for import in &mut dependency.import_values {
            let Some((child, parent)) = endpoints(import) else {
                continue;
            };
            let path = format!("{name}.{child}");
            match table(&values, &path) {
                Some(found) => merge_tables(&imported, &at_path(&parent, deep_copy(&found)), log),
                None => warn_missing(import, &name, &path, &values, log),
            }
            *import = json!({ "child": child, "parent": parent });
        }
    }
    merge_tables(&values, &imported, log);
    chart.values = values;
    Ok(())
}

/// Where an import comes from and goes to.
fn endpoints(import: &serde_json::Value) -> Option<(String, String)> {
    match import {
        serde_json::Value::String(name) => Some((format!("exports.{name}"), ".".to_owned())),
        serde_json::Value::Object(paths) => {
            let path = |key: &str| match paths.get(key) {
                Some(serde_json::Value::String(path)) => path.clone(),
                Some(other) => other.to_string(),
                None => "<nil>".to_owned(),
            };
            Some((path("child"), path("parent")))
        }
        _ => None,
    }
}

fn warn_missing(import: &serde_json::Value, chart: &str, path: &str, values: &Map, log: &Log) {
    let error = no_table(values, path);
    if import.is_object() {
        log.add(
            "WARN",
            "ImportValues missing table from chart",
            &[("chart", chart), ("error", &error)],
        );
    } else {
        log.add("WARN", "ImportValues missing table", &[("error", &error)]);
    }
}

/// The part of a path that is no table.
fn no_table(values: &Map, path: &str) -> String {
    let mut found = String::new();
    for key in path.split('.') {
        found = if found.is_empty() {
            key.to_owned()
        } else {
            format!("{found}.{key}")
        };
        if table(values, &found).is_none() {
            return format!("{} is not a table", gostd::strconv::quote(key));
        }
    }
    String::new()
}
