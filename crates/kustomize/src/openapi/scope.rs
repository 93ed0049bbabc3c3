//! The scope of built-in types, as of Kubernetes 1.21.

use crate::gvk::Gvk;

const CLUSTER: &[(&str, &[&str])] = &[
    (
        "admissionregistration.k8s.io/v1",
        &[
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
        ],
    ),
    (
        "admissionregistration.k8s.io/v1beta1",
        &[
            "MutatingWebhookConfiguration",
            "ValidatingWebhookConfiguration",
        ],
    ),
    ("apiextensions.k8s.io/v1", &["CustomResourceDefinition"]),
    (
        "apiextensions.k8s.io/v1beta1",
        &["CustomResourceDefinition"],
    ),
    ("apiregistration.k8s.io/v1", &["APIService"]),
    ("apiregistration.k8s.io/v1beta1", &["APIService"]),
    ("certificates.k8s.io/v1", &["CertificateSigningRequest"]),
    (
        "certificates.k8s.io/v1beta1",
        &["CertificateSigningRequest"],
    ),
    (
        "flowcontrol.apiserver.k8s.io/v1beta1",
        &["FlowSchema", "PriorityLevelConfiguration"],
    ),
    ("networking.k8s.io/v1", &["IngressClass"]),
    ("networking.k8s.io/v1beta1", &["IngressClass"]),
    ("node.k8s.io/v1", &["RuntimeClass"]),
    ("node.k8s.io/v1beta1", &["RuntimeClass"]),
    ("policy/v1beta1", &["PodSecurityPolicy"]),
    (
        "rbac.authorization.k8s.io/v1",
        &["ClusterRole", "ClusterRoleBinding"],
    ),
    (
        "rbac.authorization.k8s.io/v1beta1",
        &["ClusterRole", "ClusterRoleBinding"],
    ),
    ("scheduling.k8s.io/v1", &["PriorityClass"]),
    ("scheduling.k8s.io/v1beta1", &["PriorityClass"]),
    (
        "storage.k8s.io/v1",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
    ),
    (
        "storage.k8s.io/v1beta1",
        &["CSIDriver", "CSINode", "StorageClass", "VolumeAttachment"],
    ),
    (
        "v1",
        &[
            "ComponentStatus",
            "Namespace",
            "Node",
            "NodeProxyOptions",
            "PersistentVolume",
        ],
    ),
];

const NAMESPACED: &[(&str, &[&str])] = &[
    (
        "apps/v1",
        &[
            "ControllerRevision",
            "DaemonSet",
            "Deployment",
            "ReplicaSet",
            "StatefulSet",
        ],
    ),
    ("autoscaling/v1", &["HorizontalPodAutoscaler", "Scale"]),
    ("autoscaling/v2beta1", &["HorizontalPodAutoscaler"]),
    ("autoscaling/v2beta2", &["HorizontalPodAutoscaler"]),
    ("batch/v1", &["CronJob", "Job"]),
    ("batch/v1beta1", &["CronJob"]),
    ("coordination.k8s.io/v1", &["Lease"]),
    ("coordination.k8s.io/v1beta1", &["Lease"]),
    ("discovery.k8s.io/v1", &["EndpointSlice"]),
    ("discovery.k8s.io/v1beta1", &["EndpointSlice"]),
    ("events.k8s.io/v1", &["Event"]),
    ("events.k8s.io/v1beta1", &["Event"]),
    ("extensions/v1beta1", &["Ingress"]),
    ("networking.k8s.io/v1", &["Ingress", "NetworkPolicy"]),
    ("networking.k8s.io/v1beta1", &["Ingress"]),
    ("policy/v1", &["PodDisruptionBudget"]),
    ("policy/v1beta1", &["PodDisruptionBudget"]),
    ("rbac.authorization.k8s.io/v1", &["Role", "RoleBinding"]),
    (
        "rbac.authorization.k8s.io/v1beta1",
        &["Role", "RoleBinding"],
    ),
    ("storage.k8s.io/v1beta1", &["CSIStorageCapacity"]),
    (
        "v1",
        &[
            "ConfigMap",
            "Endpoints",
            "Event",
            "LimitRange",
            "PersistentVolumeClaim",
            "Pod",
            "PodAttachOptions",
            "PodExecOptions",
            "PodPortForwardOptions",
            "PodProxyOptions",
            "PodTemplate",
            "ReplicationController",
            "ResourceQuota",
            "Secret",
            "Service",
            "ServiceAccount",
            "ServiceProxyOptions",
        ],
    ),
];

/// Whether a built-in type is namespaced; `None` for a type that is not in the table.
pub(super) fn builtin(gvk: &Gvk) -> Option<bool> {
    if has(NAMESPACED, gvk) {
        Some(true)
    } else if has(CLUSTER, gvk) {
        Some(false)
    } else {
        None
    }
}

fn has(table: &[(&str, &[&str])], gvk: &Gvk) -> bool {
    let same_version = |api_version: &str| match api_version.split_once('/') {
        Some((group, version)) => group == gvk.group && version == gvk.version,
        None => gvk.group.is_empty() && api_version == gvk.version,
    };
    table
        .iter()
        .any(|(api_version, kinds)| same_version(api_version) && kinds.contains(&gvk.kind.as_str()))
}

#[cfg(test)]
mod tests {
    use super::builtin;
    use crate::gvk::Gvk;

    #[test]
    fn types_newer_than_the_table_are_unknown() {
        assert_eq!(builtin(&Gvk::new("", "v1", "Namespace")), Some(false));
        assert_eq!(builtin(&Gvk::new("apps", "v1", "Deployment")), Some(true));
        assert_eq!(
            builtin(&Gvk::new(
                "admissionregistration.k8s.io",
                "v1",
                "ValidatingAdmissionPolicy"
            )),
            None
        );
    }
}
