//! Errors with the place where they happened.

use super::Execution;
use crate::error::{ExecError, Failure, Position};
use crate::node::{At, Tree};

impl Execution<'_> {
    /// An error at the node being evaluated.
    pub(super) fn error(&self, message: impl Into<String>) -> ExecError {
        self.failure(message.into(), None, false)
    }

    pub(super) fn failure(
        &self,
        message: String,
        cause: Option<ExecError>,
        call: bool,
    ) -> ExecError {
        let (position, template) = match &self.tree {
            Some(tree) => (Some(position(tree, self.at)), tree.name.clone()),
            None => (None, self.templates.name().clone()),
        };
        ExecError::new(Failure {
            position,
            template,
            message,
            cause,
            call,
            missing: None,
        })
    }
}

fn position(tree: &Tree, at: At) -> Position {
    let offset = at.pos as usize;
    let before = &tree.body.text.as_bytes()[..offset];
    let line_break = memchr::memrchr(b'\n', before);
    Position {
        file: tree.parse_name.clone(),
        line: 1 + memchr::memchr_iter(b'\n', before).count(),
        column: line_break.map_or(offset, |line_break| offset - line_break - 1),
        offset,
        text: tree.body.text.clone(),
        context: tree
            .body
            .find(at.id)
            .map(|node| node.to_string())
            .unwrap_or_default(),
    }
}
