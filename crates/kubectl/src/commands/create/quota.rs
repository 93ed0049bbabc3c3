//! `kubectl create quota`: how much a namespace may use.

use cobra::{Command, Flag};
use serde_json::{Map, Value, json};

use super::generated;
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::resource_list::resource_list;
use crate::session::Session;

pub(super) static QUOTA: Command<Session> = Command::new(
    "quota NAME [--hard=key1=value1,key2=value2] [--scopes=Scope1,Scope2] [--dry-run=server|client|none]",
    "Create a quota with the specified name",
)
.aliases(&["resourcequota"])
.long("Create a resource quota with hard limits and, if wanted, scopes.")
.example("  # Allow a namespace three pods and one CPU\n  kubectl create quota small --hard=pods=3,cpu=1")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::CREATE_FLAGS,
    &[
        Flag::string("hard", "Resources and their limits as resource=quantity, separated by commas."),
        Flag::string("scopes", "Scopes that an object must match to count, separated by commas."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let name = generated::name(invocation)?;
        let mut spec = Map::new();
        let hard = resource_list(invocation.flags.string("hard"), "Invalid argument syntax")?;
        if !hard.is_empty() {
            spec.insert("hard".to_owned(), Value::Object(hard));
        }
        let scopes = scopes(invocation.flags.string("scopes"))?;
        if !scopes.is_empty() {
            spec.insert("scopes".to_owned(), scopes.into());
        }
        let object = json!({
            "apiVersion": "v1", "kind": "ResourceQuota", "metadata": {"name": name}, "spec": spec, "status": {},
        });
        generated::create(object, "failed to create quota: ", invocation, factory, io).await
    })
});

fn scopes(text: &str) -> Result<Vec<&str>, CommandError> {
    let scopes: Vec<&str> = text.split(',').filter(|_| !text.is_empty()).collect();
    match scopes.iter().find(|scope| scope.is_empty()) {
        Some(scope) => Err(CommandError::told(format!(
            "invalid resource quota scope {scope:?}"
        ))),
        None => Ok(scopes),
    }
}
