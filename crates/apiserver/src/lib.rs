//! The Kubernetes API over the store: verbs, strategies, discovery, OpenAPI and authentication.
//!
//! A request comes to [`Server`] as HTTP, over TLS or from the same process. Its path names a served kind, whose fields come
//! from the tables of `schema` and whose particulars come from a [`Strategy`]; the verbs are the same for every kind.

mod admission;
mod answer;
mod authentication;
mod authorization;
mod body;
mod bootstrap;
mod call;
mod certificates;
mod compaction;
mod connect;
mod continuation;
mod conversion;
mod custom;
mod decode;
mod discovery;
mod dispatch;
mod expiry;
mod identity;
mod impersonation;
mod managed_fields;
mod metadata;
mod metrics;
mod negotiate;
mod node_connector;
mod openapi;
mod options;
mod query;
mod rbac;
mod registry;
mod render;
mod request;
mod reviews;
mod revision;
mod seeded;
mod selection;
mod serve;
mod server;
mod service_account_tokens;
mod services;
mod spdy;
mod stored;
mod strategy;
mod subresource;
mod system;
mod table;
mod typing;
mod verbs;
mod write;

pub use answer::Body;
pub use certificates::{Authority, CertificateError, Identity};
pub use identity::User;
pub use node_connector::{Connection, LogLine, LogQuery, NodeConnector};
pub use serve::ServeError;
pub use server::{Options, Server};
pub use service_account_tokens::{SigningKey, SigningKeyError};
pub use services::{ServiceRange, ServiceRangeError};
pub use strategy::{NameRule, Policy, Propagation, Strategy};
pub use table::{Column, age, human_duration};
