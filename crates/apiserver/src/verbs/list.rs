//! Reading a collection.

use apimachinery::Status;
use apimachinery::field::{Error, ErrorList};
use http::StatusCode;
use store::{Page, Range, RangeError, Revision};

use crate::answer::Answer;
use crate::call::Call;
use crate::continuation::Continuation;
use crate::options::refuse;
use crate::query::Query;
use crate::render::{self, List};
use crate::revision;
use crate::selection::Selection;
use crate::stored::Stored;

/// Answers with the selected objects of the collection.
pub(crate) async fn list(call: &Call) -> Result<Answer, Status> {
    let options = ListOptions::of(&call.query)?;
    let selection = Selection::of(&call.query, call.served(), None)?;
    if options.exact.is_none() {
        revision::wait_for(&call.shared, options.not_older_than).await?;
    }
    let (objects, page) = select(call, &options, &selection)?;
    let prefix = call.served().prefix(call.namespace());
    let more = page.remaining > 0;
    let last = page
        .entries
        .last()
        .map(|entry| entry.key[prefix.len()..].to_owned());
    let list = List {
        objects,
        revision: page.revision.get(),
        continuation: last.filter(|_| more).map(|after| {
            Continuation {
                revision: Some(page.revision.get()),
                after,
            }
            .encode()
        }),
        remaining: (more && selection.is_everything()).then_some(page.remaining),
    };
    render::list(call, StatusCode::OK, &list)
}

/// Reads pages until enough objects are selected.
fn select(
    call: &Call,
    options: &ListOptions,
    selection: &Selection,
) -> Result<(Vec<Stored>, Page), Status> {
    let prefix = call.served().prefix(call.namespace());
    let mut after = options
        .continuation
        .as_ref()
        .map(|token| format!("{prefix}{}", token.after));
    let mut at = options
        .exact
        .or(options
            .continuation
            .as_ref()
            .and_then(|token| token.revision))
        .map(Revision::new);
    let mut objects = Vec::new();
    loop {
        let wanted = options.limit.map(|limit| limit - objects.len());
        let range = Range {
            prefix: &prefix,
            after: after.as_deref(),
            limit: wanted,
            at,
        };
        let page = call
            .shared
            .store
            .range(range)
            .map_err(|error| out_of_range(&error, options))?;
        at = Some(page.revision);
        for entry in &page.entries {
            let object = Stored::of(call.served(), entry);
            if selection.matches(&entry.key, &object) {
                objects.push(object);
            }
        }
        let done = page.remaining == 0 || options.limit.is_some_and(|limit| objects.len() >= limit);
        match page.entries.last() {
            Some(last) if !done => after = Some(last.key.to_string()),
            Some(_) | None => return Ok((objects, page)),
        }
    }
}

fn out_of_range(error: &RangeError, options: &ListOptions) -> Status {
    match (error, &options.continuation) {
        (RangeError::Future { requested, current }, _) => {
            Status::too_large_resource_version(requested.get(), current.get())
        }
        (RangeError::Compacted(_), None) => {
            Status::expired("The resourceVersion for the provided list is too old.")
        }
        (RangeError::Compacted(_), Some(token)) => {
            let mut status = Status::expired(
                "The provided continue parameter is too old to display a consistent list result. You can start a new list without the continue parameter, or use the continue token in this response to retrieve the remainder of the results. Continuing with the provided token results in an inconsistent list - objects that were created, modified, or deleted between the time the first chunk was returned and now may show up in the list.",
            );
            status.continue_token = Continuation {
                revision: None,
                after: token.after.clone(),
            }
            .encode();
            status
        }
    }
}

/// The options of a list.
pub(crate) struct ListOptions {
    limit: Option<usize>,
    continuation: Option<Continuation>,
    /// The revision to read at.
    exact: Option<u64>,
    not_older_than: u64,
}

impl ListOptions {
    pub(crate) fn of(query: &Query) -> Result<Self, Status> {
        let limit = query
            .integer("limit")
            .map_err(Status::bad_request)?
            .unwrap_or(0);
        validate(query, false)?;
        let version = query.text("resourceVersion");
        let continuation = match query.text("continue") {
            "" => None,
            token => {
                if !version.is_empty() && version != "0" {
                    return Err(Status::bad_request(
                        "specifying resource version is not allowed when using continue",
                    ));
                }
                let token = Continuation::decode(token);
                Some(token.map_err(|error| {
                    Status::bad_request(format!("invalid continue token: {error}"))
                })?)
            }
        };
        let revision = revision::parse(version, "resourceVersion")
            .map_err(|error| Status::bad_request(format!("invalid resource version: {error}")))?;
        let exact = (query.text("resourceVersionMatch") == "Exact").then_some(revision);
        let limit = usize::try_from(limit).ok().filter(|limit| *limit > 0);
        Ok(Self {
            limit,
            continuation,
            exact,
            not_older_than: revision,
        })
    }
}

/// Checks the options that lists and watches share.
pub(crate) fn validate(query: &Query, watch: bool) -> Result<(), Status> {
    let mut errors = ErrorList::new();
    let version = query.text("resourceVersion");
    let matching = query.text("resourceVersionMatch");
    let path = "resourceVersionMatch".into();
    let initial_events = query.get("sendInitialEvents").is_some();
    if !matching.is_empty() {
        if initial_events && watch {
            if matching != "NotOlderThan" {
                errors.push(Error::forbidden(
                    &path,
                    "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
                ));
            }
        } else if watch {
            errors.push(Error::forbidden(
                &path,
                "resourceVersionMatch is forbidden for watch unless sendInitialEvents is provided",
            ));
        } else if version.is_empty() {
            errors.push(Error::forbidden(
                &path,
                "resourceVersionMatch is forbidden unless resourceVersion is provided",
            ));
        }
        if !query.text("continue").is_empty() {
            errors.push(Error::forbidden(
                &path,
                "resourceVersionMatch is forbidden when continue is provided",
            ));
        }
        if !matches!(matching, "Exact" | "NotOlderThan") {
            errors.push(Error::not_supported(
                &path,
                matching,
                ["Exact", "NotOlderThan", ""],
            ));
        }
        if matching == "Exact" && version == "0" {
            errors.push(Error::forbidden(
                &path,
                "resourceVersionMatch \"exact\" is forbidden for resourceVersion \"0\"",
            ));
        }
    } else if initial_events && watch {
        errors.push(Error::forbidden(
            &path,
            "sendInitialEvents requires setting resourceVersionMatch to NotOlderThan",
        ));
    }
    if initial_events && !watch {
        errors.push(Error::forbidden(
            &"sendInitialEvents".into(),
            "sendInitialEvents is forbidden for list",
        ));
    }
    refuse("ListOptions", &errors)
}
