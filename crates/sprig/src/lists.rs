//! Lists. Functions never change the list that they are given.

use gotmpl::{CallError, List, Type, Value};

use crate::defaults::is_empty;
use crate::function::{Named, Result, binary, unary, unary_variadic, variadic};
use crate::math::to_int64;
use crate::text::{text_of, texts_of};

/// What Go says where a function looks at the type of nil.
pub(crate) const NIL_DEREFERENCE: &str =
    "runtime error: invalid memory address or nil pointer dereference";

const LIST_OF_ANY: Type = Type::ANY_LIST;

pub(crate) fn functions() -> Vec<Named> {
    let mut functions = vec![
        ("list", variadic(Value::list)),
        ("tuple", variadic(Value::list)),
        ("concat", variadic(concat)),
        ("sortAlpha", unary(sort_alpha)),
        ("push", binary(push)),
        ("mustPush", binary(push)),
    ];
    // Functions that panic and their relatives that give an error are alike in a template.
    for name in ["append", "mustAppend"] {
        functions.push((name, binary(push)));
    }
    for name in ["prepend", "mustPrepend"] {
        functions.push((
            name,
            binary(|list: Value, item: Value| {
                Ok(Value::list(
                    [vec![item], items(&list, "Cannot prepend on")?].concat(),
                ))
            }),
        ));
    }
    for name in ["first", "mustFirst"] {
        functions.push((
            name,
            unary(|list: Value| {
                Ok(items(&list, "Cannot find first on")?
                    .first()
                    .cloned()
                    .unwrap_or_default())
            }),
        ));
    }
    for name in ["last", "mustLast"] {
        functions.push((
            name,
            unary(|list: Value| {
                Ok(items(&list, "Cannot find last on")?
                    .last()
                    .cloned()
                    .unwrap_or_default())
            }),
        ));
    }
    for name in ["rest", "mustRest"] {
        functions.push((
            name,
            unary(|list: Value| {
                Ok(items(&list, "Cannot find rest on")?
                    .get(1..)
                    .map_or_else(nil, |rest| Value::list(rest.to_vec())))
            }),
        ));
    }
    for name in ["initial", "mustInitial"] {
        functions.push((name, unary(initial)));
    }
    for name in ["reverse", "mustReverse"] {
        functions.push((
            name,
            unary(|list: Value| {
                Ok(Value::list(
                    items(&list, "Cannot find reverse on")?
                        .into_iter()
                        .rev()
                        .collect(),
                ))
            }),
        ));
    }
    for name in ["uniq", "mustUniq"] {
        functions.push((name, unary(uniq)));
    }
    for name in ["compact", "mustCompact"] {
        functions.push((
            name,
            unary(|list: Value| {
                Ok(Value::list(
                    items(&list, "Cannot compact on")?
                        .into_iter()
                        .filter(|item| !is_empty(item))
                        .collect(),
                ))
            }),
        ));
    }
    for name in ["without", "mustWithout"] {
        functions.push((name, unary_variadic(without)));
    }
    for name in ["has", "mustHas"] {
        functions.push((name, binary(has)));
    }
    for name in ["slice", "mustSlice"] {
        functions.push((name, unary_variadic(slice)));
    }
    for name in ["chunk", "mustChunk"] {
        functions.push((name, binary(chunk)));
    }
    functions
}

fn nil() -> Value {
    Value::List(List::nil(&Type::Interface))
}

/// The items of a list; `refusal` begins the error for anything else.
fn items(list: &Value, refusal: &str) -> Result<Vec<Value>> {
    match list.underlying() {
        Value::List(list) => Ok(list.items().to_vec()),
        Value::Nil => Err(NIL_DEREFERENCE.into()),
        _ => Err(CallError::new(format!("{refusal} type {}", list.kind()))),
    }
}

fn push(list: Value, item: Value) -> Result {
    let mut all = items(&list, "Cannot push on")?;
    all.push(item);
    Ok(Value::list(all))
}

fn concat(lists: Vec<Value>) -> Result {
    if lists.is_empty() {
        return Ok(nil());
    }
    let mut all = Vec::new();
    for list in &lists {
        match list.underlying() {
            Value::List(list) => all.extend_from_slice(list.items()),
            Value::Nil => return Err(NIL_DEREFERENCE.into()),
            _ => {
                return Err(CallError::new(format!(
                    "Cannot concat type {} as list",
                    list.kind()
                )));
            }
        }
    }
    Ok(if all.is_empty() {
        nil()
    } else {
        Value::list(all)
    })
}

fn initial(list: Value) -> Result {
    let mut all = items(&list, "Cannot find initial on")?;
    Ok(all.pop().map_or_else(nil, |_| Value::list(all)))
}

fn uniq(list: Value) -> Result {
    let mut kept: Vec<Value> = Vec::new();
    for item in items(&list, "Cannot find uniq on")? {
        if !kept.iter().any(|other| other.deep_equal(&item)) {
            kept.push(item);
        }
    }
    Ok(Value::list(kept))
}

fn without(list: Value, omitted: Vec<Value>) -> Result {
    let all = items(&list, "Cannot find without on")?;
    Ok(Value::list(
        all.into_iter()
            .filter(|item| !omitted.iter().any(|o| o.deep_equal(item)))
            .collect(),
    ))
}

fn has(needle: Value, list: Value) -> Result<bool> {
    if matches!(list, Value::Nil) {
        return Ok(false);
    }
    Ok(items(&list, "Cannot find has on")?
        .iter()
        .any(|item| item.deep_equal(&needle)))
}

/// `slice list [from [to]]`, with the type of the list kept.
fn slice(list: Value, bounds: Vec<Value>) -> Result {
    let source = match list.underlying() {
        Value::List(source) => source,
        Value::Nil => return Err(NIL_DEREFERENCE.into()),
        _ => {
            return Err(CallError::new(format!(
                "list should be type of slice or array but {}",
                list.kind()
            )));
        }
    };
    if source.is_empty() {
        return Ok(Value::Nil);
    }
    let bound = |index: usize, default: usize| {
        bounds
            .get(index)
            .map_or(Ok(default), |value| usize::try_from(to_int64(value)))
    };
    match (bound(0, 0), bound(1, source.len())) {
        (Ok(from), Ok(to)) if from <= to && to <= source.len() => Ok(Value::List(List::typed(
            source.element(),
            source.items()[from..to].to_vec(),
        ))),
        _ => Err("reflect.Value.Slice: slice index out of bounds".into()),
    }
}

fn chunk(size: i64, list: Value) -> Result {
    let all = items(&list, "Cannot chunk")?;
    let last = all.len().saturating_sub(1) as u64;
    // A negative size makes no chunks if one of its length would hold all.
    if size < 0 && last > 0 && last <= size.unsigned_abs() {
        return Ok(Value::List(List::typed(&LIST_OF_ANY, Vec::new())));
    }
    let size = usize::try_from(size)
        .ok()
        .filter(|size| *size > 0)
        .ok_or("runtime error: makeslice: len out of range")?;
    let chunks = all
        .chunks(size)
        .map(|chunk| Value::list(chunk.to_vec()))
        .collect();
    Ok(Value::List(List::typed(&LIST_OF_ANY, chunks)))
}

fn sort_alpha(list: Value) -> Result {
    let mut texts = match list.underlying() {
        list @ Value::List(_) => texts_of(&list)?,
        _ => vec![text_of(&list)?],
    };
    texts.sort();
    Ok(Value::strings(texts))
}
