//! Kinds that are served in two forms and kept in one.

use serde_json::{Map, Value, json};

/// How the form that is served differs from the form that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Conversion {
    /// Events of `events.k8s.io` are kept as events of the core group: other names for the same fields.
    Events,
    /// `autoscaling/v1` is kept as `autoscaling/v2`: one target for the processor is one of many metrics.
    AutoscalingV1,
}

/// Names in the core group and in `events.k8s.io`.
const EVENT_FIELDS: [(&str, &str); 7] = [
    ("involvedObject", "regarding"),
    ("message", "note"),
    ("source", "deprecatedSource"),
    ("firstTimestamp", "deprecatedFirstTimestamp"),
    ("lastTimestamp", "deprecatedLastTimestamp"),
    ("count", "deprecatedCount"),
    ("reportingComponent", "reportingController"),
];

/// Where `autoscaling/v1` keeps the metrics that it has no field for.
const METRICS_ANNOTATION: &str = "autoscaling.alpha.kubernetes.io/metrics";

impl Conversion {
    /// The conversion of a served version, if it is not the one that is kept.
    pub(crate) fn of(group: &str, version: &str, resource: &str) -> Option<Self> {
        match (group, version, resource) {
            ("events.k8s.io", "v1", "events") => Some(Self::Events),
            ("autoscaling", "v1", "horizontalpodautoscalers") => Some(Self::AutoscalingV1),
            _ => None,
        }
    }

    /// Turns an object of the served form into one of the kept form.
    pub(crate) fn to_kept(self, object: &mut Value) {
        match self {
            Self::Events => EVENT_FIELDS
                .iter()
                .for_each(|(kept, served)| rename(object, served, kept)),
            Self::AutoscalingV1 => autoscaler_to_v2(object),
        }
    }

    /// Turns an object of the kept form into one of the served form.
    pub(crate) fn to_served(self, object: &mut Value) {
        match self {
            Self::Events => EVENT_FIELDS
                .iter()
                .for_each(|(kept, served)| rename(object, kept, served)),
            Self::AutoscalingV1 => autoscaler_to_v1(object),
        }
    }
}

fn rename(object: &mut Value, from: &str, to: &str) {
    if let Some(fields) = object.as_object_mut()
        && let Some(value) = fields.remove(from)
    {
        fields.insert(to.to_owned(), value);
    }
}

fn autoscaler_to_v2(object: &mut Value) {
    let mut metrics = Vec::new();
    let annotation = object
        .pointer_mut("/metadata/annotations")
        .and_then(Value::as_object_mut)
        .and_then(|annotations| annotations.remove(METRICS_ANNOTATION));
    if let Some(Ok(Value::Array(others))) = annotation
        .as_ref()
        .and_then(Value::as_str)
        .map(serde_json::from_str)
    {
        metrics.extend(others);
    }
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else {
        return;
    };
    if let Some(target) = spec.remove("targetCPUUtilizationPercentage") {
        let target = json!({"type": "Utilization", "averageUtilization": target});
        metrics.push(json!({"type": "Resource", "resource": {"name": "cpu", "target": target}}));
    }
    if !metrics.is_empty() {
        spec.insert("metrics".to_owned(), metrics.into());
    }
}

fn autoscaler_to_v1(object: &mut Value) {
    let Some(spec) = object.get_mut("spec").and_then(Value::as_object_mut) else {
        return;
    };
    spec.remove("behavior");
    let Some(Value::Array(metrics)) = spec.remove("metrics") else {
        return;
    };
    let (cpu, others): (Vec<Value>, Vec<Value>) = metrics.into_iter().partition(is_cpu_utilization);
    if let Some(target) = cpu
        .first()
        .and_then(|metric| metric.pointer("/resource/target/averageUtilization"))
    {
        spec.insert("targetCPUUtilizationPercentage".to_owned(), target.clone());
    }
    if !others.is_empty() {
        let annotations = &mut object["metadata"]["annotations"];
        if !annotations.is_object() {
            *annotations = Value::Object(Map::new());
        }
        annotations[METRICS_ANNOTATION] = Value::Array(others).to_string().into();
    }
}

fn is_cpu_utilization(metric: &Value) -> bool {
    metric
        .pointer("/resource/name")
        .is_some_and(|name| name == "cpu")
        && metric
            .pointer("/resource/target/averageUtilization")
            .is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_come_back() {
        let event =
            json!({"metadata": {"name": "e"}, "regarding": {"kind": "Pod"}, "note": "hello"});
        let mut object = event.clone();
        Conversion::Events.to_kept(&mut object);
        assert_eq!(
            object,
            json!({"metadata": {"name": "e"}, "involvedObject": {"kind": "Pod"}, "message": "hello"})
        );
        Conversion::Events.to_served(&mut object);
        assert_eq!(object, event);

        let autoscaler =
            json!({"metadata": {"name": "h"}, "spec": {"targetCPUUtilizationPercentage": 80}});
        let mut object = autoscaler.clone();
        Conversion::AutoscalingV1.to_kept(&mut object);
        assert_eq!(
            object["spec"]["metrics"][0]["resource"]["target"]["averageUtilization"],
            80
        );
        Conversion::AutoscalingV1.to_served(&mut object);
        assert_eq!(object, autoscaler);
    }
}
