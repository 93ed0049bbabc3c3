//! Objects as the tables that the server makes.

use cobra::{Invocation, Io};
use serde_json::{Value, json};

use super::sorting;
use crate::CommandError;
use crate::printers::{TableOptions, TablePrinter};
use crate::resource::{Info, Request, Selection, select};
use crate::session::{Factory, Session};
use cliruntime::{Query, Rest, TABLE};

/// Shows what the command line asks for, a table for each type.
pub(super) async fn show(
    invocation: &Invocation<Session>,
    request: &Request<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let mut selection = select(request, factory, io).await?;
    selection.tell_manifest_faults_as_they_are();
    let Selection {
        infos, mut errors, ..
    } = selection;
    let rest = factory.rest(io).await?;
    let sort_by = flags.string("sort-by");
    let show_kind = flags.bool("show-kind") || several_types(&infos, request.args);
    let mut groups: Vec<(Info, Value)> = Vec::new();
    for info in infos {
        match fetch(
            &rest,
            &info,
            request,
            flags.string("subresource"),
            sort_by,
            factory,
            io,
        )
        .await
        {
            Ok(table) => add(&mut groups, info, table),
            Err(CommandError::Api(error))
                if error.is_not_found() && flags.bool("ignore-not-found") => {}
            Err(error) => errors.push(error),
        }
    }
    let all_namespaced =
        !request.all_namespaces && groups.iter().all(|(info, _)| info.resource.namespaced);
    let mut printed = false;
    for (info, mut table) in groups {
        if rows(&table).is_empty() {
            continue;
        }
        if !sort_by.is_empty() {
            // A table that cannot be sorted counts as empty: that is what the real tool makes of it.
            if sorting::sort_rows(&mut table, sort_by).is_err() {
                continue;
            }
        }
        if printed {
            writeln!(io.stdout)?;
        }
        let kind_prefix = if show_kind {
            format!("{}/", info.resource.kind_and_group())
        } else {
            String::new()
        };
        let with_namespace = request.all_namespaces && info.resource.namespaced;
        let mut printer = TablePrinter::new(options(invocation, kind_prefix, with_namespace));
        write!(io.stdout, "{}", printer.print(&table, ""))?;
        printed = true;
    }
    if !printed && errors.is_empty() && !flags.bool("ignore-not-found") {
        match all_namespaced {
            true => writeln!(
                io.stderr,
                "No resources found in {} namespace.",
                factory.namespace(io)?
            )?,
            false => writeln!(io.stderr, "No resources found")?,
        }
    }
    CommandError::aggregate(errors)
}

/// What the flags say about tables.
pub(super) fn options(
    invocation: &Invocation<Session>,
    kind_prefix: String,
    with_namespace: bool,
) -> TableOptions {
    let flags = &invocation.flags;
    TableOptions {
        wide: flags.string("output") == "wide",
        no_headers: flags.bool("no-headers"),
        show_labels: flags.bool("show-labels"),
        label_columns: flags.strings("label-columns").to_vec(),
        with_namespace,
        kind_prefix,
        with_event: flags.bool("output-watch-events"),
    }
}

/// Whether objects of several types may be shown, so that names need their types.
pub(super) fn several_types(infos: &[Info], args: &[String]) -> bool {
    let first = infos.first().map(|info| info.resource.group_resource());
    args.first().is_some_and(|word| word == "all")
        || infos
            .iter()
            .any(|info| Some(info.resource.group_resource()) != first)
}

/// Asks for the table of an object, or page by page of a collection.
async fn fetch(
    rest: &Rest,
    info: &Info,
    request: &Request<'_>,
    subresource: &str,
    sort_by: &str,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Value, CommandError> {
    let path = info.subresource_path(subresource);
    let mut merged = Value::Null;
    let mut token = String::new();
    loop {
        let query = page_query(info, request, sort_by).with_non_empty("continue", &token);
        let answer = match rest.get_as(&path, &query, TABLE).await {
            Ok(answer) => answer,
            Err(error) if info.name.is_empty() => {
                return Err(request.listing(&info.resource, error).into());
            }
            Err(error) => return Err(error.into()),
        };
        factory.warnings.tell(&answer.warnings, io)?;
        let page = as_table(answer.json()?);
        token = page["metadata"]["continue"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        merge(&mut merged, page);
        if token.is_empty() {
            return Ok(merged);
        }
    }
}

/// The parameters of a list, or of a single object, which needs none.
pub(super) fn page_query(info: &Info, request: &Request<'_>, sort_by: &str) -> Query {
    let mut query = Query::new();
    if info.name.is_empty() {
        query = query
            .with_non_empty("labelSelector", request.selector)
            .with_non_empty("fieldSelector", request.field_selector);
        if request.chunk_size > 0 {
            query.push("limit", request.chunk_size.to_string());
        }
    }
    // Sorting may look at any field, not only at those that tables carry.
    if !sort_by.is_empty() {
        query.push("includeObject", "Object");
    }
    query
}

fn add(groups: &mut Vec<(Info, Value)>, info: Info, table: Value) {
    match groups.last_mut() {
        Some((last, merged)) if last.resource == info.resource => merge(merged, table),
        _ => groups.push((info, table)),
    }
}

fn merge(merged: &mut Value, mut page: Value) {
    if merged.is_null() {
        *merged = page;
        return;
    }
    if let (Some(rows), Some(more)) = (merged["rows"].as_array_mut(), page["rows"].as_array_mut()) {
        rows.append(more);
    }
}

pub(super) fn rows(table: &Value) -> &[Value] {
    table["rows"]
        .as_array()
        .map(Vec::as_slice)
        .unwrap_or_default()
}

/// A table with names and ages, for a server that answers with objects.
pub(super) fn as_table(answer: Value) -> Value {
    if answer["kind"] == "Table" {
        return answer;
    }
    let items = match answer["items"].as_array() {
        Some(items) => items.clone(),
        None => vec![answer.clone()],
    };
    let rows: Vec<Value> = items
        .into_iter()
        .map(|object| {
            let age = crate::age::since(
                object["metadata"]["creationTimestamp"]
                    .as_str()
                    .unwrap_or_default(),
            );
            json!({"cells": [object["metadata"]["name"], age], "object": object})
        })
        .collect();
    json!({
        "kind": "Table",
        "metadata": answer["metadata"],
        "columnDefinitions": [{"name": "Name", "priority": 0}, {"name": "Age", "priority": 0}],
        "rows": rows,
    })
}
