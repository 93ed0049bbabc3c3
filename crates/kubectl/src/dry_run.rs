//! `--dry-run`: trying without doing.

use cobra::{Flag, Flags};

use crate::CommandError;
use cliruntime::Query;

/// The flag.
pub(crate) const DRY_RUN_FLAGS: &[Flag] = &[Flag::string(
    "dry-run",
    "Must be \"none\", \"server\", or \"client\". With client, only print what would be sent. With server, send it and have nothing kept.",
)
.default("none")
.optional_value("unchanged")
.values(&["none", "server", "client"])];

/// Whether a change is made, or only tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum DryRun {
    /// It is made.
    #[default]
    None,
    /// It is not even sent.
    Client,
    /// The server does everything but keep it.
    Server,
}

impl DryRun {
    /// Reads the flag.
    pub(crate) fn new(flags: &Flags) -> Result<DryRun, CommandError> {
        match flags.string("dry-run") {
            "none" | "" | "false" => Ok(DryRun::None),
            "client" | "unchanged" | "true" => Ok(DryRun::Client),
            "server" => Ok(DryRun::Server),
            other => Err(CommandError::told(format!(
                "Invalid dry-run value ({other}). Must be \"none\", \"server\", or \"client\"."
            ))),
        }
    }

    /// What results say about it.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            DryRun::None => "",
            DryRun::Client => " (dry run)",
            DryRun::Server => " (server dry run)",
        }
    }

    /// The request's parameters with what tells the server.
    pub(crate) fn mark(self, query: Query) -> Query {
        if self == DryRun::Server {
            query.with("dryRun", "All")
        } else {
            query
        }
    }
}
