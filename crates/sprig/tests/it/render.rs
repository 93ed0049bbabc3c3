use std::cell::OnceCell;

use gotmpl::{FuncMap, Map, MapName, MissingKey, Options, Templates, Value};

use crate::case::Answer;
use crate::environment::environment;

/// The name that helm gives the template of a chart named `c`.
pub(crate) const TEMPLATE: &str = "c/templates/t.yaml";

static VALUES: MapName = MapName {
    name: "common.Values",
    method: |_, _| None,
};

thread_local! {
    static FUNCS: OnceCell<FuncMap> = const { OnceCell::new() };
}

pub(crate) fn render(template: &str) -> Answer {
    let funcs = FUNCS.with(|funcs| funcs.get_or_init(|| sprig::funcs(&environment())).clone());
    let mut templates = Templates::new(
        "gotpl",
        funcs,
        Options {
            missing_key: MissingKey::Zero,
            ..Options::default()
        },
    );
    if let Err(error) = templates.parse(TEMPLATE, template) {
        return Answer::Error(error.to_string());
    }
    let dot = Map::new().with_name(Some(&VALUES));
    dot.insert("Values", Value::Map(Map::new().with_name(Some(&VALUES))));
    match templates.execute(TEMPLATE, &Value::Map(dot)) {
        Ok(output) => Answer::Output(String::from_utf8_lossy(&output).into_owned()),
        Err(error) => Answer::Error(error.to_string()),
    }
}
