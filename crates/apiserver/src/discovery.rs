//! Discovery: which groups, versions and resources there are.

mod aggregated;
mod etag;
mod order;
mod plain;

use apimachinery::Status;
use http::StatusCode;
use http::header::{ACCEPT, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, VARY};
use serde_json::Value;

use crate::answer::Answer;
use crate::negotiate::{Accepted, Format};
use crate::server::Shared;

pub(crate) use etag::etag;
pub(crate) use order::{compare_versions, groups};

/// The answer for a path of discovery, nothing for another path.
pub(crate) fn answer(
    shared: &Shared,
    path: &str,
    headers: &HeaderMap,
) -> Result<Option<Answer>, Status> {
    let accept = headers
        .get(ACCEPT)
        .and_then(|value| value.to_str().ok())
        .unwrap_or_default();
    let groups = groups(&shared.registry);
    let parts: Vec<&str> = path.split('/').collect();
    let document = match parts[..] {
        [root @ ("api" | "apis")] if wants_aggregated(accept) => {
            let core = root == "api";
            let document =
                aggregated::list(groups.iter().filter(|group| group.name.is_empty() == core));
            return Ok(Some(with_etag(
                &document,
                aggregated::CONTENT_TYPE,
                headers,
            )));
        }
        [""] => plain::paths(&groups),
        ["api"] => plain::api_versions(),
        ["apis"] => plain::group_list(&groups),
        ["apis", name] => match groups
            .iter()
            .find(|group| group.name == name && !name.is_empty())
        {
            Some(group) => plain::group(group, true),
            None => return Ok(None),
        },
        ["api", version] | ["apis", _, version] => {
            let name = if parts[0] == "api" { "" } else { parts[1] };
            let group = groups
                .iter()
                .find(|group| group.name == name && (parts[0] == "api" || !name.is_empty()));
            match group.and_then(|group| group.versions.iter().find(|known| known.name == version))
            {
                Some(version) => plain::resource_list(name, version),
                // The core group is known, so that a version of it that is not there is answered as an object.
                None if name.is_empty() => return Err(Status::no_such_resource()),
                None => return Ok(None),
            }
        }
        _ => return Ok(None),
    };
    let accepted = Accepted::of(Some(accept))?;
    let answer = Answer::value(StatusCode::OK, accepted.format, &document);
    Ok(Some(
        answer.with_header(VARY, HeaderValue::from_static("Accept")),
    ))
}

/// Whether the aggregated form comes before plain JSON in what the client accepts.
fn wants_aggregated(accept: &str) -> bool {
    for clause in accept.split(',') {
        let parts: Vec<&str> = clause.split(';').map(str::trim).collect();
        if parts[0] != "application/json" {
            continue;
        }
        if parts.contains(&"as=APIGroupDiscoveryList") {
            if parts.contains(&"v=v2") && parts.contains(&"g=apidiscovery.k8s.io") {
                return true;
            }
            continue;
        }
        return false;
    }
    false
}

/// The document, or that it is the one that the client has.
fn with_etag(document: &Value, content_type: &'static str, headers: &HeaderMap) -> Answer {
    let body = document.to_string();
    let tag = format!("\"{}\"", etag(body.as_bytes()));
    let known = headers
        .get(IF_NONE_MATCH)
        .is_some_and(|value| value.as_bytes() == tag.as_bytes());
    let answer = if known {
        Answer::bytes(StatusCode::NOT_MODIFIED, content_type, "")
    } else {
        Answer::bytes(StatusCode::OK, content_type, body)
    };
    let answer = answer.with_header(VARY, HeaderValue::from_static("Accept"));
    match HeaderValue::from_str(&tag) {
        Ok(tag) => answer.with_header(ETAG, tag),
        Err(_) => answer,
    }
}

/// Refuses what only the real server's own formats would satisfy.
pub(crate) fn format_of(headers: &HeaderMap) -> Result<Format, Status> {
    Ok(Accepted::of(headers.get(ACCEPT).and_then(|value| value.to_str().ok()))?.format)
}
