//! Pods, their containers and volumes.

use serde_json::{Map, Value, json};

use super::text;

/// Images with the tag `latest`, or without one, are pulled always.
pub(super) fn image_pull_policy(container: &mut Map<String, Value>) {
    if !container.contains_key("imagePullPolicy") {
        let policy = pull_policy(text(container, "image"));
        container.insert("imagePullPolicy".to_owned(), policy.into());
    }
}

/// As for containers, by the reference.
pub(super) fn image_volume(volume: &mut Map<String, Value>) {
    if !volume.contains_key("pullPolicy") {
        let policy = pull_policy(text(volume, "reference"));
        volume.insert("pullPolicy".to_owned(), policy.into());
    }
}

fn pull_policy(image: &str) -> &'static str {
    let (named, digest) = image
        .split_once('@')
        .map_or((image, ""), |(named, digest)| (named, digest));
    let last = named.rsplit('/').next().unwrap_or(named);
    match last.split_once(':') {
        Some((_, "latest")) => "Always",
        Some(_) => "IfNotPresent",
        None if digest.is_empty() => "Always",
        None => "IfNotPresent",
    }
}

/// A volume without any source is an empty directory.
pub(super) fn volume(volume: &mut Map<String, Value>) {
    if volume.keys().all(|key| key == "name") {
        volume.insert("emptyDir".to_owned(), json!({}));
    }
}

/// The account's two names, and the host's ports of pods in the host's network.
pub(super) fn spec(spec: &mut Map<String, Value>) {
    let (named, old) = (
        text(spec, "serviceAccountName"),
        text(spec, "serviceAccount"),
    );
    let account = if named.is_empty() { old } else { named }.to_owned();
    if !account.is_empty() {
        spec.insert("serviceAccountName".to_owned(), account.clone().into());
        spec.insert("serviceAccount".to_owned(), account.into());
    }
    if spec.get("hostNetwork") != Some(&Value::Bool(true)) {
        return;
    }
    for list in ["containers", "initContainers"] {
        for port in each(spec, list).flat_map(|container| each_of(container, "ports")) {
            if port.get("hostPort").is_none() {
                port["hostPort"] = port["containerPort"].clone();
            }
        }
    }
}

/// What pods have and templates have not.
pub(super) fn pod(pod: &mut Map<String, Value>) {
    let Some(Value::Object(spec)) = pod.get_mut("spec") else {
        return;
    };
    spec.entry("enableServiceLinks")
        .or_insert(Value::Bool(true));
    for list in ["containers", "initContainers"] {
        for container in each(spec, list) {
            requests_of_limits(container);
        }
    }
    if spec.contains_key("resources") {
        requests_of_limits_of_pod(spec);
    }
}

/// What a container may use at most and does not say it needs, it needs.
fn requests_of_limits(container: &mut Value) {
    let Some(limits) = container["resources"]["limits"].as_object().cloned() else {
        return;
    };
    let requests = &mut container["resources"]["requests"];
    if requests.is_null() {
        *requests = json!({});
    }
    if let Some(requests) = requests.as_object_mut() {
        for (name, limit) in limits {
            requests.entry(name).or_insert(limit);
        }
    }
}

/// What a whole pod needs: what its containers sum up to where they say so, else its limits.
fn requests_of_limits_of_pod(spec: &mut Map<String, Value>) {
    let mut whole = Value::Object(Map::new());
    whole["resources"] = spec["resources"].clone();
    requests_of_limits(&mut whole);
    spec.insert("resources".to_owned(), whole["resources"].take());
}

fn each<'a>(fields: &'a mut Map<String, Value>, list: &str) -> impl Iterator<Item = &'a mut Value> {
    fields
        .get_mut(list)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

fn each_of<'a>(value: &'a mut Value, list: &str) -> impl Iterator<Item = &'a mut Value> {
    value
        .get_mut(list)
        .and_then(Value::as_array_mut)
        .into_iter()
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_decide_the_pull_policy() {
        for (image, policy) in [
            ("web", "Always"),
            ("web:latest", "Always"),
            ("registry.example:5000/web", "Always"),
            ("registry.example:5000/web:1", "IfNotPresent"),
            ("web@sha256:0123", "IfNotPresent"),
        ] {
            assert_eq!(pull_policy(image), policy, "{image}");
        }
    }
}
