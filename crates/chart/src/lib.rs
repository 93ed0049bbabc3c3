//! Helm charts: loading, values, dependencies, rendering, packaging and linting, without a cluster.
//!
//! [`Chart::load`] reads a directory or an archive, [`Values`] collects what a user sets, and [`render`] gives the
//! manifests and hooks byte for byte as Helm has them. Nothing here prints or writes; what Helm would log is kept
//! in a [`Log`].

mod advice;
mod capabilities;
mod chart;
mod coalesce;
mod create;
mod dependencies;
mod dependency_status;
mod engine;
mod file;
mod glob;
mod hook;
mod lint;
mod load;
mod lock;
mod log;
mod manifest;
mod metadata;
mod package;
mod render;
mod schema;
mod values;
mod yaml;

pub use advice::{Advice, ValuesFile};
pub use capabilities::{BuildInfo, Capabilities, KubeVersion, KubeVersionError};
pub use chart::Chart;
pub use coalesce::TypeMismatch;
pub use create::{NameError, scaffold};
pub use dependency_status::DependencyStatus;
pub use engine::{Lookup, RenderError};
pub use file::File;
pub use hook::{Hook, HookEvent};
pub use lint::{Finding, Severity};
pub use load::{ArchiveFault, LoadError, LoadOptions, Loaded, read_archive};
pub use lock::{Lock, Locked};
pub use log::Log;
pub use manifest::{HeadError, Manifest, ManifestError, compare_for_uninstall, split_manifests};
pub use metadata::{Dependency, Maintainer, Metadata, MetadataError, ValidationError};
pub use package::NameTooLong;
pub use render::{Error, Options, Release, Rendered, render};
pub use schema::SchemaError;
pub use values::{SetError, Values, ValuesError};
pub use yaml::YamlError;
