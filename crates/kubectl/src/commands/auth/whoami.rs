//! `kubectl auth whoami`.

use cobra::{Command, Invocation, Io};
use serde_json::{Value, json};

use crate::CommandError;
use crate::object::{items, shown};
use crate::printers::{Columns, ObjectPrinter, OutputFormat, PRINT_FLAGS};
use crate::session::{Factory, Session};
use cliruntime::Query;

pub(super) static WHOAMI: Command<Session> =
    Command::new("whoami", "Experimental: Check self subject attributes")
        .long("Tell as whom the server knows one: name, groups and what else it has been told.")
        .example("  # As whom the server knows one\n  kubectl auth whoami")
        .no_flags_in_use_line()
        .flags(&[PRINT_FLAGS])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| {
                whoami(invocation, factory, io).await
            })
        });

async fn whoami(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let format = OutputFormat::new(flags, false, io)?;
    let question = json!({
        "apiVersion": "authentication.k8s.io/v1", "kind": "SelfSubjectReview", "metadata": {}, "status": {"userInfo": {}},
    });
    let path = "/apis/authentication.k8s.io/v1/selfsubjectreviews";
    let rest = factory.rest(io).await?;
    let review = rest.post(path, &Query::new(), &question).await?.json()?;
    if !format.is_human() {
        let managed_fields = flags.bool("show-managed-fields");
        let mut printer = ObjectPrinter::of_structs(format, managed_fields);
        write!(io.stdout, "{}", printer.print(&review)?)?;
        return Ok(());
    }
    let rows = rows(&review["status"]["userInfo"]);
    write!(io.stdout, "{}", Columns::default().layout(&rows))?;
    Ok(())
}

fn rows(user: &Value) -> Vec<Vec<String>> {
    let list = |values: &Value| {
        let values: Vec<String> = items(values).iter().map(shown).collect();
        format!("[{}]", values.join(" "))
    };
    let mut rows = vec![
        ("ATTRIBUTE".to_owned(), "VALUE".to_owned()),
        ("Username".to_owned(), shown(&user["username"])),
    ];
    if !shown(&user["uid"]).is_empty() {
        rows.push(("UID".to_owned(), shown(&user["uid"])));
    }
    if !items(&user["groups"]).is_empty() {
        rows.push(("Groups".to_owned(), list(&user["groups"])));
    }
    for (key, values) in user["extra"].as_object().into_iter().flatten() {
        rows.push((format!("Extra: {key}"), list(values)));
    }
    rows.into_iter()
        .map(|(attribute, value)| vec![attribute, value])
        .collect()
}
