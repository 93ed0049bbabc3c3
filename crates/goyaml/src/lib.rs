//! YAML as Go's libraries read and write it.
//!
//! Kubernetes tools read YAML with two relatives of one library: go-yaml v2, behind `sigs.k8s.io/yaml`, follows YAML 1.1 ([`Dialect::V2`]);
//! go-yaml v3, behind kustomize's resource reader, follows 1.2 where it can ([`Dialect::V3`]). They share a scanner and a parser and differ
//! in how a scalar, a merge key or a duplicate key is understood. Text becomes [`Node`]s ([`parse_documents`]), nodes become values as Go
//! would decode them ([`to_json`]), and values become text through the v2 emitter ([`to_canonical`], [`Emitter`]).
//! A file that is to keep its comments and styles is read and written as a [`Document`].

mod canonical;
mod compose;
mod cursor;
mod decode;
mod dialect;
mod document;
mod emitter;
mod error;
mod fault;
mod input;
mod natural;
mod node;
mod parse;
mod position;
mod read;
mod scalar;
mod scan;
mod tag;
mod token;

pub use canonical::{ToYaml, json_to_yaml, to_canonical, try_json_to_yaml};
pub use decode::{DecodeOptions, Decoded, decode, expand, from_json, to_json, yaml_to_json};
pub use dialect::Dialect;
pub use document::Document;
pub use emitter::{Emitter, Layout};
pub use error::{Error, ErrorKind};
pub use natural::{natural_order, sort_by_key};
pub use node::{Alias, Comments, Data, Kind, Node, Style};
pub use position::Position;
pub use read::{Limits, ReadOptions, parse_document, parse_documents};
pub use scalar::Scalar;
pub use tag::Tag;
