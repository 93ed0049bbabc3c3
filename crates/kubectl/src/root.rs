//! The tree of commands and the way into it.

use cobra::{Command, Failure, Invocation, Io, Program, Site};
use tokio::runtime::Handle;

use crate::global_flags::GLOBAL_FLAGS;
use crate::session::Session;
use crate::{ChartEngine, commands, templates};

const LONG: &str = "kubectl controls Kubernetes clusters.

 The verbs that are here behave as those of the tool of the same name; any other verb says that it is not.";

static ROOT: Command<Session> = Command::new("kubectl", "kubectl controls Kubernetes clusters")
    .long(LONG)
    .persistent_flags(&[GLOBAL_FLAGS])
    .no_flags_in_use_line()
    .commands(commands::ALL)
    .run(show_help);

static PROGRAM: Program<Session> = Program::new(&ROOT)
    .error_prefix("error: ")
    .no_usage_hint()
    .templates(templates::help, templates::usage)
    .flag_error(flag_error)
    .complete_flag(commands::complete_flag);

/// Runs kubectl against the cluster that arguments, environment and files name, and returns its exit code.
///
/// `args` are the arguments without the program's name; `charts` renders the charts of kustomizations, for
/// `kustomize --enable-helm`.
pub fn run(args: &[String], io: &mut Io<'_>, charts: Option<ChartEngine>) -> u8 {
    PROGRAM.execute(args, &mut Session::configured(charts), io)
}

/// Runs kubectl against a cluster in this process, whose tasks live on `runtime`, and returns its exit code.
///
/// Must not be called from a task of a runtime.
pub fn run_in_process(
    args: &[String],
    io: &mut Io<'_>,
    client: kube::Client,
    runtime: Handle,
) -> u8 {
    PROGRAM.execute(args, &mut Session::in_process(client, runtime), io)
}

fn flag_error(site: &Site<'_, Session>, message: &str) -> String {
    format!("{message}\nSee '{} --help' for usage.", site.command_path())
}

fn show_help(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let env = io.env.clone();
    write!(io.stdout, "{}", templates::help(&invocation.site(&env)))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::PROGRAM;

    /// Every flag that two commands of one path declare must be meant: a table error otherwise surfaces only at run time.
    #[test]
    fn the_tables_are_consistent() {
        assert_eq!(PROGRAM.table_faults(), Vec::<String>::new());
    }
}
