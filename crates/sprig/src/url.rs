//! URLs taken apart and put together.

use gostd::url::Url;
use gotmpl::{CallError, Map, Str, Value};

use crate::function::{Named, Result, unary};

pub(crate) fn functions() -> Vec<Named> {
    vec![("urlParse", unary(parse)), ("urlJoin", unary(join))]
}

fn parse(text: Str) -> Result<Map> {
    let url = Url::parse(&text.to_str())
        .map_err(|error| CallError::new(format!("unable to parse url: {error}")))?;
    Ok(Map::from_iter([
        ("scheme", Value::from(url.scheme.as_str())),
        ("host", Value::from(url.host.as_str())),
        ("hostname", Value::from(url.hostname())),
        ("path", Value::from(url.path.as_str())),
        ("query", Value::from(url.raw_query.as_str())),
        ("opaque", Value::from(url.opaque.as_str())),
        ("fragment", Value::from(url.fragment.as_str())),
        ("userinfo", Value::from(url.userinfo())),
    ]))
}

fn join(parts: Map) -> Result<String> {
    let part = |key: &str| match parts.get(key) {
        None => Ok(String::new()),
        Some(Value::String(text)) => Ok(text.to_str().into_owned()),
        Some(other) => Err(CallError::new(format!(
            "unable to parse {key} key, must be of type string, but {} found",
            other.kind()
        ))),
    };
    let mut url = Url {
        scheme: part("scheme")?,
        host: part("host")?,
        path: part("path")?,
        raw_query: part("query")?,
        opaque: part("opaque")?,
        fragment: part("fragment")?,
        ..Url::default()
    };
    let userinfo = part("userinfo")?;
    if !userinfo.is_empty() {
        let parsed = Url::parse(&format!("proto://{userinfo}@host")).map_err(|error| {
            CallError::new(format!("unable to parse userinfo in dict: {error}"))
        })?;
        url.user = parsed.user;
    }
    Ok(url.to_string())
}
