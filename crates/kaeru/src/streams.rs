//! The process's own streams and environment.

use std::io::{BufWriter, IsTerminal};

use cobra::{Io, Terminals};

/// The world of this process. Output to a pipe or file is buffered; to a person it goes out line by line.
pub(crate) fn standard() -> Io<'static> {
    let terminals = Terminals {
        stdin: std::io::stdin().is_terminal(),
        stdout: std::io::stdout().is_terminal(),
        stderr: std::io::stderr().is_terminal(),
    };
    Io {
        stdin: Box::new(std::io::stdin()),
        stdout: if terminals.stdout {
            Box::new(std::io::stdout())
        } else {
            Box::new(BufWriter::with_capacity(1 << 16, std::io::stdout()))
        },
        stderr: Box::new(std::io::stderr()),
        terminals,
        env: std::env::vars_os()
            .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
            .collect(),
        cwd: std::env::current_dir().unwrap_or_else(|_| "/".into()),
    }
}
