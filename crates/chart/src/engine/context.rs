//! The top-level objects that templates see.

use gotmpl::{Map, Str, Value};

use super::Scope;
use super::files::Files;
use crate::chart::Chart;
use crate::values::VALUES;

/// A template file with what it is executed on.
pub(super) struct Renderable {
    /// The full name, `<chart>/charts/<chart>/templates/<file>`.
    pub(super) name: String,
    pub(super) text: Str,
    /// The directory of the chart's templates.
    pub(super) base_path: String,
    /// The context of the chart, which all its files share.
    pub(super) context: Map,
}

/// The files of a chart and those that it contains.
pub(super) fn collect(chart: &Chart, scope: &Scope) -> Vec<Renderable> {
    let mut renderables = Vec::new();
    add(
        chart,
        chart.name(),
        true,
        scope,
        &scope.values,
        &mut renderables,
    );
    renderables
}

/// Adds the files of a chart, and gives its context.
fn add(
    chart: &Chart,
    path: &str,
    is_root: bool,
    scope: &Scope,
    values: &Map,
    renderables: &mut Vec<Renderable>,
) -> Map {
    let subcharts = Map::new();
    let context = Map::from_iter([
        ("Chart", Value::Map(chart.metadata.view(is_root))),
        ("Files", Value::object(Files::new(&chart.files))),
        ("Release", Value::Map(scope.release.clone())),
        ("Capabilities", scope.capabilities.clone()),
        ("Values", Value::Map(values.with_name(Some(&VALUES)))),
        ("Subcharts", Value::Map(subcharts.clone())),
    ]);
    for dependency in &chart.dependencies {
        let name = dependency.name();
        let table = match values.get(name) {
            Some(Value::Map(table)) => table,
            _ => Map::new(),
        };
        let path = format!("{path}/charts/{name}");
        let below = add(dependency, &path, false, scope, &table, renderables);
        subcharts.insert(name, Value::Map(below));
    }
    for file in chart.templates.iter() {
        let base = file.name.rsplit('/').next().unwrap_or(&file.name);
        if chart.is_library() && !base.starts_with('_') {
            continue;
        }
        renderables.push(Renderable {
            name: gostd::path::join(&[path, &file.name]),
            text: file.data.clone(),
            base_path: gostd::path::join(&[path, "templates"]),
            context: context.clone(),
        });
    }
    context
}
