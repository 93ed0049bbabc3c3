//! `kubectl create token`: a token for a service account.

use cobra::{Command, Flag, Flags, Invocation, Io};
use serde_json::{Value, json};

use super::generated;
use crate::CommandError;
use crate::printers::{ObjectPrinter, OutputFormat, PRINT_FLAGS};
use crate::session::{Factory, Session};
use cliruntime::{Query, ResourcePath};

pub(super) static TOKEN: Command<Session> =
    Command::new("token SERVICE_ACCOUNT_NAME", "Request a service account token")
        .long("Ask for a token with which a service account is known to the server.")
        .example("  # A token of an account that holds for ten minutes\n  kubectl create token robot --duration=10m")
        .no_flags_in_use_line()
        .flags(&[
            PRINT_FLAGS,
            &[
                Flag::string_array("audience", "Who the token is for; repeat the flag for several. The API server if it is left out."),
                Flag::string("bound-object-kind", "Kind of an object that the token is bound to: Node, Pod or Secret. Name it with --bound-object-name."),
                Flag::string("bound-object-name", "Name of the object that the token is bound to; the token ends with it."),
                Flag::string("bound-object-uid", "UID of the object that the token is bound to."),
                Flag::duration("duration", "How long the token is to hold. The server decides if it is left out."),
            ],
        ])
        .run(|invocation, session, io| {
            session.drive(invocation, io, async |factory, io| token(invocation, factory, io).await)
        });

async fn token(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let name = generated::name(invocation)?;
    let format = OutputFormat::new(flags, false, io)?;
    let spec = spec(flags)?;
    let namespace = factory.namespace(io)?;
    let path = ResourcePath {
        version: "v1",
        namespace: &namespace,
        resource: "serviceaccounts",
        name,
        subresource: "token",
        ..ResourcePath::default()
    };
    let request = json!({
        "apiVersion": "authentication.k8s.io/v1", "kind": "TokenRequest", "metadata": {}, "spec": spec, "status": {"token": "", "expirationTimestamp": null},
    });
    let answer = factory
        .rest(io)
        .await?
        .post(&path.to_path(), &Query::new(), &request)
        .await
        .map_err(|error| CommandError::told(format!("failed to create token: {error}")))?
        .json()?;
    let token = answer["status"]["token"].as_str().unwrap_or_default();
    if token.is_empty() {
        return Err(CommandError::told(
            "failed to create token: no token in server response",
        ));
    }
    if format.is_human() {
        writeln!(io.stdout, "{token}")?;
    } else {
        let mut printer = ObjectPrinter::of_structs(format, flags.bool("show-managed-fields"));
        write!(io.stdout, "{}", printer.print(&answer)?)?;
    }
    Ok(())
}

/// What the flags ask for.
fn spec(flags: &Flags) -> Result<Value, CommandError> {
    let duration = flags.duration("duration");
    let (kind, name, uid) = (
        flags.string("bound-object-kind"),
        flags.string("bound-object-name"),
        flags.string("bound-object-uid"),
    );
    let seconds = match duration.to_std() {
        None => {
            return Err(CommandError::told(
                "--duration must be greater than or equal to 0",
            ));
        }
        Some(duration) if duration.subsec_nanos() != 0 => {
            return Err(CommandError::told(
                "--duration cannot be expressed in units less than seconds",
            ));
        }
        Some(duration) => duration.as_secs(),
    };
    let complaint = match kind {
        "" if !name.is_empty() => {
            "--bound-object-name can only be set if --bound-object-kind is provided"
        }
        "" if !uid.is_empty() => {
            "--bound-object-uid can only be set if --bound-object-kind is provided"
        }
        "" => "",
        "Node" | "Pod" | "Secret" if name.is_empty() => {
            "--bound-object-name is required if --bound-object-kind is provided"
        }
        "Node" | "Pod" | "Secret" => "",
        _ => "supported --bound-object-kind values are Node, Pod, Secret",
    };
    if !complaint.is_empty() {
        return Err(CommandError::told(complaint));
    }
    let audiences = match flags.strings("audience") {
        [] => Value::Null,
        audiences => audiences.into(),
    };
    let mut spec =
        json!({"audiences": audiences, "expirationSeconds": null, "boundObjectRef": null});
    if seconds > 0 {
        spec["expirationSeconds"] = seconds.into();
    }
    if !kind.is_empty() {
        spec["boundObjectRef"] = json!({"apiVersion": "v1", "kind": kind, "name": name});
        if !uid.is_empty() {
            spec["boundObjectRef"]["uid"] = uid.into();
        }
    }
    Ok(spec)
}
