//! What makes metadata valid.

use std::collections::HashSet;

use super::Metadata;

/// Why metadata is not valid.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("validation: {0}")]
pub struct ValidationError(String);

fn refuse(message: impl Into<String>) -> Result<(), ValidationError> {
    Err(ValidationError(message.into()))
}

impl Metadata {
    /// Cleans the texts and checks the metadata.
    ///
    /// # Errors
    /// The first rule that is broken.
    pub(crate) fn validate(&mut self) -> Result<(), ValidationError> {
        self.sanitize();
        if self.api_version.is_empty() {
            return refuse("chart.metadata.apiVersion is required");
        }
        if self.name.is_empty() {
            return refuse("chart.metadata.name is required");
        }
        if self.name == "." || self.name == ".." {
            return refuse(format!(
                "chart.metadata.name {} is not allowed",
                gostd::strconv::quote(&self.name)
            ));
        }
        if self.name.contains('/') {
            return refuse(format!(
                "chart.metadata.name {} is invalid",
                gostd::strconv::quote(&self.name)
            ));
        }
        if self.version.is_empty() {
            return refuse("chart.metadata.version is required");
        }
        if sprig::Version::parse(&self.version).is_err() {
            return refuse(format!(
                "chart.metadata.version {} is invalid",
                gostd::strconv::quote(&self.version)
            ));
        }
        if !matches!(self.chart_type.as_str(), "" | "application" | "library") {
            return refuse("chart.metadata.type must be application or library");
        }
        self.validate_dependencies()
    }

    fn validate_dependencies(&self) -> Result<(), ValidationError> {
        let mut names = HashSet::new();
        for dependency in &self.dependencies {
            let in_alias = |rune: char| rune.is_ascii_alphanumeric() || rune == '_' || rune == '-';
            if !dependency.alias.chars().all(in_alias) {
                let name = gostd::strconv::quote(&dependency.name);
                return refuse(format!(
                    "dependency {name} has disallowed characters in the alias"
                ));
            }
            let name = if dependency.alias.is_empty() {
                &dependency.name
            } else {
                &dependency.alias
            };
            if !names.insert(name) {
                let name = gostd::strconv::quote(name);
                return refuse(format!(
                    "more than one dependency with name or alias {name}"
                ));
            }
        }
        Ok(())
    }

    fn sanitize(&mut self) {
        let lists = self.sources.iter_mut().chain(self.keywords.iter_mut());
        let own = [
            &mut self.name,
            &mut self.description,
            &mut self.home,
            &mut self.icon,
            &mut self.condition,
            &mut self.tags,
            &mut self.app_version,
            &mut self.kube_version,
        ];
        let people = self.maintainers.iter_mut();
        let people =
            people.flat_map(|person| [&mut person.name, &mut person.email, &mut person.url]);
        let charts = self.dependencies.iter_mut().flat_map(|dependency| {
            let texts = [
                &mut dependency.name,
                &mut dependency.version,
                &mut dependency.repository,
                &mut dependency.condition,
            ];
            texts.into_iter().chain(dependency.tags.iter_mut())
        });
        for text in own.into_iter().chain(lists).chain(people).chain(charts) {
            let clean = text.chars().filter_map(|rune| {
                if gostd::unicode::is_space(rune) {
                    Some(' ')
                } else {
                    gostd::unicode::is_print(rune).then_some(rune)
                }
            });
            *text = clean.collect();
        }
    }
}
