//! `helm test`.

use cobra::{Command, Failure, Flag, Invocation, Io};

use crate::action::Test;
use crate::complete;
use crate::flags::Output;
use crate::flags::{TIMEOUT, timeout};
use crate::output::{ReleasePrinter, Shown};
use crate::root::Context;
use crate::wait::{WaitOptions, WaitStrategy};
use crate::{args, session, settings};

const FLAGS: &[Flag] = &[
    Flag::string_slice("filter", "tests by an attribute: name=a,!name=b"),
    Flag::bool("logs", "show what the tests said"),
    TIMEOUT,
];

const LONG: &str = "
Runs the tests of a release: those of its hooks that are meant for that.
";

pub(crate) static TEST: Command<Context> =
    Command::new("test [RELEASE]", "run the tests of a release")
        .long(LONG)
        .flags(&[FLAGS])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let config = session::open(context, flags, None, io)?;
    let named = |prefix: &str| {
        let filters = flags.strings("filter").iter();
        let names = filters.filter_map(|filter| filter.strip_prefix(prefix));
        names.map(str::to_owned).collect()
    };
    let test = Test {
        name: invocation.args[0].clone(),
        only: named("name="),
        except: named("!name="),
        wait: WaitOptions {
            strategy: WaitStrategy::Watcher,
            for_jobs: false,
            timeout: timeout(flags),
        },
    };
    let outcome = config.cluster.wait(test.perform(&config, io));
    let (release, failed) = outcome.map_err(|error| session::failure("", &error))?;
    let printer = ReleasePrinter {
        release: &release,
        shown: Shown {
            all: settings::debug(flags, &io.env),
            ..Shown::default()
        },
        resources: "",
        zone: &config.zone,
    };
    printer.write(Output::Table, &mut io.stdout)?;
    if flags.bool("logs") {
        writeln!(io.stdout)?;
        let logs = config.cluster.wait(test.logs(&config, &release));
        for log in logs.map_err(|error| session::failure("", &error))? {
            write!(io.stdout, "POD LOGS: {}\n{}\n", log.pod, log.text)?;
        }
    }
    match failed {
        Some(error) => Err(session::failure("", &error)),
        None => Ok(()),
    }
}
