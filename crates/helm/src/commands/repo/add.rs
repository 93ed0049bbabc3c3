//! `helm repo add`.

use std::io::{BufRead as _, BufReader, Write as _};
use std::time::Duration;

use cobra::{Command, Failure, Flag, Invocation, Io};

use crate::args;
use crate::complete;
use crate::repo::{Access, Cache, FetchError, Fetcher, Repositories, Repository, RepositoryError};
use crate::root::Context;

const FLAGS: &[Flag] = &[
    Flag::bool(
        "allow-deprecated-repos",
        "allow the old repositories that are closed for good",
    ),
    Flag::string(
        "ca-file",
        "file with the authority that signed the repository's certificate",
    ),
    Flag::string(
        "cert-file",
        "file with the client certificate for the repository",
    ),
    Flag::bool("force-update", "replace a repository of the same name"),
    Flag::bool(
        "insecure-skip-tls-verify",
        "do not check the repository's certificate",
    ),
    Flag::string("key-file", "file with the key of the client certificate"),
    Flag::bool("pass-credentials", "send user and password to every host"),
    Flag::string("password", "password for the repository"),
    Flag::bool("password-stdin", "read the password from stdin"),
    Flag::duration("timeout", "how long to wait for the index").default("2m0s"),
    Flag::string("username", "user for the repository"),
    Flag::bool("no-update", "has no effect")
        .deprecated("it has no effect, since repositories of the same name are kept")
        .hidden(),
];

const LONG: &str = "
Gives a chart repository a name, and downloads its index.
";

const EXAMPLE: &str = "  # A repository behind a login, whose password comes from a file
  helm repo add own https://charts.example.com --username me --password-stdin < password";

pub(super) static ADD: Command<Context> =
    Command::new("add [NAME] [URL]", "give a chart repository a name")
        .long(LONG)
        .example(EXAMPLE)
        .flags(&[FLAGS])
        .args(args::exact::<2>())
        .complete(complete::name_and_url)
        .run(run);

fn run(invocation: &Invocation<Context>, _: &mut Context, io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let (name, url) = (&invocation.args[0], &invocation.args[1]);
    if name.contains('/') {
        return Err(Failure::new(format!(
            "repository name ({name}) contains '/', please specify a different name without '/'"
        )));
    }
    if !flags.bool("allow-deprecated-repos")
        && let Some(instead) = moved(url)
    {
        return Err(Failure::new(format!(
            "repo {} is no longer available; try {} instead",
            gostd::strconv::quote(url),
            gostd::strconv::quote(instead)
        )));
    }
    let mut access = Access::from_flags(flags);
    if !access.username.is_empty() && access.password.is_empty() && flags.bool("password-stdin") {
        BufReader::new(&mut io.stdin).read_line(&mut access.password)?;
        access
            .password
            .truncate(access.password.trim_end_matches(['\r', '\n']).len());
    }
    let repository = Repository {
        name: name.clone(),
        url: url.clone(),
        access,
    };
    let path = io.resolve(flags.string("repository-config"));
    let mut repositories = Repositories::load(&path)?;
    if let Some(known) = repositories
        .named(name)
        .filter(|_| !flags.bool("force-update"))
    {
        if *known != repository {
            return Err(Failure::new(format!(
                "repository name ({name}) already exists, please specify a different name"
            )));
        }
        let name = gostd::strconv::quote(name);
        writeln!(
            io.stdout,
            "{name} already exists with the same configuration, skipping"
        )?;
        return Ok(());
    }
    let fetcher = Fetcher {
        timeout: flags.duration("timeout").to_std().unwrap_or(Duration::ZERO),
    };
    let cache = Cache::from_flags(flags, io);
    cache
        .update(&repository, &fetcher, io)
        .map_err(|error| match error {
            RepositoryError::Url(_) | RepositoryError::Fetch(FetchError::Scheme(_)) => {
                Failure::new(error.to_string())
            }
            _ => Failure::new(format!(
                "looks like {} is not a valid chart repository or cannot be reached: {error}",
                gostd::strconv::quote(url)
            )),
        })?;
    repositories.0.retain(|known| known.name != *name);
    repositories.0.push(repository);
    repositories.save(&path)?;
    let name = gostd::strconv::quote(name);
    writeln!(io.stdout, "{name} has been added to your repositories")?;
    Ok(())
}

/// Where charts of a repository that was closed have gone.
fn moved(url: &str) -> Option<&'static str> {
    const MOVED: [(&str, &str); 2] = [
        (
            "//kubernetes-charts.storage.googleapis.com",
            "https://charts.helm.sh/stable",
        ),
        (
            "//kubernetes-charts-incubator.storage.googleapis.com",
            "https://charts.helm.sh/incubator",
        ),
    ];
    let found = MOVED.iter().find(|(old, _)| url.contains(old));
    found.map(|(_, new)| *new)
}
