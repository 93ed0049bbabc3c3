//! The kinds that a server has, and how people call them.

mod aggregated;
mod legacy;
mod lookup;

use apimachinery::Gvk;

use crate::rest::{ApiError, Rest};

pub use lookup::NoMatch;

/// A kind that a server has, in one version.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ApiResource {
    /// The API group; empty for the core one.
    pub group: String,
    /// The version of the group.
    pub version: String,
    /// The kind of its objects.
    pub kind: String,
    /// The plural name in paths.
    pub resource: String,
    /// The singular name.
    pub singular: String,
    /// Abbreviations.
    pub short_names: Vec<String>,
    /// Categories such as `all`.
    pub categories: Vec<String>,
    /// Whether its objects are in namespaces.
    pub namespaced: bool,
    /// What can be done with it.
    pub verbs: Vec<String>,
    /// The names of its subresources.
    pub subresources: Vec<String>,
}

impl ApiResource {
    /// `apps/v1` or `v1`.
    pub fn api_version(&self) -> String {
        if self.group.is_empty() {
            self.version.clone()
        } else {
            format!("{}/{}", self.group, self.version)
        }
    }

    /// `deployments.apps` or `pods`.
    pub fn group_resource(&self) -> String {
        if self.group.is_empty() {
            self.resource.clone()
        } else {
            format!("{}.{}", self.resource, self.group)
        }
    }

    /// `deployment.apps` or `pod`: how results name the kind.
    pub fn kind_and_group(&self) -> String {
        let kind = self.kind.to_lowercase();
        if self.group.is_empty() {
            kind
        } else {
            format!("{kind}.{}", self.group)
        }
    }

    /// `apps/v1, Resource=deployments`: how errors of lists name the resource.
    pub fn described(&self) -> String {
        format!(
            "{}/{}, Resource={}",
            self.group, self.version, self.resource
        )
    }

    /// Whether the resource answers to a verb.
    pub fn can(&self, verb: &str) -> bool {
        self.verbs.iter().any(|known| known == verb)
    }

    /// Group, version and kind together.
    pub fn gvk(&self) -> Gvk {
        Gvk::new(self.group.clone(), self.version.clone(), self.kind.clone())
    }
}

/// The resources of a server: groups in the server's order, versions preferred first.
#[derive(Clone, Debug, Default)]
pub struct Discovery {
    resources: Vec<ApiResource>,
    /// Group versions that could not be asked.
    stale: Vec<String>,
}

impl Discovery {
    /// Asks the server, in the aggregated form or, from older servers, group by group.
    pub async fn fetch(rest: &Rest) -> Result<Discovery, ApiError> {
        match aggregated::fetch(rest).await? {
            Some(discovery) => Ok(discovery),
            None => legacy::fetch(rest).await,
        }
    }

    /// Every resource in every version.
    pub fn resources(&self) -> &[ApiResource] {
        &self.resources
    }

    /// Every resource in the version that its group prefers among those that have it.
    pub fn preferred(&self) -> Vec<&ApiResource> {
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
    pub fn stale(&self) -> &[String] {
        &self.stale
    }
}
