//! `helm` itself.

use cobra::{Command, Io, Program};

use crate::absent;
use crate::commands::{
    COMPLETION, CREATE, DEPENDENCY, ENV, LINT, PACKAGE, SHOW, TEMPLATE, VERSION,
};
use crate::settings;

/// What commands share while one of them runs; all they need comes with the invocation.
pub(crate) struct Context;

static ROOT: Command<Context> =
    Command::new("helm", "Kubernetes packages, put together from charts")
        .long(LONG)
        .persistent_flags(&[settings::FLAGS])
        .commands(&[
            &TEMPLATE,
            &COMPLETION,
            &DEPENDENCY,
            &ENV,
            &CREATE,
            &absent::GET,
            &absent::HISTORY,
            &absent::INSTALL,
            &LINT,
            &absent::LIST,
            &PACKAGE,
            &absent::PLUGIN,
            &absent::PULL,
            &absent::PUSH,
            &absent::REGISTRY,
            &absent::REPO,
            &absent::ROLLBACK,
            &absent::SEARCH,
            &SHOW,
            &absent::STATUS,
            &absent::TEST,
            &absent::UNINSTALL,
            &absent::UPGRADE,
            &absent::VERIFY,
            &VERSION,
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
    Program::new(&ROOT).execute(args, &mut Context, io)
}
