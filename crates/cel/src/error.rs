//! What can be wrong with a source, and what can go wrong in evaluating it.

use std::fmt;

/// The faults of a source, as the real compiler prints them, each with the line it is in.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CompileError {
    issues: Vec<(usize, String)>,
    source: String,
}

impl CompileError {
    pub(crate) fn new(source: &str, mut issues: Vec<(usize, String)>) -> Self {
        issues.sort_by_key(|(position, _)| *position);
        Self {
            issues,
            source: source.to_owned(),
        }
    }
}

impl std::error::Error for CompileError {}

/// `ERROR: <input>:LINE:COLUMN: TEXT`, and below it the line with an arrow.
impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, (position, text)) in self.issues.iter().enumerate() {
            if index > 0 {
                f.write_str("\n")?;
            }
            let (line, column, snippet) = locate(&self.source, *position);
            let snippet = snippet.replace('\t', " ");
            let dots: String = snippet
                .chars()
                .chain(std::iter::repeat(' '))
                .take(column)
                .map(|char| if char.is_ascii() { '.' } else { '．' })
                .collect();
            write!(
                f,
                "ERROR: <input>:{line}:{}: {text}\n | {snippet}\n | {dots}^",
                column + 1
            )?;
        }
        Ok(())
    }
}

/// Line from one, column from nought, and the line's text of a place counted in characters.
fn locate(source: &str, position: usize) -> (usize, usize, &str) {
    let mut before = 0;
    let mut last = (1, 0, "");
    for (index, line) in source.split('\n').enumerate() {
        let length = line.chars().count();
        last = (index + 1, position - before, line);
        if position <= before + length {
            break;
        }
        before += length + 1;
    }
    last
}

/// Why an evaluation gave no value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvaluationError {
    /// A key that a map, or a field that an object, does not have.
    #[error("no such key: {0}")]
    NoSuchKey(String),
    /// A key that two entries of a new map have.
    #[error("insert failed: key {0} already exists")]
    KeyIsTaken(String),
    /// A function that does not take such values.
    #[error("no such overload")]
    NoSuchOverload,
    /// A name that stands for nothing.
    #[error("no such attribute(s): {0}")]
    NoSuchAttribute(String),
    /// A place that a list does not have.
    #[error("index out of bounds: {0}")]
    OutOfBounds(i64),
    /// A result that its type cannot hold.
    #[error("{0} overflow")]
    Overflow(&'static str),
    /// A division by nought.
    #[error("division by zero")]
    DivisionByZero,
    /// A remainder by nought.
    #[error("modulus by zero")]
    ModulusByZero,
    /// The value of an optional that has none.
    #[error("optional.none() dereference")]
    EmptyOptional,
    /// More than what the budget allows.
    #[error("operation cancelled: actual cost limit exceeded")]
    CostLimit,
    /// What a function says of its arguments.
    #[error("{0}")]
    Argument(String),
}
