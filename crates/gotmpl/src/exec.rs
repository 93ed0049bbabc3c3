//! The executor.

mod argument;
mod call;
mod error;
mod field;
mod operand;
mod pipeline;
mod range;
mod source;
mod walk;

use std::rc::Rc;
use std::sync::Arc;

pub use source::SourceError;

use crate::error::ExecError;
use crate::node::{At, Tree};
use crate::parse::Parsed;
use crate::stack;
use crate::templates::Templates;
use crate::value::{Str, Value};
use operand::Operand;

type Result<T> = std::result::Result<T, ExecError>;

/// A running execution, as functions that execute templates themselves see it.
pub struct Execution<'s> {
    templates: &'s Templates,
    /// Texts being executed by functions, the innermost last: their definitions hide those of the set.
    sources: Vec<Rc<Parsed>>,
    out: Vec<u8>,
    /// The template being executed.
    tree: Option<Arc<Tree>>,
    /// Where the template's variables start.
    base: usize,
    variables: Vec<Option<Operand>>,
    /// The node being evaluated, for errors.
    at: At,
    depth: usize,
    steps: u64,
    written: usize,
}

impl<'s> Execution<'s> {
    pub(crate) fn new(templates: &'s Templates) -> Execution<'s> {
        Execution {
            templates,
            sources: Vec::new(),
            out: Vec::new(),
            tree: None,
            base: 0,
            variables: Vec::new(),
            at: At::default(),
            depth: 0,
            steps: 0,
            written: 0,
        }
    }

    pub(crate) fn run(mut self, name: &str, dot: &Value) -> Result<Vec<u8>> {
        let name = Str::from(name);
        let tree = self
            .lookup(&name)
            .ok_or_else(|| self.templates.no_template(&name))?;
        self.enter(&tree, &Operand::concrete(dot.clone()))?;
        Ok(self.out)
    }

    /// Executes the template `name` and gives what it prints.
    ///
    /// # Errors
    /// Where and why the execution failed.
    pub fn execute(&mut self, name: &Str, dot: &Value) -> Result<Str> {
        let tree = self
            .lookup(name)
            .ok_or_else(|| self.templates.no_template(name))?;
        self.capture(&tree, dot)
    }

    /// Executes a tree and gives what it prints instead of printing it.
    fn capture(&mut self, tree: &Arc<Tree>, dot: &Value) -> Result<Str> {
        let outer = std::mem::take(&mut self.out);
        let executed = self.enter(tree, &Operand::concrete(dot.clone()));
        let printed = std::mem::replace(&mut self.out, outer);
        executed.map(|()| Str::from(printed))
    }

    /// The template of this name: from the innermost text that defines it, else from the set.
    fn lookup(&self, name: &Str) -> Option<Arc<Tree>> {
        let mut empty = None;
        for source in self.sources.iter().rev() {
            if let Some(tree) = source.trees.iter().find(|tree| tree.name == *name) {
                if !tree.body.is_empty() {
                    return Some(Arc::clone(tree));
                }
                empty = Some(tree);
            }
        }
        self.templates.tree(name.as_bytes()).or(empty).cloned()
    }

    /// Executes a tree with variables of its own.
    fn enter(&mut self, tree: &Arc<Tree>, dot: &Operand) -> Result<()> {
        let limit = self.templates.options().limits.depth;
        if self.depth >= limit {
            return Err(self.error(format!("exceeded maximum template depth ({limit})")));
        }
        self.depth += 1;
        let outer_tree = self.tree.replace(Arc::clone(tree));
        let (outer_at, outer_base) = (self.at, self.base);
        self.base = self.variables.len();
        self.at = At::default();
        self.variables.resize(self.base + tree.body.slots, None);
        self.variables[self.base] = Some(dot.clone());
        let walked = stack::grow(|| self.walk(dot, &tree.body.root));
        self.variables.truncate(self.base);
        (self.at, self.base) = (outer_at, outer_base);
        self.tree = outer_tree;
        self.depth -= 1;
        walked
    }
}
