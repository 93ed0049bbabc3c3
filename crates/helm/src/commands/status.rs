//! `helm status`.

use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::action::{ActionError, Configuration};
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::output::{ReleasePrinter, Shown, fetch_resources};
use crate::release::Release;
use crate::root::Context;
use crate::storage::{StorageError, Stored};
use crate::{args, session, settings};

/// Which revision is meant.
pub(super) const REVISION: Flag =
    Flag::int("revision", "revision that is shown; the newest by default").completes();

const LONG: &str = "
Shows the state of a release: when it was changed, how that went, its objects on
the cluster, its tests and its notes.
";

pub(crate) static STATUS: Command<Context> =
    Command::new("status RELEASE_NAME", "show the state of a release")
        .long(LONG)
        .flags(&[&[REVISION], OUTPUT])
        .args(args::exact::<1>())
        .complete(complete::one_release)
        .run(run);

/// The revision that the flags mean. The newest has all labels of its storage object.
///
/// # Errors
/// If there is none.
pub(super) async fn find(
    config: &Configuration,
    name: &str,
    flags: &Flags,
) -> Result<Release, ActionError> {
    if crate::action::check_name(name).is_err() {
        return Err(ActionError::told(format!(
            "release name is invalid: {name}"
        )));
    }
    match flags.int("revision") {
        version if version > 0 => Ok(config.storage.get(name, version).await?),
        _ => {
            let history = config.storage.history(name).await?;
            let newest = history.last().map(Stored::release);
            Ok(newest.ok_or(StorageError::NotFound)??)
        }
    }
}

fn run(
    invocation: &Invocation<Context>,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let config = session::open(context, flags, None, io)?;
    let found = config.cluster.wait(async {
        let release = find(&config, &invocation.args[0], flags).await?;
        let fetched = fetch_resources(&config, &release).await?;
        Ok::<_, ActionError>((release, fetched))
    });
    let (mut release, fetched) = found.map_err(|error| session::failure("", &error))?;
    if !fetched.objects.is_empty() {
        release.info.resources = Some(fetched.objects);
    }
    let printer = ReleasePrinter {
        release: &release,
        shown: Shown {
            all: settings::debug(flags, &io.env),
            metadata: false,
            notes: true,
            chart: false,
        },
        resources: &fetched.text,
        zone: &config.zone,
    };
    printer.write(Output::from_flags(flags), &mut io.stdout)
}
