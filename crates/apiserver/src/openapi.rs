//! OpenAPI documents, without descriptions.

mod custom;
mod definitions;
mod paths;
mod v2;
mod v2_protobuf;
mod v3;

use apimachinery::{Status, StatusDetails};
use http::StatusCode;
use http::header::{
    ACCEPT, CACHE_CONTROL, ETAG, HeaderMap, HeaderValue, IF_NONE_MATCH, LOCATION, VARY,
};

use crate::answer::Answer;
use crate::discovery::{etag, format_of};
use crate::query::Query;
use crate::server::Shared;

/// The answer for a path of OpenAPI, nothing for another path.
pub(crate) fn answer(
    shared: &Shared,
    path: &str,
    headers: &HeaderMap,
    query: &Query,
) -> Result<Option<Answer>, Status> {
    match path {
        "openapi/v2" => {
            let accept = headers.get(ACCEPT).and_then(|value| value.to_str().ok());
            if accept.is_some_and(v2_protobuf::is_accepted) {
                let document = v2_protobuf::encode(&v2::document(&shared.registry));
                let answer = Answer::bytes(StatusCode::OK, v2_protobuf::CONTENT_TYPE, document);
                return Ok(Some(vary(answer)));
            }
            let format = format_of(headers)?;
            Ok(Some(vary(Answer::value(
                StatusCode::OK,
                format,
                &v2::document(&shared.registry),
            ))))
        }
        "openapi/v3" => {
            let format = format_of(headers)?;
            Ok(Some(vary(Answer::value(
                StatusCode::OK,
                format,
                &v3::index(&shared.registry, |name| hash(shared, name)),
            ))))
        }
        _ => match path.strip_prefix("openapi/v3/") {
            Some(group_version) => document(shared, group_version, headers, query).map(Some),
            None => Ok(None),
        },
    }
}

fn document(
    shared: &Shared,
    group_version: &str,
    headers: &HeaderMap,
    query: &Query,
) -> Result<Answer, Status> {
    let Some(document) = v3::document(&shared.registry, group_version) else {
        return Err(Status::no_such_resource().with_details(StatusDetails::default()));
    };
    let hash = hash(shared, group_version);
    let tag = HeaderValue::from_str(&format!("\"{hash}\""))
        .map_err(|error| Status::internal_error(error.to_string()))?;
    let wanted = query.text("hash");
    if !wanted.is_empty() && wanted != hash {
        let location = HeaderValue::from_str(&format!("/openapi/v3/{group_version}?hash={hash}"))
            .map_err(|error| Status::internal_error(error.to_string()))?;
        let answer = Answer::bytes(StatusCode::MOVED_PERMANENTLY, "application/json", "");
        return Ok(vary(
            answer
                .with_header(LOCATION, location)
                .with_header(ETAG, tag),
        ));
    }
    if headers.get(IF_NONE_MATCH) == Some(&tag) {
        return Ok(vary(
            Answer::bytes(StatusCode::NOT_MODIFIED, "application/json", "").with_header(ETAG, tag),
        ));
    }
    let mut answer =
        Answer::value(StatusCode::OK, format_of(headers)?, &document).with_header(ETAG, tag);
    if !wanted.is_empty() {
        answer = answer.with_header(CACHE_CONTROL, HeaderValue::from_static("public, immutable"));
    }
    Ok(vary(answer))
}

fn vary(answer: Answer) -> Answer {
    answer.with_header(VARY, HeaderValue::from_static("Accept"))
}

/// What tells one document from another: built-in kinds change with the version of the program, others with their definitions.
fn hash(shared: &Shared, group_version: &str) -> String {
    let mut source = format!("{} {group_version}", env!("CARGO_PKG_VERSION"));
    for served in shared.registry.all() {
        let Some(custom) = &served.custom else {
            continue;
        };
        if group_version.strip_prefix("apis/") == Some(&*custom.gvk.api_version()) {
            source.push_str(&custom.source.to_string());
        }
    }
    etag(source.as_bytes())
}
