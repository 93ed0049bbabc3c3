//! The functions that need the engine: `include`, `tpl`, `required`, `fail` and `lookup`.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use gotmpl::{CallError, Execution, Function, Map, SourceError, Str, Type, Value};

use crate::log::Log;

/// Marks the text of an error that a template raised itself, so that it can be told from what surrounds it.
pub(super) const FAIL_START: &str = "HELM_ERR_START";
pub(super) const FAIL_END: &str = "HELM_ERR_END";

/// How often a template may be inside itself.
const MAX_INCLUDES: usize = 1_000;

/// Looks objects up: API version, kind, namespace and name give the object, without a name the list, and an empty object
/// where there is nothing.
pub type Lookup = Rc<dyn Fn(&str, &str, &str, &str) -> Result<serde_json::Value, String>>;

/// How the engine treats what is missing.
#[derive(Clone, Default)]
pub(crate) struct Mode {
    /// Report what would fail instead of failing.
    pub(crate) lint: bool,
    /// Fail for every missing key.
    pub(crate) strict: bool,
    /// Where reports go.
    pub(crate) log: Log,
    /// Where objects are looked up.
    pub(crate) lookup: Option<Lookup>,
}

/// How often each template is being included.
type Included = Rc<RefCell<HashMap<Str, usize>>>;

pub(super) fn functions(mode: &Mode) -> Vec<(&'static str, Function)> {
    let included = Included::default();
    let lint = mode.clone();
    let lint_fail = mode.clone();
    let cluster = mode.lookup.clone();
    vec![
        (
            "include",
            Function::executing(
                &[Type::String, Type::Interface],
                move |execution, arguments| {
                    include(execution, &included, &arguments[0], &arguments[1])
                },
            ),
        ),
        (
            "tpl",
            Function::executing(&[Type::String, Type::Interface], |execution, arguments| {
                tpl(execution, &arguments[0], &arguments[1])
            }),
        ),
        (
            "required",
            Function::new(&[Type::String, Type::Interface], move |arguments| {
                required(&lint, &arguments[0], &arguments[1])
            }),
        ),
        (
            "fail",
            Function::new(&[Type::String], move |arguments| {
                fail(&lint_fail, &arguments[0])
            }),
        ),
        (
            "lookup",
            Function::new(&[Type::String; 4], move |arguments| {
                lookup(cluster.as_ref(), arguments)
            }),
        ),
    ]
}

fn include(
    execution: &mut Execution<'_>,
    included: &Included,
    name: &Value,
    dot: &Value,
) -> Result<Value, CallError> {
    let Value::String(name) = name else {
        return Err("no name".into());
    };
    {
        let mut included = included.borrow_mut();
        let count = included.entry(name.clone()).or_default();
        if *count > MAX_INCLUDES {
            let message = format!(
                "rendering template has a nested reference name: {name}: unable to execute template"
            );
            return Err(message.into());
        }
        *count += 1;
    }
    let printed = execution.execute(name, dot);
    if let Some(count) = included.borrow_mut().get_mut(name) {
        *count -= 1;
    }
    Ok(Value::String(printed?))
}

fn tpl(execution: &mut Execution<'_>, text: &Value, dot: &Value) -> Result<Value, CallError> {
    let Value::String(text) = text else {
        return Err("no text".into());
    };
    let quoted = || gostd::strconv::quote(text);
    match execution.execute_source(text, dot) {
        Ok(printed) => Ok(Value::String(without_no_value(printed.as_bytes().to_vec()))),
        Err(SourceError::Parse(error)) => {
            Err(format!("cannot parse template {}: {error}", quoted()).into())
        }
        Err(SourceError::Exec(error)) => {
            let message = format!("error during tpl function execution for {}: ", quoted());
            Err(CallError::caused(message, error))
        }
    }
}

fn required(mode: &Mode, warning: &Value, value: &Value) -> Result<Value, CallError> {
    let missing = match value {
        Value::Nil => true,
        Value::String(text) => text.is_empty(),
        _ => false,
    };
    if !missing {
        return Ok(value.clone());
    }
    if mode.lint {
        mode.log.add(
            "WARN",
            "missing required value",
            &[("message", &warning.sprint()?.to_str())],
        );
        return Ok(Value::from(""));
    }
    Err(raised(&warning.sprint()?))
}

fn lookup(cluster: Option<&Lookup>, arguments: &[Value]) -> Result<Value, CallError> {
    let Some(cluster) = cluster else {
        return Ok(Value::Map(Map::new()));
    };
    let text = |value: &Value| match value {
        Value::String(text) => text.to_str().into_owned(),
        _ => String::new(),
    };
    let [api_version, kind, namespace, name] = [0, 1, 2, 3].map(|at| text(&arguments[at]));
    match cluster(&api_version, &kind, &namespace, &name)? {
        serde_json::Value::Object(found) => Ok(Value::Map(crate::yaml::to_map(&found))),
        _ => Ok(Value::Map(Map::new())),
    }
}

fn fail(mode: &Mode, message: &Value) -> Result<Value, CallError> {
    let message = message.sprint()?;
    if mode.lint {
        mode.log
            .add("INFO", "funcMap fail", &[("message", &message.to_str())]);
        return Ok(Value::from(""));
    }
    Err(raised(&message))
}

fn raised(message: &Str) -> CallError {
    CallError::new(format!("{FAIL_START}{message}{FAIL_END}"))
}

/// Text without what Go prints for values that are not there.
pub(super) fn without_no_value(text: Vec<u8>) -> Str {
    const NO_VALUE: &[u8] = b"<no value>";
    let mut found = memchr::memmem::find_iter(&text, NO_VALUE).peekable();
    if found.peek().is_none() {
        return Str::from(text);
    }
    let mut kept = Vec::with_capacity(text.len());
    let mut start = 0;
    for position in found {
        kept.extend_from_slice(&text[start..position]);
        start = position + NO_VALUE.len();
    }
    kept.extend_from_slice(&text[start..]);
    Str::from(kept)
}
