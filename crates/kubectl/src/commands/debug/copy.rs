//! Copies of pods.

use serde_json::{Value, json};

use super::options::Options;
use super::profile::Scene;
use crate::CommandError;
use crate::containers::name_of;

/// The copy of a pod, and the container in it that is debugged; empty if only images are changed.
///
/// # Errors
/// A container that is not there and has no image.
pub(super) fn copy(
    pod: &Value,
    name: &str,
    options: &Options,
) -> Result<(Value, String), CommandError> {
    let mut metadata = json!({"name": options.copy_to, "namespace": pod["metadata"]["namespace"]});
    for field in ["labels", "annotations"] {
        if let Some(value) = pod["metadata"].get(field) {
            metadata[field] = value.clone();
        }
    }
    let mut spec = pod["spec"].clone();
    remove(&mut spec, "ephemeralContainers");
    if !options.same_node {
        remove(&mut spec, "nodeName");
    }
    let mut containers = match spec["containers"].take() {
        Value::Array(containers) => containers,
        _ => Vec::new(),
    };
    for container in &mut containers {
        let own = options.set_images.get(name_of(container));
        if let Some(image) = own.or_else(|| options.set_images.get("*")) {
            container["image"] = image.as_str().into();
        }
    }
    let place = containers.iter().position(|known| name_of(known) == name);
    let place = match place {
        Some(place) => Some(place),
        None if options.image.is_empty() && options.set_images.is_empty() => {
            return Err(CommandError::told(
                "you must specify image when creating new container",
            ));
        }
        None if options.image.is_empty() => None,
        None => {
            containers.push(json!({"name": name}));
            Some(containers.len() - 1)
        }
    };
    if let Some(place) = place {
        strip(&mut metadata, &mut spec, &mut containers, options);
        let container = &mut containers[place];
        options.change(container);
        options.profile.apply(container, &mut spec, Scene::Copy);
        options.customize(container)?;
        spec["shareProcessNamespace"] = options.share_processes.unwrap_or(true).into();
    } else if let Some(shares) = options.share_processes {
        spec["shareProcessNamespace"] = shares.into();
    }
    spec["containers"] = containers.into();
    let copy = json!({"apiVersion": "v1", "kind": "Pod", "metadata": metadata, "spec": spec});
    Ok((copy, place.map_or_else(String::new, |_| name.to_owned())))
}

/// Takes away what a copy does not keep.
fn strip(metadata: &mut Value, spec: &mut Value, containers: &mut [Value], options: &Options) {
    let kept = &options.kept;
    if !kept.labels {
        remove(metadata, "labels");
    }
    if !kept.annotations {
        remove(metadata, "annotations");
    }
    if !kept.init_containers {
        remove(spec, "initContainers");
    }
    for container in containers {
        for probe in &kept.dropped_probes {
            remove(container, probe);
        }
    }
}

fn remove(value: &mut Value, field: &str) {
    if let Some(fields) = value.as_object_mut() {
        fields.remove(field);
    }
}
