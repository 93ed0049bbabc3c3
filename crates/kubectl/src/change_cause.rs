//! `--record`: the command line as the cause of a change.

use cobra::{Flag, Invocation};

use crate::session::Session;

/// The annotation that says why an object was changed.
pub(crate) const CHANGE_CAUSE: &str = "kubernetes.io/change-cause";

/// The flag.
pub(crate) const RECORD_FLAGS: &[Flag] = &[Flag::bool("record", "Write the command line into the resource's annotations. If set to false, do not. If not set, only replace an annotation that is there.")
    .deprecated("--record will be removed in the future")];

/// What to write as the cause; none where it was not asked for.
pub(crate) fn recorded(invocation: &Invocation<Session>) -> Option<String> {
    invocation.flags.bool("record").then(|| {
        let path: Vec<&str> = invocation
            .path
            .iter()
            .map(|command| command.name())
            .collect();
        let given = invocation
            .flags
            .given()
            .map(|(name, value)| format!("--{name}={value}"));
        let words = path
            .into_iter()
            .map(str::to_owned)
            .chain(invocation.args.iter().cloned())
            .chain(given);
        words.collect::<Vec<_>>().join(" ")
    })
}
