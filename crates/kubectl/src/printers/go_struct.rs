//! The order in which Go writes the fields of a struct.
//!
//! Objects that kubectl has made or decoded itself are structs of Go. Their fields follow each other as in the source,
//! which is the order of the protobuf numbers but for fields that were put next to their like later.

use serde_json::{Map, Value};

use apimachinery::Gvk;
use schema::{Message, Scalar, Wire};

use crate::object;

/// Messages whose fields do not stand in the order of their numbers, with those up to the last that is out of order.
const OUT_OF_ORDER: [(&str, &[&str]); 14] = [
    (
        "k8s.io.api.core.v1.Container",
        &[
            "name",
            "image",
            "command",
            "args",
            "workingDir",
            "ports",
            "envFrom",
            "env",
            "resources",
            "resizePolicy",
            "restartPolicy",
            "restartPolicyRules",
            "volumeMounts",
            "volumeDevices",
            "livenessProbe",
            "readinessProbe",
            "startupProbe",
            "lifecycle",
            "terminationMessagePath",
            "terminationMessagePolicy",
        ],
    ),
    (
        "k8s.io.api.core.v1.PodSpec",
        &[
            "volumes",
            "initContainers",
            "containers",
            "ephemeralContainers",
            "restartPolicy",
            "terminationGracePeriodSeconds",
            "activeDeadlineSeconds",
            "dnsPolicy",
            "nodeSelector",
            "serviceAccountName",
            "serviceAccount",
            "automountServiceAccountToken",
            "nodeName",
            "hostNetwork",
            "hostPID",
            "hostIPC",
            "shareProcessNamespace",
            "securityContext",
            "imagePullSecrets",
            "hostname",
            "subdomain",
            "affinity",
            "schedulerName",
        ],
    ),
    (
        "k8s.io.api.core.v1.PodStatus",
        &["observedGeneration", "phase"],
    ),
    (
        "k8s.io.api.core.v1.ServiceSpec",
        &[
            "ports",
            "selector",
            "clusterIP",
            "clusterIPs",
            "type",
            "externalIPs",
            "sessionAffinity",
            "loadBalancerIP",
            "loadBalancerSourceRanges",
            "externalName",
            "externalTrafficPolicy",
            "healthCheckNodePort",
            "publishNotReadyAddresses",
            "sessionAffinityConfig",
            "ipFamilies",
            "ipFamilyPolicy",
        ],
    ),
    (
        "k8s.io.api.core.v1.ServicePort",
        &["name", "protocol", "appProtocol"],
    ),
    ("k8s.io.api.core.v1.NodeSpec", &["podCIDR", "podCIDRs"]),
    ("k8s.io.api.core.v1.ConfigMap", &["metadata", "immutable"]),
    (
        "k8s.io.api.core.v1.Secret",
        &["metadata", "immutable", "data", "stringData", "type"],
    ),
    (
        "k8s.io.api.apps.v1.DeploymentStatus",
        &[
            "observedGeneration",
            "replicas",
            "updatedReplicas",
            "readyReplicas",
            "availableReplicas",
            "unavailableReplicas",
            "terminatingReplicas",
        ],
    ),
    (
        "k8s.io.api.batch.v1.JobSpec",
        &[
            "parallelism",
            "completions",
            "activeDeadlineSeconds",
            "podFailurePolicy",
            "successPolicy",
            "backoffLimit",
            "backoffLimitPerIndex",
            "maxFailedIndexes",
            "selector",
            "manualSelector",
            "template",
        ],
    ),
    ("k8s.io.api.batch.v1.CronJobSpec", &["schedule", "timeZone"]),
    (
        "k8s.io.api.networking.v1.IngressSpec",
        &["ingressClassName"],
    ),
    (
        "k8s.io.api.networking.v1.HTTPIngressPath",
        &["path", "pathType"],
    ),
    (
        "k8s.io.apimachinery.pkg.apis.meta.v1.OwnerReference",
        &["apiVersion"],
    ),
];

/// The struct of an object; none if its kind is not built in.
fn of_object(object: &Value) -> Option<&'static Message> {
    let gvk = Gvk::of(object);
    if let Some(definition) = schema::kind(&gvk) {
        return definition.message();
    }
    let item = gvk
        .kind
        .strip_suffix("List")
        .filter(|_| object::is_list(object))?;
    let item = schema::kind(&Gvk::new(
        gvk.group.clone(),
        gvk.version.clone(),
        item.to_owned(),
    ))?;
    schema::message(&format!("{}List", item.message()?.name))
}

/// In which order fields are written.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Order {
    /// By their names.
    Names,
    /// As Go's struct has them.
    Struct(&'static Message),
    /// As the list has them, whatever they are fields of.
    List(&'static [&'static str]),
}

impl Order {
    /// The order of an object's struct; by names if its kind is not built in.
    pub(super) fn of_object(object: &Value) -> Order {
        of_object(object).map_or(Order::Names, Order::Struct)
    }
}

/// A field of an object, and in which order its own fields are written.
pub(super) struct Field<'v> {
    pub(super) key: &'v str,
    pub(super) value: &'v Value,
    pub(super) order: Order,
}

/// The fields of an object in an order.
pub(super) fn fields(object: &Map<String, Value>, order: Order) -> Vec<Field<'_>> {
    let mut fields: Vec<(Rank, Field<'_>)> = object
        .iter()
        .map(|(key, value)| {
            let (rank, order) = match order {
                Order::Names => (Rank::default(), order),
                Order::List(list) => {
                    let place = list.iter().position(|name| name == key);
                    ((place.unwrap_or(usize::MAX), 0), order)
                }
                Order::Struct(message) => match find(message, key) {
                    Some((rank, scalar)) => {
                        (rank, scalar.message().map_or(Order::Names, Order::Struct))
                    }
                    None => (type_rank(key), Order::Names),
                },
            };
            (rank, Field { key, value, order })
        })
        .collect();
    fields.sort_by_key(|(rank, _)| *rank);
    fields.into_iter().map(|(_, field)| field).collect()
}

/// Where a field stands: its own place, and that within a struct whose fields stand in the parent's object.
type Rank = (usize, usize);

/// Kind and API version stand first; what no struct has, last.
fn type_rank(key: &str) -> Rank {
    match key {
        "kind" => (0, 0),
        "apiVersion" => (0, 1),
        _ => (usize::MAX, 0),
    }
}

fn find(message: &'static Message, key: &str) -> Option<(Rank, Scalar)> {
    let order = OUT_OF_ORDER
        .iter()
        .find(|(name, _)| *name == message.name)
        .map_or(&[][..], |(_, order)| *order);
    for (at, field) in message.fields.iter().enumerate() {
        let scalar = match field.wire {
            Wire::One(scalar) | Wire::Repeated(scalar) => scalar,
            // What is in a map has keys of its own.
            Wire::Map(_) => Scalar::String,
        };
        let place = match order.iter().position(|name| *name == field.json) {
            Some(place) => 1 + place,
            None => 1 + order.len() + at,
        };
        if field.json == key {
            return Some(((place, 0), scalar));
        }
        if field.json.is_empty()
            && let Some(((inner, _), scalar)) =
                scalar.message().and_then(|inlined| find(inlined, key))
        {
            return Some(((place, inner), scalar));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{Order, fields};

    #[test]
    fn fields_stand_as_in_the_source() {
        let pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {}, "status": {}, "spec": {"containers": [], "initContainers": []},
        });
        let keys = |value: &serde_json::Value, order| -> Vec<String> {
            fields(value.as_object().unwrap(), order)
                .iter()
                .map(|field| field.key.to_owned())
                .collect()
        };
        let order = Order::of_object(&pod);
        assert_eq!(
            keys(&pod, order),
            ["kind", "apiVersion", "metadata", "spec", "status"]
        );
        let spec = fields(pod.as_object().unwrap(), order).remove(3);
        assert_eq!(
            keys(spec.value, spec.order),
            ["initContainers", "containers"]
        );
        assert_eq!(keys(&json!({"b": 1, "a": 2}), Order::Names), ["a", "b"]);
    }
}
