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
        "Literal string of patch content. Either --patch or --path must be specified.",
    ),
    Flag::string(
        "path",
        "Path to the patch file. Cannot be used with --patch at the same time.",
    ),
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
/// Both or neither of the patch's forms are given.
pub(super) fn patch(flags: &Flags) -> Result<Value, Failure> {
    let (text, path) = (flags.string("patch"), flags.string("path"));
    let mut patch = Map::new();
    match (text, path) {
        ("", "") => return Err(Failure::new("must provide either patch or path")),
        ("", path) => patch.insert("path".to_owned(), path.into()),
        (text, "") => patch.insert("patch".to_owned(), text.into()),
        _ => return Err(Failure::new("patch and path can't be set at the same time")),
    };
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
