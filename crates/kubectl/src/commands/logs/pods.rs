//! The pods whose logs are meant.

use cobra::Io;
use serde_json::Value;

use super::options::Options;
use crate::CommandError;
use crate::pods_of;
use crate::resource::{Info, Request, select};
use crate::session::Factory;
use cliruntime::{Query, ResourcePath};

/// Finds the pods: those of a selector, one that is named, or those of an object.
pub(super) async fn find(
    options: &Options<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Vec<Value>, CommandError> {
    let Some(word) = options.object else {
        let namespace = factory.namespace(io)?;
        let path = ResourcePath {
            version: "v1",
            namespace: &namespace,
            resource: "pods",
            ..ResourcePath::default()
        };
        let query = Query::new().with("labelSelector", options.selector);
        let mut list = factory
            .rest(io)
            .await?
            .get(&path.to_path(), &query)
            .await?
            .json()?;
        return Ok(list["items"]
            .as_array_mut()
            .map(std::mem::take)
            .unwrap_or_default());
    };
    let info = named(word, factory, io).await?;
    if info.resource.kind == "Pod" && info.resource.group.is_empty() {
        return Ok(vec![info.object]);
    }
    let selector = pods_of::selector(&info).map_err(|reason| {
        let kind = super::super::go_type(&info.resource);
        CommandError::told(format!("cannot get the logs from {kind}: {reason}"))
    })?;
    let rest = factory.rest(io).await?;
    if options.all_pods {
        return Ok(pods_of::all(&info.namespace, &selector, &rest).await?);
    }
    let (pod, count) = pods_of::first(&info.namespace, &selector, options.timeout, &rest).await?;
    if count > 1 {
        writeln!(
            io.stderr,
            "Found {count} pods, using pod/{}",
            crate::object::name(&pod)
        )?;
    }
    Ok(vec![pod])
}

/// The object that a word names, a pod unless it says otherwise.
async fn named(word: &str, factory: &Factory<'_>, io: &mut Io<'_>) -> Result<Info, CommandError> {
    let args = [match word.contains('/') {
        true => word.to_owned(),
        false => format!("pods/{word}"),
    }];
    let request = Request {
        args: &args,
        ..Request::default()
    };
    let mut selection = select(&request, factory, io).await?;
    if let Some(CommandError::Api(error)) = selection.errors.first()
        && error.is_not_found()
    {
        let namespace = factory.namespace(io)?;
        return Err(CommandError::told(format!(
            "error from server (NotFound): {error} in namespace {namespace:?}"
        )));
    }
    CommandError::aggregate(std::mem::take(&mut selection.errors))?;
    selection
        .infos
        .pop()
        .ok_or_else(|| CommandError::told("no objects found"))
}
