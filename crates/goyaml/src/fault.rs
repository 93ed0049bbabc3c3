//! Syntax errors as scanner and parser find them.

use std::borrow::Cow;

use crate::cursor::{Cursor, Mark};
use crate::{Dialect, Error, ErrorKind};

/// Who found a fault: the two count lines differently in what they report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    Scanner,
    Parser,
}

/// A syntax error before it is put into the words of a dialect.
#[derive(Debug)]
pub(crate) struct Fault(Box<Details>);

#[derive(Debug)]
struct Details {
    stage: Stage,
    problem: Cow<'static, str>,
    at: Mark,
    /// Where the thing started that could not be finished; the start of the text for none.
    context: Mark,
}

impl Fault {
    pub(crate) fn scanner(context: Mark, problem: impl Into<Cow<'static, str>>, at: Mark) -> Self {
        Self(Box::new(Details {
            stage: Stage::Scanner,
            problem: problem.into(),
            at,
            context,
        }))
    }

    pub(crate) fn parser(context: Option<Mark>, problem: &'static str, at: Mark) -> Self {
        Self(Box::new(Details {
            stage: Stage::Parser,
            problem: problem.into(),
            at,
            context: context.unwrap_or_default(),
        }))
    }

    pub(crate) fn is_of_parser(&self) -> bool {
        self.0.stage == Stage::Parser
    }

    /// The error with its line. go-yaml counts lines from zero inside and treats zero as unknown; a parser error's line is printed as it
    /// is, one short. v2 prefers the line of the problem, v3 that of the context.
    pub(crate) fn into_error(self, dialect: Dialect, cursor: &mut Cursor<'_>) -> Error {
        let Details {
            stage,
            problem,
            at,
            context,
        } = *self.0;
        let shift = u32::from(stage == Stage::Scanner);
        let line = |mark: Mark, shift: u32| (mark.line != 0).then_some(mark.line + shift);
        let reported_line = match dialect {
            Dialect::V2 => line(at, shift).or(line(context, 0)),
            Dialect::V3 => line(context, shift).or(line(at, shift)),
        };
        let position = cursor.position(at);
        Error {
            kind: ErrorKind::Syntax(problem.into_owned()),
            position,
            reported_line: reported_line.unwrap_or(0),
        }
    }
}
