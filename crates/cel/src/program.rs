//! A source that has been read and checked.

use std::sync::Arc;

use crate::ast::Expr;
use crate::check::{Checked, Checker};
use crate::decl::Decl;
use crate::error::{CompileError, EvaluationError};
use crate::eval::{Budget, Evaluation};
use crate::parser;
use crate::types::Type;
use crate::value::Value;

/// An expression that can be evaluated.
#[derive(Debug)]
pub struct Program {
    expr: Expr,
    checked: Checked,
}

impl Program {
    /// Reads a source in which these variables stand for values.
    ///
    /// # Errors
    /// What is wrong with the source, syntax first.
    pub fn compile(source: &str, variables: &[(&str, Arc<Decl>)]) -> Result<Self, CompileError> {
        let expr = parser::parse(source).map_err(|issue| CompileError::new(source, vec![issue]))?;
        let mut checker = Checker::new(variables);
        let checked = checker.expression(&expr);
        let issues = checker.issues();
        if issues.is_empty() {
            Ok(Self { expr, checked })
        } else {
            Err(CompileError::new(source, issues))
        }
    }

    /// The type of the values that come out.
    #[must_use]
    pub fn result(&self) -> &Type {
        &self.checked.of
    }

    /// The most that one evaluation can cost, by the sizes that the variables can have.
    #[must_use]
    pub fn estimated_cost(&self) -> u64 {
        self.checked.cost
    }

    /// Whether the source names the variable.
    #[must_use]
    pub fn mentions(&self, variable: &str) -> bool {
        self.expr.mentions(variable)
    }

    /// The value of the expression for these values of the variables.
    ///
    /// # Errors
    /// Whatever goes wrong on the way, and a budget that is used up.
    pub fn evaluate(
        &self,
        variables: &[(&str, Value)],
        budget: &mut Budget,
    ) -> Result<Value, EvaluationError> {
        Evaluation::new(variables, budget).value(&self.expr)
    }
}
