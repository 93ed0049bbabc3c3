//! `kustomize edit alpha-list-builtin-plugin`.

use cobra::{Command, Failure, Invocation, Io};

pub(super) static LIST_BUILTIN_PLUGIN: Command<()> = Command::new(
    "alpha-list-builtin-plugin",
    "[Alpha] List the builtin plugins",
)
.run(run);

fn run(_: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    writeln!(io.stdout, "Builtin plugins:\n")?;
    for name in kustomize::BUILTIN_PLUGINS {
        writeln!(io.stdout, " * {name}")?;
    }
    Ok(())
}
