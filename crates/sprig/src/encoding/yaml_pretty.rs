//! `toYamlPretty`: the value itself through an encoder of go-yaml's third version.

use gotmpl::Value;
use goyaml::{Emitter, Layout, Scalar, sort_by_key};

use super::json::text_form;

/// Nesting beyond which a value is taken to contain itself.
const MAX_DEPTH: usize = 1000;

/// The YAML of a value, indented lists and all; nothing if it has no end.
pub(super) fn to_yaml_pretty(value: &Value) -> String {
    let mut emitter = Emitter::new(Layout::V3);
    if emit(&mut emitter, value, MAX_DEPTH).is_none() {
        return String::new();
    }
    let mut text = emitter.finish();
    if text.ends_with('\n') {
        text.pop();
    }
    text
}

fn emit(emitter: &mut Emitter, value: &Value, depth: usize) -> Option<()> {
    let deeper = depth.checked_sub(1)?;
    match value {
        Value::Nil => emitter.scalar(&Scalar::Null),
        Value::Bool(flag) => emitter.scalar(&Scalar::Bool(*flag)),
        Value::Int(number) | Value::Int64(number) => emitter.scalar(&Scalar::Int(*number)),
        Value::Uint8(number) => emitter.scalar(&Scalar::Int(i64::from(*number))),
        Value::Uint64(number) => emitter.scalar(&Scalar::Uint(*number)),
        Value::Float64(number) => emitter.scalar(&Scalar::Float(*number)),
        Value::String(text) => emitter.string(&text.to_str()),
        Value::List(list) => {
            emitter.begin_sequence(list.is_empty());
            list.items()
                .iter()
                .try_for_each(|item| emit(emitter, item, deeper))?;
            if !list.is_empty() {
                emitter.end_sequence();
            }
        }
        Value::Map(map) => {
            let mut entries: Vec<(String, Value)> = map
                .entries()
                .into_iter()
                .map(|(key, item)| (key.to_str().into_owned(), item))
                .collect();
            sort_by_key(&mut entries, |(key, _)| key);
            emit_mapping(emitter, &entries, deeper)?;
        }
        Value::Object(object) => match (text_form(value), object.underlying(), object.string()) {
            (Some(text), ..) if value.type_name() == "time.Time" => {
                emitter.scalar(&Scalar::Timestamp(text));
            }
            (Some(text), ..) => emitter.string(&text),
            // A duration is written as its text.
            (None, Some(Value::Int64(_)), Some(text)) => emitter.string(&text.to_str()),
            (None, Some(plain), _) => emit(emitter, &plain, deeper)?,
            (None, None, _) => {
                let fields = object.fields().into_iter();
                let entries: Vec<(String, Value)> = fields
                    .map(|(name, item)| (name.to_lowercase(), item))
                    .collect();
                emit_mapping(emitter, &entries, deeper)?;
            }
        },
        Value::Func(_) => return None,
    }
    Some(())
}

fn emit_mapping(emitter: &mut Emitter, entries: &[(String, Value)], depth: usize) -> Option<()> {
    emitter.begin_mapping(entries.is_empty());
    if entries.is_empty() {
        return Some(());
    }
    for (key, value) in entries {
        emitter.key(key);
        emit(emitter, value, depth)?;
    }
    emitter.end_mapping();
    Some(())
}
