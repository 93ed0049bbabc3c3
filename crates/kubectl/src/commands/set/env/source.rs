//! `--from`: variables that refer to a config map or secret.

use cobra::{Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::resource::{Info, Request, select};
use crate::session::{Factory, Session};

/// A variable for each key of what `--from` names.
pub(super) async fn variables(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<Value>, CommandError> {
    let flags = &invocation.flags;
    let args = [flags.string("from").to_owned()];
    let request = Request {
        args: &args,
        ..Request::default()
    };
    let keys = flags.strings("keys");
    let mut variables = Vec::new();
    for info in select(&request, factory, io).await?.all()? {
        let reference = reference(&info)?;
        let data = info.object["data"].as_object();
        for key in data.into_iter().flat_map(serde_json::Map::keys) {
            if !keys.is_empty() && !keys.contains(key) {
                continue;
            }
            let name = variable_name(key);
            if name != *key {
                super::super::super::warn(
                    factory,
                    &format!("key {key} transferred to {name}"),
                    io,
                )?;
            }
            let mut entry = json!({"name": name});
            entry["valueFrom"][reference] = json!({"key": key, "name": info.name});
            variables.push(entry);
        }
    }
    Ok(variables)
}

fn reference(info: &Info) -> Result<&'static str, CommandError> {
    match info.resource.kind.as_str() {
        "ConfigMap" => Ok("configMapKeyRef"),
        "Secret" => Ok("secretKeyRef"),
        _ => Err(CommandError::told(
            "unsupported resource specified in --from",
        )),
    }
}

/// A key as a variable may be called.
fn variable_name(key: &str) -> String {
    let allowed = |c: char| match c.is_ascii_alphanumeric() || c == '_' {
        true => c.to_ascii_uppercase(),
        false => '_',
    };
    key.chars().map(allowed).collect()
}
