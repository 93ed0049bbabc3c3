//! The verbs of kubectl that are not here, so that they can say so.

use cobra::{Command, Failure, Invocation, Io};

use crate::session::Session;

macro_rules! absent {
    ($($constant:ident $name:literal),+ $(,)?) => {
        $(pub(super) static $constant: Command<Session> =
            Command::new($name, "Not available").hidden().no_flag_parsing().run(refuse);)+
    };
}

absent! {
    ATTACH "attach", AUTH "auth", AUTOSCALE "autoscale", CERTIFICATE "certificate", CLUSTER_INFO "cluster-info",
    CONFIG "config", CORDON "cordon", CP "cp", DEBUG "debug", DESCRIBE "describe", DRAIN "drain", EDIT "edit",
    EVENTS "events", EXEC "exec", EXPLAIN "explain", KUBERC "kuberc", LOGS "logs", PLUGIN "plugin",
    PORT_FORWARD "port-forward", PROXY "proxy", TAINT "taint", TOP "top", UNCORDON "uncordon",
}

fn refuse(
    invocation: &Invocation<Session>,
    _: &mut Session,
    _: &mut Io<'_>,
) -> Result<(), Failure> {
    let path = super::command_path(invocation);
    Err(Failure::new(format!(
        "{path:?} is not available in Kaeru; use the kubectl of the Kubernetes project for it"
    )))
}
