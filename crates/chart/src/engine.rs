//! Rendering the templates of a chart and those that it contains.

mod context;
mod error;
mod files;
mod functions;
mod order;

use std::collections::BTreeMap;

use gotmpl::{FuncMap, Limits, Map, MissingKey, Options, Str, Templates, Value};

pub use error::RenderError;

use crate::chart::Chart;
use crate::values::VALUES;
use context::Renderable;
pub use functions::Lookup;
pub(crate) use functions::Mode;

/// Templates call each other no deeper than this, whatever the functions between them allow.
const MAX_DEPTH: usize = 20_000;

/// What the templates of all charts see besides values.
pub(crate) struct Scope {
    /// `.Release`
    pub(crate) release: Map,
    /// `.Capabilities`
    pub(crate) capabilities: Value,
    /// The values of the root chart, those of all others below.
    pub(crate) values: Map,
}

/// Renders every file under `templates/` that is no partial, by its full name.
pub(crate) fn render(
    chart: &Chart,
    scope: &Scope,
    mode: &Mode,
    environment: &sprig::Environment,
) -> Result<BTreeMap<String, Str>, RenderError> {
    let mut renderables = context::collect(chart, scope);
    renderables.sort_by(|a, b| order::compare(&b.name, &a.name));
    // A name that two charts share stands for the file that was collected last.
    renderables.dedup_by(|later, earlier| later.name == earlier.name);
    let options = Options {
        missing_key: if mode.strict {
            MissingKey::Error
        } else {
            MissingKey::Zero
        },
        limits: Limits {
            depth: MAX_DEPTH,
            ..Limits::default()
        },
    };
    let mut templates = Templates::new("gotpl", funcs(mode, environment), options);
    for renderable in &renderables {
        let text = renderable.text.clone();
        let parsed = templates.parse(renderable.name.as_str(), text.clone());
        parsed.map_err(|error| RenderError::parse(error, text))?;
    }
    let mut rendered = BTreeMap::new();
    for renderable in &renderables {
        if is_partial(&renderable.name) {
            continue;
        }
        let text = execute(&templates, renderable)?;
        rendered.insert(renderable.name.clone(), text);
    }
    Ok(rendered)
}

fn funcs(mode: &Mode, environment: &sprig::Environment) -> FuncMap {
    let mut funcs = sprig::funcs(environment);
    funcs.extend(functions::functions(mode));
    funcs
}

/// All functions that templates can name.
pub(crate) fn all_functions(environment: &sprig::Environment) -> FuncMap {
    funcs(&Mode::default(), environment)
}

fn execute(templates: &Templates, renderable: &Renderable) -> Result<Str, RenderError> {
    let template = Map::from_iter([
        ("Name", Value::from(renderable.name.as_str())),
        ("BasePath", Value::from(renderable.base_path.as_str())),
    ]);
    let context = &renderable.context;
    context.insert("Template", Value::Map(template.with_name(Some(&VALUES))));
    let dot = Value::Map(context.with_name(Some(&VALUES)));
    let text = templates
        .execute(&renderable.name, &dot)
        .map_err(RenderError::execute)?;
    Ok(functions::without_no_value(text))
}

/// Whether a file only has definitions: its name starts with `_`.
fn is_partial(name: &str) -> bool {
    name.rsplit('/')
        .next()
        .is_some_and(|base| base.starts_with('_'))
}
