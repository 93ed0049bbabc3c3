//! Runs of numbers.

use gotmpl::{CallError, List, Type, Value};

use crate::function::Result;

/// The longest run: far beyond any use, well within memory.
const MAX_LENGTH: i64 = 10_000_000;

/// 0 up to or down to `count`, which is not in it.
pub(super) fn until(count: i64) -> Result {
    until_step(0, count, if count < 0 { -1 } else { 1 })
}

pub(super) fn until_step(start: i64, stop: i64, step: i64) -> Result {
    let numbers = run(start, stop, step)?;
    Ok(Value::List(List::typed(
        &Type::Int,
        numbers.into_iter().map(Value::Int).collect(),
    )))
}

fn run(start: i64, stop: i64, step: i64) -> Result<Vec<i64>> {
    let (span, step_size) = (i128::from(stop) - i128::from(start), i128::from(step));
    if step == 0 || (span < 0) != (step < 0) {
        return Ok(Vec::new());
    }
    let length = (span.abs() + step_size.abs() - 1) / step_size.abs();
    if length > i128::from(MAX_LENGTH) {
        return Err(CallError::new(format!(
            "a list of {length} numbers is longer than {MAX_LENGTH}"
        )));
    }
    let mut numbers = Vec::new();
    let mut next = i128::from(start);
    while numbers.len() as i128 != length {
        numbers.push(i64::try_from(next).unwrap_or(stop));
        next += step_size;
    }
    Ok(numbers)
}

/// As the shell's: `seq last`, `seq first last`, `seq first step last`, each with its end in it.
pub(super) fn seq(parameters: Vec<i64>) -> Result<String> {
    let (start, end, step) = match parameters[..] {
        [end] => (1, end, if end < 1 { -1 } else { 1 }),
        [start, end] => (start, end, if end < start { -1 } else { 1 }),
        [start, step, end] if end < start && step > 0 => return Ok(String::new()),
        [start, step, end] => (start, end, step),
        _ => return Ok(String::new()),
    };
    let past_end = end.saturating_add(if end < start { -1 } else { 1 });
    let numbers = run(start, past_end, step)?;
    Ok(numbers
        .iter()
        .map(i64::to_string)
        .collect::<Vec<_>>()
        .join(" "))
}
