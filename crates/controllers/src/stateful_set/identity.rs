//! The names, labels and claims by which a pod of a StatefulSet is that one and no other.

use apimachinery::Packed;
use clientgo::Object;
use serde_json::{Value, json};

use super::StatefulSet;
use crate::controller_revision::REVISION_HASH_LABEL;
use crate::pod_control::pod_from_template;

const POD_NAME_LABEL: &str = "statefulset.kubernetes.io/pod-name";
const POD_INDEX_LABEL: &str = "apps.kubernetes.io/pod-index";

/// The ordinal in the name of a pod of this set; none if it is not named as one.
pub(super) fn ordinal(set: &StatefulSet, pod: &Object) -> Option<usize> {
    pod.name()
        .strip_prefix(set.0.name())?
        .strip_prefix('-')?
        .parse()
        .ok()
}

/// The name of the revision that a pod is of.
pub(super) fn revision(pod: &Object) -> &str {
    pod.label(REVISION_HASH_LABEL).unwrap_or_default()
}

/// The pod of an ordinal by the template of a revision.
pub(super) fn pod(set: &StatefulSet, template: &Value, revision: &str, ordinal: usize) -> Value {
    let name = format!("{}-{ordinal}", set.0.name());
    let mut pod = pod_from_template(template, &set.0, "apps/v1", "StatefulSet");
    let metadata = &mut pod["metadata"];
    metadata["name"] = name.as_str().into();
    if !metadata["labels"].is_object() {
        metadata["labels"] = json!({});
    }
    for (label, value) in [
        (POD_NAME_LABEL, name.as_str()),
        (POD_INDEX_LABEL, &ordinal.to_string()),
        (REVISION_HASH_LABEL, revision),
    ] {
        metadata["labels"][label] = value.into();
    }
    pod["spec"]["hostname"] = name.into();
    let service = set.spec()["serviceName"].as_str().unwrap_or_default();
    if !service.is_empty() {
        pod["spec"]["subdomain"] = service.into();
    }
    add_volumes(set, &mut pod["spec"]["volumes"], ordinal);
    pod
}

/// Every claim is a volume of its name; one of the template that has the name gives way.
fn add_volumes(set: &StatefulSet, volumes: &mut Value, ordinal: usize) {
    let mut all = Vec::new();
    for template in claim_templates(set) {
        let claim = claim_name(set, template, ordinal);
        all.push(json!({"name": template["metadata"]["name"], "persistentVolumeClaim": {"claimName": claim}}));
    }
    if all.is_empty() {
        return;
    }
    let of_template = volumes.as_array().into_iter().flatten();
    let others: Vec<Value> = of_template
        .filter(|volume| all.iter().all(|claim| claim["name"] != volume["name"]))
        .cloned()
        .collect();
    all.extend(others);
    *volumes = all.into();
}

/// `spec.volumeClaimTemplates`.
pub(super) fn claim_templates(set: &StatefulSet) -> impl Iterator<Item = &Packed> {
    set.spec()["volumeClaimTemplates"]
        .as_array()
        .into_iter()
        .flatten()
}

/// The name of the claim that the pod of an ordinal has by a template.
pub(super) fn claim_name(set: &StatefulSet, template: &Packed, ordinal: usize) -> String {
    let name = template["metadata"]["name"].as_str().unwrap_or_default();
    format!("{name}-{}-{ordinal}", set.0.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pod_has_its_own_name_labels_and_claims() {
        let template = json!({
            "metadata": {"labels": {"app": "db"}},
            "spec": {"containers": [{"name": "db"}], "volumes": [{"name": "data", "emptyDir": {}}, {"name": "tmp", "emptyDir": {}}]},
        });
        let set = StatefulSet(Object::new(&json!({
            "metadata": {"name": "db", "namespace": "default", "uid": "u"},
            "spec": {"serviceName": "db", "template": template, "volumeClaimTemplates": [{"metadata": {"name": "data"}}]},
        })));
        let pod = pod(&set, &template, "db-855b7b8bdb", 3);
        assert_eq!(pod["metadata"]["name"], "db-3");
        let labels = json!({
            "app": "db", "statefulset.kubernetes.io/pod-name": "db-3", "apps.kubernetes.io/pod-index": "3",
            "controller-revision-hash": "db-855b7b8bdb",
        });
        assert_eq!(pod["metadata"]["labels"], labels);
        assert_eq!(
            (&pod["spec"]["hostname"], &pod["spec"]["subdomain"]),
            (&json!("db-3"), &json!("db"))
        );
        let volumes = json!([{"name": "data", "persistentVolumeClaim": {"claimName": "data-db-3"}}, {"name": "tmp", "emptyDir": {}}]);
        assert_eq!(pod["spec"]["volumes"], volumes);
        for (name, expected) in [
            ("db-3", Some(3)),
            ("db-x", None),
            ("dbx-3", None),
            ("db-10", Some(10)),
        ] {
            let pod = Object::new(&json!({"metadata": {"name": name}}));
            assert_eq!(ordinal(&set, &pod), expected, "{name}");
        }
    }
}
