//! `kubectl set subject`: to whom a binding gives its role.

use cobra::{Command, Invocation, Io};
use serde_json::{Value, json};

use super::edit::{self, SET_FLAGS, Unchanged, Words};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::rbac_subjects::{SUBJECT_FLAGS, subjects};
use crate::resource::{FILE_FLAGS, FileOptions, Info, Request, select};
use crate::session::{Factory, Session};

pub(super) static SUBJECT: Command<Session> = Command::new(
    "subject (-f FILENAME | TYPE NAME) [--user=username] [--group=groupname] [--serviceaccount=namespace:serviceaccountname] [--dry-run=server|client|none]",
    "Update the user, group, or service account in a role binding or cluster role binding",
)
.long("Give the role of a binding to more users, groups and service accounts.")
.example("  # Let one more person in\n  kubectl set subject rolebinding admins --user=ada")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    DRY_RUN_FLAGS,
    SET_FLAGS,
    SUBJECT_FLAGS,
    &[super::super::SELECTOR],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| subject(invocation, factory, io).await)
});

async fn subject(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let files = FileOptions::new(flags);
    if invocation.args.is_empty() && files.is_empty() {
        return Err(CommandError::told(crate::usage_text::MISSING_RESOURCE));
    }
    let request = Request {
        selector: flags.string("selector"),
        ..edit::request(&invocation.args, flags)
    };
    let infos = select(&request, factory, io).await?.all()?;
    let given = ["user", "group", "serviceaccount"];
    if given.iter().all(|flag| flags.strings(flag).is_empty()) {
        return Err(CommandError::told(
            "you must specify at least one value of user, group or serviceaccount",
        ));
    }
    let added = subjects(flags)?;
    let change = |object: &mut Value, info: &Info| add(object, info, &added);
    let words = Words {
        did: "subjects updated",
        failure: "failed to patch subjects to rolebinding: ",
        unchanged: Unchanged::Silent,
    };
    edit::send(infos, words, change, invocation, factory, io).await
}

fn add(binding: &mut Value, info: &Info, added: &[Value]) -> Result<(), CommandError> {
    let kind = info.resource.kind.as_str();
    if !matches!(kind, "RoleBinding" | "ClusterRoleBinding") {
        return Err(CommandError::told(format!(
            "{}/{} setting subjects is only supported for RoleBinding/ClusterRoleBinding",
            info.resource.resource, info.name
        )));
    }
    if !binding["subjects"].is_array() {
        binding["subjects"] = json!([]);
    }
    if let Some(subjects) = binding["subjects"].as_array_mut() {
        for subject in added {
            if !subjects.contains(subject) {
                subjects.push(subject.clone());
            }
        }
    }
    Ok(())
}
