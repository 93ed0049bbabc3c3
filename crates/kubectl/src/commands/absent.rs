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
    CERTIFICATE "certificate", KUBERC "kuberc",
    PLUGIN "plugin",
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
