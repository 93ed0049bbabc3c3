//! Objects whole, through one of the formats that show them so.

use cobra::{Invocation, Io};
use serde_json::{Value, json};

use super::sorting;
use crate::CommandError;
use crate::printers::{ObjectPrinter, OutputFormat, TablePrinter};
use crate::resource::{Fetch, Request, Selection};
use crate::session::{Factory, Session};

/// Reads what the command line asks for.
pub(super) async fn select(
    request: &Request<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Selection, CommandError> {
    let request = Request {
        fetch: Fetch::Live,
        latest: true,
        ..request.clone()
    };
    crate::resource::select(&request, factory, io).await
}

/// Prints one object as it is, several as a list.
pub(super) async fn show(
    invocation: &Invocation<Session>,
    request: &Request<'_>,
    selection: Selection,
    format: OutputFormat,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let Selection {
        infos,
        mut errors,
        single,
    } = selection;
    if flags.bool("ignore-not-found") {
        errors.retain(|error| !error.is_not_found());
    }
    if single && !errors.is_empty() {
        return CommandError::aggregate(errors);
    }
    if infos.is_empty() && flags.bool("ignore-not-found") {
        return CommandError::aggregate(errors);
    }
    let subresource = flags.string("subresource");
    let mut objects: Vec<Value> = Vec::new();
    for info in infos {
        if subresource.is_empty() {
            objects.push(info.object);
        } else {
            let path = info.subresource_path(subresource);
            objects.push(
                factory
                    .rest(io)
                    .await?
                    .get(&path, &Default::default())
                    .await?
                    .json()?,
            );
        }
    }
    if !flags.string("sort-by").is_empty() {
        sorting::sort_objects(&mut objects, flags.string("sort-by"))?;
    }
    if format.is_human() {
        let table = super::tables::as_table(json!({"items": objects, "metadata": {}}));
        let options = super::tables::options(invocation, String::new(), request.all_namespaces);
        write!(
            io.stdout,
            "{}",
            TablePrinter::new(options).print(&table, "")
        )?;
        return CommandError::aggregate(errors);
    }
    let object = match objects.len() {
        1 if single => objects.remove(0),
        _ => {
            json!({"apiVersion": "v1", "kind": "List", "metadata": {"resourceVersion": ""}, "items": objects})
        }
    };
    let mut printer = ObjectPrinter::new(format, flags.bool("show-managed-fields"));
    write!(io.stdout, "{}", printer.print(&object)?)?;
    CommandError::aggregate(errors)
}
