//! `index.yaml`: the charts of a repository, each with its versions.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use serde_json::Value;
use sprig::{Constraints, Version};

/// A version of a chart in a repository.
#[derive(Clone, Debug)]
pub(crate) struct ChartVersion {
    pub(crate) version: String,
    pub(crate) app_version: String,
    pub(crate) description: String,
    pub(crate) name: String,
    pub(crate) keywords: Vec<String>,
    pub(crate) urls: Vec<String>,
    /// SHA-256 of the archive in hexadecimal; may be empty.
    pub(crate) digest: String,
    /// When the archive was put into the index, as the index has it; may be empty.
    pub(crate) created: String,
    pub(crate) deprecated: bool,
}

impl ChartVersion {
    /// The version as a shell offers it, with what else the index says.
    pub(crate) fn completion(&self) -> String {
        let mut facts = Vec::new();
        if !self.app_version.is_empty() {
            facts.push(format!("app {}", self.app_version));
        }
        if let Some((day, _)) = self.created.split_once('T') {
            facts.push(format!("of {day}"));
        }
        if self.deprecated {
            facts.push("deprecated".to_owned());
        }
        format!("{}\t{}", self.version, facts.join(", "))
    }
}

/// An index: the versions of every chart, the newest first.
#[derive(Clone, Debug, Default)]
pub(crate) struct Index {
    pub(crate) entries: BTreeMap<String, Vec<ChartVersion>>,
}

/// Why a text is no index.
#[derive(Debug, thiserror::Error)]
pub(crate) enum IndexError {
    #[error("empty index.yaml file")]
    Empty,
    #[error("error converting YAML to JSON: {0}")]
    Yaml(#[from] goyaml::Error),
    #[error("no API version specified")]
    NoApiVersion,
    #[error(
        "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {0} into Go value of type repo.IndexFile"
    )]
    NoMap(&'static str),
}

/// Why an index has no such version.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum VersionError {
    #[error("no chart name found")]
    NoChart,
    #[error("no chart version found for {0}-{1}")]
    NoVersion(String, String),
    #[error("{0}")]
    Constraint(String),
}

impl Index {
    /// Reads an index; entries that are no charts are left out.
    pub(crate) fn parse(text: &[u8]) -> Result<Index, IndexError> {
        if text.is_empty() {
            return Err(IndexError::Empty);
        }
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: false,
        };
        let file = match goyaml::yaml_to_json(text, &options)? {
            file @ Value::Object(_) => file,
            Value::Array(_) => return Err(IndexError::NoMap("array")),
            Value::String(_) => return Err(IndexError::NoMap("string")),
            Value::Number(_) => return Err(IndexError::NoMap("number")),
            Value::Bool(_) => return Err(IndexError::NoMap("bool")),
            Value::Null => return Err(IndexError::NoApiVersion),
        };
        if file["apiVersion"].as_str().unwrap_or_default().is_empty() {
            return Err(IndexError::NoApiVersion);
        }
        let mut index = Index::default();
        for (name, versions) in file["entries"].as_object().into_iter().flatten() {
            let versions = versions.as_array().into_iter().flatten();
            let mut versions: Vec<ChartVersion> = versions.filter_map(chart_version).collect();
            versions.sort_by(|a, b| newer_first(&a.version, &b.version));
            index.entries.insert(name.clone(), versions);
        }
        Ok(index)
    }

    /// The newest version of a chart that a constraint allows; an empty one allows all but pre-releases.
    pub(crate) fn get(&self, name: &str, version: &str) -> Result<&ChartVersion, VersionError> {
        let versions = self.entries.get(name).ok_or(VersionError::NoChart)?;
        if versions.is_empty() {
            return Err(VersionError::NoVersion(name.to_owned(), version.to_owned()));
        }
        let wanted = if version.is_empty() { "*" } else { version };
        let constraint = Constraints::parse(wanted)
            .map_err(|error| VersionError::Constraint(error.to_string()))?;
        let exact = versions
            .iter()
            .find(|own| !version.is_empty() && own.version == version);
        let allowed = || {
            versions.iter().find(|own| {
                Version::parse(&own.version).is_ok_and(|version| constraint.check(&version))
            })
        };
        exact
            .or_else(allowed)
            .ok_or_else(|| VersionError::NoVersion(name.to_owned(), version.to_owned()))
    }
}

fn chart_version(entry: &Value) -> Option<ChartVersion> {
    let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let texts = |key: &str| {
        let items = entry[key].as_array().into_iter().flatten();
        items
            .filter_map(|item| item.as_str().map(str::to_owned))
            .collect()
    };
    let version = ChartVersion {
        version: text("version"),
        app_version: text("appVersion"),
        description: text("description"),
        name: text("name"),
        keywords: texts("keywords"),
        urls: texts("urls"),
        digest: text("digest"),
        created: text("created"),
        deprecated: entry["deprecated"].as_bool().unwrap_or(false),
    };
    let good = !version.name.is_empty() && Version::parse(&version.version).is_ok();
    good.then_some(version)
}

/// Semantic versions from the newest to the oldest; what is none comes last.
pub(crate) fn newer_first(a: &str, b: &str) -> Ordering {
    match (Version::parse(a), Version::parse(b)) {
        (Ok(a), Ok(b)) => b.cmp(&a),
        (Ok(_), Err(_)) => Ordering::Less,
        (Err(_), Ok(_)) => Ordering::Greater,
        (Err(_), Err(_)) => Ordering::Equal,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"apiVersion: v1\nentries:\n  a:\n  - {name: a, version: 1.9.0, urls: [u]}\n  - {name: a, version: 1.10.0}\n  - {name: a, version: 2.0.0-rc.1}\n  - {version: 3.0.0}\n";

    #[test]
    fn the_newest_allowed_version_is_found() {
        let index = Index::parse(TEXT).expect("an index");
        let get = |version| index.get("a", version).map(|found| found.version.as_str());
        assert_eq!(get(""), Ok("1.10.0"));
        assert_eq!(get("~1.9"), Ok("1.9.0"));
        assert_eq!(get(">0.0.0-0"), Ok("2.0.0-rc.1"));
        assert_eq!(
            get("9").expect_err("none").to_string(),
            "no chart version found for a-9"
        );
        assert_eq!(index.get("b", "").expect_err("none"), VersionError::NoChart);
    }

    #[test]
    fn a_text_without_a_version_is_no_index() {
        let refusal = |text: &[u8]| Index::parse(text).expect_err("a refusal").to_string();
        assert_eq!(refusal(b""), "empty index.yaml file");
        assert_eq!(refusal(b"entries: {}"), "no API version specified");
    }
}
