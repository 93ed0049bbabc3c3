//! What the command line asks of logs.

use cobra::Invocation;

use super::super::command_path;
use crate::CommandError;
use crate::session::Session;
use cliruntime::Query;

/// How many lines of each log are printed with a selector.
const SELECTOR_TAIL: i64 = 10;

/// The flags and arguments, checked.
pub(super) struct Options<'a> {
    /// The pod or object; none with a selector.
    pub(super) object: Option<&'a str>,
    pub(super) selector: &'a str,
    pub(super) container: &'a str,
    pub(super) all_containers: bool,
    pub(super) all_pods: bool,
    pub(super) follow: bool,
    pub(super) prefix: bool,
    pub(super) ignore_errors: bool,
    pub(super) max_requests: i64,
    pub(super) timeout: std::time::Duration,
    query: Query,
}

impl<'a> Options<'a> {
    pub(super) fn new(invocation: &'a Invocation<Session>) -> Result<Options<'a>, CommandError> {
        let flags = &invocation.flags;
        let selector = flags.string("selector");
        let usage = |text: &str| CommandError::usage(&command_path(invocation), text);
        let expected = || {
            usage(
                "expected 'logs [-f] [-p] (POD | TYPE/NAME) [-c CONTAINER]'.\nPOD or TYPE/NAME is a required argument for the logs command",
            )
        };
        let mut container = flags.string("container");
        let object = match invocation.args.as_slice() {
            [] if selector.is_empty() => return Err(expected()),
            [] => None,
            [_, ..] if !selector.is_empty() => {
                return Err(usage("only a selector (-l) or a POD name is allowed"));
            }
            [object] => Some(object.as_str()),
            [object, inline] => {
                if !container.is_empty() {
                    return Err(CommandError::told(
                        "only one of -c or an inline [CONTAINER] arg is allowed",
                    ));
                }
                container = inline;
                Some(object.as_str())
            }
            _ => return Err(expected()),
        };
        let query = query(invocation)?;
        let all_pods = flags.bool("all-pods");
        let all_containers = flags.bool("all-containers");
        let timeout = flags.duration("pod-running-timeout").to_std();
        let timeout = timeout.filter(|timeout| !timeout.is_zero());
        if all_containers && !container.is_empty() {
            return Err(CommandError::told(format!(
                "--all-containers=true should not be specified with container name {container}"
            )));
        }
        Ok(Options {
            object,
            selector,
            container,
            all_containers,
            all_pods,
            follow: flags.bool("follow"),
            prefix: flags.bool("prefix") || all_pods,
            ignore_errors: flags.bool("ignore-errors"),
            max_requests: flags.int("max-log-requests"),
            timeout: timeout.ok_or_else(|| {
                CommandError::told("--pod-running-timeout must be higher than zero")
            })?,
            query,
        })
    }

    /// The parameters of the request for the log of a container.
    pub(super) fn query(&self, container: &str) -> Query {
        self.query.clone().with("container", container)
    }
}

fn query(invocation: &Invocation<Session>) -> Result<Query, CommandError> {
    let flags = &invocation.flags;
    let (since, since_time) = (flags.duration("since"), flags.string("since-time"));
    let since = since.to_std().unwrap_or_default();
    if !since.is_zero() && !since_time.is_empty() {
        return Err(CommandError::told(
            "at most one of `sinceTime` or `sinceSeconds` may be specified",
        ));
    }
    let mut query = Query::new();
    for (flag, parameter) in [
        ("follow", "follow"),
        ("previous", "previous"),
        ("timestamps", "timestamps"),
        (
            "insecure-skip-tls-verify-backend",
            "insecureSkipTLSVerifyBackend",
        ),
    ] {
        if flags.bool(flag) {
            query.push(parameter, "true");
        }
    }
    if !since_time.is_empty() {
        query.push("sinceTime", moment(since_time)?);
    }
    let limit = flags.int("limit-bytes");
    if limit < 0 {
        return Err(CommandError::told("--limit-bytes must be greater than 0"));
    }
    if limit > 0 {
        query.push("limitBytes", limit.to_string());
    }
    let tail = match flags.int("tail") {
        -1 if !flags.string("selector").is_empty() && !flags.changed("tail") => SELECTOR_TAIL,
        tail => tail,
    };
    if tail < -1 {
        return Err(CommandError::told(
            "--tail must be greater than or equal to -1",
        ));
    }
    if tail >= 0 {
        query.push("tailLines", tail.to_string());
    }
    if !since.is_zero() {
        // Go rounds half away from zero.
        let seconds = since.as_secs() + u64::from(since.subsec_millis() >= 500);
        query.push("sinceSeconds", seconds.to_string());
    }
    Ok(query)
}

/// A moment as the server reads it.
fn moment(text: &str) -> Result<String, CommandError> {
    match text.parse::<jiff::Timestamp>() {
        Ok(moment) => Ok(moment.strftime("%Y-%m-%dT%H:%M:%SZ").to_string()),
        Err(_) => Err(CommandError::told(format!(
            "parsing time {text:?} as \"2006-01-02T15:04:05Z07:00\": cannot parse {text:?} as \"2006\""
        ))),
    }
}
