//! What the watch streams of a step tell, without what varies from run to run.

use std::collections::BTreeMap;

use serde_json::Value;

/// One event of a watch stream.
#[derive(Clone, Debug)]
pub(super) struct Change {
    /// Whether it is the object's last one.
    pub(super) gone: bool,
    /// The object after it.
    pub(super) object: Value,
}

/// The story of one step, as lines that can be compared: each topic with its lines in order.
#[derive(Debug, Default)]
pub(super) struct Story(BTreeMap<String, Vec<String>>);

impl Story {
    pub(super) fn of(changes: &[Change]) -> Self {
        let mut story = Story::default();
        let mut last: BTreeMap<String, &Change> = BTreeMap::new();
        for change in changes {
            let object = &change.object;
            let name = object["metadata"]["name"].as_str().unwrap_or_default();
            match object["kind"].as_str().unwrap_or_default() {
                "Event" => story.event(object),
                kind => {
                    let subject = format!("{kind} {name}");
                    story.state(&subject, object);
                    last.insert(subject, change);
                }
            }
        }
        for (subject, change) in last {
            story.0.insert(format!("{subject}: the end"), end(change));
        }
        for (topic, lines) in &mut story.0 {
            if topic.starts_with("events of") {
                lines.sort();
            }
        }
        story
    }

    /// The topics that two stories tell differently: this one's lines and then the other's.
    pub(super) fn differences(&self, other: &Story) -> BTreeMap<String, [Vec<String>; 2]> {
        let topics = self.0.keys().chain(other.0.keys());
        let lines = |story: &Story, topic: &String| story.0.get(topic).cloned().unwrap_or_default();
        topics
            .map(|topic| (topic.clone(), [lines(self, topic), lines(other, topic)]))
            .filter(|(_, [ours, theirs])| ours != theirs)
            .collect()
    }

    fn event(&mut self, event: &Value) {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let about = &event["involvedObject"];
        let (kind, name) = (text(&about["kind"]), text(&about["name"]));
        let topic = match &*kind {
            "Deployment" => format!("scalings of {name}"),
            "ReplicaSet" => format!("events of {name}"),
            _ => return,
        };
        let message = text(&event["message"]);
        // The last word of what a ReplicaSet says is the name of a pod.
        let message = match message.rsplit_once('-') {
            Some((known, _)) if kind == "ReplicaSet" => known.to_owned(),
            _ => message,
        };
        self.0.entry(topic).or_default().push(format!(
            "{} {}: {message}",
            text(&event["type"]),
            text(&event["reason"])
        ));
    }

    fn state(&mut self, subject: &str, object: &Value) {
        let size = object["spec"]["replicas"].to_string();
        self.step(&format!("{subject}: sizes"), size);
        let mut conditions = conditions(object, &["type", "status", "reason"]);
        conditions.sort();
        self.step(&format!("{subject}: conditions"), conditions.join(", "));
    }

    /// Adds a line unless the topic is at it already.
    fn step(&mut self, topic: &str, line: String) {
        let lines = self.0.entry(topic.to_owned()).or_default();
        if lines.last() != Some(&line) {
            lines.push(line);
        }
    }
}

/// What is left of an object when a step is over.
fn end(change: &Change) -> Vec<String> {
    let object = &change.object;
    if change.gone {
        return vec!["gone".to_owned()];
    }
    let mut annotations = object["metadata"]["annotations"].clone();
    if let Some(annotations) = annotations.as_object_mut() {
        annotations.remove("kubectl.kubernetes.io/last-applied-configuration");
    }
    let mut status = object["status"].clone();
    if let Some(status) = status.as_object_mut() {
        status.remove("conditions");
    }
    let finalizers = &object["metadata"]["finalizers"];
    vec![
        format!("annotations {annotations}, finalizers {finalizers}"),
        format!("spec {}", object["spec"]),
        format!("status {status}"),
        conditions(object, &["type", "status", "reason", "message"]).join(", "),
    ]
}

fn conditions(object: &Value, fields: &[&str]) -> Vec<String> {
    let conditions = object["status"]["conditions"]
        .as_array()
        .into_iter()
        .flatten();
    conditions
        .map(|condition| {
            let words = fields
                .iter()
                .map(|field| condition[*field].as_str().unwrap_or_default());
            words.collect::<Vec<_>>().join(" ")
        })
        .collect()
}
