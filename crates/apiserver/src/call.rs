//! One request, taken apart.

use std::sync::Arc;

use apimachinery::{Gvk, Gvr, Status};
use bytes::Bytes;

use crate::identity::User;
use crate::negotiate::Accepted;
use crate::query::Query;
use crate::registry::{Served, Subresource};
use crate::request::Target;
use crate::server::Shared;

/// A request for a resource that is served, with its body.
#[derive(Clone)]
pub(crate) struct Call {
    pub(crate) shared: Arc<Shared>,
    pub(crate) user: Arc<User>,
    pub(crate) target: Target,
    pub(crate) query: Query,
    pub(crate) accepted: Accepted,
    pub(crate) content_type: Option<String>,
    pub(crate) user_agent: String,
    pub(crate) body: Bytes,
}

impl Call {
    /// A request that the server makes of itself, about the object of this name.
    pub(crate) fn internal(
        shared: &Arc<Shared>,
        served: &Arc<Served>,
        namespace: Option<String>,
        name: &str,
    ) -> Self {
        Self {
            shared: shared.clone(),
            user: Arc::new(User::admin()),
            target: Target {
                served: served.clone(),
                namespace,
                name: (!name.is_empty()).then(|| name.to_owned()),
                subresource: None,
                rest: String::new(),
                watch: false,
            },
            query: Query::default(),
            accepted: Accepted::JSON,
            content_type: None,
            user_agent: "kube-apiserver".to_owned(),
            body: Bytes::new(),
        }
    }

    /// The same request for another target.
    pub(crate) fn on(&self, target: Target) -> Self {
        Self {
            target,
            ..self.clone()
        }
    }

    pub(crate) fn served(&self) -> &Arc<Served> {
        &self.target.served
    }

    pub(crate) fn gvr(&self) -> &Gvr {
        &self.target.served.gvr
    }

    pub(crate) fn namespace(&self) -> Option<&str> {
        self.target.namespace.as_deref()
    }

    /// The name in the path, empty for a collection.
    pub(crate) fn name(&self) -> &str {
        self.target.name.as_deref().unwrap_or_default()
    }

    pub(crate) fn subresource(&self) -> Option<&Subresource> {
        self.target
            .served
            .subresource(self.target.subresource.as_deref()?)
    }

    /// The kind that the body must be of: the resource's own or its subresource's.
    pub(crate) fn body_kind(&self) -> &Gvk {
        self.subresource()
            .map_or(&self.target.served.gvk, |subresource| &subresource.gvk)
    }

    /// The key of the object that the path names.
    pub(crate) fn key(&self) -> String {
        self.served().key(self.namespace(), self.name())
    }

    /// Who gets to own the fields that the request sets.
    pub(crate) fn field_manager(&self) -> String {
        let given = self.query.text("fieldManager");
        if !given.is_empty() {
            return given.to_owned();
        }
        let agent = self.user_agent.split('/').next().unwrap_or_default();
        if agent.is_empty() {
            "unknown".to_owned()
        } else {
            agent.chars().take(128).collect()
        }
    }

    /// The time that managed fields get. What comes through a scale has none.
    pub(crate) fn write_time(&self) -> String {
        match self.target.subresource.as_deref() {
            Some("scale") => String::new(),
            Some(_) | None => self.shared.now().rfc3339(),
        }
    }

    pub(crate) fn not_found(&self) -> Status {
        Status::not_found(self.gvr(), self.name())
    }
}
