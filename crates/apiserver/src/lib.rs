//! The Kubernetes API over the store: verbs, strategies, discovery, OpenAPI and authentication.
//!
//! A request comes to [`Server`] as HTTP, over TLS or from the same process. Its path names a served kind, whose fields come
//! from the tables of `schema` and whose particulars come from a [`Strategy`]; the verbs are the same for every kind.

#![expect(dead_code, reason = "the verbs that use these parts follow")]

mod answer;
mod bootstrap;
mod compaction;
mod decode;
mod dispatch;
mod identity;
mod negotiate;
mod query;
mod registry;
mod request;
mod seeded;
mod server;
mod stored;
mod strategy;
mod table;

pub use answer::Body;
pub use identity::User;
pub use server::{Options, Server};
pub use strategy::{NameRule, Policy, Propagation, Strategy};
pub use table::{Column, age, human_duration};
