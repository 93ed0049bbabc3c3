//! `kubectl get`: showing objects.

mod sorting;
mod tables;
mod watching;
mod whole;

use cobra::{Command, Flag, Invocation, Io};

use crate::CommandError;
use crate::printers::{OutputFormat, PRINT_FLAGS};
use crate::resource::{FILE_FLAGS, Fetch, FileOptions, Request};
use crate::session::{Factory, Session};
use cliruntime::Query;

/// How many objects a list asks for at once, unless told otherwise.
const CHUNK_SIZE: i64 = 500;

pub(crate) const LIST_FLAGS: &[Flag] = &[
    Flag::bool(
        "all-namespaces",
        "If present, show the objects of all namespaces, whatever --namespace says.",
    )
    .short('A'),
    Flag::int64(
        "chunk-size",
        "Ask for large lists in pieces of this size. 0 asks for all at once.",
    )
    .default("500"),
    Flag::string(
        "field-selector",
        "Selector (field query) to filter on, supports '=', '==', and '!='. The server supports few fields of each type.",
    ),
    Flag::string(
        "selector",
        "Selector (label query) to filter on, supports '=', '==', '!=', 'in', 'notin'.",
    )
    .short('l'),
];

pub(super) static GET: Command<Session> = Command::new(
    "get [(-o|--output=)json|yaml|name|go-template|go-template-file|template|templatefile|jsonpath|jsonpath-as-json|jsonpath-file|custom-columns|custom-columns-file|wide] (TYPE[.VERSION][.GROUP] [NAME | -l label] | TYPE[.VERSION][.GROUP]/NAME ...) [flags]",
    "Display one or many resources",
)
.group(super::INTERMEDIATE)
.long("Show the most important facts of objects in a table, or the objects whole.\n\n Objects of several types can be shown at once; -l and --field-selector show only those that fit.")
.example(
    "  # List all pods\n  kubectl get pods\n  \n  # List pods with more columns, such as the node\n  kubectl get pods -o wide\n  \n  # Show one deployment as YAML\n  kubectl get deployment web -o yaml\n  \n  # Show the image of a deployment's first container\n  kubectl get deployment web -o jsonpath='{.spec.template.spec.containers[0].image}'\n  \n  # Follow what happens to the pods of an application\n  kubectl get pods -l app=web --watch",
)
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    FILE_FLAGS,
    LIST_FLAGS,
    &[
        Flag::bool("ignore-not-found", "If true, an object that does not exist is no error."),
        Flag::string_slice("label-columns", "Labels to show as columns, separated by commas.").short('L'),
        Flag::bool("no-headers", "Print no headers in the default and the custom-columns format."),
        Flag::bool("output-watch-events", "Show what happened with each object that --watch or --watch-only prints."),
        Flag::string("raw", "Path to request from the server as it is."),
        Flag::bool("server-print", "If true, have the server make the table.").default("true"),
        Flag::bool("show-kind", "If present, show the type of each object."),
        Flag::bool("show-labels", "Show all labels as the last column"),
        Flag::string("sort-by", "Sort lists by the field that this JSONPath expression finds (e.g. '{.metadata.name}'); it must hold a number or a text."),
        Flag::string("subresource", "Show the subresource instead of the object.").values(&["resize", "scale", "status"]),
        Flag::bool("watch", "After showing the objects, follow their changes.").short('w'),
        Flag::bool("watch-only", "Follow changes without showing the objects first."),
    ],
])
.suggest_for(&["list", "ps"])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| get(invocation, factory, io).await)
});

async fn get(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if !flags.string("raw").is_empty() {
        return raw(invocation, factory, io).await;
    }
    check(invocation, io)?;
    let request = Request {
        args: &invocation.args,
        files: FileOptions::new(flags),
        selector: flags.string("selector"),
        field_selector: flags.string("field-selector"),
        all_namespaces: flags.bool("all-namespaces"),
        types_mean_all: true,
        fetch: Fetch::Nothing,
        chunk_size: if flags.changed("chunk-size") {
            flags.int("chunk-size")
        } else {
            CHUNK_SIZE
        },
        ..Request::default()
    };
    if flags.bool("watch") || flags.bool("watch-only") {
        return watching::watch(invocation, &request, factory, io).await;
    }
    let output = flags.string("output");
    let human = matches!(output, "" | "wide") && flags.string("template").is_empty();
    if human && flags.bool("server-print") {
        return tables::show(invocation, &request, factory, io).await;
    }
    // What is asked for is looked up before the format is judged: a wrong type is the more useful complaint.
    let selected = whole::select(&request, factory, io).await?;
    let format = OutputFormat::new(flags, true, io)?;
    whole::show(invocation, &request, selected, format, factory, io).await
}

async fn raw(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let path = super::command_path(invocation);
    if !invocation.args.is_empty() {
        return Err(CommandError::usage(
            &path,
            "arguments may not be passed when --raw is specified",
        ));
    }
    let raw = invocation.flags.string("raw");
    let answer = factory
        .rest(io)
        .await?
        .get_as(raw, &Query::new(), "application/json, */*")
        .await?;
    io.stdout.write_all(answer.bytes())?;
    Ok(())
}

fn check(invocation: &Invocation<Session>, io: &mut Io<'_>) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let path = super::command_path(invocation);
    if flags.bool("output-watch-events") && !(flags.bool("watch") || flags.bool("watch-only")) {
        return Err(CommandError::told(
            "--output-watch-events option can only be used with --watch or --watch-only",
        ));
    }
    if flags.bool("show-labels") && !matches!(flags.string("output"), "" | "wide") {
        return Err(CommandError::told(format!(
            "--show-labels option cannot be used with {} printer",
            flags.string("output")
        )));
    }
    if invocation.args.is_empty() && FileOptions::new(flags).is_empty() {
        writeln!(
            io.stderr,
            "You must specify the type of resource to get. Use \"kubectl api-resources\" for a complete list of supported resources.\n"
        )?;
        return Err(CommandError::usage(
            &path,
            "Required resource not specified.\nUse \"kubectl explain <resource>\" for a detailed description of that resource (e.g. kubectl explain pods).",
        ));
    }
    Ok(())
}
