//! Estimates before, and a limit during evaluation.

use cel::{Budget, EvaluationError, Value};

use crate::{compile, value};

#[test]
fn nested_loops_multiply() {
    let cost = |source: &str| compile(source).unwrap().estimated_cost();
    let (one, two) = (
        cost("self.tags.all(a, a != 'x')"),
        cost("self.tags.all(a, self.tags.all(b, a != b))"),
    );
    assert!(one < 100, "{one}");
    assert!(two > 5 * one && two < 20 * one, "{one} {two}");
    assert_eq!(cost("self.either.all(a, a == 'x')"), u64::MAX);
}

#[test]
fn an_evaluation_ends_with_its_budget() {
    let program = compile("self.tags.all(a, self.tags.all(b, self.tags.all(c, true)))").unwrap();
    let variables = [("self", value()), ("oldSelf", Value::Null)];
    let mut budget = Budget::new(20);
    assert_eq!(
        program.evaluate(&variables, &mut budget),
        Err(EvaluationError::CostLimit)
    );
    assert_eq!(budget.left(), 0);
    // No side of an operator takes this back.
    let program = compile("true || self.tags.all(a, a != 'x')").unwrap();
    assert_eq!(
        program.evaluate(&variables, &mut Budget::new(0)),
        Ok(Value::Bool(true))
    );
    let program = compile("self.tags.exists(a, a == 'x') || true").unwrap();
    assert_eq!(
        program.evaluate(&variables, &mut Budget::new(3)),
        Err(EvaluationError::CostLimit)
    );
}
