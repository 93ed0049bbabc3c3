//! From a request to its answer.

use std::error::Error;
use std::sync::Arc;

use apimachinery::Status;
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, USER_AGENT};
use http::request::Parts;
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Body as HttpBody;

use crate::answer::{Answer, Body};
use crate::call::Call;
use crate::identity::User;
use crate::negotiate::{Accepted, Format, Shape};
use crate::query::Query;
use crate::request::{Route, Target, Verb};
use crate::server::Shared;
use crate::{authorization, discovery, openapi, reviews, subresource, system, verbs};

/// The largest body that is read.
const MAX_BODY_BYTES: usize = 3 << 20;

/// Answers one request.
pub(crate) async fn respond<B>(
    shared: &Arc<Shared>,
    request: Request<B>,
    user: Arc<User>,
) -> Response<Body>
where
    B: HttpBody + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let audit_id = shared.jitter.uid();
    let (parts, body) = request.into_parts();
    let is_head = parts.method == Method::HEAD;
    let answer = match answer(shared, &parts, body, user).await {
        Ok(answer) => answer,
        Err(status) => Answer::status(&status),
    };
    let mut response = answer.into_response(&audit_id);
    if is_head {
        *response.body_mut() = Body::empty();
    }
    response
}

async fn answer<B>(
    shared: &Arc<Shared>,
    parts: &Parts,
    body: B,
    user: Arc<User>,
) -> Result<Answer, Status>
where
    B: HttpBody + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    match Route::of(parts.uri.path(), &shared.registry) {
        Route::Resource(target) => {
            let verb =
                Verb::of(&parts.method, &target, &query).ok_or_else(Status::method_not_allowed)?;
            authorization::authorize(&user, verb, &target)?;
            admit_verb(verb, &target)?;
            if let Some(timeout) = query.get("timeout") {
                check_timeout(timeout)?;
            }
            let mut accepted = Accepted::of(header(&parts.headers, &ACCEPT))?;
            if accepted.format == Format::Json && query.flag("pretty") {
                accepted.format = Format::Pretty;
            }
            let call = Call {
                shared: shared.clone(),
                user,
                target,
                query,
                accepted,
                content_type: header(&parts.headers, &CONTENT_TYPE).map(str::to_owned),
                user_agent: header(&parts.headers, &USER_AGENT)
                    .unwrap_or_default()
                    .to_owned(),
                body: read(body).await?,
            };
            answer_call(call, verb).await
        }
        Route::NoResource if !user.is_anonymous() => Err(Status::no_such_resource()),
        Route::NoResource => Err(authorization::forbidden_path(
            &user,
            &parts.method,
            parts.uri.path(),
        )),
        Route::NonResource(path) => {
            authorization::authorize_path(&user, &parts.method, &path)?;
            answer_path(shared, &path, &parts.headers, &query)
        }
    }
}

fn header<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

/// Paths that belong to no resource.
fn answer_path(
    shared: &Shared,
    path: &str,
    headers: &HeaderMap,
    query: &Query,
) -> Result<Answer, Status> {
    if let Some(answer) = system::answer(path, query) {
        return Ok(answer);
    }
    if let Some(answer) = openapi::answer(shared, path, headers, query)? {
        return Ok(answer);
    }
    Ok(discovery::answer(shared, path, headers)?.unwrap_or_else(Answer::not_found))
}

/// Refuses a verb that the resource, or the place that the path names, does not have.
fn admit_verb(verb: Verb, target: &Target) -> Result<(), Status> {
    let served = &target.served;
    if let Some(name) = &target.subresource {
        let subresource = served
            .subresource(name)
            .ok_or_else(Status::no_such_resource)?;
        let known = subresource.verbs.iter().any(|known| known == verb.as_str());
        return if known && target.rest.is_empty() {
            Ok(())
        } else {
            Err(Status::method_not_allowed())
        };
    }
    let homeless = served.namespaced && target.namespace.is_none();
    match verb {
        Verb::Create if target.name.is_some() => return Err(Status::method_not_allowed()),
        Verb::Update | Verb::Patch if target.name.is_none() => {
            return Err(Status::method_not_allowed());
        }
        Verb::Create | Verb::DeleteCollection if homeless => {
            return Err(Status::method_not_allowed());
        }
        Verb::Get | Verb::Update | Verb::Patch | Verb::Delete if homeless => {
            return Err(Status::no_such_resource());
        }
        _ => {}
    }
    if served.has_verb(verb.as_str()) {
        Ok(())
    } else {
        Err(Status::method_not_allowed())
    }
}

/// A client's timeout has to be a duration; the server's own answers take less than any.
fn check_timeout(timeout: &str) -> Result<(), Status> {
    if timeout.is_empty() || gostd::time::parse_duration(timeout).is_ok() {
        return Ok(());
    }
    Err(Status::bad_request(format!(
        "invalid timeout specified in the request URL - time: invalid duration {}",
        gostd::strconv::quote(timeout)
    )))
}

async fn read<B>(body: B) -> Result<Bytes, Status>
where
    B: HttpBody + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    match Limited::new(body, MAX_BODY_BYTES).collect().await {
        Ok(collected) => Ok(collected.to_bytes()),
        Err(error) if error.is::<http_body_util::LengthLimitError>() => {
            Err(Status::too_large(format!("limit is {MAX_BODY_BYTES}")))
        }
        Err(error) => Err(Status::bad_request(format!(
            "unable to read the request body: {error}"
        ))),
    }
}

async fn answer_call(call: Call, verb: Verb) -> Result<Answer, Status> {
    if reviews::is_review(call.gvr()) {
        if matches!(call.accepted.shape, Shape::Table(_)) {
            return Err(Accepted::unavailable());
        }
        return reviews::answer(&call);
    }
    if let Some(answer) = subresource::answer(&call, verb).await {
        return answer;
    }
    match verb {
        Verb::Get => verbs::get(&call).await,
        Verb::List => verbs::list(&call).await,
        Verb::Watch => verbs::watch(Arc::new(call)).await,
        Verb::Create => verbs::create(&call).await,
        Verb::Update => verbs::update(&call).await,
        Verb::Patch => verbs::patch(&call).await,
        Verb::Delete => verbs::delete(&call).await,
        Verb::DeleteCollection => verbs::delete_collection(&call).await,
    }
}
