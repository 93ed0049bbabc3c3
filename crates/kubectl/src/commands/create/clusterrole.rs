//! `kubectl create clusterrole`.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use super::generated;
use super::policy_rules::{self, RULE_FLAGS};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

/// The verbs that paths know which are no resources.
const PATH_VERBS: [&str; 8] = [
    "*", "get", "post", "put", "delete", "patch", "head", "options",
];

pub(super) static CLUSTER_ROLE: Command<Session> = Command::new(
    "clusterrole NAME --verb=verb --resource=resource.group [--resource-name=resourcename] [--dry-run=server|client|none]",
    "Create a cluster role",
)
.long("Create a cluster role: rules for resources and for paths, or the labels of other roles whose rules it gathers.")
.example("  # Let somebody read nodes\n  kubectl create clusterrole node-reader --verb=get,list --resource=nodes\n  \n  # Let somebody read a path of the server\n  kubectl create clusterrole health --verb=get --non-resource-url=/healthz")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    RULE_FLAGS,
    &[
        Flag::string_to_string("aggregation-rule", "Labels of the roles whose rules the role gathers."),
        Flag::string_slice("non-resource-url", "Paths that the rule is about."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| cluster_role(invocation, factory, io).await)
});

async fn cluster_role(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let name = generated::name(invocation)?;
    let flags = &invocation.flags;
    let verbs = policy_rules::verbs(flags);
    let (resources, paths) = (flags.strings("resource"), flags.strings("non-resource-url"));
    let aggregation = flags.pairs("aggregation-rule");
    let mut role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "ClusterRole", "metadata": {"name": name},
        "rules": Value::Null,
    });
    if !aggregation.is_empty() {
        let rules = [&verbs[..], resources, paths, flags.strings("resource-name")];
        if rules.iter().any(|given| !given.is_empty()) {
            return Err(CommandError::told(
                "aggregation rule must be specified without nonResourceURLs, verbs, resources or resourceNames",
            ));
        }
        role["aggregationRule"] = json!({"clusterRoleSelectors": [{"matchLabels": aggregation}]});
        return generated::create(role, "", invocation, factory, io).await;
    }
    if verbs.is_empty() {
        return Err(CommandError::told("at least one verb must be specified"));
    }
    if resources.is_empty() && paths.is_empty() {
        return Err(CommandError::told(
            "one of resource or nonResourceURL must be specified",
        ));
    }
    let mut rules = Vec::new();
    if !resources.is_empty() {
        rules = policy_rules::resource_rules(flags, &verbs, factory, io).await?;
    }
    if !paths.is_empty() {
        check_paths(paths, &verbs)?;
        rules.push(json!({"nonResourceURLs": paths, "verbs": verbs}));
    }
    role["rules"] = rules.into();
    generated::create(role, "", invocation, factory, io).await
}

fn check_paths(paths: &[String], verbs: &[String]) -> Result<(), CommandError> {
    if let Some(verb) = verbs
        .iter()
        .find(|verb| !PATH_VERBS.contains(&verb.as_str()))
    {
        return Err(CommandError::told(format!(
            "invalid verb: '{verb}' for nonResourceURL"
        )));
    }
    for path in paths.iter().filter(|path| *path != "*") {
        let complaint = match path.strip_suffix('*').unwrap_or(path) {
            _ if !path.starts_with('/') => "nonResourceURL should start with /",
            rest if rest.contains('*') => {
                "nonResourceURL only supports wildcard matches when '*' is at the end"
            }
            _ => continue,
        };
        return Err(CommandError::told(complaint));
    }
    Ok(())
}
