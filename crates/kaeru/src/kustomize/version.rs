//! `kustomize version`.

use std::io::Write;

use cobra::{Args, Command, Failure, Flag, Invocation, Io};

/// The version whose behaviour this is, with our own behind it.
const VERSION_TEXT: &str = concat!("v5.8.1+kaeru.", env!("CARGO_PKG_VERSION"));

const FLAGS: &[Flag] = &[
    Flag::bool("short", "short form").deprecated(
        "and will be removed in the future. The --short output will become the default.",
    ),
    Flag::string("output", "One of 'yaml' or 'json'.")
        .short('o')
        .values(&["json", "yaml"]),
];

pub(super) static VERSION: Command<()> = Command::new("version", "Prints the kustomize version")
    .long("Prints the kustomize version")
    .example("kustomize version")
    .flags(&[FLAGS])
    .args(Args::None)
    .run(run);

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let text = match invocation.flags.string("output") {
        "" if invocation.flags.bool("short") => format!("{{{VERSION_TEXT}  }}\n"),
        "" => format!("{VERSION_TEXT}\n"),
        "yaml" => format!("version: {VERSION_TEXT}\n"),
        "json" => format!("{{\n  \"version\": \"{VERSION_TEXT}\"\n}}\n"),
        _ => return Err(Failure::new("--output must be 'yaml' or 'json'")),
    };
    Ok(io.stdout.write_all(text.as_bytes())?)
}
