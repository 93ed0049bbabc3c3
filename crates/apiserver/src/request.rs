//! What a request wants: the parts of its path.

use std::sync::Arc;

use http::Method;
use percent_encoding::percent_decode_str;

use crate::query::Query;
use crate::registry::{Registry, Served};

/// Where a path leads.
#[derive(Debug)]
pub(crate) enum Route {
    /// A resource that is served.
    Resource(Target),
    /// Below a group and version, a resource that is not served.
    NoResource(Unserved),
    /// A path that belongs to no resource, without the first slash.
    NonResource(String),
}

/// A resource, object or subresource that a path names.
#[derive(Clone, Debug)]
pub(crate) struct Target {
    pub(crate) served: Arc<Served>,
    /// Absent for cluster-scoped resources and across all namespaces.
    pub(crate) namespace: Option<String>,
    pub(crate) name: Option<String>,
    pub(crate) subresource: Option<String>,
    /// What follows the subresource: the path of a proxy.
    pub(crate) rest: String,
    /// Whether the path is one of the old `/watch/` kind.
    pub(crate) watch: bool,
}

/// A path that could be that of a resource but leads to none.
#[derive(Debug)]
pub(crate) struct Unserved {
    pub(crate) group: String,
    /// Whether the group is one of the server's own.
    pub(crate) is_built_in: bool,
    pub(crate) namespace: String,
    pub(crate) resource: String,
    pub(crate) name: String,
    pub(crate) subresource: String,
}

/// What a request does to a resource.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verb {
    Get,
    List,
    Watch,
    Create,
    Update,
    Patch,
    Delete,
    DeleteCollection,
}

impl Verb {
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Get => "get",
            Self::List => "list",
            Self::Watch => "watch",
            Self::Create => "create",
            Self::Update => "update",
            Self::Patch => "patch",
            Self::Delete => "delete",
            Self::DeleteCollection => "deletecollection",
        }
    }

    /// The verb of a method on a target; none for methods that no resource has.
    pub(crate) fn of(method: &Method, target: &Target, query: &Query) -> Option<Self> {
        Self::on(method, target.name.is_some(), target.watch, query)
    }

    /// The verb of a method on an object that is named or a collection; none for methods that no resource has.
    pub(crate) fn on(method: &Method, named: bool, watch: bool, query: &Query) -> Option<Self> {
        Some(match *method {
            Method::GET if watch || (query.flag("watch") && !named) => Self::Watch,
            Method::GET if named => Self::Get,
            Method::GET => Self::List,
            Method::POST => Self::Create,
            Method::PUT => Self::Update,
            Method::PATCH => Self::Patch,
            Method::DELETE if named => Self::Delete,
            Method::DELETE => Self::DeleteCollection,
            _ => return None,
        })
    }
}

impl Route {
    pub(crate) fn of(path: &str, registry: &Registry) -> Self {
        let trimmed = path.trim_matches('/');
        let parts: Vec<String> = trimmed
            .split('/')
            .map(|part| percent_decode_str(part).decode_utf8_lossy().into_owned())
            .collect();
        let (group, version, rest) = match &parts[..] {
            [api, version, rest @ ..] if api == "api" && !rest.is_empty() => ("", version, rest),
            [apis, group, version, rest @ ..] if apis == "apis" && !rest.is_empty() => {
                (&**group, version, rest)
            }
            _ => return Self::NonResource(trimmed.to_owned()),
        };
        let (watch, rest) = match rest {
            [first, rest @ ..] if first == "watch" && !rest.is_empty() => (true, rest),
            rest => (false, rest),
        };
        match target(registry, group, version, rest) {
            Some(target) => Self::Resource(Target { watch, ..target }),
            None => Self::NoResource(Unserved::of(group, registry.has_built_in(group), rest)),
        }
    }
}

impl Unserved {
    fn of(group: &str, is_built_in: bool, rest: &[String]) -> Self {
        let (namespace, rest) = match rest {
            [first, namespace, rest @ ..] if first == "namespaces" && !rest.is_empty() => {
                (namespace.clone(), rest)
            }
            rest => (String::new(), rest),
        };
        let part = |index: usize| rest.get(index).cloned().unwrap_or_default();
        Self {
            group: group.to_owned(),
            is_built_in,
            namespace,
            resource: part(0),
            name: part(1),
            subresource: part(2),
        }
    }
}

fn target(registry: &Registry, group: &str, version: &str, rest: &[String]) -> Option<Target> {
    // `namespaces/NAME` alone, or with one of its own subresources, is about the namespace itself.
    let (namespace, rest) = match rest {
        [first, namespace, resource, rest @ ..]
            if first == "namespaces"
                && !(rest.is_empty() && is_namespace_subresource(registry, resource)) =>
        {
            (
                Some(namespace.clone()),
                [std::slice::from_ref(resource), rest].concat(),
            )
        }
        rest => (None, rest.to_vec()),
    };
    let (resource, rest) = rest.split_first()?;
    let served = registry.find(group, version, resource)?;
    if namespace.is_some() && !served.namespaced {
        return None;
    }
    let mut rest = rest.iter();
    let name = rest.next().cloned();
    let subresource = rest.next().cloned();
    let rest = rest.cloned().collect::<Vec<_>>().join("/");
    Some(Target {
        served,
        namespace,
        name,
        subresource,
        rest,
        watch: false,
    })
}

fn is_namespace_subresource(registry: &Registry, name: &str) -> bool {
    registry
        .find("", "v1", "namespaces")
        .is_some_and(|namespaces| namespaces.subresource(name).is_some())
}
