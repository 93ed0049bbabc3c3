//! The kinds that a server has, and how people call them.

mod aggregated;
mod legacy;
mod lookup;

use apimachinery::Gvk;

use crate::rest::{ApiError, Rest};

pub(crate) use lookup::NoMatch;

/// A kind that a server has, in one version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ApiResource {
    pub(crate) group: String,
    pub(crate) version: String,
    pub(crate) kind: String,
    /// The plural name in paths.
    pub(crate) resource: String,
    pub(crate) singular: String,
    pub(crate) short_names: Vec<String>,
    pub(crate) categories: Vec<String>,
    pub(crate) namespaced: bool,
    pub(crate) verbs: Vec<String>,
    /// The names of its subresources.
    pub(crate) subresources: Vec<String>,
}

impl ApiResource {
    /// `apps/v1` or `v1`.
    pub(crate) fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.clone()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// `deployments.apps` or `pods`.
    pub(crate) fn group_resource(&self) -> String {
        if self.group.is_empty() {
            self.resource.clone()
        } else {
            format!("{}.{}", self.resource, self.group)
        }
    }

    /// `deployment.apps` or `pod`: how results name the kind.
    pub(crate) fn kind_and_group(&self) -> String {
        let kind = self.kind.to_lowercase();
        if self.group.is_empty() {
            kind
        } else {
            format!("{kind}.{}", self.group)
        }
    }

    /// `apps/v1, Resource=deployments`: how errors of lists name the resource.
    pub(crate) fn described(&self) -> String {
        format!(
            "{}/{}, Resource={}",
            self.group, self.version, self.resource
        )
    }

    /// Whether the resource answers to a verb.
    pub(crate) fn can(&self, verb: &str) -> bool {
        self.verbs.iter().any(|known| known == verb)
    }

    pub(crate) fn gvk(&self) -> Gvk {
        Gvk::new(self.group.clone(), self.version.clone(), self.kind.clone())
    }
}

/// The resources of a server: groups in the server's order, versions preferred first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Discovery {
    resources: Vec<ApiResource>,
    /// Group versions that could not be asked.
    stale: Vec<String>,
}

impl Discovery {
    /// Asks the server, in the aggregated form or, from older servers, group by group.
    pub(crate) async fn fetch(rest: &Rest) -> Result<Discovery, ApiError> {
        match aggregated::fetch(rest).await? {
            Some(discovery) => Ok(discovery),
            None => legacy::fetch(rest).await,
        }
    }

    /// Every resource in every version.
    pub(crate) fn resources(&self) -> &[ApiResource] {
        &self.resources
    }

    /// Every resource in the version that its group prefers among those that have it.
    pub(crate) fn preferred(&self) -> Vec<&ApiResource> {
        let mut preferred: Vec<&ApiResource> = Vec::new();
        for resource in &self.resources {
            if !preferred
                .iter()
                .any(|known| known.group == resource.group && known.resource == resource.resource)
            {
                preferred.push(resource);
            }
        }
        preferred
    }

    /// Group versions whose server did not answer.
    pub(crate) fn stale(&self) -> &[String] {
        &self.stale
    }
}
