//! URLs.

use std::collections::BTreeMap;
use std::sync::Arc;

use gostd::url::{Url, query_unescape};

use super::{Answer, fault};
use crate::value::{Key, Value};

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let value = match (function, args) {
        ("url", [Value::String(text)]) => {
            let error = || {
                fault(format!(
                    "URL parse error during conversion from string: parse {}: invalid URI for request",
                    gostd::strconv::quote(&**text)
                ))
            };
            return Some(
                parse(text)
                    .map(|url| Value::Url(Arc::new(url)))
                    .ok_or_else(error),
            );
        }
        ("isURL", [Value::String(text)]) => Value::Bool(parse(text).is_some()),
        ("getScheme", [Value::Url(url)]) => Value::string(&url.scheme),
        ("getHost", [Value::Url(url)]) => Value::string(&url.host),
        ("getHostname", [Value::Url(url)]) => Value::string(url.hostname()),
        ("getPort", [Value::Url(url)]) => Value::string(url.port()),
        ("getEscapedPath", [Value::Url(url)]) => Value::string(url.escaped_path()),
        ("getQuery", [Value::Url(url)]) => query(&url.raw_query),
        _ => return None,
    };
    Some(Ok(value))
}

/// Reads an absolute URL or an absolute path, as a request has it.
pub(super) fn parse(text: &str) -> Option<Url> {
    let url = Url::parse(text).ok()?;
    (!url.scheme.is_empty() || text.starts_with('/')).then_some(url)
}

fn query(raw: &str) -> Value {
    let mut values: BTreeMap<Key, Vec<Value>> = BTreeMap::new();
    for part in raw
        .split('&')
        .filter(|part| !part.is_empty() && !part.contains(';'))
    {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        let text = |part: &str| {
            let bytes = query_unescape(part).ok()?;
            Some(String::from_utf8_lossy(bytes.as_ref()).into_owned())
        };
        if let (Some(key), Some(value)) = (text(key), text(value)) {
            values
                .entry(Key::string(&key))
                .or_default()
                .push(Value::string(value));
        }
    }
    let entries = values
        .into_iter()
        .map(|(key, values)| (key, Value::list(values)));
    Value::Map(Arc::new(entries.collect()))
}
