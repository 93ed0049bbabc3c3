//! `kubectl rollout history`: the revisions of a workload and why they came about.

use cobra::{Command, Flag, Invocation, Io};

use super::revisions::{Revision, revisions};
use super::{pod_template_text, workloads};
use crate::CommandError;
use crate::printers::{ObjectPrinter, OutputFormat, PRINT_FLAGS};
use crate::resource::{FILE_FLAGS, Info, select};
use crate::session::{Factory, Session};

pub(super) static HISTORY: Command<Session> =
    Command::new("history (TYPE NAME | TYPE/NAME) [flags]", "View rollout history")
        .long("Show the revisions of a workload, or with --revision the pod template of one.")
        .example("  # Show the revisions of a deployment\n  kubectl rollout history deployment/web\n  \n  # Show what revision 3 ran\n  kubectl rollout history deployment/web --revision=3")
        .no_flags_in_use_line()
        .flags(&[
            PRINT_FLAGS,
            FILE_FLAGS,
            &[
                Flag::int64("revision", "The revision to show, with its pod template").default("0"),
                Flag::string("selector", "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.").short('l'),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| history(invocation, factory, io).await)
        });

async fn history(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let wanted = flags.int("revision");
    if wanted < 0 {
        return Err(CommandError::told(format!(
            "revision must be a positive integer: {wanted}"
        )));
    }
    let request = workloads(invocation);
    let infos = select(&request, factory, io).await?.all()?;
    let rest = factory.rest(io).await?;
    let mut printer = ObjectPrinter::new(
        OutputFormat::new(flags, false, io)?,
        flags.bool("show-managed-fields"),
    );
    for info in infos {
        let revisions = revisions(&info, &rest).await?;
        if flags.string("output").is_empty() && flags.string("template").is_empty() {
            write!(io.stdout, "{}", text(&info, &revisions, wanted)?)?;
            continue;
        }
        for revision in chosen(&revisions, wanted)? {
            write!(io.stdout, "{}", printer.print(&revision.holder)?)?;
        }
    }
    Ok(())
}

fn chosen(revisions: &[Revision], wanted: i64) -> Result<Vec<&Revision>, CommandError> {
    if wanted == 0 {
        return Ok(revisions.iter().collect());
    }
    match revisions.iter().find(|revision| revision.number == wanted) {
        Some(revision) => Ok(vec![revision]),
        None => Err(CommandError::told("unable to find the specified revision")),
    }
}

fn text(info: &Info, revisions: &[Revision], wanted: i64) -> Result<String, CommandError> {
    let name = info.object_name();
    if wanted > 0 {
        let revision = chosen(revisions, wanted)?[0];
        return Ok(format!(
            "{name} with revision #{wanted}\n{}\n",
            pod_template_text(&revision.template)
        ));
    }
    if revisions.is_empty() {
        return Ok(format!("{name} \nNo rollout history found.\n"));
    }
    let width = revisions
        .iter()
        .map(|revision| revision.number.to_string().len())
        .max()
        .unwrap_or(0);
    let width = width.max("REVISION".len()) + 2;
    let mut table = format!("{:width$}CHANGE-CAUSE\n", "REVISION");
    for revision in revisions {
        let cause = match revision.change_cause() {
            "" => "<none>",
            cause => cause,
        };
        table.push_str(&format!("{:<width$}{cause}\n", revision.number));
    }
    Ok(format!("{name} \n{table}\n"))
}
