//! Flags of `install`, `upgrade` and `template`, and those that all changes of a release share.

use cobra::Flag;

/// What `install` and `template` have for themselves.
pub(crate) const INSTALL: &[Flag] = &[
    Flag::bool("generate-name", "make up the release's name").short('g'),
    Flag::string("name-template", "template of the release's name"),
    Flag::bool(
        "replace",
        "take over the name of a release that was uninstalled",
    ),
    Flag::bool("server-side", "let the server apply objects").default("true"),
];

/// What everything that renders a chart for a release has.
pub(crate) const RELEASE: &[Flag] = &[
    Flag::bool(
        "create-namespace",
        "create the namespace if it is not there",
    ),
    Flag::bool("dependency-update", "fetch dependencies that are missing"),
    Flag::bool("devel", "use pre-releases too"),
    Flag::bool(
        "disable-openapi-validation",
        "do not check objects against the cluster's schema",
    ),
    Flag::bool("enable-dns", "look up host names that templates ask for"),
    Flag::string_to_string("labels", "labels of the release's record").short('l'),
    Flag::custom(
        "post-renderer",
        "postRendererString",
        refuse_plugin,
        "name of a plugin that gets the rendered objects",
    ),
    Flag::string_slice("post-renderer-args", "arguments of the post-renderer")
        .type_named("postRendererArgsSlice"),
    Flag::bool("rollback-on-failure", "undo what failed"),
    Flag::bool("atomic", "undo what failed").deprecated("use --rollback-on-failure instead"),
    Flag::bool("skip-crds", "leave custom resource definitions out"),
    Flag::bool(
        "skip-schema-validation",
        "do not check values against schemas",
    ),
    Flag::bool("take-ownership", "take over objects of others"),
];

/// What every change of a release has.
pub(crate) const CHANGE: &[Flag] = &[
    Flag::string("description", "description of the revision"),
    Flag::bool("force", "replace objects").deprecated("use --force-replace instead"),
    Flag::bool("force-conflicts", "take over fields that others manage"),
    Flag::bool("force-replace", "replace objects"),
    Flag::bool("no-hooks", "leave hooks out"),
    Flag::bool("wait-for-jobs", "wait for jobs too"),
];

/// How long and for what to wait.
pub(crate) const WAIT: &[Flag] = &[
    TIMEOUT,
    Flag::custom(
        "wait",
        "WaitStrategy",
        check_wait,
        "wait until objects are ready: watcher, hookOnly or legacy",
    )
    .optional_value("watcher")
    .default("hookOnly"),
];

/// How long to wait.
pub(crate) const TIMEOUT: Flag =
    Flag::duration("timeout", "how long to wait for the cluster").default("5m0s");

/// Whether an action is only shown; not shown unless given.
pub(crate) const DRY_RUN: Flag = Flag::string(
    "dry-run",
    "only show: \"client\" without a cluster, \"server\" with one",
)
.optional_value("unset")
.default("none");

/// What shows a release after a change.
pub(crate) const SHOW: &[Flag] = &[
    Flag::bool("hide-notes", "leave the notes out"),
    Flag::bool("hide-secret", "leave Secrets out when only showing"),
    Flag::bool("render-subchart-notes", "show the notes of all charts"),
];

/// Which flags exclude each other.
pub(crate) const EXCLUSIVE: &[&[&str]] = &[
    &["force", "force-conflicts"],
    &["force-replace", "force-conflicts"],
    &["force", "force-replace"],
];

/// Plugins are not run, so that none can be named.
fn refuse_plugin(name: &str) -> Result<(), String> {
    if name.is_empty() {
        return Ok(());
    }
    Err("post-renderer plugins are not there yet".to_owned())
}

fn check_wait(text: &str) -> Result<(), String> {
    match text {
        "watcher" | "hookOnly" | "legacy" | "true" | "false" => Ok(()),
        other => Err(format!(
            "invalid wait input {}. Valid inputs are watcher, hookOnly, and legacy",
            gostd::strconv::quote(other)
        )),
    }
}
