//! What the commands have in common that make an object from flags.

use cobra::{Invocation, Io};
use serde_json::Value;

use super::Options;
use crate::dry_run::DryRun;
use crate::printers::{ObjectPrinter, Outcome, OutputFormat, result_line};
use crate::resource::{Info, built_in};
use crate::session::{Factory, Session};
use crate::{CommandError, object};

/// The one name on the command line.
pub(super) fn name(invocation: &Invocation<Session>) -> Result<&str, CommandError> {
    let before_dash = invocation.args_before_dash.unwrap_or(invocation.args.len());
    match &invocation.args[..before_dash] {
        [name] => Ok(name),
        args => {
            let path = super::super::command_path(invocation);
            Err(CommandError::usage(
                &path,
                &format!("exactly one NAME is required, got {}", args.len()),
            ))
        }
    }
}

/// Creates an object of a built-in kind, or only prepares and prints it.
///
/// Nothing is asked of a server where nothing is sent. `failure` stands before the server's complaint.
pub(super) async fn create(
    mut object: Value,
    failure: &str,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let options = Options::new(invocation)?;
    let resource = built_in(&object).ok_or_else(|| {
        CommandError::told(format!(
            "no resource serves the kind {}",
            object::kind(&object)
        ))
    })?;
    let mut namespace = String::new();
    if resource.namespaced && (options.dry_run != DryRun::Client || factory.enforces_namespace()) {
        namespace = factory.namespace(io)?;
        object::set_metadata(&mut object, "namespace", &namespace);
    }
    let mut info = Info {
        name: object::name(&object).to_owned(),
        namespace,
        resource,
        source: String::new(),
        object,
    };
    super::send(&mut info, &options, factory, io)
        .await
        .map_err(|error| failed(error, failure))?;
    let format = OutputFormat::new(flags, false, io)?;
    if format.is_human() {
        write!(
            io.stdout,
            "{}",
            result_line(
                &info,
                Outcome {
                    did: "created",
                    dry_run: options.dry_run
                }
            )
        )?;
    } else {
        let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
        write!(io.stdout, "{}", printer.print(&info.object)?)?;
    }
    Ok(())
}

fn failed(error: CommandError, failure: &str) -> CommandError {
    match error {
        CommandError::Api(error) if !failure.is_empty() => {
            CommandError::told(format!("{failure}{error}"))
        }
        other => other,
    }
}
