//! Charts as arguments: those of named repositories, the beginnings of URLs, and what lies in the directory.

use cobra::{Completion, Directive, Flags, Invocation, Io};

use super::{named_repositories, nothing_more, releases};
use crate::repo::{Cache, ChartVersion};
use crate::root::Context;

const URLS: [(&str, &str); 4] = [
    ("oci://", "a chart in a registry"),
    ("https://", "the URL of an archive"),
    ("http://", "the URL of an archive"),
    ("file://", "the URL of an archive on this machine"),
];

const PATHS: [&str; 2] = [
    "./\ta path from the directory of the shell",
    "/\ta path from the root",
];

/// One chart: of `show`.
pub(crate) fn one_chart(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.is_empty() {
        return chart(invocation, last, true, io);
    }
    nothing_more(invocation, last, context, io)
}

/// A chart that is not on this machine: of `pull`.
pub(crate) fn pulled_chart(
    invocation: &Invocation<Context>,
    last: &str,
    _: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.is_empty() {
        return chart(invocation, last, false, io);
    }
    Completion::none(Directive::NO_FILE_COMP)
}

/// A name, unless it is made up, and a chart: of `install` and `template`.
pub(crate) fn release_and_chart(
    invocation: &Invocation<Context>,
    last: &str,
    _: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.len() == names(&invocation.flags) {
        return chart(invocation, last, true, io);
    }
    Completion::none(Directive::NO_FILE_COMP)
}

/// A release and a chart: of `upgrade`.
pub(crate) fn revised_chart(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    match invocation.args.len() {
        0 => releases(invocation, last, context, io),
        1 => chart(invocation, last, true, io),
        _ => nothing_more(invocation, last, context, io),
    }
}

/// How many names stand before the chart.
fn names(flags: &Flags) -> usize {
    usize::from(!flags.bool("generate-name"))
}

/// The versions of the chart that the arguments name, the newest first.
pub(super) fn version(
    invocation: &Invocation<Context>,
    _: &str,
    _: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let before = match invocation.path.last().map(|command| command.name()) {
        Some("install" | "template") => names(&invocation.flags),
        Some("upgrade") => 1,
        _ => 0,
    };
    let chart = match &invocation.args[..] {
        args if args.len() == before + 1 => &args[before],
        _ => "",
    };
    Completion {
        candidates: versions(chart, &invocation.flags, io).unwrap_or_default(),
        directive: Directive::NO_FILE_COMP,
    }
}

/// The versions of `repository/chart` as its index had them when it was downloaded last.
fn versions(chart: &str, flags: &Flags, io: &Io<'_>) -> Option<Vec<String>> {
    let (repository, name) = chart.split_once('/')?;
    let index = Cache::from_flags(flags, io).index(repository).ok()?;
    let versions = index.entries.get(name)?.iter();
    Some(versions.map(ChartVersion::completion).collect())
}

/// Charts that begin like the word. Where some do, files do not come from the shell but from here.
fn chart(invocation: &Invocation<Context>, last: &str, paths: bool, io: &Io<'_>) -> Completion {
    let mut candidates = Vec::new();
    let mut directive = Directive::DEFAULT;
    for repository in named_repositories(invocation, io).0 {
        let within = format!("{}/", repository.name);
        if last.starts_with(&within) {
            candidates.extend(charts_of(&repository.name, &invocation.flags, io));
            directive = Directive::DEFAULT;
            break;
        }
        if repository.name.starts_with(last) {
            candidates.push(format!("{within}\t{}", repository.url));
            directive = Directive::NO_SPACE;
        }
    }
    for (url, description) in URLS.iter().filter(|(url, _)| url.starts_with(last)) {
        candidates.push(format!("{url}\t{description}"));
        directive = Directive::NO_SPACE;
    }
    if !paths {
        directive = directive.with(Directive::NO_FILE_COMP);
    } else if last.is_empty() {
        candidates.extend(PATHS.map(str::to_owned));
    } else if !candidates.is_empty() {
        candidates.extend(files(last, io));
    }
    Completion {
        candidates,
        directive,
    }
}

fn charts_of(repository: &str, flags: &Flags, io: &Io<'_>) -> Vec<String> {
    let names = Cache::from_flags(flags, io).names(repository).into_iter();
    names.map(|name| format!("{repository}/{name}")).collect()
}

/// What in the directory begins like the word.
fn files(last: &str, io: &Io<'_>) -> Vec<String> {
    let entries = std::fs::read_dir(&io.cwd).into_iter().flatten().flatten();
    let names = entries.map(|entry| entry.file_name().to_string_lossy().into_owned());
    let mut names: Vec<String> = names.filter(|name| name.starts_with(last)).collect();
    names.sort();
    names
}
