//! Entries of `replacements`.

use serde::Serialize;

use super::{ResIdFields, Selector};
use crate::godecode::go_struct;

/// An entry of `replacements`: a replacement, or a file that holds some.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub(crate) struct ReplacementField {
    #[serde(flatten)]
    pub(crate) replacement: Replacement,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) path: String,
}
go_struct!(ReplacementField = "types"."ReplacementField" {
    "path" => path, "Replacement.source" => replacement.source, "Replacement.sourceValue" => replacement.source_value,
    "Replacement.targets" => replacement.targets,
});

/// A value and where it goes.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Replacement {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<SourceSelector>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) source_value: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) targets: Option<Vec<TargetSelector>>,
}
go_struct!(Replacement = "types"."Replacement" { "source" => source, "sourceValue" => source_value, "targets" => targets });

/// The field that a value comes from.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct SourceSelector {
    #[serde(flatten)]
    pub(crate) id: ResIdFields,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) field_path: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<FieldOptions>,
}
go_struct!(SourceSelector = "types"."SourceSelector" {
    "ResId.Gvk.group" => id.group, "ResId.Gvk.version" => id.version, "ResId.Gvk.kind" => id.kind, "ResId.name" => id.name,
    "ResId.namespace" => id.namespace,
    "fieldPath" => field_path, "options" => options,
});

/// The fields that a value goes to.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TargetSelector {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) select: Option<Selector>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) reject: Vec<Selector>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(crate) field_paths: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) options: Option<FieldOptions>,
}
go_struct!(TargetSelector = *"types"."TargetSelector" {
    "select" => select, "reject" => reject, "fieldPaths" => field_paths, "options" => options,
});

/// Which part of a text is meant, and whether what is missing is made.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct FieldOptions {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) delimiter: String,
    #[serde(skip_serializing_if = "is_zero")]
    pub(crate) index: i32,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) encoding: String,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) create: bool,
}
go_struct!(FieldOptions = "types"."FieldOptions" {
    "delimiter" => delimiter, "index" => index, "encoding" => encoding, "create" => create,
});

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "serde calls it with a reference"
)]
fn is_zero(number: &i32) -> bool {
    *number == 0
}
