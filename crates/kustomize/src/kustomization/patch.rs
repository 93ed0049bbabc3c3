//! Entries of `patches`, and the selectors of their targets.

use serde::Serialize;

use crate::godecode::go_struct;
use crate::gvk::Gvk;
use crate::resid::ResId;

/// An entry of `patches` or `patchesJson6902`.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Patch {
    pub(crate) path: String,
    pub(crate) patch: String,
    pub(crate) target: Option<Selector>,
    pub(crate) options: Option<PatchArgs>,
}
go_struct!(Patch = "types"."Patch" { "path" => path, "patch" => patch, "target" => target, "options" => options });

/// What a strategic merge patch may change beyond the body.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PatchArgs {
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) allow_name_change: bool,
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub(crate) allow_kind_change: bool,
}
go_struct!(PatchArgs = "types"."PatchArgs" { "allowNameChange" => allow_name_change, "allowKindChange" => allow_kind_change });

/// The five parts of an id as they are written in files.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub(crate) struct ResIdFields {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) group: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) version: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) kind: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) name: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) namespace: String,
}

impl ResIdFields {
    pub(crate) fn id(&self) -> ResId {
        ResId::new(
            Gvk::new(&self.group, &self.version, &self.kind),
            &self.name,
            &self.namespace,
        )
    }

    pub(crate) fn is_empty(&self) -> bool {
        *self == Self::default()
    }
}

/// Which resources a patch or replacement is for.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Selector {
    #[serde(flatten)]
    pub(crate) id: ResIdFields,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) annotation_selector: String,
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) label_selector: String,
}
go_struct!(Selector = *"types"."Selector" {
    "ResId.Gvk.group" => id.group, "ResId.Gvk.version" => id.version, "ResId.Gvk.kind" => id.kind, "ResId.name" => id.name,
    "ResId.namespace" => id.namespace,
    "annotationSelector" => annotation_selector, "labelSelector" => label_selector,
});
