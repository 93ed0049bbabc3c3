//! `helm get values`.

use cobra::{Command, Failure, Flag, Invocation, Io};
use serde_json::Value;

use super::{REVISION, release};
use crate::args;
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::root::Context;

const FLAGS: &[Flag] = &[
    Flag::bool("all", "show the chart's defaults, too").short('a'),
    REVISION,
];

pub(super) static VALUES: Command<Context> =
    Command::new("values RELEASE_NAME", "show the values of a release")
        .flags(&[FLAGS, OUTPUT])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let release = release(invocation, context, io)?;
    let all = invocation.flags.bool("all");
    let values = if all {
        release.computed_values()?
    } else {
        release.config.unwrap_or(Value::Null)
    };
    let format = Output::from_flags(&invocation.flags);
    if format != Output::Table {
        return format.write(&values, &mut io.stdout);
    }
    let head = if all { "COMPUTED" } else { "USER-SUPPLIED" };
    write!(
        io.stdout,
        "{head} VALUES:\n{}",
        goyaml::json_to_yaml(&values)
    )?;
    Ok(())
}
