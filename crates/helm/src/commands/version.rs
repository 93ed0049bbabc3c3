//! `helm version`.

use std::io::Write as _;

use cobra::{Command, Failure, Flag, Invocation, Io};
use gotmpl::{FuncMap, Map, MissingKey, Options, Templates, Value};

use crate::args;
use crate::root::Context;

const FLAGS: &[Flag] = &[
    Flag::bool("short", "print nothing but the version"),
    Flag::string("template", "Go template to print the version with"),
];

const LONG: &str = "
Shows which version of Helm this stands in for, and its own.

A --template has the fields .Version, .GitCommit, .GitTreeState, .GoVersion and
.KubeClientVersion.
";

pub(crate) static VERSION: Command<Context> = Command::new("version", "show the version")
    .long(LONG)
    .flags(&[FLAGS])
    .args(args::none())
    .run(run);

/// What stands in for Helm says so behind Helm's own number.
const NUMBER: &str = concat!("v4.3.1+kaeru.", env!("CARGO_PKG_VERSION"));

/// The fields in the order in which they are shown. There is no Go in here, so there is no Go version.
const FIELDS: &[(&str, &str)] = &[
    ("Version", NUMBER),
    ("GitCommit", ""),
    ("GitTreeState", ""),
    ("GoVersion", ""),
    ("KubeClientVersion", "v1.37"),
];

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let template = invocation.flags.string("template");
    if !template.is_empty() {
        let mut templates = Templates::new(
            "_",
            FuncMap::new(),
            Options {
                missing_key: MissingKey::Error,
                ..Options::default()
            },
        );
        templates.parse("_", template)?;
        let fields = FIELDS
            .iter()
            .map(|(name, text)| (*name, Value::from(*text)));
        io.stdout
            .write_all(&templates.execute("_", &Value::Map(Map::from_iter(fields)))?)?;
    } else if invocation.flags.bool("short") {
        writeln!(io.stdout, "{NUMBER}")?;
    } else {
        let fields: Vec<String> = FIELDS
            .iter()
            .map(|(name, text)| format!("{name}:{text:?}"))
            .collect();
        writeln!(io.stdout, "version.BuildInfo{{{}}}", fields.join(", "))?;
    }
    Ok(())
}
