//! Flags of `install` that `template` understands too.

use cobra::Flag;

pub(crate) const INSTALL: &[Flag] = &[
    Flag::bool(
        "create-namespace",
        "create the namespace if it is not there",
    ),
    Flag::bool("dependency-update", "fetch dependencies that are missing"),
    Flag::string("description", "description of the revision"),
    Flag::bool("devel", "use pre-releases too"),
    Flag::bool(
        "disable-openapi-validation",
        "do not check objects against the cluster's schema",
    ),
    Flag::string(
        "dry-run",
        "render only: \"client\" without a cluster, \"server\" with one",
    )
    .optional_value("unset")
    .default("client"),
    Flag::bool("enable-dns", "look up host names that templates ask for"),
    Flag::bool("force", "replace objects").deprecated("use --force-replace instead"),
    Flag::bool("force-conflicts", "take over fields that others manage"),
    Flag::bool("force-replace", "replace objects"),
    Flag::bool("generate-name", "make up the release's name").short('g'),
    Flag::string_to_string("labels", "labels of the release's record").short('l'),
    Flag::string("name-template", "template of the release's name"),
    Flag::bool("no-hooks", "leave hooks out"),
    Flag::string(
        "post-renderer",
        "name of a plugin that gets the rendered objects",
    ),
    Flag::string_slice("post-renderer-args", "arguments of the post-renderer"),
    Flag::bool(
        "replace",
        "take over the name of a release that was uninstalled",
    ),
    Flag::bool("rollback-on-failure", "undo what failed"),
    Flag::bool("atomic", "undo what failed").deprecated("use --rollback-on-failure instead"),
    Flag::bool("server-side", "let the server apply objects").default("true"),
    Flag::bool("skip-crds", "leave custom resource definitions out"),
    Flag::bool(
        "skip-schema-validation",
        "do not check values against schemas",
    ),
    Flag::bool("take-ownership", "take over objects of others"),
    Flag::duration("timeout", "how long to wait for the cluster").default("5m0s"),
    Flag::string(
        "wait",
        "wait until objects are ready: watcher, hookOnly or legacy",
    )
    .optional_value("watcher")
    .default("hookOnly"),
    Flag::bool("wait-for-jobs", "wait for jobs too"),
];
