//! `kubectl events`: what has happened lately.

use apimachinery::Timestamp;
use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::event_interval::interval;
use crate::object::shown;
use crate::printers::{Columns, ObjectPrinter, OutputFormat, PRINT_FLAGS};
use crate::session::{Factory, Session};
use crate::{CommandError, object};
use cliruntime::{Collection, Query, ResourcePath};

pub(super) static EVENTS: Command<Session> = Command::new(
    "events [(-o|--output=)json|yaml|kyaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file] [--for TYPE/NAME] [--watch] [--types=Normal,Warning]",
    "List events",
)
.group(super::TROUBLESHOOTING)
.long("Show what has happened, the oldest first: in a namespace, in all of them, or to one object.")
.example("  # What has happened in the namespace\n  kubectl events\n  \n  # What goes wrong with a pod, from now on, too\n  kubectl events --for pod/web-7d4 --types=Warning --watch")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    &[
        super::ALL_NAMESPACES,
        super::CHUNK_SIZE,
        Flag::string("for", "Only the events of one object, as TYPE/NAME."),
        Flag::bool("no-headers", "Print the table without its first line."),
        Flag::string_slice("types", "Only events of these types: Normal, Warning."),
        Flag::bool("watch", "Go on as things happen.").short('w'),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| events(invocation, factory, io).await)
});

async fn events(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let types = flags.strings("types");
    let is_known = |name: &String| ["normal", "warning"].contains(&name.to_lowercase().as_str());
    if !types.iter().all(is_known) {
        return Err(CommandError::told("valid --types are Normal or Warning"));
    }
    let format = OutputFormat::new(flags, false, io)?;
    let selector = match flags.string("for") {
        "" => String::new(),
        subject => subject_selector(subject, factory, io).await?,
    };
    let everywhere = flags.bool("all-namespaces");
    let namespace = match everywhere {
        true => String::new(),
        false => factory.namespace(io)?,
    };
    let path = ResourcePath::v1("", "events", &namespace).to_path();
    let query = Query::new().with_non_empty("fieldSelector", &selector);
    let rest = factory.rest(io).await?;
    let Collection {
        items: mut events,
        resource_version: version,
    } = rest
        .collection(&path, &query, flags.int("chunk-size"))
        .await?;
    events.retain(|event| is_of(event, types));
    let watches = flags.bool("watch");
    if events.is_empty() && !watches {
        match everywhere {
            true => writeln!(io.stderr, "No events found.")?,
            false => writeln!(io.stderr, "No events found in {namespace} namespace.")?,
        }
        return Ok(());
    }
    events.sort_by_key(happened);
    let mut view = View::new(format, invocation, everywhere);
    view.show(&events, io)?;
    if !watches {
        return Ok(());
    }
    io.stdout.flush()?;
    let query = query.with("resourceVersion", version).with("watch", "true");
    let mut changes = rest.watch(&path, &query, "application/json").await?;
    while let Some(change) = changes.next().await? {
        if matches!(change.kind.as_str(), "ADDED" | "MODIFIED") && is_of(&change.object, types) {
            view.show_one(&change.object, io)?;
            io.stdout.flush()?;
        }
    }
    Ok(())
}

/// The selector of the events of an object that is named as TYPE/NAME.
async fn subject_selector(
    subject: &str,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<String, CommandError> {
    let (kind, name) = match subject.split('/').collect::<Vec<_>>()[..] {
        [_] => {
            return Err(CommandError::told("--for must be in resource/name form"));
        }
        [kind, name] => (kind, name),
        _ => {
            return Err(CommandError::told(
                "arguments in resource/name form may not have more than one slash",
            ));
        }
    };
    let discovery = factory.discovery(io).await?;
    let resource = discovery
        .by_word(kind)
        .map_err(|error| CommandError::verbatim(error.to_string()))?;
    Ok(format!(
        "involvedObject.kind={},involvedObject.name={name}",
        resource.kind
    ))
}

fn is_of(event: &Value, types: &[String]) -> bool {
    let kind = shown(&event["type"]);
    types.is_empty() || types.iter().any(|name| name.eq_ignore_ascii_case(&kind))
}

/// When the event happened last.
fn happened(event: &Value) -> Option<Timestamp> {
    let series = &event["series"]["lastObservedTime"];
    [series, &event["lastTimestamp"], &event["eventTime"]]
        .into_iter()
        .find_map(|moment| Timestamp::parse(moment.as_str()?))
}

/// How events are shown.
enum View {
    Table {
        columns: Columns,
        headers: bool,
        namespaces: bool,
    },
    Objects(Box<ObjectPrinter>),
    /// A list of events has no name to print.
    Names(Box<ObjectPrinter>),
}

impl View {
    fn new(format: OutputFormat, invocation: &Invocation<Session>, namespaces: bool) -> View {
        let flags = &invocation.flags;
        if format.is_human() {
            return View::Table {
                columns: Columns::default(),
                headers: !flags.bool("no-headers"),
                namespaces,
            };
        }
        let names = matches!(format, OutputFormat::Name);
        let managed_fields = flags.bool("show-managed-fields");
        let printer = Box::new(ObjectPrinter::of_structs(format, managed_fields));
        match names {
            true => View::Names(printer),
            false => View::Objects(printer),
        }
    }

    fn show(&mut self, events: &[Value], io: &mut Io<'_>) -> Result<(), CommandError> {
        match self {
            View::Names(_) => {}
            View::Objects(printer) => {
                let items: Vec<Value> = events.iter().map(typed).collect();
                let list = json!({"apiVersion": "v1", "kind": "EventList", "metadata": {}, "items": items});
                write!(io.stdout, "{}", printer.print(&list)?)?;
            }
            View::Table {
                columns,
                headers,
                namespaces,
            } => {
                let mut rows = Vec::new();
                if *headers {
                    let names = [
                        "NAMESPACE",
                        "LAST SEEN",
                        "TYPE",
                        "REASON",
                        "OBJECT",
                        "MESSAGE",
                    ];
                    let names = &names[usize::from(!*namespaces)..];
                    rows.push(names.iter().map(|name| (*name).to_owned()).collect());
                    *headers = false;
                }
                rows.extend(events.iter().map(|event| row(event, *namespaces)));
                write!(io.stdout, "{}", columns.layout(&rows))?;
            }
        }
        Ok(())
    }

    fn show_one(&mut self, event: &Value, io: &mut Io<'_>) -> Result<(), CommandError> {
        match self {
            View::Objects(printer) | View::Names(printer) => {
                write!(io.stdout, "{}", printer.print(&typed(event))?)?;
            }
            View::Table { .. } => self.show(std::slice::from_ref(event), io)?,
        }
        Ok(())
    }
}

/// The event with its kind, which items of lists do not carry.
fn typed(event: &Value) -> Value {
    let mut event = event.clone();
    event["apiVersion"] = "v1".into();
    event["kind"] = "Event".into();
    event
}

fn row(event: &Value, namespaces: bool) -> Vec<String> {
    let subject = &event["involvedObject"];
    let mut cells = vec![
        interval(event),
        shown(&event["type"]),
        shown(&event["reason"]),
        format!("{}/{}", shown(&subject["kind"]), shown(&subject["name"])),
        shown(&event["message"]).trim().to_owned(),
    ];
    if namespaces {
        cells.insert(0, object::namespace(event).to_owned());
    }
    cells
}
