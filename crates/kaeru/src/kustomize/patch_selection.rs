//! Patches as flags describe them.

use cobra::{Failure, Flag, Flags};
use serde_json::{Map, Value};

/// The flags that describe a patch and its target.
pub(super) const FLAGS: &[Flag] = &[
    Flag::string("annotation-selector", "annotationSelector in patch target"),
    Flag::string("group", "API group in patch target"),
    Flag::string("kind", "resource kind in patch target"),
    Flag::string("label-selector", "labelSelector in patch target"),
    Flag::string("name", "resource name in patch target"),
    Flag::string("namespace", "resource namespace in patch target"),
    Flag::string(
        "patch",
        "Literal string of patch content. Cannot be used with --path at the same time.",
    ),
    Flag::string(
        "path",
        "Path to the patch file. Cannot be used with --patch at the same time.",
    )
    .files(&[]),
    Flag::string("version", "API version in patch target"),
];

/// The names of the flags that describe the target, and its fields.
const TARGET: &[(&str, &str)] = &[
    ("annotation-selector", "annotationSelector"),
    ("group", "group"),
    ("kind", "kind"),
    ("label-selector", "labelSelector"),
    ("name", "name"),
    ("namespace", "namespace"),
    ("version", "version"),
];

/// The patch that the flags describe.
///
/// # Errors
/// Both of the patch's forms are given.
pub(super) fn patch(flags: &Flags) -> Result<Value, Failure> {
    let (text, path) = (flags.string("patch"), flags.string("path"));
    if !text.is_empty() && !path.is_empty() {
        return Err(Failure::new("patch and path can't be set at the same time"));
    }
    let mut patch = Map::new();
    for (field, value) in [("patch", text), ("path", path)] {
        if !value.is_empty() {
            patch.insert(field.to_owned(), value.into());
        }
    }
    let given = TARGET
        .iter()
        .map(|(flag, field)| (field, flags.string(flag)))
        .filter(|(_, text)| !text.is_empty());
    let target: Map<String, Value> = given
        .map(|(field, text)| ((*field).to_owned(), text.into()))
        .collect();
    if !target.is_empty() {
        patch.insert("target".to_owned(), Value::Object(target));
    }
    Ok(Value::Object(patch))
}
