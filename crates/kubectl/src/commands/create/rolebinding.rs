//! `kubectl create rolebinding` and `clusterrolebinding`.

use cobra::{Command, Flag, Flags};
use serde_json::{Value, json};

use super::generated;
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::rbac_subjects::{SUBJECT_FLAGS, subjects};
use crate::session::Session;

const RBAC: &str = "rbac.authorization.k8s.io";
const RBAC_V1: &str = "rbac.authorization.k8s.io/v1";

pub(super) static ROLE_BINDING: Command<Session> = Command::new(
    "rolebinding NAME --clusterrole=NAME|--role=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    "Create a role binding for a particular role or cluster role",
)
.long("Give a role, or a cluster role, to somebody in one namespace.")
.example("  # Let two people administer a namespace\n  kubectl create rolebinding admins --clusterrole=admin --user=ada --user=lin")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    SUBJECT_FLAGS,
    &[
        Flag::string("clusterrole", "The cluster role that is given."),
        Flag::string("role", "The role that is given."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let (kind, role) = match (invocation.flags.string("clusterrole"), invocation.flags.string("role")) {
            (role, "") if !role.is_empty() => ("ClusterRole", role),
            ("", role) if !role.is_empty() => ("Role", role),
            _ => return Err(CommandError::told("exactly one of clusterrole or role must be specified")),
        };
        let mut object = json!({
            "apiVersion": RBAC_V1, "kind": "RoleBinding", "metadata": {"name": name},
            "roleRef": {"apiGroup": RBAC, "kind": kind, "name": role},
        });
        add_subjects(&mut object, &invocation.flags)?;
        generated::create(object, "failed to create rolebinding: ", invocation, factory, io).await
    })
});

pub(super) static CLUSTER_ROLE_BINDING: Command<Session> = Command::new(
    "clusterrolebinding NAME --clusterrole=NAME [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    "Create a cluster role binding for a particular cluster role",
)
.long("Give a cluster role to somebody in the whole cluster.")
.example("  # Let a group administer the cluster\n  kubectl create clusterrolebinding operators --clusterrole=cluster-admin --group=operators")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    SUBJECT_FLAGS,
    &[Flag::string("clusterrole", "The cluster role that is given.").required()],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let mut object = json!({
            "apiVersion": RBAC_V1, "kind": "ClusterRoleBinding", "metadata": {"name": name},
            "roleRef": {"apiGroup": RBAC, "kind": "ClusterRole", "name": invocation.flags.string("clusterrole")},
        });
        add_subjects(&mut object, &invocation.flags)?;
        generated::create(object, "failed to create clusterrolebinding: ", invocation, factory, io).await
    })
});

fn add_subjects(binding: &mut Value, flags: &Flags) -> Result<(), CommandError> {
    let subjects = subjects(flags)?;
    if !subjects.is_empty() {
        binding["subjects"] = subjects.into();
    }
    Ok(())
}
