//! What a command costs in processor time and memory.

use std::io;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use nix::sys::resource::{UsageWho, getrusage};
use nix::sys::time::TimeValLike;

/// Tells a process that it is to run the command in its arguments, measure it and print the cost.
const ERRAND: &str = "KAERU_TESTKIT_MEASURE";

/// The cost of one run of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cost {
    /// User and system time of the command and its children; the least of the runs.
    pub cpu: Duration,
    /// The most memory that one process of it held at once, in KiB; the least of the runs.
    pub peak_kib: u64,
}

/// The least cost of `runs` runs of a program, whose output is thrown away.
///
/// The kernel keeps the peak over *all* children of a process, so each measurement happens in a process of its own: this executable, started
/// once more. Its `main` has to begin with [`measured_here`].
///
/// # Errors
/// The program could not be started, or it failed.
pub fn measure(program: &Path, args: &[&str], directory: &Path, runs: usize) -> io::Result<Cost> {
    let mut least: Option<Cost> = None;
    for _ in 0..runs {
        let output = Command::new(std::env::current_exe()?)
            .arg(program)
            .args(args)
            .current_dir(directory)
            .env(ERRAND, "1")
            .stderr(Stdio::inherit())
            .output()?;
        let cost = parse(&String::from_utf8_lossy(&output.stdout)).ok_or_else(|| {
            io::Error::other(format!("{} {} failed", program.display(), args.join(" ")))
        })?;
        least = Some(least.map_or(cost, |best| Cost {
            cpu: best.cpu.min(cost.cpu),
            peak_kib: best.peak_kib.min(cost.peak_kib),
        }));
    }
    least.ok_or_else(|| io::Error::other("no run was asked for"))
}

/// Runs the errand of [`measure`] if this process was started for one; `main` returns at once when it says so.
///
/// # Errors
/// The command could not be started.
pub fn measured_here() -> io::Result<bool> {
    if std::env::var_os(ERRAND).is_none() {
        return Ok(false);
    }
    let mut words = std::env::args_os().skip(1);
    let program = words
        .next()
        .ok_or_else(|| io::Error::other("no command to measure"))?;
    let status = Command::new(program)
        .args(words)
        .env_remove(ERRAND)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .status()?;
    if status.success() {
        let usage = getrusage(UsageWho::RUSAGE_CHILDREN)?;
        let micros = usage.user_time().num_microseconds() + usage.system_time().num_microseconds();
        io::Write::write_all(
            &mut io::stdout(),
            format!("{micros} {}\n", usage.max_rss()).as_bytes(),
        )?;
    }
    Ok(true)
}

fn parse(line: &str) -> Option<Cost> {
    let (micros, peak) = line.trim().split_once(' ')?;
    Some(Cost {
        cpu: Duration::from_micros(micros.parse().ok()?),
        peak_kib: peak.parse().ok()?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_command_has_no_cost() {
        assert_eq!(parse(""), None);
        assert_eq!(
            parse("1500 2048\n"),
            Some(Cost {
                cpu: Duration::from_micros(1500),
                peak_kib: 2048
            })
        );
    }
}
