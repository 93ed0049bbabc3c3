//! `kubectl api-versions`: the groups and versions of a server.

use std::collections::BTreeSet;

use cobra::Command;

use crate::session::Session;

pub(super) static API_VERSIONS: Command<Session> = Command::new(
    "api-versions",
    "Print the supported API versions on the server, in the form of \"group/version\"",
)
.group(super::OTHER)
.no_flags_in_use_line()
.example("  # Print the versions\n  kubectl api-versions")
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| {
        let discovery = factory.discovery(io).await?;
        let versions: BTreeSet<String> = discovery
            .resources()
            .iter()
            .map(cliruntime::ApiResource::api_version)
            .collect();
        for version in versions {
            writeln!(io.stdout, "{version}")?;
        }
        Ok(())
    })
});
