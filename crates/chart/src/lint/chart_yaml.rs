//! Rules for `Chart.yaml`.

use std::path::Path;

use serde_json::Value;

use super::Findings;
use crate::metadata::text;
use crate::yaml;

const FILE: &str = "Chart.yaml";

/// The keys that metadata has.
const KEYS: &[&str] = &[
    "name",
    "home",
    "sources",
    "version",
    "description",
    "keywords",
    "maintainers",
    "icon",
    "apiVersion",
    "condition",
    "tags",
    "appVersion",
    "deprecated",
    "annotations",
    "kubeVersion",
    "dependencies",
    "type",
];

pub(super) fn check(directory: &Path, findings: &mut Findings) {
    let Ok(content) = std::fs::read(directory.join(FILE)) else {
        return;
    };
    let metadata = match yaml::parse(&content) {
        Ok(metadata @ (Value::Object(_) | Value::Null)) => metadata,
        Ok(other) => {
            let kind = yaml::json_kind(&other);
            let reason = format!(
                "error unmarshaling JSON: while decoding JSON: json: cannot unmarshal {kind} into Go value of type v2.Metadata"
            );
            findings.error(FILE, format!("unable to parse YAML\n\t{reason}"));
            return;
        }
        Err(error) => {
            findings.error(FILE, format!("unable to parse YAML\n\t{error}"));
            return;
        }
    };
    check_keys(&metadata, findings);
    let field = |key: &str| text(&metadata[key]).unwrap_or_default();
    if field("name").is_empty() {
        findings.error(FILE, "name is required");
    }
    let api_version = field("apiVersion");
    check_versions(&metadata, &api_version, findings);
    check_maintainers(&metadata["maintainers"], findings);
    for source in metadata["sources"].as_array().into_iter().flatten() {
        let source = text(source).unwrap_or_default();
        if !is_request_url(&source) {
            findings.error(FILE, format!("invalid source URL '{source}'"));
        }
    }
    let icon = field("icon");
    if icon.is_empty() {
        findings.info(FILE, "icon is recommended");
    } else if !is_request_url(&icon) {
        findings.error(FILE, format!("invalid icon URL '{icon}'"));
    }
    let only_v2 = |what: &str, verb: &str, it: &str| {
        format!("{what} {verb} apiVersion '{api_version}'. {it} valid in apiVersion 'v2'")
    };
    if !field("type").is_empty() && api_version != "v2" {
        findings.error(FILE, only_v2("chart type", "is not valid in", "It is"));
    }
    if metadata["dependencies"]
        .as_array()
        .is_some_and(|all| !all.is_empty())
        && api_version != "v2"
    {
        findings.error(
            FILE,
            only_v2(
                "dependencies",
                "are not valid in the Chart file with",
                "They are",
            ),
        );
    }
    let version = field("version");
    if !is_strict_version(&version) {
        findings.warning(FILE, format!("version '{version}' is not a valid SemVerV2"));
    }
}

/// Unknown keys, the first in the order of their names.
fn check_keys(metadata: &Value, findings: &mut Findings) {
    let unknown = metadata
        .as_object()
        .into_iter()
        .flat_map(|map| map.keys())
        .find(|key| !KEYS.contains(&key.as_str()));
    if let Some(key) = unknown {
        let reason = format!(
            "error unmarshaling JSON: while decoding JSON: json: unknown field {}",
            gostd::strconv::quote(key)
        );
        findings.warning(
            FILE,
            format!("failed to strictly parse chart metadata file\n\t{reason}"),
        );
    }
}

fn check_versions(metadata: &Value, api_version: &str, findings: &mut Findings) {
    match api_version {
        "v1" | "v2" => {}
        "" => findings.error(
            FILE,
            "apiVersion is required. The value must be either \"v1\" or \"v2\"",
        ),
        _ => findings.error(
            FILE,
            format!(
                "apiVersion '{api_version}' is not valid. The value must be either \"v1\" or \"v2\""
            ),
        ),
    }
    let version_is_text = check_type(metadata, "version", findings);
    let version = text(&metadata["version"]).unwrap_or_default();
    if version.is_empty() {
        findings.error(FILE, "version is required");
    } else if version_is_text && sprig::Version::parse(&version).is_err() {
        findings.error(FILE, format!("version '{version}' is not a valid SemVer"));
    }
    check_type(metadata, "appVersion", findings);
}

fn check_type(metadata: &Value, key: &str, findings: &mut Findings) -> bool {
    let go_type = match &metadata[key] {
        Value::String(_) | Value::Null => return true,
        Value::Bool(_) => "bool",
        Value::Number(_) => "float64",
        Value::Array(_) => "[]interface {}",
        Value::Object(_) => "map[string]interface {}",
    };
    findings.error(
        FILE,
        format!("{key} should be of type string but it's of type {go_type}"),
    );
    false
}

/// The first maintainer who breaks a rule ends the check.
fn check_maintainers(maintainers: &Value, findings: &mut Findings) {
    for maintainer in maintainers.as_array().into_iter().flatten() {
        let field = |key: &str| text(&maintainer[key]).unwrap_or_default();
        let (name, email, url) = (field("name"), field("email"), field("url"));
        let fault = match () {
            () if name.is_empty() => "each maintainer requires a name".to_owned(),
            () if !email.is_empty() && !is_email(&email) => {
                format!("invalid email '{email}' for maintainer '{name}'")
            }
            () if !url.is_empty() && !is_request_url(&url) => {
                format!("invalid url '{url}' for maintainer '{name}'")
            }
            () => continue,
        };
        findings.error(FILE, fault);
        return;
    }
}

fn is_email(text: &str) -> bool {
    text.split_once('@').is_some_and(|(user, host)| {
        !user.is_empty() && !host.is_empty() && !text.contains(char::is_whitespace)
    })
}

/// A URL with a scheme and something behind it.
fn is_request_url(text: &str) -> bool {
    gostd::url::Url::parse(text).is_ok_and(|url| {
        !url.scheme.is_empty()
            && (!url.host.is_empty() || !url.path.is_empty() || !url.opaque.is_empty())
    })
}

/// Three numbers without leading zeros, and what may follow them.
fn is_strict_version(text: &str) -> bool {
    let core = text.split(['-', '+']).next().unwrap_or_default();
    let numbers: Vec<&str> = core.split('.').collect();
    let padded = |number: &&str| number.len() > 1 && number.starts_with('0');
    numbers.len() == 3
        && !numbers.iter().any(padded)
        && !text.starts_with('v')
        && sprig::Version::parse(text).is_ok()
}
