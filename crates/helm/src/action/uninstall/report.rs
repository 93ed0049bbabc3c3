//! What an uninstallation leaves behind.

use cobra::Io;

use crate::logfmt;
use crate::resources::Resource;

/// The objects that stay, by why.
#[derive(Debug, Default)]
pub(super) struct Report {
    /// Their policy says so.
    pub(super) kept: Vec<Resource>,
    /// They are somebody else's.
    pub(super) foreign: Vec<Resource>,
    /// Whose they are cannot be read.
    pub(super) unreadable: Vec<(Resource, String)>,
}

impl Report {
    /// Writes a line for every object that is somebody else's.
    pub(super) fn log(&self, release: &str, io: &mut Io<'_>) {
        for resource in &self.foreign {
            let attributes = [
                ("kind", resource.api.kind.as_str()),
                ("name", &resource.name),
                ("namespace", &resource.namespace),
                ("release", release),
            ];
            let message = "skipping delete of resource not owned by this release";
            logfmt::write(io, "WARN", message, &attributes);
        }
    }

    /// Writes what would stay.
    pub(super) fn log_dry_run(&self, release: &str, io: &mut Io<'_>) {
        if self.foreign.is_empty() {
            return;
        }
        let count = self.foreign.len().to_string();
        let message =
            "dry-run: resources would be skipped because they are not owned by this release";
        logfmt::write(
            io,
            "WARN",
            message,
            &[("release", release), ("count", &count)],
        );
        for resource in &self.foreign {
            let attributes = [
                ("kind", resource.api.kind.as_str()),
                ("name", &resource.name),
                ("namespace", &resource.namespace),
            ];
            logfmt::write(io, "WARN", "dry-run: would skip resource", &attributes);
        }
    }

    /// The text for the person; empty if nothing stays.
    pub(super) fn text(&self) -> String {
        let line = |resource: &Resource| format!("[{}] {}\n", resource.api.kind, resource.name);
        let mut parts = Vec::new();
        if !self.kept.is_empty() {
            let lines: String = self.kept.iter().map(line).collect();
            parts.push(format!(
                "These resources were kept due to the resource policy:\n{lines}"
            ));
        }
        if !self.foreign.is_empty() {
            let (count, lines) = (self.foreign.len(), self.foreign.iter().map(line));
            let lines: String = lines.collect();
            parts.push(format!(
                "{count} resource(s) were not deleted because they are not owned by this release:\n{lines}"
            ));
        }
        if !self.unreadable.is_empty() {
            let lines = self.unreadable.iter().map(|(resource, error)| {
                format!("[{}] {}: {error}\n", resource.api.kind, resource.name)
            });
            let (count, lines) = (self.unreadable.len(), lines.collect::<String>());
            parts.push(format!(
                "{count} resource(s) were not deleted because their ownership could not be verified:\n{lines}"
            ));
        }
        parts.join("\n")
    }
}
