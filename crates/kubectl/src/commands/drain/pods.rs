//! Which pods of a node go, stay or stand in the way.

use cobra::Flags;
use serde_json::Value;

use crate::object;
use cliruntime::{ApiError, Query, ResourcePath, Rest};

const OF_DAEMON_SETS: &str = "DaemonSet-managed Pods (use --ignore-daemonsets to ignore)";
const WITH_LOCAL_STORAGE: &str = "Pods with local storage (use --delete-emptydir-data to override)";
const WITHOUT_CONTROLLER: &str = "Pods that declare no controller (use --force to override)";

/// What the flags say about pods.
#[derive(Clone, Debug)]
pub(super) struct Wanted {
    selector: String,
    chunk_size: i64,
    force: bool,
    ignore_daemon_sets: bool,
    delete_local_data: bool,
    /// Seconds; pods that have been ending for longer are left alone. 0 leaves none.
    skip_ending: i64,
}

impl Wanted {
    pub(super) fn new(flags: &Flags) -> Wanted {
        Wanted {
            selector: flags.string("pod-selector").to_owned(),
            chunk_size: flags.int("chunk-size"),
            force: flags.bool("force"),
            ignore_daemon_sets: flags.bool("ignore-daemonsets"),
            delete_local_data: flags.bool("delete-emptydir-data"),
            skip_ending: flags.int("skip-wait-for-delete-timeout"),
        }
    }
}

/// What becomes of a pod.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Verdict {
    Remove,
    RemoveWithWarning(String),
    Leave,
    LeaveWithWarning(&'static str),
    /// It must neither go nor stay.
    Refuse(String),
}

/// The pods of a node with what becomes of each.
pub(super) struct PodList(Vec<(Value, Verdict)>);

impl PodList {
    /// Reads and judges the pods of a node.
    pub(super) async fn of_node(
        node: &str,
        wanted: &Wanted,
        rest: &Rest,
    ) -> Result<PodList, ApiError> {
        let query = Query::new()
            .with("fieldSelector", format!("spec.nodeName={node}"))
            .with_non_empty("labelSelector", &wanted.selector);
        let pods = rest
            .collection("/api/v1/pods", &query, wanted.chunk_size)
            .await?;
        let mut judged = Vec::new();
        for pod in pods.items {
            let verdict = judge(&pod, wanted, rest).await?;
            judged.push((pod, verdict));
        }
        Ok(PodList(judged))
    }

    /// The pods that go.
    pub(super) fn removable(&self) -> Vec<&Value> {
        let goes =
            |verdict: &Verdict| matches!(verdict, Verdict::Remove | Verdict::RemoveWithWarning(_));
        self.0
            .iter()
            .filter(|(_, verdict)| goes(verdict))
            .map(|(pod, _)| pod)
            .collect()
    }

    /// What stands in the way, a text for each kind of trouble.
    pub(super) fn errors(&self) -> Vec<String> {
        let refused = self.grouped(|verdict| match verdict {
            Verdict::Refuse(reason) => Some(reason),
            _ => None,
        });
        refused
            .iter()
            .map(|(reason, pods)| format!("cannot delete {reason}: {}", pods.join(", ")))
            .collect()
    }

    /// What people should know, in one text.
    pub(super) fn warnings(&self) -> Option<String> {
        let warned = self.grouped(|verdict| match verdict {
            Verdict::RemoveWithWarning(warning) => Some(warning),
            Verdict::LeaveWithWarning(warning) => Some(warning),
            _ => None,
        });
        let texts: Vec<String> = warned
            .iter()
            .map(|(warning, pods)| format!("{warning}: {}", pods.join(", ")))
            .collect();
        Some(texts.join("; ")).filter(|text| !text.is_empty())
    }

    /// The names of pods by a text of their verdicts, in the order in which the texts first occur.
    fn grouped<'a>(
        &'a self,
        text: impl Fn(&'a Verdict) -> Option<&'a str>,
    ) -> Vec<(&'a str, Vec<String>)> {
        let mut groups: Vec<(&str, Vec<String>)> = Vec::new();
        for (pod, verdict) in &self.0 {
            let Some(text) = text(verdict) else { continue };
            match groups.iter_mut().find(|(known, _)| *known == text) {
                Some((_, pods)) => pods.push(full_name(pod)),
                None => groups.push((text, vec![full_name(pod)])),
            }
        }
        groups
    }
}

/// `namespace/name`.
pub(super) fn full_name(pod: &Value) -> String {
    format!("{}/{}", object::namespace(pod), object::name(pod))
}

async fn judge(pod: &Value, wanted: &Wanted, rest: &Rest) -> Result<Verdict, ApiError> {
    if wanted.skip_ending > 0 && ending_for(pod) > wanted.skip_ending {
        return Ok(Verdict::Leave);
    }
    let finished = matches!(
        pod["status"]["phase"].as_str(),
        Some("Succeeded" | "Failed")
    );
    let controller = object::controller(pod);
    if let Some(owner) = controller.filter(|owner| owner["kind"] == "DaemonSet" && !finished)
        && let Some(verdict) = judge_daemon_pod(pod, owner, wanted, rest).await?
    {
        return Ok(verdict);
    }
    if object::annotation(pod, "kubernetes.io/config.mirror").is_some() {
        return Ok(Verdict::Leave);
    }
    let volumes = object::items(&pod["spec"]["volumes"]);
    let has_local_data = volumes.iter().any(|volume| volume["emptyDir"].is_object());
    if has_local_data && !finished && !wanted.delete_local_data {
        return Ok(Verdict::Refuse(WITH_LOCAL_STORAGE.to_owned()));
    }
    if finished || controller.is_some() {
        return Ok(Verdict::Remove);
    }
    Ok(match wanted.force {
        true => Verdict::RemoveWithWarning("deleting Pods that declare no controller".to_owned()),
        false => Verdict::Refuse(WITHOUT_CONTROLLER.to_owned()),
    })
}

/// What becomes of a pod of a daemon set; none if that is for the other rules to say.
async fn judge_daemon_pod(
    pod: &Value,
    owner: &Value,
    wanted: &Wanted,
    rest: &Rest,
) -> Result<Option<Verdict>, ApiError> {
    let path = ResourcePath {
        group: "apps",
        version: "v1",
        namespace: object::namespace(pod),
        resource: "daemonsets",
        name: owner["name"].as_str().unwrap_or_default(),
        ..ResourcePath::default()
    };
    match rest.get(&path.to_path(), &Query::new()).await {
        Ok(_) if wanted.ignore_daemon_sets => Ok(Some(Verdict::LeaveWithWarning(
            "ignoring DaemonSet-managed Pods",
        ))),
        Ok(_) => Ok(Some(Verdict::Refuse(OF_DAEMON_SETS.to_owned()))),
        // Nothing will bring the pod back.
        Err(error) if error.is_not_found() && wanted.force => Ok(None),
        Err(error) => Ok(Some(Verdict::Refuse(error.to_string()))),
    }
}

/// For how many seconds the pod has been ending.
fn ending_for(pod: &Value) -> i64 {
    let since = pod["metadata"]["deletionTimestamp"].as_str();
    let since = since.and_then(|text| text.parse::<jiff::Timestamp>().ok());
    since.map_or(0, |since| {
        jiff::Timestamp::now().as_second() - since.as_second()
    })
}
