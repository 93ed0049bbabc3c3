//! From a request to its answer.

use std::error::Error;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::{Reason, Status, StatusDetails};
use bytes::Bytes;
use http::header::{ACCEPT, CONTENT_TYPE, HeaderMap, HeaderName, USER_AGENT};
use http::request::Parts;
use http::{Method, Request, Response};
use http_body_util::{BodyExt as _, Limited};
use hyper::body::Body as HttpBody;

use crate::answer::{Answer, Body};
use crate::call::Call;
use crate::custom::{self, CustomKind};
use crate::identity::User;
use crate::negotiate::{Accepted, Format, Shape};
use crate::query::Query;
use crate::request::{Route, Target, Verb};
use crate::server::Shared;
use crate::{
    admission, authorization, connect, discovery, impersonation, metrics, openapi, reviews,
    subresource, system, verbs,
};

/// How long a request may take to arrive, as on the real server.
const MAX_PATIENCE: Duration = Duration::from_secs(60);
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
    let (mut parts, body) = request.into_parts();
    let is_head = parts.method == Method::HEAD;
    let answer = match answer(shared, &mut parts, body, user).await {
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
    parts: &mut Parts,
    body: B,
    user: Arc<User>,
) -> Result<Answer, Status>
where
    B: HttpBody + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let query = Query::parse(parts.uri.query().unwrap_or_default());
    let user = impersonation::act_as(shared, user, &parts.headers)?;
    match Route::of(parts.uri.path(), &shared.registry) {
        Route::Resource(target) => {
            let leads_on = connect::concerns(&target);
            let verb = if leads_on {
                connect::verb(&parts.method)
            } else {
                Verb::of(&parts.method, &target, &query)
            };
            let verb = verb.ok_or_else(Status::method_not_allowed)?;
            authorization::authorize_target(shared, &user, verb, &target, &query)?;
            admit_verb(verb, &target)?;
            // Whoever is behind the server reads the query and the headers for himself, and a log is text.
            let is_passed_on = leads_on || target.subresource.as_deref() == Some("log");
            let timeout = query.get("timeout").filter(|_| !is_passed_on);
            let patience = patience(timeout.unwrap_or_default())?;
            let mut accepted = if is_passed_on {
                Accepted::JSON
            } else {
                Accepted::of(header(&parts.headers, &ACCEPT))?
            };
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
                body: read(body, patience).await?,
            };
            if leads_on {
                return connect::answer(&call, parts).await;
            }
            answer_call(call, verb).await
        }
        Route::NoResource(unserved) => {
            let verb = Verb::on(&parts.method, !unserved.name.is_empty(), false, &query)
                .ok_or_else(Status::method_not_allowed)?;
            authorization::authorize(shared, &user, &unserved.attributes(verb))?;
            if unserved.is_built_in {
                return Err(Status::no_such_resource());
            }
            Ok(Answer::not_found())
        }
        Route::NonResource(path) => {
            authorization::authorize_path(shared, &user, &parts.method, parts.uri.path())?;
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
        // Of a custom resource it is said that the object is not there.
        let absent = || match (&served.custom, &target.name) {
            (Some(_), Some(object)) => Status::not_found(&served.gvr, object),
            _ => Status::no_such_resource(),
        };
        let subresource = served.subresource(name).ok_or_else(absent)?;
        let known = subresource.verbs.iter().any(|known| known == verb.as_str());
        return if known && (target.rest.is_empty() || name == "proxy") {
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

/// How long a request may take to arrive: as long as its `timeout` says, at most [`MAX_PATIENCE`].
fn patience(timeout: &str) -> Result<Duration, Status> {
    if timeout.is_empty() {
        return Ok(MAX_PATIENCE);
    }
    let given = gostd::time::parse_duration(timeout).map_err(|_| {
        Status::bad_request(format!(
            "invalid timeout specified in the request URL - time: invalid duration {}",
            gostd::strconv::quote(timeout)
        ))
    })?;
    match u64::try_from(given.0) {
        Ok(nanoseconds @ 1..) => Ok(Duration::from_nanos(nanoseconds).min(MAX_PATIENCE)),
        _ => Ok(MAX_PATIENCE),
    }
}

/// Reads a body that arrives in time and is not too large.
async fn read<B>(body: B, patience: Duration) -> Result<Bytes, Status>
where
    B: HttpBody + Send,
    B::Data: Send,
    B::Error: Into<Box<dyn Error + Send + Sync>>,
{
    let arrived = tokio::time::timeout(patience, Limited::new(body, MAX_BODY_BYTES).collect());
    match arrived.await {
        Ok(Ok(collected)) => Ok(collected.to_bytes()),
        Ok(Err(error)) if error.is::<http_body_util::LengthLimitError>() => {
            Err(Status::too_large(format!("limit is {MAX_BODY_BYTES}")))
        }
        Ok(Err(error)) => Err(Status::bad_request(format!(
            "unable to read the request body: {error}"
        ))),
        Err(_) => Err(Status::timeout(
            "request did not complete within the allotted timeout",
            0,
        )),
    }
}

async fn answer_call(call: Call, verb: Verb) -> Result<Answer, Status> {
    if reviews::is_review(call.gvr()) {
        if matches!(call.accepted.shape, Shape::Table(_)) {
            return Err(Accepted::unavailable());
        }
        return reviews::answer(&call);
    }
    if metrics::concerns(call.gvr()) {
        return metrics::answer(&call);
    }
    if let Some(custom) = &call.served().custom {
        admit_custom(&call, custom, verb)?;
    }
    let watched = Watched::of(&call, verb);
    let reads = matches!(verb, Verb::Get | Verb::List | Verb::Watch);
    let written_in = call.target.namespace.clone().filter(|_| !reads);
    let shared = call.shared.clone();
    let _place = if reads {
        None
    } else {
        shared.writes.acquire().await.ok()
    };
    let warning = call
        .served()
        .custom
        .as_ref()
        .and_then(|custom| custom.deprecation.clone());
    let answer = match subresource::answer(&call, verb).await {
        Some(answer) => answer,
        None => answer_verb(call, verb).await,
    };
    if let Watched::Definition | Watched::LastObjects = watched {
        settle(&shared).await?;
    }
    if let Some(namespace) = written_in {
        admission::quota::refresh(&shared, &namespace).await?;
    }
    answer.map(|answer| answer.with_warnings(warning.into_iter().collect()))
}

/// Serves what the definitions now define. One that somebody else has removed meanwhile is no failure.
async fn settle(shared: &Arc<Shared>) -> Result<(), Status> {
    match custom::settle(shared).await {
        Err(status) if status.reason == Reason::NotFound => Ok(()),
        result => result,
    }
}

/// Whether a write has consequences for which kinds are served.
enum Watched {
    /// It is one of a definition.
    Definition,
    /// It is one of an object that a definition waits for.
    LastObjects,
    Nothing,
}

impl Watched {
    fn of(call: &Call, verb: Verb) -> Self {
        let reads = matches!(verb, Verb::Get | Verb::List | Verb::Watch);
        let is_terminating = call
            .served()
            .custom
            .as_ref()
            .is_some_and(|custom| custom.is_terminating);
        match call.gvr() {
            _ if reads => Self::Nothing,
            gvr if gvr.resource == "customresourcedefinitions"
                && gvr.group == "apiextensions.k8s.io" =>
            {
                Self::Definition
            }
            _ if is_terminating => Self::LastObjects,
            _ => Self::Nothing,
        }
    }
}

/// Refuses new objects of a definition that is being deleted.
fn admit_custom(call: &Call, custom: &CustomKind, verb: Verb) -> Result<(), Status> {
    if verb != Verb::Create || !custom.is_terminating {
        return Ok(());
    }
    let mut status = Status::method_not_allowed();
    status.message = format!(
        "{} not allowed while custom resource definition is terminating",
        verb.as_str()
    );
    Err(status.with_details(StatusDetails {
        group: call.gvr().group.clone(),
        kind: call.gvr().resource.clone(),
        ..StatusDetails::default()
    }))
}

async fn answer_verb(call: Call, verb: Verb) -> Result<Answer, Status> {
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
