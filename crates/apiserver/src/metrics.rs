//! What nodes and pods use: `metrics.k8s.io`, which a metrics server answers beside a real API server.
//!
//! Nothing is stored. A metric is worked out from the objects when it is asked for; what a simulated container uses, [`usage`] decides.

mod usage;

use std::collections::BTreeMap;

use apimachinery::{Gvr, Status};
use http::StatusCode;
use schema::Resource;
use serde_json::{Map, Value, json};
use store::Range;

use crate::answer::Answer;
use crate::call::Call;
use crate::metadata;
use crate::render::{self, List};
use crate::selection::Selection;
use crate::stored::Stored;
use usage::Usage;

const GROUP: &str = "metrics.k8s.io";
const VERSION: &str = "v1beta1";
/// Over what time usage is measured, as a metrics server says it.
const WINDOW: &str = "15s";

/// The resources of the group.
pub(crate) static RESOURCES: [Resource; 2] = [
    resource("nodes", "NodeMetrics", false),
    resource("pods", "PodMetrics", true),
];

const fn resource(name: &'static str, kind: &'static str, namespaced: bool) -> Resource {
    Resource {
        group: GROUP,
        version: VERSION,
        name,
        singular: "",
        kind,
        namespaced,
        short_names: &[],
        categories: &[],
        verbs: &["get", "list"],
        on_by_default: true,
        subresources: &[],
    }
}

/// Whether this is one of the resources.
pub(crate) fn concerns(gvr: &Gvr) -> bool {
    gvr.group == GROUP
}

/// Answers with the metrics of the node or pod that the path names, or of all that are selected.
///
/// # Errors
/// 404 if it is not there or nothing of it runs, 400 for selectors that cannot be read.
pub(crate) fn answer(call: &Call) -> Result<Answer, Status> {
    let measured = match &*call.gvr().resource {
        "pods" => pods(call)?,
        _ => nodes(call)?,
    };
    if let Some(name) = &call.target.name {
        let metric = measured.into_iter().find(|metric| metric.name == *name);
        let metric = metric.ok_or_else(|| not_found(call, name))?;
        return render::object(call, StatusCode::OK, &metric.into_stored(call));
    }
    let selection = Selection::of(&call.query, call.served(), None)?;
    let objects = measured
        .into_iter()
        .map(|metric| (metric.key(call), metric.into_stored(call)))
        .filter(|(key, object)| selection.matches(key, object))
        .map(|(_, object)| object)
        .collect();
    let list = List {
        objects,
        revision: call.shared.store.revision().get(),
        continuation: None,
        remaining: None,
    };
    render::list(call, StatusCode::OK, &list)
}

fn not_found(call: &Call, name: &str) -> Status {
    let (resource, name) = match call.namespace() {
        Some(namespace) => ("podmetrics", format!("{namespace}/{name}")),
        None => ("nodemetrics", name.to_owned()),
    };
    Status::not_found(&Gvr::new(GROUP, VERSION, resource), &name)
}

/// What one node or pod uses.
struct Metric {
    namespace: Option<String>,
    name: String,
    labels: Value,
    /// The fields beside metadata and time.
    used: Map<String, Value>,
}

impl Metric {
    fn of(object: &Value, field: &str, used: Value) -> Self {
        let text = |field: &str| object["metadata"][field].as_str().map(str::to_owned);
        Metric {
            namespace: text("namespace"),
            name: text("name").unwrap_or_default(),
            labels: object["metadata"]["labels"].clone(),
            used: Map::from_iter([(field.to_owned(), used)]),
        }
    }

    /// The key that an object of this name would have.
    fn key(&self, call: &Call) -> String {
        call.served().key(self.namespace.as_deref(), &self.name)
    }

    fn into_stored(self, call: &Call) -> Stored {
        let now = call.shared.now().rfc3339();
        let mut metadata = json!({"name": self.name, "creationTimestamp": now});
        if let Some(namespace) = self.namespace {
            metadata["namespace"] = namespace.into();
        }
        if self.labels.is_object() {
            metadata["labels"] = self.labels;
        }
        let mut object = self.used;
        object.insert("metadata".to_owned(), metadata);
        object.insert("timestamp".to_owned(), now.into());
        object.insert("window".to_owned(), WINDOW.into());
        Stored::computed(call.served(), &object.into())
    }
}

/// The pods of which something runs.
fn pods(call: &Call) -> Result<Vec<Metric>, Status> {
    let pods = objects(call, "pods", call.namespace())?;
    Ok(pods
        .iter()
        .filter_map(|pod| {
            let containers = usage::of_containers(pod);
            let used: Vec<Value> = containers
                .map(|(name, usage)| json!({"name": name, "usage": usage.to_json()}))
                .collect();
            (!used.is_empty()).then(|| Metric::of(pod, "containers", used.into()))
        })
        .collect())
}

fn nodes(call: &Call) -> Result<Vec<Metric>, Status> {
    let mut by_node: BTreeMap<String, Usage> = BTreeMap::new();
    for pod in objects(call, "pods", None)? {
        let node = pod["spec"]["nodeName"].as_str().unwrap_or_default();
        let sum = by_node.entry(node.to_owned()).or_insert(Usage::OF_A_NODE);
        *sum = usage::of_containers(&pod).fold(*sum, |sum, (_, usage)| sum.plus(usage));
    }
    let nodes = objects(call, "nodes", None)?;
    Ok(nodes
        .iter()
        .map(|node| {
            let used = by_node.get(metadata::text(node, "name")).copied();
            let used = used.unwrap_or(Usage::OF_A_NODE);
            Metric::of(node, "usage", used.to_json())
        })
        .collect())
}

/// The objects of a resource of the core group, by key.
fn objects(call: &Call, resource: &str, namespace: Option<&str>) -> Result<Vec<Value>, Status> {
    let Some(served) = call.shared.registry.find("", "v1", resource) else {
        return Ok(Vec::new());
    };
    let prefix = served.prefix(namespace);
    let range = Range {
        prefix: &prefix,
        ..Range::default()
    };
    let page = call.shared.store.range(range);
    let page = page.map_err(|error| Status::internal_error(error.to_string()))?;
    let entries = page.entries.iter();
    Ok(entries
        .map(|entry| Stored::of(&served, entry).decode())
        .collect())
}
