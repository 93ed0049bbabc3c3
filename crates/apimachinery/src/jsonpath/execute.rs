use serde_json::Value;

use super::MissingKeys;
use super::compare::{ComparisonError, compare};
use super::node::{Node, Slice};

/// Why a template does not fit a value.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// A key that is not there.
    #[error("{0} is not found")]
    NotFound(String),
    /// An index into something that is no list.
    #[error("{0} is not array or slice")]
    NotList(&'static str),
    /// A filter of something that is no list.
    #[error("{0} is not array or slice and cannot be filtered")]
    NotFilterable(String),
    /// An index beyond the list.
    #[error("array index out of bounds: index {index}, length {length}")]
    OutOfBounds {
        /// The index.
        index: i64,
        /// The list's length.
        length: i64,
    },
    /// A slice that ends before it starts.
    #[error("starting index {start} is greater than ending index {end}")]
    Reversed {
        /// The first index.
        start: i64,
        /// The index after the last.
        end: i64,
    },
    /// A slice that does not go on.
    #[error("step must be > 0")]
    Step,
    /// A filter with several values on one side.
    #[error("can only compare one element at a time")]
    SeveralElements,
    /// A filter's operator that is none.
    #[error("unrecognized filter operator {0}")]
    Operator(String),
    /// Values that do not compare.
    #[error("{0}")]
    Comparison(#[from] ComparisonError),
    /// A word that is neither `range` nor `end`.
    #[error("unrecognized identifier {0}")]
    Identifier(String),
    /// An `end` without a `range`.
    #[error("not in range, nothing to end")]
    NothingToEnd,
}

/// What each node finds, with the loops unrolled.
pub(super) fn find_results(
    nodes: &[Node],
    value: &Value,
    missing_keys: MissingKeys,
) -> Result<Vec<Vec<Value>>, Error> {
    let mut executor = Executor {
        missing_keys,
        depth: 0,
        begins: false,
        ends: false,
    };
    let mut results = Vec::new();
    executor.block(nodes, value, &mut results)?;
    Ok(results)
}

struct Executor {
    missing_keys: MissingKeys,
    /// How many loops are open.
    depth: usize,
    /// Whether the node just walked began a loop.
    begins: bool,
    /// Whether the node just walked ended a loop.
    ends: bool,
}

impl Executor {
    /// Walks the nodes up to the `end` of the block; returns how many it walked, the `end` included.
    fn block(
        &mut self,
        nodes: &[Node],
        value: &Value,
        results: &mut Vec<Vec<Value>>,
    ) -> Result<usize, Error> {
        let mut position = 0;
        while position < nodes.len() {
            let found = self.walk(vec![value.clone()], &nodes[position])?;
            position += 1;
            if std::mem::take(&mut self.ends) {
                return Ok(position);
            }
            if !std::mem::take(&mut self.begins) {
                results.push(found);
                continue;
            }
            self.depth += 1;
            let mut walked = 0;
            for item in &found {
                walked = self.block(&nodes[position..], item, results)?;
            }
            if found.is_empty() {
                walked = self.block(&nodes[position..], &Value::Null, &mut Vec::new())?;
            }
            self.depth -= 1;
            position += walked;
        }
        Ok(position)
    }

    fn walk(&mut self, input: Vec<Value>, node: &Node) -> Result<Vec<Value>, Error> {
        match node {
            Node::Text(text) => Ok(vec![Value::from(text.as_str())]),
            Node::List(nodes) => self.list(input, nodes),
            Node::Field(name) => self.field(&input, name),
            Node::Identifier(name) => self.identifier(input, name),
            Node::Array(slice) => array(&input, *slice),
            Node::Filter {
                left,
                right,
                operator,
            } => self.filter(&input, left, right, operator),
            Node::Union(members) => {
                let mut results = Vec::new();
                for member in members {
                    results.extend(self.list(input.clone(), member)?);
                }
                Ok(results)
            }
            Node::Wildcard => Ok(input.iter().flat_map(children).cloned().collect()),
            Node::Recursive => Ok(recursive(&input)),
            Node::Int(int) => Ok(vec![Value::from(*int); input.len()]),
            Node::Float(float) => Ok(vec![Value::from(*float); input.len()]),
            Node::Bool(bool) => Ok(vec![Value::from(*bool); input.len()]),
        }
    }

    fn list(&mut self, input: Vec<Value>, nodes: &[Node]) -> Result<Vec<Value>, Error> {
        nodes
            .iter()
            .try_fold(input, |found, node| self.walk(found, node))
    }

    fn identifier(&mut self, input: Vec<Value>, name: &str) -> Result<Vec<Value>, Error> {
        match name {
            "range" => {
                self.begins = true;
                Ok(input)
            }
            "end" if self.depth > 0 => {
                self.ends = true;
                Ok(Vec::new())
            }
            "end" => Err(Error::NothingToEnd),
            other => Err(Error::Identifier(other.to_owned())),
        }
    }

    fn field(&self, input: &[Value], name: &str) -> Result<Vec<Value>, Error> {
        let found: Vec<Value> = input
            .iter()
            .filter_map(|value| value.get(name).cloned())
            .collect();
        let missing = found.is_empty() && !input.is_empty();
        if missing && self.missing_keys == MissingKeys::Fail {
            return Err(Error::NotFound(name.to_owned()));
        }
        Ok(found)
    }

    fn filter(
        &mut self,
        input: &[Value],
        left: &[Node],
        right: &[Node],
        operator: &str,
    ) -> Result<Vec<Value>, Error> {
        let mut results = Vec::new();
        for value in input {
            let items = value
                .as_array()
                .ok_or_else(|| Error::NotFilterable(go_text(value)))?;
            for item in items {
                if self.passes(item, left, right, operator)? {
                    results.push(item.clone());
                }
            }
        }
        Ok(results)
    }

    fn passes(
        &mut self,
        item: &Value,
        left: &[Node],
        right: &[Node],
        operator: &str,
    ) -> Result<bool, Error> {
        let lefts = self.list(vec![item.clone()], left);
        if operator == "exists" {
            return Ok(lefts.is_ok_and(|found| !found.is_empty()));
        }
        let Some(left) = single(lefts?)? else {
            return Ok(false);
        };
        let Some(right) = single(self.list(vec![item.clone()], right)?)? else {
            return Ok(false);
        };
        let passes: fn(std::cmp::Ordering) -> bool = match operator {
            "<" => std::cmp::Ordering::is_lt,
            ">" => std::cmp::Ordering::is_gt,
            "==" => std::cmp::Ordering::is_eq,
            "!=" => std::cmp::Ordering::is_ne,
            "<=" => std::cmp::Ordering::is_le,
            ">=" => std::cmp::Ordering::is_ge,
            other => return Err(Error::Operator(other.to_owned())),
        };
        Ok(passes(compare(
            &left,
            &right,
            matches!(operator, "==" | "!="),
        )?))
    }
}

fn single(mut found: Vec<Value>) -> Result<Option<Value>, Error> {
    if found.len() > 1 {
        return Err(Error::SeveralElements);
    }
    Ok(found.pop())
}

fn children(value: &Value) -> Box<dyn Iterator<Item = &Value> + '_> {
    match value {
        Value::Array(items) => Box::new(items.iter()),
        Value::Object(fields) => Box::new(fields.values()),
        _ => Box::new(std::iter::empty()),
    }
}

/// The values that hold others, from the outside in; texts count as lists of characters.
fn recursive(input: &[Value]) -> Vec<Value> {
    let mut results = Vec::new();
    for value in input {
        let inner: Vec<Value> = children(value).cloned().collect();
        if inner.is_empty() && value.as_str().is_none_or(str::is_empty) {
            continue;
        }
        results.push(value.clone());
        results.extend(recursive(&inner));
    }
    results
}

fn array(input: &[Value], slice: Slice) -> Result<Vec<Value>, Error> {
    let mut results = Vec::new();
    for value in input.iter().filter(|value| !value.is_null()) {
        let items = value
            .as_array()
            .ok_or_else(|| Error::NotList(go_type(value)))?;
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        let from_end = |index: i64| if index < 0 { index + length } else { index };
        let start = from_end(slice.start.unwrap_or(0));
        let end = match slice.end {
            None => length,
            // The end that follows from index -1.
            Some(0) if slice.single => length,
            Some(end) => from_end(end),
        };
        if start == end {
            return Ok(results);
        }
        if start >= length || start < 0 {
            return Err(Error::OutOfBounds {
                index: start,
                length,
            });
        }
        if end > length || end < 0 {
            return Err(Error::OutOfBounds {
                index: end - 1,
                length,
            });
        }
        if start > end {
            return Err(Error::Reversed { start, end });
        }
        let step = slice.step.unwrap_or(1);
        let step = usize::try_from(step)
            .ok()
            .filter(|step| *step > 0)
            .ok_or(Error::Step)?;
        let bounds = usize::try_from(start).unwrap_or(0)..usize::try_from(end).unwrap_or(0);
        results.extend(items[bounds].iter().step_by(step).cloned());
    }
    Ok(results)
}

/// Go's name of the type that a value is decoded as.
fn go_type(value: &Value) -> &'static str {
    match value {
        Value::Null => "<nil>",
        Value::Bool(_) => "bool",
        Value::Number(number) if number.is_f64() => "float64",
        Value::Number(_) => "int64",
        Value::String(_) => "string",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    }
}

/// A value as Go's `%v` prints it.
fn go_text(value: &Value) -> String {
    match value {
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(go_text).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{key}:{}", go_text(value)))
                .collect();
            format!("map[{}]", fields.join(" "))
        }
        Value::Null => "<nil>".to_owned(),
        scalar => super::print::scalar(scalar),
    }
}
