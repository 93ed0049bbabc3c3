//! `kubectl auth can-i`.

use cobra::{Command, Flag, Invocation, Io};
use serde_json::{Value, json};

use crate::object::{items, shown};
use crate::printers::Columns;
use crate::session::{Factory, Session};
use crate::{CommandError, policy_rules};
use cliruntime::{ApiResource, NoMatch, Query};

/// The verbs that the server knows for resources.
const RESOURCE_VERBS: [&str; 16] = [
    "get",
    "list",
    "watch",
    "create",
    "update",
    "patch",
    "delete",
    "deletecollection",
    "use",
    "bind",
    "impersonate",
    "*",
    "approve",
    "sign",
    "escalate",
    "attest",
];

/// The verbs that the server knows for paths.
const PATH_VERBS: [&str; 8] = [
    "get", "put", "post", "head", "options", "delete", "patch", "*",
];

pub(super) static CAN_I: Command<Session> = Command::new(
    "can-i VERB [TYPE | TYPE/NAME | NONRESOURCEURL]",
    "Check whether an action is allowed",
)
.long("Ask the server whether one may do something, or list what one may do.")
.example("  # May I create pods in this namespace?\n  kubectl auth can-i create pods\n  \n  # May the account robot read secrets?\n  kubectl auth can-i get secrets --as=system:serviceaccount:shop:robot\n  \n  # What may I do?\n  kubectl auth can-i --list")
.no_flags_in_use_line()
.flags(&[&[
    super::super::ALL_NAMESPACES,
    Flag::bool("list", "List what is allowed in the namespace."),
    Flag::bool("no-headers", "Print the list without its first line."),
    Flag::bool("quiet", "Print nothing; the exit code is the answer.").short('q'),
    Flag::string("subresource", "Subresource such as pod/log or deployment/scale."),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| can_i(invocation, factory, io).await)
});

async fn can_i(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if flags.bool("list") {
        return list(invocation, factory, io).await;
    }
    let [verb, subject] = invocation.args.as_slice() else {
        return Err(CommandError::told(
            "you must specify two arguments: verb resource or verb resource/resourceName.\nSee 'kubectl auth can-i -h' for help and examples.",
        ));
    };
    if flags.bool("no-headers") {
        return Err(CommandError::told(
            "--no-headers cannot be set without --list specified",
        ));
    }
    let spec = if subject.starts_with('/') {
        if !flags.string("subresource").is_empty() {
            return Err(CommandError::told(
                "--subresource can not be used with NonResourceURL",
            ));
        }
        warn_of_verb(verb, &PATH_VERBS, io)?;
        json!({"nonResourceAttributes": {"verb": verb, "path": subject}})
    } else {
        warn_of_verb(verb, &RESOURCE_VERBS, io)?;
        resource_question(verb, subject, invocation, factory, io).await?
    };
    let question = json!({"apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectAccessReview", "metadata": {}, "spec": spec});
    let path = "/apis/authorization.k8s.io/v1/selfsubjectaccessreviews";
    let rest = factory.rest(io).await?;
    let review = rest.post(path, &Query::new(), &question).await?.json()?;
    answer(&review["status"], flags.bool("quiet"), io)
}

fn warn_of_verb(verb: &str, known: &[&str], io: &mut Io<'_>) -> Result<(), CommandError> {
    if !known.contains(&verb) {
        writeln!(io.stderr, "Warning: verb '{verb}' is not a known verb\n")?;
    }
    Ok(())
}

fn answer(status: &Value, quiet: bool, io: &mut Io<'_>) -> Result<(), CommandError> {
    let allowed = status["allowed"] == true;
    if !quiet {
        let mut text = if allowed { "yes" } else { "no" }.to_owned();
        if !allowed {
            for reason in ["reason", "evaluationError"] {
                match shown(&status[reason]) {
                    reason if reason.is_empty() => {}
                    reason => text.push_str(&format!(" - {reason}")),
                }
            }
        }
        writeln!(io.stdout, "{text}")?;
    }
    match allowed {
        true => Ok(()),
        false => Err(CommandError::Exit(1)),
    }
}

/// The question whether something may be done with a resource, with warnings of what makes little sense.
async fn resource_question(
    verb: &str,
    subject: &str,
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Value, CommandError> {
    let flags = &invocation.flags;
    let (word, name) = subject.split_once('/').unwrap_or((subject, ""));
    let everywhere = flags.bool("all-namespaces");
    let (group, resource) = if word == "*" {
        (String::new(), word.to_owned())
    } else {
        let discovery = factory.discovery(io).await?;
        match discovery.by_word(word) {
            Ok(found) => {
                if !found.namespaced && !everywhere {
                    writeln!(io.stderr, "Warning: {}\n", unscoped(found))?;
                }
                (found.group.clone(), found.resource.clone())
            }
            Err(no_match) => {
                writeln!(io.stderr, "Warning: {}\n", unknown(&no_match))?;
                let (resource, group) = word.split_once('.').unwrap_or((word, ""));
                (group.to_owned(), resource.to_owned())
            }
        }
    };
    let namespace = match everywhere {
        true => String::new(),
        false => factory.namespace(io)?,
    };
    let mut attributes = json!({"verb": verb, "resource": resource});
    for (field, value) in [
        ("group", group.as_str()),
        ("namespace", &namespace),
        ("subresource", flags.string("subresource")),
        ("name", name),
    ] {
        if !value.is_empty() {
            attributes[field] = value.into();
        }
    }
    Ok(json!({"resourceAttributes": attributes}))
}

fn unscoped(resource: &ApiResource) -> String {
    let text = format!("resource '{}' is not namespace scoped", resource.resource);
    match resource.group.as_str() {
        "" => text,
        group => format!("{text} in group '{group}'"),
    }
}

fn unknown(no_match: &NoMatch) -> String {
    no_match.to_string().replace('"', "'")
}

async fn list(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    if !invocation.args.is_empty() {
        return Err(CommandError::told(
            "list option must be specified with no arguments",
        ));
    }
    let subresource = !flags.string("subresource").is_empty();
    if flags.bool("quiet") || flags.bool("all-namespaces") || subresource {
        return Err(CommandError::told(
            "list option can't be specified with neither quiet, all-namespaces nor subresource options",
        ));
    }
    let namespace = factory.namespace(io)?;
    let question = json!({
        "apiVersion": "authorization.k8s.io/v1", "kind": "SelfSubjectRulesReview", "metadata": {}, "spec": {"namespace": namespace},
    });
    let path = "/apis/authorization.k8s.io/v1/selfsubjectrulesreviews";
    let rest = factory.rest(io).await?;
    let review = rest.post(path, &Query::new(), &question).await?.json()?;
    let status = &review["status"];
    if status["incomplete"] == true {
        writeln!(
            io.stderr,
            "warning: the list may be incomplete: {}",
            shown(&status["evaluationError"])
        )?;
    }
    let mut rows = Vec::new();
    if !flags.bool("no-headers") {
        let names = ["Resources", "Non-Resource URLs", "Resource Names", "Verbs"];
        rows.push(names.map(str::to_owned).to_vec());
    }
    let rules = ["resourceRules", "nonResourceRules"];
    let rules = rules.iter().flat_map(|field| items(&status[*field]));
    rows.extend(policy_rules::rows(rules).into_iter().map(Vec::from));
    write!(io.stdout, "{}", Columns::default().layout(&rows))?;
    Ok(())
}
