//! What evaluating costs at most: a step costs one, texts and lists by their sizes.

use crate::ast::Loop;
use crate::check::Checked;
use crate::types::Type;

/// What it costs to make a list.
pub(crate) const LIST: u64 = 10;
/// What it costs to make a map.
pub(crate) const MAP: u64 = 30;

/// A tenth of a size, rounded up: texts are gone through ten characters at a step.
pub(crate) fn traversal(size: u64) -> u64 {
    size.div_ceil(10)
}

/// A call with its arguments.
pub(crate) fn of_call(function: &str, operands: &[Checked]) -> u64 {
    let costs = || {
        operands
            .iter()
            .fold(0_u64, |sum, operand| sum.saturating_add(operand.cost))
    };
    if let ("_?_:_", [condition, yes, no]) = (function, operands) {
        return condition.cost.saturating_add(yes.cost.max(no.cost));
    }
    let own = match function {
        "_&&_" | "_||_" => 0,
        _ => own(function, operands),
    };
    costs().saturating_add(own)
}

fn own(function: &str, operands: &[Checked]) -> u64 {
    let size = |index: usize| operands.get(index).map_or(1, |operand| operand.size);
    let is_text = |operand: &Checked| matches!(operand.of, Type::String | Type::Bytes);
    match function {
        "_==_" | "_!=_" | "_<_" | "_<=_" | "_>_" | "_>=_" => traversal(size(0).min(size(1))),
        "_+_" if operands.iter().any(is_text) => traversal(size(0).saturating_add(size(1))),
        "@in" if matches!(operands[1].of, Type::List(_) | Type::Dyn) => size(1),
        "contains" => traversal(size(0)).saturating_mul(traversal(size(1))),
        "startsWith" | "endsWith" => traversal(size(1)),
        "matches" | "find" | "findAll" => {
            traversal(size(0).saturating_add(1)).saturating_mul(size(1).div_ceil(4))
        }
        "isSorted" | "sum" | "min" | "max" | "indexOf" | "lastIndexOf"
            if matches!(operands[0].of, Type::List(_)) =>
        {
            size(0)
        }
        "sets.contains" | "sets.intersects" => size(0).saturating_mul(size(1)),
        "sets.equivalent" => size(0).saturating_mul(size(1)).saturating_mul(2),
        "indexOf" | "lastIndexOf" => traversal(size(0)).saturating_mul(traversal(size(1))),
        "charAt" | "lowerAscii" | "upperAscii" | "replace" | "split" | "substring" | "trim"
        | "join" | "reverse" | "url" | "isURL" | "ip" | "isIP" | "ip.isCanonical" | "cidr"
        | "isCIDR" | "quantity" | "isQuantity" | "semver" | "isSemver" | "validate" | "bytes" => {
            traversal(size(0)).max(1)
        }
        "string" if operands.first().is_some_and(is_text) => traversal(size(0)).max(1),
        _ => 1,
    }
}

/// The most elements of a call's result.
pub(crate) fn size_of_call(function: &str, operands: &[Checked]) -> u64 {
    let size = |index: usize| operands.get(index).map_or(1, |operand| operand.size);
    match function {
        "_?_:_" => size(1).max(size(2)),
        "_+_" => size(0).saturating_add(size(1)),
        "lowerAscii" | "upperAscii" | "substring" | "trim" | "charAt" | "reverse" | "find"
        | "findAll" | "split" | "dyn" | "bytes" => size(0),
        "string"
            if operands
                .first()
                .is_some_and(|operand| operand.of == Type::String) =>
        {
            size(0)
        }
        "replace" => size(0).saturating_mul(size(2).max(1)),
        _ => u64::MAX,
    }
}

/// A comprehension whose body and filter cost so much at each step.
pub(crate) fn of_loop(kind: Loop, range: &Checked, step: u64) -> u64 {
    let around = match kind {
        // The condition to go on, and the result so far.
        Loop::All | Loop::Exists => 3,
        Loop::ExistsOne => 2,
        // A list of one is made and added.
        Loop::List | Loop::Filter | Loop::Map | Loop::Entries => LIST + 3,
        Loop::Optional | Loop::FlatOptional => {
            return range.cost.saturating_add(step).saturating_add(1);
        }
    };
    let once = if matches!(kind, Loop::List | Loop::Filter) {
        LIST + 1
    } else {
        1
    };
    range
        .size
        .saturating_mul(step.saturating_add(around))
        .saturating_add(range.cost)
        .saturating_add(once)
}
