//! What the flags of a change say.

use std::time::Duration;

use cobra::{Failure, Flags, Io};

use crate::action::{Deploying, DryRun};
use crate::logfmt;
use crate::wait::{WaitOptions, WaitStrategy};

/// For what and how long to wait.
pub(crate) fn wait_options(flags: &Flags, io: &mut Io<'_>) -> WaitOptions {
    let word = flags.string("wait");
    let strategy = match word {
        "watcher" | "true" => WaitStrategy::Watcher,
        "legacy" => WaitStrategy::Legacy,
        _ => WaitStrategy::HookOnly,
    };
    warn_of_wait(flags, io);
    WaitOptions {
        strategy,
        for_jobs: flags.has("wait-for-jobs") && flags.bool("wait-for-jobs"),
        timeout: timeout(flags),
    }
}

/// Warns of the values that `--wait` had when it was a switch.
pub(crate) fn warn_of_wait(flags: &Flags, io: &mut Io<'_>) {
    let word = flags.string("wait");
    let instead = match word {
        "true" => "watcher",
        "false" => "hookOnly",
        _ => return,
    };
    let message = format!(
        "--wait={word} is deprecated (boolean value) and can be replaced with --wait={instead}"
    );
    logfmt::write(io, "WARN", &message, &[]);
}

/// How long to wait.
pub(crate) fn timeout(flags: &Flags) -> Duration {
    flags.duration("timeout").to_std().unwrap_or_default()
}

/// How a change is brought to the cluster. Flags that a command does not have are off.
pub(crate) fn deploying(flags: &Flags, io: &mut Io<'_>) -> Deploying {
    let on = |name: &str| flags.has(name) && flags.bool(name);
    let history_max = if flags.has("history-max") {
        usize::try_from(flags.int("history-max")).unwrap_or_default()
    } else {
        0
    };
    Deploying {
        wait: wait_options(flags, io),
        hooks: !on("no-hooks"),
        force_conflicts: on("force-conflicts"),
        force_replace: on("force-replace") || on("force"),
        take_ownership: on("take-ownership"),
        rollback_on_failure: on("rollback-on-failure") || on("atomic"),
        cleanup_on_fail: on("cleanup-on-fail"),
        description: flags.string("description").to_owned(),
        history_max,
    }
}

/// Whether the action is only shown.
///
/// # Errors
/// If the word means nothing.
pub(crate) fn dry_run(flags: &Flags, io: &mut Io<'_>) -> Result<DryRun, Failure> {
    let mode = flags.string("dry-run");
    let boolean = format!(
        "boolean '--dry-run={mode}' flag is deprecated and must be replaced with '--dry-run="
    );
    let (dry_run, warning) = match mode {
        "none" => (DryRun::None, String::new()),
        "client" => (DryRun::Client, String::new()),
        "server" => (DryRun::Server, String::new()),
        "unset" => (
            DryRun::Client,
            "--dry-run is deprecated and should be replaced with '--dry-run=client'".to_owned(),
        ),
        "false" => (DryRun::None, format!("{boolean}none'")),
        "true" => (DryRun::Client, format!("{boolean}client'")),
        other => {
            let other = gostd::strconv::quote(other);
            return Err(Failure::new(format!(
                "invalid dry-run value ({other}). Must be \"none\", \"server\", or \"client\""
            )));
        }
    };
    if !warning.is_empty() {
        logfmt::write(io, "WARN", &warning, &[]);
    }
    Ok(dry_run)
}
