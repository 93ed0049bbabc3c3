//! Which built-in kind has which strategy.

use std::sync::Arc;

use apimachinery::Timestamp;
use apimachinery::field::ErrorList;
use schema::Definition;
use serde_json::Value;

use super::printers::{self, Printer};
use super::{Generic, Policy, Strategy, defaulting};
use super::{
    config_map, cron_job, custom_resource_definition, daemon_set, deployment, fixed_fields,
    horizontal_pod_autoscaler, ingress, initial_status, job, namespace, network_policy, node,
    persistent_volume, pod, pod_disruption_budget, replica_set, secret, selectable, service,
    stateful_set,
};
use crate::rbac;
use crate::table::Column;

/// The strategy of a built-in resource: that of its own, or the generic one.
pub(crate) fn strategy_of(resource: &schema::Resource) -> Arc<dyn Strategy> {
    let generic = Generic::of(resource);
    let policy = generic.policy();
    let particulars: Box<dyn Strategy> = match (resource.group, resource.name) {
        ("", "configmaps") => Box::new(config_map::ConfigMap),
        ("", "namespaces") => Box::new(namespace::Namespace),
        ("", "nodes") => Box::new(node::Node),
        ("", "persistentvolumes") => Box::new(persistent_volume::PersistentVolume),
        ("", "persistentvolumeclaims") => Box::new(persistent_volume::PersistentVolumeClaim),
        ("", "pods") => Box::new(pod::Pod),
        ("", "secrets") => Box::new(secret::Secret),
        ("", "services") => Box::new(service::Service),
        ("apiextensions.k8s.io", "customresourcedefinitions") => {
            Box::new(custom_resource_definition::CustomResourceDefinition)
        }
        ("apps", "daemonsets") => Box::new(daemon_set::DaemonSet),
        ("apps", "deployments") => Box::new(deployment::Deployment),
        ("apps", "replicasets") => Box::new(replica_set::ReplicaSet),
        ("apps", "statefulsets") => Box::new(stateful_set::StatefulSet),
        ("autoscaling", "horizontalpodautoscalers") => {
            Box::new(horizontal_pod_autoscaler::HorizontalPodAutoscaler)
        }
        ("batch", "cronjobs") => Box::new(cron_job::CronJob),
        ("batch", "jobs") => Box::new(job::Job),
        ("networking.k8s.io", "ingresses") => Box::new(ingress::Ingress),
        ("networking.k8s.io", "networkpolicies") => Box::new(network_policy::NetworkPolicy),
        ("policy", "poddisruptionbudgets") => Box::new(pod_disruption_budget::PodDisruptionBudget),
        ("rbac.authorization.k8s.io", "clusterrolebindings" | "rolebindings") => {
            Box::new(rbac::Binding {
                namespaced: resource.namespaced,
            })
        }
        ("rbac.authorization.k8s.io", "clusterroles" | "roles") => Box::new(rbac::Role {
            namespaced: resource.namespaced,
        }),
        ("scheduling.k8s.io", "priorityclasses") => Box::new(fixed_fields::PriorityClass),
        ("storage.k8s.io", "storageclasses") => Box::new(fixed_fields::StorageClass),
        ("storage.k8s.io", "volumeattributesclasses") => {
            Box::new(persistent_volume::VolumeAttributesClass)
        }
        _ => Box::new(generic),
    };
    Arc::new(BuiltIn {
        policy,
        printer: printers::of(resource),
        selectable: selectable::fields(resource),
        definition: schema::kind(&resource.gvk()),
        particulars,
    })
}

/// A kind with the defaults of its schema around what is particular to it.
struct BuiltIn {
    policy: Policy,
    printer: Option<&'static Printer>,
    selectable: &'static [&'static str],
    definition: Option<&'static Definition>,
    particulars: Box<dyn Strategy>,
}

impl Strategy for BuiltIn {
    fn default_object(&self, object: &mut Value) {
        if let Some(definition) = self.definition {
            defaulting::complete(object, definition);
        }
        self.particulars.default_object(object);
    }

    fn prepare_for_create(&self, object: &mut Value, now: Timestamp) {
        if let (true, Some(definition)) = (self.policy.status, self.definition) {
            initial_status::set(object, definition);
        }
        self.particulars.prepare_for_create(object, now);
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        self.particulars.prepare_for_update(new, old);
    }

    fn prepare_for_status_update(&self, new: &mut Value, old: &Value) {
        self.particulars.prepare_for_status_update(new, old);
    }

    fn validate(&self, object: &Value) -> ErrorList {
        self.particulars.validate(object)
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.particulars.validate_update(new, old)
    }

    fn validate_status_update(&self, new: &Value, old: &Value) -> ErrorList {
        self.particulars.validate_status_update(new, old)
    }

    fn warnings(&self, new: &Value, old: Option<&Value>) -> Vec<String> {
        self.particulars.warnings(new, old)
    }

    fn columns(&self) -> &[Column] {
        match self.printer {
            Some(printer) => printer.columns,
            None => self.particulars.columns(),
        }
    }

    fn row(&self, object: &Value, now: Timestamp) -> Vec<Value> {
        match self.printer {
            Some(printer) => (printer.row)(object, now),
            None => self.particulars.row(object, now),
        }
    }

    fn selectable_fields(&self) -> Vec<&str> {
        self.selectable.to_vec()
    }

    fn selectable_field(&self, object: &Value, field: &str) -> String {
        selectable::value(object, field)
    }

    fn grace_period(&self, object: &Value, requested: Option<i64>) -> Option<i64> {
        self.particulars.grace_period(object, requested)
    }

    fn prepare_for_delete(&self, object: &mut Value, now: Timestamp) {
        self.particulars.prepare_for_delete(object, now);
    }

    fn policy(&self) -> Policy {
        self.policy
    }
}

#[cfg(test)]
mod tests {
    use apimachinery::Gvr;
    use serde_json::json;

    use super::*;

    fn strategy(group: &str, resource: &str) -> Arc<dyn Strategy> {
        strategy_of(
            schema::resource(&Gvr::new(group, "v1", resource)).expect("a built-in resource"),
        )
    }

    fn deployment(image: &str) -> Value {
        let template = json!({
            "metadata": {"labels": {"app": "web"}},
            "spec": {"containers": [{"name": "c", "image": image}]},
        });
        let mut object = json!({
            "apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": {"name": "web", "generation": 3},
            "spec": {"selector": {"matchLabels": {"app": "web"}}, "template": template},
        });
        strategy("apps", "deployments").default_object(&mut object);
        object
    }

    #[test]
    fn what_a_deployment_may_not_be() {
        let strategy = strategy("apps", "deployments");
        let cases = [
            (
                "/spec/replicas",
                json!(-1),
                "spec.replicas: Invalid value: -1: must be greater than or equal to 0",
            ),
            (
                "/spec/selector",
                json!({}),
                "spec.selector: Invalid value: {}: empty selector is invalid for deployment",
            ),
            (
                "/spec/progressDeadlineSeconds",
                json!(0),
                "spec.progressDeadlineSeconds: Invalid value: 0: must be greater than minReadySeconds",
            ),
            (
                "/spec/strategy/type",
                json!("Recreate"),
                "spec.strategy.rollingUpdate: Forbidden: may not be specified when strategy `type` is 'Recreate'",
            ),
            (
                "/spec/strategy/rollingUpdate",
                json!({"maxSurge": 0, "maxUnavailable": "0%"}),
                "spec.strategy.rollingUpdate.maxUnavailable: Invalid value: \"0%\": may not be 0 when `maxSurge` is 0",
            ),
            (
                "/spec/template/metadata/labels",
                json!({"app": "x"}),
                "spec.template.metadata.labels: Invalid value: {\"app\":\"x\"}: `selector` does not match template `labels`",
            ),
            (
                "/spec/template/spec/containers",
                json!([]),
                "spec.template.spec.containers: Required value",
            ),
            (
                "/spec/template/spec/restartPolicy",
                json!("Never"),
                "spec.template.spec.restartPolicy: Unsupported value: \"Never\": supported values: \"Always\"",
            ),
        ];
        assert!(strategy.validate(&deployment("web:1")).is_empty());
        for (pointer, value, expected) in cases {
            let mut object = deployment("web:1");
            *object.pointer_mut(pointer).unwrap() = value;
            assert_eq!(strategy.validate(&object).to_string(), expected);
        }
    }

    #[test]
    fn what_does_not_change() {
        let old = deployment("web:1");
        let mut new = deployment("web:2");
        let deployments = strategy("apps", "deployments");
        assert!(deployments.validate_update(&new, &old).is_empty());
        for path in [
            "/spec/selector/matchLabels/app",
            "/spec/template/metadata/labels/app",
        ] {
            *new.pointer_mut(path).unwrap() = json!("zz");
        }
        assert_eq!(
            deployments.validate_update(&new, &old).to_string(),
            "spec.selector: Invalid value: {\"matchLabels\":{\"app\":\"zz\"}}: field is immutable"
        );
        let sealed = json!({"immutable": true, "data": {"a": "1"}});
        assert_eq!(
            strategy("", "configmaps")
                .validate_update(&json!({"immutable": true, "data": {}}), &sealed)
                .to_string(),
            "data: Forbidden: field is immutable when `immutable` is set"
        );
        assert_eq!(
            strategy("", "secrets")
                .validate_update(&json!({"type": "other"}), &json!({"type": "Opaque"}))
                .to_string(),
            "type: Invalid value: \"other\": field is immutable"
        );
    }

    #[test]
    fn annotations_of_a_deployment_count_as_a_change() {
        let old = deployment("web:1");
        let mut new = old.clone();
        new["metadata"]["annotations"] = json!({"a": "b"});
        strategy("apps", "deployments").prepare_for_update(&mut new, &old);
        assert_eq!(new["metadata"]["generation"], 4);
    }

    #[test]
    fn zeros_that_mean_nothing_are_dropped() {
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "p", "labels": {}},
            "spec": {"hostNetwork": false, "volumes": [], "containers": [{
                "name": "c", "image": "web@sha256:0", "tty": false, "env": [{"name": "E", "value": ""}],
                "securityContext": {"privileged": false},
            }]},
        });
        strategy("", "pods").default_object(&mut pod);
        assert_eq!(pod["metadata"], json!({"name": "p"}));
        assert!(pod["spec"].get("hostNetwork").is_none() && pod["spec"].get("volumes").is_none());
        let container = &pod["spec"]["containers"][0];
        assert!(container.get("tty").is_none());
        assert_eq!(container["env"], json!([{"name": "E"}]));
        assert_eq!(container["securityContext"], json!({"privileged": false}));
        assert_eq!(container["imagePullPolicy"], "IfNotPresent");
    }

    #[test]
    fn what_a_node_says_of_a_pod_is_completed() {
        let mut pod = json!({
            "apiVersion": "v1", "kind": "Pod", "metadata": {"name": "p"},
            "spec": {"containers": [{"name": "c", "image": "web:1"}]},
            "status": {
                "conditions": [{"type": "Ready", "status": "True", "lastProbeTime": null}],
                "containerStatuses": [{"name": "c", "state": {"running": {}}}],
            },
        });
        strategy("", "pods").default_object(&mut pod);
        assert_eq!(
            pod["status"]["conditions"][0],
            json!({"type": "Ready", "status": "True", "lastProbeTime": null, "lastTransitionTime": null})
        );
        assert_eq!(
            pod["status"]["containerStatuses"][0],
            json!({
                "name": "c", "state": {"running": {"startedAt": null}}, "lastState": {}, "ready": false,
                "restartCount": 0, "image": "", "imageID": "",
            })
        );
    }
}
