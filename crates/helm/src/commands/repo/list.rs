//! `helm repo list`.

use std::io::Write as _;

use cobra::{Command, Failure, Flag, Invocation, Io};
use serde_json::json;

use crate::args;
use crate::complete;
use crate::flags::{OUTPUT, Output};
use crate::repo::Repositories;
use crate::root::Context;
use crate::table::Table;

const FLAGS: &[Flag] = &[Flag::bool("no-headers", "leave the headings out")];

pub(super) static LIST: Command<Context> =
    Command::new("list", "list the repositories that have a name")
        .aliases(&["ls"])
        .flags(&[FLAGS, OUTPUT])
        .args(args::none())
        .complete(complete::nothing_more)
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let repositories =
        Repositories::load(&io.resolve(flags.string("repository-config"))).unwrap_or_default();
    let objects = || {
        let repositories = repositories.0.iter();
        repositories
            .map(|own| json!({"name": own.name, "url": own.url}))
            .collect()
    };
    match Output::from_flags(flags) {
        Output::Table if repositories.0.is_empty() => {
            writeln!(io.stderr, "no repositories to show")?;
        }
        Output::Table => {
            let mut table = Table::new();
            if !flags.bool("no-headers") {
                table.row(["NAME", "URL"]);
            }
            for own in &repositories.0 {
                table.row([own.name.as_str(), own.url.as_str()]);
            }
            write!(io.stdout, "{table}")?;
        }
        Output::Json => writeln!(io.stdout, "{}", json!(serde_json::Value::Array(objects())))?,
        Output::Yaml => {
            let objects = serde_json::Value::Array(objects());
            write!(io.stdout, "{}", goyaml::json_to_yaml(&objects))?;
        }
    }
    Ok(())
}
