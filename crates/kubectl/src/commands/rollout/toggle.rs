//! What pause, resume and restart have in common: one small change to each object.

use cobra::{Flag, Invocation, Io};
use serde_json::Value;

use super::{MANAGER, workloads};
use crate::CommandError;
use crate::changes::Change;
use crate::dry_run::DryRun;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, result_line};
use crate::resource::{Info, select};
use crate::session::{Factory, Session};

/// Flags of all three.
pub(super) const TOGGLE_FLAGS: &[Flag] = &[
    Flag::string(
        "field-manager",
        "Name of the manager used to track field ownership.",
    )
    .default(MANAGER),
    Flag::string(
        "selector",
        "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.",
    )
    .short('l'),
];

/// Changes each object that the command line names, and says what was done.
///
/// `edit` refuses with the words that follow the object's name.
pub(super) async fn change_each(
    did: &str,
    edit: impl Fn(&mut Value, &Info) -> Result<(), String>,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let request = workloads(invocation);
    let selection = select(&request, factory, io).await?;
    let mut errors = selection.errors;
    if selection.infos.is_empty() && errors.is_empty() {
        let namespace = factory.namespace(io)?;
        writeln!(io.stderr, "No resources found in {namespace} namespace.")?;
        return Ok(());
    }
    let format = OutputFormat::new(flags, false, io)?;
    let human = format.is_human();
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    for info in selection.infos {
        match change(&info, &edit, flags.string("field-manager"), factory, io).await {
            Ok(_) if human => {
                write!(
                    io.stdout,
                    "{}",
                    result_line(
                        &info,
                        Outcome {
                            did,
                            dry_run: DryRun::None
                        }
                    )
                )?;
            }
            Ok(object) => write!(io.stdout, "{}", printer.print(&object)?)?,
            Err(error) => errors.push(error),
        }
    }
    CommandError::aggregate(errors)
}

async fn change(
    info: &Info,
    edit: impl Fn(&mut Value, &Info) -> Result<(), String>,
    manager: &str,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Value, CommandError> {
    let about = |what: &str| {
        CommandError::told(format!(
            "error: {} {:?} {what}",
            info.resource.group_resource(),
            info.name
        ))
    };
    let mut after = info.object.clone();
    edit(&mut after, info).map_err(|refusal| about(&refusal))?;
    let change = Change::between(info, &info.object, &after)?;
    if change.is_empty() {
        return Err(about("is already up to date"));
    }
    let rest = factory.rest(io).await?;
    let answer = change
        .send(&rest, &info.path(), manager, DryRun::None)
        .await
        .map_err(|error| CommandError::told(format!("failed to patch: {error}")))?;
    factory.warnings.tell(&answer.warnings, io)?;
    Ok(answer.json()?)
}
