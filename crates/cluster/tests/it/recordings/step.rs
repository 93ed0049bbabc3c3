//! One recorded step: what was asked for, and what the watches saw of it.

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clientgo::{Propagation, resources};
use flate2::read::GzDecoder;
use http::Request;
use serde_json::{Value, json};

use super::story::Change;
use crate::rehearsal::Rehearsal;

/// A step of the recorded story.
pub(super) struct Step {
    /// The name of its folder.
    pub(super) name: String,
    /// What the watches of Deployments, ReplicaSets and events said.
    pub(super) recorded: Vec<Change>,
    requests: Vec<Call>,
    /// How long after the first request the second one came.
    pause: Duration,
}

/// A request as it was sent: method, path, content type and body.
struct Call {
    method: String,
    path: String,
    content_type: String,
    body: Vec<u8>,
}

/// All steps that were watched, in order.
pub(super) fn all(folder: &Path) -> Vec<Step> {
    let mut folders: Vec<PathBuf> = fs::read_dir(folder)
        .expect("the recordings can be read")
        .map(|entry| entry.expect("the recordings can be read").path())
        .filter(|path| path.join("timeline.tsv").is_file())
        .filter(|path| {
            path.file_name().is_some_and(|name| {
                name.to_string_lossy()
                    .starts_with(|first: char| first.is_ascii_digit())
            })
        })
        .collect();
    folders.sort();
    folders.iter().map(|folder| Step::read(folder)).collect()
}

impl Step {
    fn read(folder: &Path) -> Self {
        let recorded = ["deployments", "replicasets", "events"]
            .iter()
            .flat_map(|resource| changes(folder, resource))
            .collect();
        let heads = [
            "request",
            "first/request",
            "a-update.request",
            "second/request",
            "b-scale.request",
        ];
        Step {
            name: folder
                .file_name()
                .expect("it has a name")
                .to_string_lossy()
                .into_owned(),
            recorded,
            requests: heads
                .iter()
                .filter_map(|head| Call::read(folder, head))
                .collect(),
            pause: pause(folder),
        }
    }

    /// Does what was done, as far as the request was the recorder's own; what kubectl did is done as kubectl does it.
    pub(super) async fn take(&self, rehearsal: &Rehearsal) {
        for (index, call) in self.requests.iter().enumerate() {
            if index > 0 {
                tokio::time::sleep(self.pause).await;
            }
            call.send(rehearsal).await;
        }
        let web = |patch: Value| async move {
            rehearsal
                .patch(&resources::DEPLOYMENTS, "web", &patch)
                .await
        };
        match &self.name[3..] {
            "undo-to-revision-1" => {
                let first = rehearsal.revision_of("web", 1).await;
                rehearsal.undo("web", &first).await;
            }
            "pause" => drop(web(json!({"spec": {"paused": true}})).await),
            "resume" => drop(web(json!({"spec": {"paused": null}})).await),
            "scale-up-6" => drop(web(json!({"spec": {"replicas": 6}})).await),
            "restart" => {
                let key = "kubectl.kubernetes.io/restartedAt";
                let at =
                    &self.recorded[0].object["spec"]["template"]["metadata"]["annotations"][key];
                drop(
                    web(json!({"spec": {"template": {"metadata": {"annotations": {key: at}}}}}))
                        .await,
                );
            }
            "failing-recover-undo" => {
                let former = rehearsal.former_revision("web").await;
                rehearsal.undo("web", &former).await;
            }
            "delete-orphan" => delete(rehearsal, "rec", Propagation::Orphan).await,
            "delete-background" => delete(rehearsal, "rec", Propagation::Background).await,
            _ => assert!(
                !self.requests.is_empty(),
                "{}: nobody knows what to do",
                self.name
            ),
        }
    }
}

impl Call {
    fn read(folder: &Path, head: &str) -> Option<Self> {
        let text = fs::read_to_string(folder.join(format!("{head}.txt"))).ok()?;
        let mut words = text.lines().next()?.split(' ');
        let content_type = text
            .lines()
            .find_map(|line| line.strip_prefix("Content-Type: "));
        Some(Call {
            method: words.next()?.to_owned(),
            path: words.next()?.to_owned(),
            content_type: content_type.unwrap_or("application/json").to_owned(),
            body: fs::read(folder.join(format!("{head}.json"))).unwrap_or_default(),
        })
    }

    async fn send(&self, rehearsal: &Rehearsal) {
        let request = Request::builder()
            .method(&*self.method)
            .uri(with_a_pod_that_is_there(rehearsal, &self.path).await)
            .header("content-type", &self.content_type)
            .body(self.body.clone());
        let answer = rehearsal
            .api
            .client()
            .request_text(request.expect("it is a request"))
            .await;
        answer.expect("it is accepted");
    }
}

/// Pods have random names: a path that names one gets one of the same ReplicaSet.
async fn with_a_pod_that_is_there(rehearsal: &Rehearsal, path: &str) -> String {
    let Some((before, (set, _))) = path
        .split_once("/pods/")
        .and_then(|(before, name)| Some((before, name.rsplit_once('-')?)))
    else {
        return path.to_owned();
    };
    let pods = rehearsal.list(&resources::PODS).await;
    let pod = pods
        .iter()
        .find(|pod| pod.name().starts_with(set))
        .expect("it has pods");
    format!("{before}/pods/{}", pod.name())
}

async fn delete(rehearsal: &Rehearsal, name: &str, propagation: Propagation) {
    let deployment = rehearsal.get(&resources::DEPLOYMENTS, name).await;
    let deleted = rehearsal
        .api
        .delete(
            &resources::DEPLOYMENTS,
            &deployment,
            Some(propagation),
            None,
        )
        .await;
    deleted.expect("it is accepted");
}

/// A recorded watch stream, plain or compressed.
fn changes(folder: &Path, resource: &str) -> Vec<Change> {
    let plain = folder.join(format!("response.{resource}.jsonl"));
    let mut text = fs::read_to_string(&plain).unwrap_or_default();
    if let Ok(file) = fs::File::open(plain.with_extension("jsonl.gz")) {
        GzDecoder::new(file)
            .read_to_string(&mut text)
            .expect("it is compressed text");
    }
    text.lines()
        .map(|line| serde_json::from_str(line).expect("a line is an event"))
        .map(|mut event: Value| Change {
            gone: event["type"] == "DELETED",
            object: event["object"].take(),
        })
        .collect()
}

/// The time between the first two generations that the watch of Deployments saw.
fn pause(folder: &Path) -> Duration {
    let timeline = fs::read_to_string(folder.join("timeline.tsv")).expect("it can be read");
    let mut seen = Vec::new();
    for line in timeline.lines() {
        let fields: Vec<&str> = line.split('\t').collect();
        let generation = fields.last().and_then(|summary| summary.split(' ').next());
        if let (Ok(millis), Some(generation)) = (fields[0].parse(), generation)
            && fields[1] == "deployments"
            && seen.iter().all(|(_, known)| *known != generation)
        {
            seen.push((Duration::from_millis(millis), generation));
        }
    }
    match &*seen {
        [(first, _), (second, _), ..] => *second - *first,
        _ => Duration::ZERO,
    }
}
