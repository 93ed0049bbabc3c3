//! `kubectl create role`.

use cobra::{Command, Invocation, Io};
use serde_json::json;

use super::generated;
use super::policy_rules::{self, RULE_FLAGS};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static ROLE: Command<Session> = Command::new(
    "role NAME --verb=verb --resource=resource.group/subresource [--resource-name=resourcename] [--dry-run=server|client|none]",
    "Create a role with single rule",
)
.long("Create a role with one rule for each API group of its resources.")
.example("  # Let somebody read pods and their logs\n  kubectl create role pod-reader --verb=get,list,watch --resource=pods,pods/log")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    RULE_FLAGS,
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| role(invocation, factory, io).await)
});

async fn role(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let name = generated::name(invocation)?;
    let flags = &invocation.flags;
    let verbs = policy_rules::verbs(flags);
    if verbs.is_empty() {
        return Err(CommandError::told("at least one verb must be specified"));
    }
    if flags.strings("resource").is_empty() {
        return Err(CommandError::told(
            "at least one resource must be specified",
        ));
    }
    let rules = policy_rules::resource_rules(flags, &verbs, factory, io).await?;
    let object = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role", "metadata": {"name": name}, "rules": rules,
    });
    generated::create(object, "", invocation, factory, io).await
}
