//! `helm` itself.

use cobra::{Command, Io, Program};
use tokio::runtime::Handle;

use crate::absent;
use crate::cluster::Target;
use crate::commands::{
    COMPLETION, CREATE, DEPENDENCY, ENV, GET, HISTORY, INSTALL, LINT, LIST, PACKAGE, PULL, REPO,
    ROLLBACK, SEARCH, SHOW, STATUS, TEMPLATE, TEST, UNINSTALL, UPGRADE, VERSION,
};
use crate::{complete, logfmt, settings, storage};

/// What commands share while one of them runs.
pub(crate) struct Context {
    /// How a command finds its cluster.
    pub(crate) target: Target,
}

static ROOT: Command<Context> =
    Command::new("helm", "Kubernetes packages, put together from charts")
        .long(LONG)
        .persistent_flags(&[settings::FLAGS])
        .commands(&[
            &CREATE,
            &DEPENDENCY,
            &PULL,
            &SHOW,
            &LINT,
            &PACKAGE,
            &REPO,
            &SEARCH,
            &absent::VERIFY,
            &GET,
            &HISTORY,
            &INSTALL,
            &LIST,
            &TEST,
            &ROLLBACK,
            &STATUS,
            &TEMPLATE,
            &UNINSTALL,
            &UPGRADE,
            &COMPLETION,
            &ENV,
            &absent::PLUGIN,
            &VERSION,
            &absent::REGISTRY,
            &absent::PUSH,
        ]);

const LONG: &str = "Renders charts to what a cluster gets, as Helm does.

Environment variables:

  HELM_CACHE_HOME, HELM_CONFIG_HOME, HELM_DATA_HOME  where caches, configuration and data are kept
  HELM_DEBUG                                         say more
  HELM_NAMESPACE                                     the namespace of releases
  HELM_COLOR, NO_COLOR                               when output has colours
  KUBECONFIG, HELM_KUBE*                             which cluster, and as whom
";

/// Runs the command that `args` (without the program's name) calls, and returns the exit code.
pub fn run(args: &[String], io: &mut Io<'_>) -> u8 {
    let mut context = Context {
        target: Target::Configured,
    };
    execute(args, &mut context, io)
}

/// Runs a command against a cluster in this process, whose tasks live on `runtime`, and returns the exit code.
///
/// Must not be called from a task of a runtime.
pub fn run_in_process(
    args: &[String],
    io: &mut Io<'_>,
    client: kube::Client,
    runtime: Handle,
) -> u8 {
    let mut context = Context {
        target: Target::InProcess { client, runtime },
    };
    execute(args, &mut context, io)
}

/// Finds the command and runs it, unless a setting that has nothing to do with it is wrong.
fn execute(args: &[String], context: &mut Context, io: &mut Io<'_>) -> u8 {
    if let Some(mode) = settings::invalid_color(args) {
        let error = format!(
            "invalid color mode {}: must be one of: never, auto, always",
            gostd::strconv::quote(mode)
        );
        logfmt::write(io, "WARN", "command failed", &[("error", &error)]);
        return 1;
    }
    Program::new(&ROOT)
        .complete_flag(complete::flag)
        .initialize(storage::check_driver)
        .execute(args, context, io)
}
