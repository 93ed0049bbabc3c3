//! `--name-template`: a release's name from a template.

use cobra::{Env, Failure};
use gotmpl::{CallError, Function, Map, Options, Templates, Type, Value};

const NAME: &str = "name-template";

/// Executes a template that has Sprig's functions, `env` and `fail` among them, and no data.
pub(crate) fn execute(template: &str, env: &Env) -> Result<String, Failure> {
    let mut funcs = sprig::funcs(&crate::environment::system());
    let variables = env.clone();
    let variable = Function::new(&[Type::String], move |arguments| {
        let name = arguments[0].sprint()?;
        Ok(Value::from(
            variables.get(&name.to_str()).unwrap_or_default(),
        ))
    });
    funcs.insert("env", variable);
    funcs.insert(
        "fail",
        Function::new(&[Type::String], |arguments| {
            Err(CallError::new(arguments[0].sprint()?.to_string()))
        }),
    );
    let mut templates = Templates::new(NAME, funcs, Options::default());
    templates.parse(NAME, template)?;
    let name = templates.execute(NAME, &Value::Map(Map::nil(&Type::String)))?;
    Ok(String::from_utf8_lossy(&name).into_owned())
}
