//! The commands of kustomize that are not here, so that they can say so.

use cobra::{Command, Failure, Invocation, Io};

pub(super) static CFG: Command<()> = absent("cfg");
pub(super) static FN: Command<()> = absent("fn");
pub(super) static LOCALIZE: Command<()> = absent("localize");
pub(super) static OPENAPI: Command<()> = absent("openapi");

const fn absent(name: &'static str) -> Command<()> {
    Command::new(name, "Not available")
        .hidden()
        .no_flag_parsing()
        .run(refuse)
}

fn refuse(invocation: &Invocation<()>, _: &mut (), _: &mut Io<'_>) -> Result<(), Failure> {
    let command = invocation
        .path
        .last()
        .map(|command| command.name())
        .unwrap_or_default();
    Err(Failure::new(format!(
        "\"kustomize {command}\" is not available in Kaeru; use the kustomize of the Kubernetes project for it"
    )))
}
