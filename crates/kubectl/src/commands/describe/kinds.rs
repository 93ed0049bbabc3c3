//! Which describer is for which kind.

use super::context::Context;
use super::text::Text;
use super::{
    certificate_signing_request, config_map, cron_job, csi_node, daemon_set, deployment,
    endpoint_slice, endpoints, generic, horizontal_pod_autoscaler, ingress, ingress_class, job,
    limit_range, namespace, network_policy, node, persistent_volume, persistent_volume_claim, pod,
    pod_disruption_budget, priority_class, replica_set, resource_quota, role, role_binding, secret,
    service, service_account, stateful_set, storage_class,
};
use crate::resource::Info;
use cliruntime::ApiError;

/// Describes an object as befits its kind.
///
/// # Errors
/// If something that belongs to the object cannot be read.
pub(super) async fn describe(info: &Info, context: &Context<'_>) -> Result<Text, ApiError> {
    let object = &info.object;
    match (info.resource.group.as_str(), info.resource.kind.as_str()) {
        ("", "ConfigMap") => config_map::describe(object, context).await,
        ("", "Endpoints") => endpoints::describe(object, context).await,
        ("", "LimitRange") => Ok(limit_range::describe(object)),
        ("", "Namespace") => namespace::describe(object, context).await,
        ("", "Node") => node::describe(object, context).await,
        ("", "PersistentVolume") => persistent_volume::describe(object, context).await,
        ("", "PersistentVolumeClaim") => persistent_volume_claim::describe(object, context).await,
        ("", "Pod") => pod::describe(object, context).await,
        ("", "ReplicationController") | ("apps" | "extensions", "ReplicaSet") => {
            replica_set::describe(object, context).await
        }
        ("", "ResourceQuota") => Ok(resource_quota::describe(object)),
        ("", "Secret") => Ok(secret::describe(object)),
        ("", "Service") => service::describe(object, context).await,
        ("", "ServiceAccount") => service_account::describe(object, context).await,
        ("apps" | "extensions", "DaemonSet") => daemon_set::describe(object, context).await,
        ("apps" | "extensions", "Deployment") => deployment::describe(object, context).await,
        ("apps", "StatefulSet") => stateful_set::describe(object, context).await,
        ("autoscaling", "HorizontalPodAutoscaler") => {
            horizontal_pod_autoscaler::describe(object, context).await
        }
        ("batch", "CronJob") => cron_job::describe(object, context).await,
        ("batch", "Job") => job::describe(object, context).await,
        ("certificates.k8s.io", "CertificateSigningRequest") => {
            certificate_signing_request::describe(object, context).await
        }
        ("discovery.k8s.io", "EndpointSlice") => endpoint_slice::describe(object, context).await,
        ("networking.k8s.io" | "extensions", "Ingress") => ingress::describe(object, context).await,
        ("networking.k8s.io", "IngressClass") => ingress_class::describe(object, context).await,
        ("networking.k8s.io" | "extensions", "NetworkPolicy") => {
            Ok(network_policy::describe(object))
        }
        ("policy", "PodDisruptionBudget") => pod_disruption_budget::describe(object, context).await,
        ("rbac.authorization.k8s.io", "Role" | "ClusterRole") => Ok(role::describe(object)),
        ("rbac.authorization.k8s.io", "RoleBinding" | "ClusterRoleBinding") => {
            Ok(role_binding::describe(object))
        }
        ("scheduling.k8s.io", "PriorityClass") => priority_class::describe(object, context).await,
        ("storage.k8s.io", "CSINode") => csi_node::describe(object, context).await,
        ("storage.k8s.io", "StorageClass") => storage_class::describe(object, context).await,
        _ => generic::describe(object, context).await,
    }
}
