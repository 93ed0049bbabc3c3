//! Semantic versions as Masterminds' library reads and compares them.

mod constraint;
mod version;
mod version_object;

use gotmpl::{CallError, Str, Value};

use crate::function::{Named, Result, binary, unary};

pub use constraint::Constraints;
pub use version::Version;
pub(crate) use version_object::VersionObject;

pub(crate) fn functions() -> Vec<Named> {
    vec![
        (
            "semver",
            unary(|text: Str| Ok(Value::object(VersionObject::pointer(read(&text)?)))),
        ),
        ("semverCompare", binary(compare)),
    ]
}

fn read(text: &Str) -> Result<Version> {
    Version::parse(&text.to_str()).map_err(|error| CallError::new(error.to_string()))
}

fn compare(constraints: Str, version: Str) -> Result<bool> {
    let constraints = Constraints::parse(&constraints.to_str())
        .map_err(|error| CallError::new(error.to_string()))?;
    Ok(constraints.check(&read(&version)?))
}
