//! Executing text that was not part of the set.

use std::rc::Rc;
use std::sync::Arc;

use super::Execution;
use crate::error::ExecError;
use crate::parse::ParseError;
use crate::value::{Str, Value};

/// Why a text could not be executed as a template.
#[derive(Clone, Debug, thiserror::Error)]
pub enum SourceError {
    /// It is no template.
    #[error(transparent)]
    Parse(#[from] ParseError),
    /// It failed.
    #[error(transparent)]
    Exec(#[from] ExecError),
}

impl Execution<'_> {
    /// Executes a text as a template that has the name of the set and sees all templates of the set. What the
    /// text defines is known until it ends. A text that comes again is not parsed again.
    ///
    /// # Errors
    /// Where and why the text does not parse, or the execution failed.
    pub fn execute_source(&mut self, text: &Str, dot: &Value) -> Result<Str, SourceError> {
        let parsed = self.templates.source(text)?;
        let root = parsed
            .trees
            .iter()
            .find(|tree| tree.name == *self.templates.name());
        let Some(root) = root.map(Arc::clone) else {
            return Ok(Str::default());
        };
        self.sources.push(Rc::clone(&parsed));
        let printed = self.capture(&root, dot);
        self.sources.pop();
        Ok(printed?)
    }
}
