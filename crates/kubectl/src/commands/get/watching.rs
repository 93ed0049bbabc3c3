//! `--watch`: following changes.

use cobra::{Invocation, Io};
use serde_json::{Value, json};

use super::tables;
use crate::printers::{ObjectPrinter, OutputFormat, TablePrinter};
use crate::resource::{Info, Request, Selection, select};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Query, TABLE, WatchEvent};

const JSON: &str = "application/json";

/// Shows the objects, unless only changes are wanted, and then each change until the server or the person ends it.
pub(super) async fn watch(
    invocation: &Invocation<Session>,
    request: &Request<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let Selection { infos, errors, .. } = select(request, factory, io).await?;
    CommandError::aggregate(errors)?;
    let info = single_type(&infos)?;
    let mut view = View::new(invocation, info, request, io)?;
    let rest = factory.rest(io).await?;
    let accept = if view.is_table() { TABLE } else { JSON };
    let mut initial = Vec::new();
    for info in &infos {
        let query = tables::page_query(info, request, "");
        let answer = rest.get_as(&info.path(), &query, accept).await?;
        factory.warnings.tell(&answer.warnings, io)?;
        initial.push(answer.json()?);
    }
    if !invocation.flags.bool("watch-only") {
        for answer in &initial {
            view.show_initial(answer, io)?;
        }
        io.stdout.flush()?;
    }
    let [initial] = initial.as_slice() else {
        return Err(CommandError::told(
            "you may only watch a single resource or type of resource at a time",
        ));
    };
    let version = object::resource_version(initial).to_owned();
    let field_selector = match info.name.as_str() {
        "" => request.field_selector.to_owned(),
        name => format!("metadata.name={name}"),
    };
    let query = Query::new()
        .with_non_empty("labelSelector", request.selector)
        .with_non_empty("fieldSelector", &field_selector)
        .with_non_empty("resourceVersion", &version)
        .with("watch", "true");
    let mut changes = rest.watch(&info.collection_path(), &query, accept).await?;
    factory.warnings.tell(&changes.warnings, io)?;
    while let Some(event) = changes.next().await? {
        view.show_event(&event, io)?;
        io.stdout.flush()?;
    }
    Ok(())
}

/// The first of the objects or collections, which must all be of one type.
fn single_type(infos: &[Info]) -> Result<&Info, CommandError> {
    let is_object = |info: &Info| !info.name.is_empty();
    match infos {
        [info] => Ok(info),
        [info, others @ ..]
            if infos.iter().all(is_object)
                && others.iter().all(|other| other.resource == info.resource) =>
        {
            Ok(info)
        }
        _ => Err(CommandError::told(
            "you may only specify a single resource type",
        )),
    }
}

/// How objects and their changes are shown.
enum View {
    Table(TablePrinter),
    Objects {
        printer: ObjectPrinter,
        with_event: bool,
    },
}

impl View {
    fn new(
        invocation: &Invocation<Session>,
        info: &Info,
        request: &Request<'_>,
        io: &Io<'_>,
    ) -> Result<View, CommandError> {
        let flags = &invocation.flags;
        let format = OutputFormat::new(flags, true, io)?;
        if !format.is_human() {
            let printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
            return Ok(View::Objects {
                printer,
                with_event: flags.bool("output-watch-events"),
            });
        }
        let kind_prefix = match flags.bool("show-kind") {
            true => format!("{}/", info.resource.kind_and_group()),
            false => String::new(),
        };
        let with_namespace = request.all_namespaces && info.resource.namespaced;
        Ok(View::Table(TablePrinter::new(tables::options(
            invocation,
            kind_prefix,
            with_namespace,
        ))))
    }

    fn is_table(&self) -> bool {
        matches!(self, View::Table(_))
    }

    fn show_initial(&mut self, answer: &Value, io: &mut Io<'_>) -> Result<(), CommandError> {
        if let View::Table(printer) = self {
            let table = tables::as_table(answer.clone());
            if !tables::rows(&table).is_empty() {
                write!(io.stdout, "{}", printer.print(&table, "ADDED"))?;
            }
            return Ok(());
        }
        let objects = match answer["items"].as_array() {
            Some(items) => items.iter().map(|item| typed(item, answer)).collect(),
            None => vec![answer.clone()],
        };
        for object in objects {
            self.show_event(
                &WatchEvent {
                    kind: "ADDED".to_owned(),
                    object,
                },
                io,
            )?;
        }
        Ok(())
    }

    fn show_event(&mut self, event: &WatchEvent, io: &mut Io<'_>) -> Result<(), CommandError> {
        if event.kind == "BOOKMARK" {
            return Ok(());
        }
        let text = match self {
            View::Table(printer) => {
                printer.print(&tables::as_table(event.object.clone()), &event.kind)
            }
            View::Objects {
                printer,
                with_event: true,
            } => printer.print(&json!({"type": event.kind, "object": event.object}))?,
            View::Objects {
                printer,
                with_event: false,
            } => printer.print(&event.object)?,
        };
        write!(io.stdout, "{text}")?;
        Ok(())
    }
}

/// An item of a list with the kind that the list says of it.
fn typed(item: &Value, list: &Value) -> Value {
    let mut item = item.clone();
    if let Value::Object(fields) = &mut item {
        let kind = object::kind(list).trim_end_matches("List").to_owned();
        fields.entry("kind").or_insert_with(|| kind.into());
        fields
            .entry("apiVersion")
            .or_insert_with(|| list["apiVersion"].clone());
    }
    item
}
