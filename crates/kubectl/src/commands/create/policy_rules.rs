//! The rules of roles from flags.

use std::collections::BTreeMap;

use cobra::{Flag, Flags, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::session::Factory;
use cliruntime::{Discovery, NoMatch};

/// What the rules are made of.
pub(super) const RULE_FLAGS: &[Flag] = &[
    Flag::string_slice("resource", "Resources that the rule is about."),
    Flag::string_array(
        "resource-name",
        "Names of objects that the rule is about; repeat the flag for several.",
    ),
    Flag::string_slice("verb", "What the rule allows to do."),
];

/// The verbs that mean something for resources.
const STANDARD_VERBS: [&str; 14] = [
    "*",
    "get",
    "delete",
    "list",
    "create",
    "update",
    "patch",
    "watch",
    "proxy",
    "deletecollection",
    "use",
    "bind",
    "escalate",
    "impersonate",
];

const RBAC: &str = "rbac.authorization.k8s.io";

/// Verbs that some resources alone know, with group and name of these.
const SPECIAL_VERBS: [(&str, &[(&str, &str)]); 4] = [
    (
        "use",
        &[
            ("policy", "podsecuritypolicies"),
            ("extensions", "podsecuritypolicies"),
        ],
    ),
    ("bind", &[(RBAC, "roles"), (RBAC, "clusterroles")]),
    ("escalate", &[(RBAC, "roles"), (RBAC, "clusterroles")]),
    (
        "impersonate",
        &[
            ("", "users"),
            ("", "serviceaccounts"),
            ("", "groups"),
            ("authentication.k8s.io", "userextras"),
        ],
    ),
];

/// The verbs of the flags: each once, or `*` alone.
pub(super) fn verbs(flags: &Flags) -> Vec<String> {
    let mut verbs: Vec<String> = Vec::new();
    for verb in flags.strings("verb") {
        if verb == "*" {
            return vec![verb.clone()];
        }
        if !verbs.contains(verb) {
            verbs.push(verb.clone());
        }
    }
    verbs
}

/// A resource as a rule names it.
#[derive(Clone, Debug, PartialEq, Eq)]
struct RuleResource {
    group: String,
    resource: String,
    /// With its slash; empty for the resource itself.
    subresource: String,
}

/// A rule for each API group of the resources that the flags name.
///
/// # Errors
/// If the server does not have a resource, or a verb is not for one of them.
pub(super) async fn resource_rules(
    flags: &Flags,
    verbs: &[String],
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<Value>, CommandError> {
    for verb in verbs {
        if !STANDARD_VERBS.contains(&verb.as_str()) {
            writeln!(
                io.stderr,
                "Warning: '{verb}' is not a standard resource verb"
            )?;
        }
    }
    let words = flags.strings("resource");
    let resources = match words.iter().any(|word| word == "*") {
        true => vec![parse("*")],
        false => {
            let discovery = factory.discovery(io).await?;
            let mut resources = Vec::new();
            for word in words {
                let resource = resolve(parse(word), &discovery)?;
                if !resources.contains(&resource) {
                    resources.push(resource);
                }
            }
            resources
        }
    };
    check_special_verbs(verbs, &resources)?;
    let mut by_group: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for resource in &resources {
        let name = format!("{}{}", resource.resource, resource.subresource);
        by_group.entry(&resource.group).or_default().push(name);
    }
    let names = flags.strings("resource-name");
    Ok(by_group
        .into_iter()
        .map(|(group, resources)| {
            let mut rule = json!({"apiGroups": [group], "resources": resources, "verbs": verbs});
            if !names.is_empty() {
                rule["resourceNames"] = names.into();
            }
            rule
        })
        .collect())
}

fn parse(word: &str) -> RuleResource {
    let (resource, subresource) = match word.split_once('/') {
        Some((resource, "")) => (resource, String::new()),
        Some((resource, subresource)) => (resource, format!("/{subresource}")),
        None => (word, String::new()),
    };
    let (resource, group) = resource.split_once('.').unwrap_or((resource, ""));
    RuleResource {
        group: group.to_owned(),
        resource: resource.to_owned(),
        subresource,
    }
}

/// The resource under the names that the server has for it.
fn resolve(wanted: RuleResource, discovery: &Discovery) -> Result<RuleResource, CommandError> {
    if wanted.resource == "*" {
        return Ok(wanted);
    }
    let word = match wanted.group.as_str() {
        "" => wanted.resource.clone(),
        group => format!("{}.{group}", wanted.resource),
    };
    let found = discovery.by_word(&word).and_then(|found| {
        // A version among the words of the group is none here.
        match found.group.starts_with(&wanted.group) {
            true => Ok(found),
            false => Err(NoMatch::ResourceInGroup {
                resource: wanted.resource.clone(),
                group: wanted.group.clone(),
            }),
        }
    });
    let found = found.map_err(|error| CommandError::verbatim(error.to_string()))?;
    Ok(RuleResource {
        group: found.group.clone(),
        resource: found.resource.clone(),
        ..wanted
    })
}

fn check_special_verbs(verbs: &[String], resources: &[RuleResource]) -> Result<(), CommandError> {
    for verb in verbs {
        let special = SPECIAL_VERBS.iter().find(|(special, _)| special == verb);
        let Some((_, allowed)) = special else {
            continue;
        };
        for RuleResource {
            group, resource, ..
        } in resources
        {
            if !allowed.contains(&(group.as_str(), resource.as_str())) {
                return Err(CommandError::told(format!(
                    "can not perform '{verb}' on '{resource}' in group '{group}'"
                )));
            }
        }
    }
    Ok(())
}
