//! `helm version`.

use std::io::Write as _;

use chart::BuildInfo;
use cobra::{Command, Failure, Flag, Invocation, Io};
use gotmpl::{FuncMap, MissingKey, Options, Templates, Value};

use crate::args;
use crate::complete;
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

const EXAMPLE: &str = "  # The version alone
  helm version --template '{{.Version}}'";

pub(crate) static VERSION: Command<Context> = Command::new("version", "show the version")
    .long(LONG)
    .example(EXAMPLE)
    .flags(&[FLAGS])
    .args(args::none())
    .complete(complete::nothing_more)
    .run(run);

/// What stands in for Helm says so behind Helm's own number.
const NUMBER: &str = concat!("v4.3.1+kaeru.", env!("CARGO_PKG_VERSION"));

/// There is no Go in here, and no build knows its commit.
fn build_info() -> BuildInfo {
    BuildInfo {
        version: NUMBER.to_owned(),
        git_commit: String::new(),
        git_tree_state: String::new(),
        go_version: String::new(),
        ..BuildInfo::default()
    }
}

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let template = invocation.flags.string("template");
    let info = build_info();
    if !template.is_empty() {
        let options = Options {
            missing_key: MissingKey::Error,
            ..Options::default()
        };
        let mut templates = Templates::new("_", FuncMap::new(), options);
        templates.parse("_", template)?;
        let printed = templates.execute("_", &Value::object(info))?;
        io.stdout.write_all(&printed)?;
    } else if invocation.flags.bool("short") {
        writeln!(io.stdout, "{NUMBER}")?;
    } else {
        writeln!(
            io.stdout,
            "version.BuildInfo{{Version:{:?}, GitCommit:{:?}, GitTreeState:{:?}, GoVersion:{:?}, KubeClientVersion:{:?}}}",
            info.version,
            info.git_commit,
            info.git_tree_state,
            info.go_version,
            info.kube_client_version
        )?;
    }
    Ok(())
}
