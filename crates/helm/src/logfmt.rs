//! Helm's log lines on stderr.

use cobra::Io;

/// Writes a line at once.
pub(crate) fn write(io: &mut Io<'_>, level: &str, message: &str, attributes: &[(&str, &str)]) {
    let log = chart::Log::default();
    log.add(level, message, attributes);
    write_all(io, &log);
}

/// Writes the lines that have come together.
pub(crate) fn write_all(io: &mut Io<'_>, log: &chart::Log) {
    for line in log.take() {
        // Whoever closed stderr does not want to read on.
        let _ = writeln!(io.stderr, "{line}");
    }
}
