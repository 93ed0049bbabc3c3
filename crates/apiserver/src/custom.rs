//! Custom resources: what definitions may say, and how the kinds that they define are served.

mod columns;
mod conform;
mod default;
mod definition;
mod kind;
mod list_types;
mod metadata;
mod names;
mod prune;
mod removal;
mod rules;
mod scale;
mod settle;
mod strategy;
mod structural;
mod validate;

pub(crate) use conform::{conform, object_meta};
pub(crate) use definition::{
    validate as validate_definition, validate_update as validate_definition_update,
};
pub(crate) use kind::CustomKind;
pub(crate) use removal::prepare_for_delete;
pub(crate) use scale::{ScalePaths, find as find_field, set as set_field};
pub(crate) use settle::{load, settle};
pub(crate) use structural::{Kind, ListType, Structural};
