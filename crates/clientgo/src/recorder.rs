use std::sync::Arc;

use apimachinery::packed::Packer;
use apimachinery::{Clock, PackedTree, Timestamp};
use parking_lot::Mutex;
use serde_json::{Value, json};
use tokio::sync::mpsc;

use crate::event_correlator::{Correlator, Occurrence, Verdict};
use crate::{Api, Key, Object, PatchType, resources};

/// How grave an event is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EventType {
    /// All is as it should be.
    Normal,
    /// Somebody should look.
    Warning,
}

impl EventType {
    fn as_str(self) -> &'static str {
        match self {
            EventType::Normal => "Normal",
            EventType::Warning => "Warning",
        }
    }
}

/// Tells what a component did, as core/v1 Events.
///
/// Events are written in the background, in order. Identical ones are counted, many similar ones merged, and an object that tells too much
/// is cut short, all by the rules of client-go's recorder.
#[derive(Clone)]
pub struct Recorder {
    component: &'static str,
    host: String,
    clock: Arc<dyn Clock>,
    last_name: Arc<Mutex<i64>>,
    queue: mpsc::UnboundedSender<Entry>,
}

enum Entry {
    Correlated {
        occurrence: Occurrence,
        event: PackedTree,
        at: Timestamp,
    },
    /// Written as it is, in the style of events.k8s.io.
    Single(PackedTree),
}

impl Recorder {
    /// Starts a recorder for a component; `host` is empty except on nodes. It ends when its last clone is dropped.
    #[must_use]
    pub fn start(api: Api, clock: Arc<dyn Clock>, component: &'static str, host: &str) -> Self {
        let (queue, entries) = mpsc::unbounded_channel();
        tokio::spawn(write_events(api, entries));
        Recorder {
            component,
            host: host.to_owned(),
            clock,
            last_name: Arc::default(),
            queue,
        }
    }

    /// Records an event about an object.
    pub fn event(&self, regarding: &Object, type_: EventType, reason: &str, message: &str) {
        self.event_on_field(regarding, "", type_, reason, message);
    }

    /// Records an event about a part of an object, such as `spec.containers{web}`.
    pub fn event_on_field(
        &self,
        regarding: &Object,
        field_path: &str,
        type_: EventType,
        reason: &str,
        message: &str,
    ) {
        let at = self.clock.now();
        let mut source = json!({"component": self.component});
        if !self.host.is_empty() {
            source["host"] = self.host.as_str().into();
        }
        let mut involved = involved_object(regarding);
        if !field_path.is_empty() {
            involved["fieldPath"] = field_path.into();
        }
        let event = json!({
            "apiVersion": "v1", "kind": "Event",
            "metadata": self.metadata(regarding, at),
            "involvedObject": involved,
            "reason": reason, "message": message, "type": type_.as_str(), "source": source,
            "firstTimestamp": at.rfc3339(), "lastTimestamp": at.rfc3339(), "count": 1,
            "eventTime": null, "reportingComponent": self.component, "reportingInstance": self.host,
        });
        let occurrence = Occurrence {
            object_uid: format!("{}{field_path}", regarding.uid()),
            type_: type_.as_str(),
            reason: reason.to_owned(),
            message: message.to_owned(),
        };
        // The writer ends only with the cluster; what is told after that has no reader.
        drop(self.queue.send(Entry::Correlated {
            occurrence,
            event: Packer::pack(&event),
            at,
        }));
    }

    /// Records an event in the style of events.k8s.io, as the scheduler does: with an action, without counting.
    pub fn action(
        &self,
        regarding: &Object,
        type_: EventType,
        reason: &str,
        action: &str,
        message: &str,
    ) {
        let at = self.clock.now();
        let event = json!({
            "apiVersion": "v1", "kind": "Event",
            "metadata": self.metadata(regarding, at),
            "involvedObject": involved_object(regarding),
            "reason": reason, "message": message, "type": type_.as_str(), "source": {},
            "firstTimestamp": null, "lastTimestamp": null, "action": action,
            "eventTime": at.rfc3339_micro(),
            "reportingComponent": self.component, "reportingInstance": format!("{}-{}", self.component, self.host),
        });
        drop(self.queue.send(Entry::Single(Packer::pack(&event))));
    }

    fn metadata(&self, regarding: &Object, at: Timestamp) -> Value {
        let mut last = self.last_name.lock();
        let moment = at.as_micros().saturating_mul(1000) + nanosecond(self.component);
        *last = moment.max(*last + 1);
        let namespace = if regarding.namespace().is_empty() {
            "default"
        } else {
            regarding.namespace()
        };
        json!({"name": format!("{}.{:016x}", regarding.name(), *last), "namespace": namespace})
    }
}

/// The nanosecond of its microsecond at which a component speaks. Events are named after their moment, and two components may tell of one object
/// in the same microsecond: on a paused clock they do.
fn nanosecond(component: &str) -> i64 {
    component
        .bytes()
        .fold(0, |sum, byte| (sum * 31 + i64::from(byte)) % 1000)
}

fn involved_object(object: &Object) -> Value {
    let mut involved = json!({"kind": object.kind(), "name": object.name(), "uid": object.uid(), "apiVersion": object.api_version()});
    if !object.namespace().is_empty() {
        involved["namespace"] = object.namespace().into();
    }
    if !object.resource_version().is_empty() {
        involved["resourceVersion"] = object.resource_version().into();
    }
    involved
}

async fn write_events(api: Api, mut entries: mpsc::UnboundedReceiver<Entry>) {
    let mut correlator = Correlator::default();
    while let Some(entry) = entries.recv().await {
        match entry {
            Entry::Correlated {
                occurrence,
                event,
                at,
            } => {
                let event = event.to_value();
                write_correlated(&api, &mut correlator, &occurrence, event, at).await;
            }
            Entry::Single(event) => {
                create(&api, &event.to_value()).await;
            }
        }
    }
}

async fn write_correlated(
    api: &Api,
    correlator: &mut Correlator,
    occurrence: &Occurrence,
    mut event: Value,
    at: Timestamp,
) {
    let (key, verdict) = correlator.decide(occurrence, at);
    match verdict {
        Verdict::Create(message) => {
            event["message"] = message.into();
            if let Some(name) = create(api, &event).await {
                correlator.told(key, name);
            }
        }
        Verdict::Count {
            name,
            count,
            message,
        } => {
            let namespace = event["metadata"]["namespace"].as_str().unwrap_or_default();
            let patch = json!({"count": count, "message": message, "lastTimestamp": at.rfc3339()});
            let patched = api
                .patch(
                    &resources::EVENTS,
                    &Key::new(namespace, &name),
                    "",
                    PatchType::Strategic,
                    &patch,
                )
                .await;
            if patched.is_err_and(|error| error.is_not_found()) {
                event["message"] = message.into();
                event["count"] = count.into();
                create(api, &event).await;
            }
        }
        Verdict::Drop => {}
    }
}

/// Writes a new event and gives its name. An event that cannot be written is lost, as in client-go.
async fn create(api: &Api, event: &Value) -> Option<String> {
    let namespace = event["metadata"]["namespace"].as_str().unwrap_or_default();
    match api.create(&resources::EVENTS, namespace, event).await {
        Ok(created) => Some(created.name().to_owned()),
        Err(error) => {
            tracing::debug!(%error, message = %event["message"], "event not written");
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::nanosecond;

    #[test]
    fn components_that_tell_of_pods_speak_at_moments_of_their_own() {
        let components = [
            "default-scheduler",
            "kubelet",
            "taint-eviction-controller",
            "replicaset-controller",
            "node-controller",
            "daemonset-controller",
            "job-controller",
            "statefulset-controller",
        ];
        let moments: std::collections::BTreeSet<i64> =
            components.into_iter().map(nanosecond).collect();
        assert_eq!(moments.len(), components.len());
    }
}
