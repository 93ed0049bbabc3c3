//! Kustomize: resources made of bases, overlays and components.
//!
//! [`build`] reads a kustomization from a [`filesys::FileSystem`] and gives the resources that kustomize would print, byte for byte
//! ([`ResMap::to_yaml`]). Every layer is accumulated in the same steps: resources, generators, components, transformers, validators; names
//! that changed are repaired at the end, over everything. Resources are found by id and by name, so that the time is linear in the input.

mod accumulator;
mod build;
mod builtins;
mod config;
mod editable;
mod error;
mod field_path;
mod fieldspec;
mod filters;
mod godecode;
mod godump;
mod gojson;
mod gvk;
mod hash;
mod helm;
mod kustomization;
mod kv;
mod loader;
mod merge2;
mod name_references;
mod nearest;
mod openapi;
mod options;
mod origin;
mod read;
mod resid;
mod resmap;
mod resource;
mod rnode;
mod target;
mod verify;

pub use build::{build, build_with_warnings};
pub use builtins::BUILTIN_PLUGINS;
pub use editable::EditableKustomization;
pub use error::{Error, ErrorKind, Place};
pub use gvk::Gvk;
pub use helm::{ChartInflator, ChartRequest};
pub use loader::{Fetched, LoadRestrictor, NetworkRemote, Remote, RemoteError, RepoSpec};
pub use options::{HelmOptions, Options, Reorder};
pub use resid::ResId;
pub use resmap::ResMap;
pub use resource::Resource;
pub use verify::{verify_config_map, verify_resources, verify_root, verify_secret};
