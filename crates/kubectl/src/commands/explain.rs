//! `kubectl explain`: what the fields of an object are, as the server's OpenAPI documents say.

mod page;
mod request;
mod schemas;
mod wrapped;

use cobra::{Command, Flag, Invocation, Io};

use crate::CommandError;
use crate::session::{Factory, Session};
use cliruntime::{ApiResource, Query};
use schemas::Document;

pub(super) static EXPLAIN: Command<Session> = Command::new(
    "explain TYPE [--recursive=FALSE|TRUE] [--api-version=api-version-group] [-o|--output=plaintext|plaintext-openapiv2]",
    "Get documentation for a resource",
)
.group(super::INTERMEDIATE)
.long("Tell what the fields of an object are, and what each is for. Names of fields lead into the object: TYPE.FIELD.FIELD.")
.example("  # The fields of pods\n  kubectl explain pods\n  \n  # The fields of the strategy of deployments, and all below them\n  kubectl explain deployments.spec.strategy --recursive")
.no_flags_in_use_line()
.flags(&[&[
    Flag::string("api-version", "The version of the API to look in, as group/version."),
    Flag::string("output", "Format: plaintext.").short('o').default("plaintext").values(&["plaintext"]),
    Flag::bool("recursive", "List all fields below, without what they are for."),
]])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| explain(invocation, factory, io).await)
});

async fn explain(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let word = match invocation.args.as_slice() {
        [] => {
            return Err(CommandError::told(format!(
                "You must specify the type of resource to explain. {}",
                super::SUGGEST_API_RESOURCES
            )));
        }
        [word] => word,
        _ => {
            return Err(CommandError::told(
                "We accept only this format: explain RESOURCE",
            ));
        }
    };
    let discovery = factory.discovery(io).await?;
    let (resource, path) = request::parse(word, flags.string("api-version"), &discovery)?;
    match flags.string("output") {
        "plaintext" => {}
        "plaintext-openapiv2" => {
            return Err(CommandError::told(
                "the format plaintext-openapiv2 is not available in Kaeru",
            ));
        }
        other => {
            return Err(CommandError::told(format!("unrecognized format: {other}")));
        }
    }
    let document = document(&resource, factory, io).await?;
    write!(io.stdout, "{}", page::header(&resource))?;
    let Some(schema) = document.of_kind(&resource) else {
        return Err(CommandError::told(format!(
            "GVR ({}) not found in OpenAPI schema",
            resource.described()
        )));
    };
    let Some(place) = schema.at(&path) else {
        let last = path.last().map_or("", String::as_str);
        return Err(CommandError::told(format!("field {last:?} does not exist")));
    };
    let field = path.last().map(String::as_str);
    write!(
        io.stdout,
        "{}",
        page::body(place, field, flags.bool("recursive"))
    )?;
    Ok(())
}

/// The OpenAPI document of the resource's group and version.
async fn document(
    resource: &ApiResource,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Document, CommandError> {
    let rest = factory.rest(io).await?;
    let index = rest.get("/openapi/v3", &Query::new()).await?.json()?;
    let key = match resource.group.as_str() {
        "" => format!("api/{}", resource.version),
        group => format!("apis/{group}/{}", resource.version),
    };
    let Some(url) = index["paths"][&key]["serverRelativeURL"].as_str() else {
        return Err(CommandError::told(format!(
            "couldn't find resource for {:?}",
            resource.described()
        )));
    };
    Ok(Document::new(rest.get(url, &Query::new()).await?.json()?))
}
