//! `helm pull`.

use std::io::Write as _;
use std::path::Path;

use cobra::{Command, Failure, Flag, Flags, Invocation, Io};

use crate::args;
use crate::complete;
use crate::expand::expand;
use crate::failure::go_io;
use crate::flags::{CHART_PATH, DEVEL};
use crate::repo::{Found, LocateError, Source, download, write};
use crate::root::Context;

const FLAGS: &[Flag] = &[
    Flag::string("destination", "directory that the archive is written to")
        .short('d')
        .default("."),
    Flag::bool("prov", "download the signature too, and do not check it"),
    Flag::bool("untar", "unpack the archive"),
    Flag::string("untardir", "directory that the archive is unpacked in").default("."),
];

const LONG: &str = "
Downloads the archive of a chart: by its URL, as REPOSITORY/CHART, or by its name in
the repository of --repo.
";

const EXAMPLE: &str = "  # The newest version of a chart in a named repository
  helm pull stable/web

  # A version of a chart in any repository, unpacked
  helm pull web --repo https://charts.example.com --version 1.2.0 --untar";

pub(crate) static PULL: Command<Context> = Command::new(
    "pull [chart URL | repo/chartname] [...]",
    "download a chart",
)
.long(LONG)
.example(EXAMPLE)
.aliases(&["fetch"])
.flags(&[FLAGS, CHART_PATH, DEVEL])
.args(args::minimum::<1>())
.complete(complete::pulled_chart)
.run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    if flags.bool("verify") {
        return Err(Failure::new(
            "signatures are not checked: --verify is not there yet",
        ));
    }
    let source = Source::of_chart(flags, io).map_err(|error| Failure::new(error.to_string()))?;
    for name in &invocation.args {
        pull(name, &source, flags, io)?;
    }
    Ok(())
}

fn pull(name: &str, source: &Source, flags: &Flags, io: &mut Io<'_>) -> Result<(), Failure> {
    let refused = |error: LocateError| Failure::new(error.to_string());
    let found = source.find(name, io).map_err(refused)?;
    let archive = download(&found, source, io).map_err(refused)?;
    let _kept = source.cache.keep(&archive);
    if flags.bool("untar") {
        return untar(&archive, flags, io);
    }
    let file = gostd::path::base(found.url.path()).to_owned();
    let destination = flags.string("destination");
    let shown = gostd::path::join(&[destination, &file]);
    let directory = io.resolve(destination);
    if !directory.is_dir() {
        return Err(Failure::new(format!(
            "open {shown}: no such file or directory"
        )));
    }
    save(&directory.join(&file), &archive)?;
    if flags.bool("prov") {
        provenance(
            name,
            &found,
            &directory.join(format!("{file}.prov")),
            source,
            io,
        )?;
    }
    Ok(())
}

fn save(path: &Path, content: &[u8]) -> Result<(), Failure> {
    write(path, content).map_err(Failure::new)
}

/// Downloads the signature beside the archive; one that is not there is only told.
fn provenance(
    name: &str,
    found: &Found,
    path: &Path,
    source: &Source,
    io: &mut Io<'_>,
) -> Result<(), Failure> {
    let mut url = found.url.clone();
    url.set_path(&format!("{}.prov", url.path()));
    match source.fetcher.get(&url, &found.access, io) {
        Ok(content) => save(path, &content),
        Err(error) => {
            writeln!(
                io.stdout,
                "WARNING: Verification not found for {name}: {error}"
            )?;
            Ok(())
        }
    }
}

fn untar(archive: &[u8], flags: &Flags, io: &Io<'_>) -> Result<(), Failure> {
    let directory = gostd::path::join(&[flags.string("destination"), flags.string("untardir")]);
    let directory = io.resolve(&directory);
    let loaded = chart::Chart::load_archive(archive, &chart::LoadOptions::default())
        .map_err(|error| crate::failure::loading(&error))?;
    let name = loaded.chart.name().to_owned();
    if directory.join(&name).exists() {
        return Err(Failure::new(format!(
            "failed to untar: a file or directory with the name {name} already exists"
        )));
    }
    std::fs::create_dir_all(&directory).map_err(|error| {
        let reason = go_io("mkdir", &directory.display().to_string(), &error);
        Failure::new(format!("failed to untar (mkdir): {reason}"))
    })?;
    expand(archive, &directory).map_err(|error| Failure::new(error.to_string()))?;
    Ok(())
}
