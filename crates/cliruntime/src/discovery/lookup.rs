//! Finding a kind by what people type or by what a manifest says.

use super::{ApiResource, Discovery};

/// A kind that the server does not have.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum NoMatch {
    /// Nothing answers to the word.
    #[error("the server doesn't have a resource type {0:?}")]
    Resource(String),
    /// Nothing in the group answers to the word.
    #[error("the server doesn't have a resource type {resource:?} in group {group:?}")]
    ResourceInGroup {
        /// The word.
        resource: String,
        /// The group that was asked for.
        group: String,
    },
    /// The server does not know the kind of a manifest.
    #[error("no matches for kind {kind:?} in version {api_version:?}")]
    Kind {
        /// The kind.
        kind: String,
        /// Its group and version.
        api_version: String,
    },
}

impl Discovery {
    /// The resource of a manifest's kind.
    pub fn by_kind(&self, api_version: &str, kind: &str) -> Result<&ApiResource, NoMatch> {
        self.resources
            .iter()
            .find(|resource| resource.kind == kind && resource.api_version() == api_version)
            .ok_or_else(|| NoMatch::Kind {
                kind: kind.to_owned(),
                api_version: api_version.to_owned(),
            })
    }

    /// The resource that a word means: plural, singular, short name or kind, perhaps with version and group
    /// (`deployments.v1.apps`, `deployments.apps`).
    pub fn by_word(&self, word: &str) -> Result<&ApiResource, NoMatch> {
        let lower = word.to_lowercase();
        let Some((name, rest)) = lower.split_once('.') else {
            return self
                .find(&lower, |_| true)
                .ok_or_else(|| NoMatch::Resource(word.to_owned()));
        };
        let with_version = rest.split_once('.').unwrap_or((rest, ""));
        let exact = self.find(name, |resource| {
            (resource.version.as_str(), resource.group.as_str()) == with_version
        });
        let in_group = || self.find(name, |resource| resource.group == rest);
        let in_like_group = || self.find(name, |resource| resource.group.starts_with(rest));
        exact
            .or_else(in_group)
            .or_else(in_like_group)
            .ok_or_else(|| NoMatch::ResourceInGroup {
                resource: name.to_owned(),
                group: rest.to_owned(),
            })
    }

    /// Other resources to which a short name could have belonged: `ev` is in two groups.
    pub fn shadowed_by_short_name(&self, word: &str, chosen: &ApiResource) -> Vec<&ApiResource> {
        if !chosen.short_names.iter().any(|short| short == word) {
            return Vec::new();
        }
        let others = self.preferred().into_iter();
        others
            .filter(|other| {
                other.group != chosen.group && other.short_names.iter().any(|short| short == word)
            })
            .collect()
    }

    /// The resources of a category such as `all`; none if it is no category.
    pub fn by_category(&self, category: &str) -> Vec<&ApiResource> {
        self.preferred()
            .into_iter()
            .filter(|resource| resource.categories.iter().any(|known| known == category))
            .collect()
    }

    fn find(&self, name: &str, accept: impl Fn(&ApiResource) -> bool) -> Option<&ApiResource> {
        let by = |answers: &dyn Fn(&ApiResource) -> bool| {
            self.resources
                .iter()
                .find(|resource| accept(resource) && answers(resource))
        };
        by(&|resource| resource.resource == name || resource.singular == name)
            .or_else(|| by(&|resource| resource.short_names.iter().any(|short| short == name)))
            .or_else(|| by(&|resource| resource.kind.to_lowercase() == name))
    }
}
