//! `kubectl options`: the flags that every command understands.

use cobra::{Command, Failure, Invocation, Io};

use crate::session::Session;
use crate::templates;

pub(super) static OPTIONS: Command<Session> = Command::new(
    "options",
    "Print the list of flags inherited by all commands",
)
.group(super::OTHER)
.run(options);

fn options(
    invocation: &Invocation<Session>,
    _: &mut Session,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let env = io.env.clone();
    write!(io.stdout, "{}", templates::options(&invocation.site(&env)))?;
    Ok(())
}
