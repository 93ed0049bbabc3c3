//! What only a cluster knows: releases, their revisions, namespaces. Nothing is completed where it cannot be asked.

use std::collections::BTreeMap;

use cliruntime::Query;
use cobra::{Completion, Directive, Failure, Invocation, Io};

use super::nothing_more;
use crate::action::Configuration;
use crate::root::Context;
use crate::session;
use crate::storage::{Stored, summaries};

/// One release.
pub(crate) fn one_release(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    if invocation.args.is_empty() {
        return releases(invocation, last, context, io);
    }
    nothing_more(invocation, last, context, io)
}

/// A release, and one of its revisions: of `rollback`.
pub(crate) fn release_and_revision(
    invocation: &Invocation<Context>,
    last: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    match invocation.args.len() {
        0 => releases(invocation, last, context, io),
        1 => revision(invocation, last, context, io),
        _ => nothing_more(invocation, last, context, io),
    }
}

/// The releases of the namespace that were not given before.
pub(crate) fn releases(
    invocation: &Invocation<Context>,
    _: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let releases = asked(invocation, context, io, async |config| {
        let mut newest: BTreeMap<String, Stored> = BTreeMap::new();
        for stored in config.storage.select("owner=helm").await.ok()? {
            let known = newest.get(stored.name()).map(Stored::version);
            if known.is_none_or(|known| known < stored.version()) {
                newest.insert(stored.name().to_owned(), stored);
            }
        }
        newest.retain(|name, _| !invocation.args.contains(name));
        let described = newest.iter().filter_map(|(name, stored)| {
            let summary = summaries(std::slice::from_ref(stored)).pop()?;
            let chart = summary.chart_label();
            Some(format!("{name}\t{chart} -> {}", summary.info.status))
        });
        Some(described.collect())
    });
    found(releases, Directive::DEFAULT)
}

/// The revisions of the release that the arguments name.
pub(super) fn revision(
    invocation: &Invocation<Context>,
    _: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let [release] = invocation.args.as_slice() else {
        return Completion::none(Directive::NO_FILE_COMP);
    };
    let revisions = asked(invocation, context, io, async |config| {
        let history = config.storage.history(release).await.ok()?;
        let described = summaries(&history).into_iter().map(|summary| {
            let (app, chart) = (summary.app_version(), summary.chart_label());
            format!("{}\tApp: {app}, Chart: {chart}", summary.version)
        });
        Some(described.collect())
    });
    found(revisions, Directive::ERROR)
}

/// The namespaces of the cluster.
pub(super) fn namespace(
    invocation: &Invocation<Context>,
    _: &str,
    context: &mut Context,
    io: &mut Io<'_>,
) -> Completion {
    let namespaces = asked(invocation, context, io, async |config| {
        let (path, query) = ("/api/v1/namespaces", Query::new());
        let list = config.rest().collection(path, &query, 0).await.ok()?;
        let namespaces = list.items.into_iter();
        let name = |namespace: serde_json::Value| {
            namespace["metadata"]["name"].as_str().map(str::to_owned)
        };
        Some(namespaces.filter_map(name).collect())
    });
    found(namespaces, Directive::DEFAULT)
}

/// What the cluster says; nothing if there is none. Whatever goes wrong is told to nobody: a shell asks.
fn asked(
    invocation: &Invocation<Context>,
    context: &Context,
    io: &mut Io<'_>,
    ask: impl AsyncFnOnce(&Configuration) -> Option<Vec<String>>,
) -> Option<Vec<String>> {
    let opened: Result<Configuration, Failure> =
        session::open(context, &invocation.flags, None, io);
    let config = opened.ok()?;
    config.cluster.wait(ask(&config))
}

fn found(candidates: Option<Vec<String>>, otherwise: Directive) -> Completion {
    match candidates {
        Some(candidates) => Completion {
            candidates,
            directive: Directive::NO_FILE_COMP,
        },
        None => Completion::none(otherwise),
    }
}
