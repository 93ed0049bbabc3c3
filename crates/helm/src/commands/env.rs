//! `helm env`.

use std::io::Write as _;

use cobra::{Command, Failure, Invocation, Io};

use crate::args;
use crate::complete;
use crate::root::Context;
use crate::settings;

const LONG: &str = "
Shows the settings that the environment and the global flags make, or the value
of one.
";

const EXAMPLE: &str = "  # Where charts that were downloaded are kept
  helm env HELM_CONTENT_CACHE";

pub(crate) static ENV: Command<Context> = Command::new("env", "show the environment")
    .long(LONG)
    .example(EXAMPLE)
    .args(args::maximum::<1>())
    .complete(complete::variable)
    .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let variables = settings::variables(&invocation.flags, io);
    if let Some(name) = invocation.args.first() {
        let value = variables
            .iter()
            .find(|(own, _)| own == name)
            .map_or("", |(_, value)| value);
        writeln!(io.stdout, "{value}")?;
        return Ok(());
    }
    for (name, value) in variables {
        writeln!(io.stdout, "{name}=\"{value}\"")?;
    }
    Ok(())
}
