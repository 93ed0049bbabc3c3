//! `pods/log`: what a container has written.

use std::time::Duration;

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::{Gvk, Status, Timestamp};
use bytes::Bytes;
use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use http::StatusCode;
use serde_json::Value;

use crate::answer::Answer;
use crate::call::Call;
use crate::metadata;
use crate::node_connector::{LogLine, LogQuery};
use crate::stored::Stored;

const TEXT: &str = "text/plain";

/// Streams the log of a container.
pub(super) fn get(call: &Call) -> Result<Answer, Status> {
    let options = Options::of(call)?;
    let entry = call
        .shared
        .store
        .get(&call.key())
        .ok_or_else(|| call.not_found())?;
    let pod = Stored::of(call.served(), &entry).decode();
    let container = container(&pod, call.query.text("container"))?;
    if pod["spec"]["nodeName"].is_null() {
        return Ok(Answer::bytes(StatusCode::OK, TEXT, Bytes::new()));
    }
    let nodes = call.shared.nodes()?;
    let uid = metadata::text(&pod, "uid");
    let Some(lines) = nodes.log(uid, &container, options.query) else {
        if is_ephemeral(&pod, &container) {
            // It runs nothing that could write.
            return Ok(Answer::bytes(StatusCode::OK, TEXT, Bytes::new()));
        }
        return Err(Status::bad_request(why_not(
            &pod,
            &container,
            options.query.previous,
        )));
    };
    Ok(Answer::stream(TEXT, options.render(lines)))
}

struct Options {
    query: LogQuery,
    timestamps: bool,
    limit_bytes: Option<usize>,
}

impl Options {
    fn of(call: &Call) -> Result<Self, Status> {
        let mut errors = ErrorList::new();
        let mut number = |name: &str, least: i64, detail: &str| {
            let number = call.query.integer(name).map_err(Status::bad_request)?;
            if let Some(number) = number.filter(|number| *number < least) {
                errors.push(Error::invalid(&FieldPath::new(name), number, detail));
            }
            Ok::<Option<i64>, Status>(number)
        };
        let tail = number("tailLines", 0, "must be greater than or equal to 0")?;
        let limit = number("limitBytes", 1, "must be greater than 0")?;
        let seconds = number("sinceSeconds", 1, "must be greater than 0")?;
        let time = call.query.get("sinceTime");
        if let (Some(seconds), Some(_)) = (seconds, time) {
            let detail = "at most one of `sinceTime` or `sinceSeconds` may be specified";
            errors.push(Error::invalid(
                &FieldPath::new("sinceSeconds"),
                seconds,
                detail,
            ));
        }
        if !errors.is_empty() {
            return Err(Status::invalid(
                &Gvk::new("", "v1", "PodLogOptions"),
                "",
                &errors,
            ));
        }
        let ago = |seconds: i64| {
            let seconds = i64::try_from(Duration::from_secs(seconds.unsigned_abs()).as_micros());
            let now = call.shared.now().as_micros();
            Timestamp::from_micros(now.saturating_sub(seconds.unwrap_or(i64::MAX)))
        };
        Ok(Options {
            query: LogQuery {
                previous: call.query.flag("previous"),
                follow: call.query.flag("follow"),
                tail: tail.map(size),
                since: seconds.map(ago).or(time.and_then(Timestamp::parse)),
            },
            timestamps: call.query.flag("timestamps"),
            limit_bytes: limit.map(size),
        })
    }

    /// The lines as bytes, cut where there are enough of them.
    fn render(self, lines: BoxStream<'static, LogLine>) -> BoxStream<'static, Bytes> {
        let timestamps = self.timestamps;
        let text = lines.map(move |line| {
            let text = line.text;
            if timestamps {
                let time = line.time.rfc3339_micro();
                format!("{}000Z {text}\n", time.trim_end_matches('Z'))
            } else {
                format!("{text}\n")
            }
        });
        let Some(limit) = self.limit_bytes else {
            return text.map(Bytes::from).boxed();
        };
        let start = (text.boxed(), limit);
        stream::unfold(start, async |(mut text, left)| {
            if left == 0 {
                return None;
            }
            let mut bytes = Bytes::from(text.next().await?);
            bytes.truncate(left);
            let left = left - bytes.len();
            Some((bytes, (text, left)))
        })
        .boxed()
    }
}

fn size(number: i64) -> usize {
    usize::try_from(number).unwrap_or_default()
}

/// The container that is asked for; a pod of one need not name it.
pub(crate) fn container(pod: &Value, wanted: &str) -> Result<String, Status> {
    let names = |field: &str| -> Vec<&str> {
        let containers = pod["spec"][field].as_array().into_iter().flatten();
        containers
            .filter_map(|container| container["name"].as_str())
            .collect()
    };
    let (main, init) = (names("containers"), names("initContainers"));
    let name = metadata::text(pod, "name");
    if wanted.is_empty() {
        if let ([only], true) = (&main[..], init.is_empty()) {
            return Ok((*only).to_owned());
        }
        let mut message = format!(
            "a container name must be specified for pod {name}, choose one of: [{}]",
            main.join(" ")
        );
        if !init.is_empty() {
            message.push_str(&format!(
                " or one of the init containers: [{}]",
                init.join(" ")
            ));
        }
        return Err(Status::bad_request(message));
    }
    let is_known = main.contains(&wanted)
        || init.contains(&wanted)
        || names("ephemeralContainers").contains(&wanted);
    if is_known {
        Ok(wanted.to_owned())
    } else {
        Err(Status::bad_request(format!(
            "container {wanted} is not valid for pod {name}"
        )))
    }
}

/// Whether a container that runs was added to look into the pod.
fn is_ephemeral(pod: &Value, container: &str) -> bool {
    let statuses = pod["status"]["ephemeralContainerStatuses"].as_array();
    let mut statuses = statuses.into_iter().flatten();
    statuses.any(|status| status["name"] == container && status["state"]["running"].is_object())
}

/// Why a container has no log.
fn why_not(pod: &Value, container: &str, previous: bool) -> String {
    let name = metadata::text(pod, "name");
    if previous {
        return format!("previous terminated container {container:?} in pod {name:?} not found");
    }
    let statuses = ["containerStatuses", "initContainerStatuses"]
        .into_iter()
        .flat_map(|field| pod["status"][field].as_array().into_iter().flatten());
    let waiting = statuses
        .filter(|status| status["name"] == container)
        .find_map(|status| status["state"]["waiting"]["reason"].as_str());
    let why = match waiting {
        Some("ErrImagePull" | "ImagePullBackOff") => "trying and failing to pull image",
        Some(reason) => reason,
        None => "ContainerCreating",
    };
    format!("container {container:?} in pod {name:?} is waiting to start: {why}")
}
