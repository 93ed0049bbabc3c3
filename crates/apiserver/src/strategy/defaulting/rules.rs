//! The table of defaults.

use schema::Definition;

use super::Literal::{Bool, Int, Null, Object, Text};
use super::Rule::{self, Complete, Value};
use super::{batch, other, pod, service, workload};

/// The rules of a definition.
pub(super) fn of(definition: &Definition) -> &'static [Rule] {
    let short = short(definition.name);
    RULES
        .binary_search_by(|row| row.0.cmp(short))
        .map_or(&[], |position| RULES[position].1)
}

/// `core.v1.Pod` of `io.k8s.api.core.v1.Pod`.
fn short(name: &str) -> &str {
    let name = name.strip_prefix("io.k8s.").unwrap_or(name);
    name.strip_prefix("api.").unwrap_or(name)
}

const CONTAINER: &[Rule] = &[
    Value("terminationMessagePath", Text("/dev/termination-log")),
    Value("terminationMessagePolicy", Text("File")),
    Value("resources", Object),
    Complete(pod::image_pull_policy),
];

const WEBHOOK: &[Rule] = &[
    Value("failurePolicy", Text("Fail")),
    Value("matchPolicy", Text("Equivalent")),
    Value("namespaceSelector", Object),
    Value("objectSelector", Object),
    Value("timeoutSeconds", Int(10)),
];

/// Times that are no pointers in Go are written as `null` when there is none.
const TRANSITION: &[Rule] = &[Value("lastTransitionTime", Null)];

const MODE: &[Rule] = &[Value("defaultMode", Int(0o644))];

const RULES: &[(&str, &[Rule])] = &[
    (
        "admissionregistration.v1.MatchResources",
        &[
            Value("matchPolicy", Text("Equivalent")),
            Value("namespaceSelector", Object),
            Value("objectSelector", Object),
        ],
    ),
    (
        "admissionregistration.v1.MutatingWebhook",
        &[
            Value("failurePolicy", Text("Fail")),
            Value("matchPolicy", Text("Equivalent")),
            Value("namespaceSelector", Object),
            Value("objectSelector", Object),
            Value("timeoutSeconds", Int(10)),
            Value("reinvocationPolicy", Text("Never")),
        ],
    ),
    (
        "admissionregistration.v1.NamedRuleWithOperations",
        &[Value("scope", Text("*"))],
    ),
    (
        "admissionregistration.v1.RuleWithOperations",
        &[Value("scope", Text("*"))],
    ),
    (
        "admissionregistration.v1.ServiceReference",
        &[Value("port", Int(443))],
    ),
    (
        "admissionregistration.v1.ValidatingAdmissionPolicySpec",
        &[Value("failurePolicy", Text("Fail"))],
    ),
    ("admissionregistration.v1.ValidatingWebhook", WEBHOOK),
    (
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceConversion",
        &[Value("strategy", Text("None"))],
    ),
    (
        "apiextensions-apiserver.pkg.apis.apiextensions.v1.CustomResourceDefinitionSpec",
        &[
            Value("conversion", Object),
            Complete(other::custom_resource_names),
        ],
    ),
    ("apps.v1.DaemonSet", &[Value("spec", Object)]),
    ("apps.v1.DaemonSetCondition", TRANSITION),
    (
        "apps.v1.DaemonSetSpec",
        &[
            Value("template", Object),
            Value("updateStrategy", Object),
            Value("revisionHistoryLimit", Int(10)),
        ],
    ),
    (
        "apps.v1.DaemonSetUpdateStrategy",
        &[Complete(workload::rolling_update)],
    ),
    ("apps.v1.Deployment", &[Value("spec", Object)]),
    (
        "apps.v1.DeploymentCondition",
        &[
            Value("lastUpdateTime", Null),
            Value("lastTransitionTime", Null),
        ],
    ),
    (
        "apps.v1.DeploymentSpec",
        &[
            Value("template", Object),
            Value("replicas", Int(1)),
            Value("strategy", Object),
            Value("revisionHistoryLimit", Int(10)),
            Value("progressDeadlineSeconds", Int(600)),
        ],
    ),
    (
        "apps.v1.DeploymentStrategy",
        &[Complete(workload::rolling_update)],
    ),
    ("apps.v1.ReplicaSet", &[Value("spec", Object)]),
    ("apps.v1.ReplicaSetCondition", TRANSITION),
    (
        "apps.v1.ReplicaSetSpec",
        &[Value("template", Object), Value("replicas", Int(1))],
    ),
    (
        "apps.v1.RollingUpdateDaemonSet",
        &[Value("maxUnavailable", Int(1)), Value("maxSurge", Int(0))],
    ),
    (
        "apps.v1.RollingUpdateDeployment",
        &[
            Value("maxUnavailable", Text("25%")),
            Value("maxSurge", Text("25%")),
        ],
    ),
    (
        "apps.v1.RollingUpdateStatefulSetStrategy",
        &[Value("partition", Int(0))],
    ),
    ("apps.v1.StatefulSet", &[Value("spec", Object)]),
    ("apps.v1.StatefulSetCondition", TRANSITION),
    (
        "apps.v1.StatefulSetPersistentVolumeClaimRetentionPolicy",
        &[
            Value("whenDeleted", Text("Retain")),
            Value("whenScaled", Text("Retain")),
        ],
    ),
    (
        "apps.v1.StatefulSetSpec",
        &[
            Value("template", Object),
            Value("replicas", Int(1)),
            Value("podManagementPolicy", Text("OrderedReady")),
            Value("updateStrategy", Object),
            Value("revisionHistoryLimit", Int(10)),
            Value("persistentVolumeClaimRetentionPolicy", Object),
            Complete(workload::claim_templates),
        ],
    ),
    (
        "apps.v1.StatefulSetUpdateStrategy",
        &[Complete(workload::rolling_update)],
    ),
    (
        "autoscaling.v1.HorizontalPodAutoscalerSpec",
        &[Value("minReplicas", Int(1))],
    ),
    (
        "autoscaling.v2.HorizontalPodAutoscalerBehavior",
        &[Complete(other::scaling_behavior)],
    ),
    (
        "autoscaling.v2.HorizontalPodAutoscalerSpec",
        &[
            Value("minReplicas", Int(1)),
            Complete(other::scaling_metrics),
        ],
    ),
    (
        "batch.v1.CronJobSpec",
        &[
            Value("concurrencyPolicy", Text("Allow")),
            Value("suspend", Bool(false)),
            Value("successfulJobsHistoryLimit", Int(3)),
            Value("failedJobsHistoryLimit", Int(1)),
        ],
    ),
    ("batch.v1.Job", &[Complete(batch::job)]),
    (
        "batch.v1.JobCondition",
        &[
            Value("lastProbeTime", Null),
            Value("lastTransitionTime", Null),
        ],
    ),
    ("batch.v1.JobSpec", &[Value("template", Object)]),
    ("batch.v1.JobTemplateSpec", &[Value("metadata", Object)]),
    (
        "batch.v1.PodFailurePolicyOnPodConditionsPattern",
        &[Value("status", Text("True"))],
    ),
    ("coordination.v1.Lease", &[Value("spec", Object)]),
    (
        "core.v1.AzureDiskVolumeSource",
        &[
            Value("cachingMode", Text("ReadWrite")),
            Value("fsType", Text("ext4")),
            Value("kind", Text("Shared")),
            Value("readOnly", Bool(false)),
        ],
    ),
    ("core.v1.ConfigMapVolumeSource", MODE),
    ("core.v1.Container", CONTAINER),
    ("core.v1.ContainerPort", &[Value("protocol", Text("TCP"))]),
    ("core.v1.ContainerStateRunning", &[Value("startedAt", Null)]),
    (
        "core.v1.ContainerStateTerminated",
        &[
            Value("exitCode", Int(0)),
            Value("startedAt", Null),
            Value("finishedAt", Null),
        ],
    ),
    (
        "core.v1.ContainerStatus",
        &[
            Value("state", Object),
            Value("lastState", Object),
            Value("ready", Bool(false)),
            Value("restartCount", Int(0)),
            Value("image", Text("")),
            Value("imageID", Text("")),
        ],
    ),
    ("core.v1.DaemonEndpoint", &[Value("Port", Int(0))]),
    ("core.v1.DownwardAPIVolumeSource", MODE),
    ("core.v1.EndpointPort", &[Value("protocol", Text("TCP"))]),
    ("core.v1.EphemeralContainer", CONTAINER),
    (
        "core.v1.Event",
        &[
            Value("source", Object),
            Value("firstTimestamp", Null),
            Value("lastTimestamp", Null),
            Value("eventTime", Null),
            Value("reportingComponent", Text("")),
            Value("reportingInstance", Text("")),
        ],
    ),
    ("core.v1.GRPCAction", &[Value("service", Text(""))]),
    (
        "core.v1.HTTPGetAction",
        &[Value("path", Text("/")), Value("scheme", Text("HTTP"))],
    ),
    ("core.v1.HostPathVolumeSource", &[Value("type", Text(""))]),
    (
        "core.v1.ISCSIPersistentVolumeSource",
        &[Value("iscsiInterface", Text("default"))],
    ),
    (
        "core.v1.ISCSIVolumeSource",
        &[Value("iscsiInterface", Text("default"))],
    ),
    ("core.v1.ImageVolumeSource", &[Complete(pod::image_volume)]),
    ("core.v1.LimitRangeItem", &[Complete(other::limits)]),
    ("core.v1.NamespaceCondition", TRANSITION),
    (
        "core.v1.Node",
        &[Value("spec", Object), Value("status", Object)],
    ),
    (
        "core.v1.NodeCondition",
        &[
            Value("lastHeartbeatTime", Null),
            Value("lastTransitionTime", Null),
        ],
    ),
    (
        "core.v1.NodeDaemonEndpoints",
        &[Value("kubeletEndpoint", Object)],
    ),
    (
        "core.v1.NodeStatus",
        &[
            Value("daemonEndpoints", Object),
            Value("nodeInfo", Object),
            Complete(other::allocatable),
        ],
    ),
    (
        "core.v1.NodeSystemInfo",
        &[
            Value("machineID", Text("")),
            Value("systemUUID", Text("")),
            Value("bootID", Text("")),
            Value("kernelVersion", Text("")),
            Value("osImage", Text("")),
            Value("containerRuntimeVersion", Text("")),
            Value("kubeletVersion", Text("")),
            Value("kubeProxyVersion", Text("")),
            Value("operatingSystem", Text("")),
            Value("architecture", Text("")),
        ],
    ),
    (
        "core.v1.ObjectFieldSelector",
        &[Value("apiVersion", Text("v1"))],
    ),
    (
        "core.v1.PersistentVolumeClaimSpec",
        &[
            Value("resources", Object),
            Value("volumeMode", Text("Filesystem")),
        ],
    ),
    (
        "core.v1.PersistentVolumeClaimTemplate",
        &[Value("metadata", Object)],
    ),
    (
        "core.v1.PersistentVolumeSpec",
        &[
            Value("persistentVolumeReclaimPolicy", Text("Retain")),
            Value("volumeMode", Text("Filesystem")),
        ],
    ),
    ("core.v1.Pod", &[Value("spec", Object), Complete(pod::pod)]),
    (
        "core.v1.PodCondition",
        &[
            Value("lastProbeTime", Null),
            Value("lastTransitionTime", Null),
        ],
    ),
    (
        "core.v1.PodSpec",
        &[
            Value("restartPolicy", Text("Always")),
            Value("terminationGracePeriodSeconds", Int(30)),
            Value("dnsPolicy", Text("ClusterFirst")),
            Value("securityContext", Object),
            Value("schedulerName", Text("default-scheduler")),
            Complete(pod::spec),
        ],
    ),
    (
        "core.v1.PodTemplateSpec",
        &[Value("spec", Object), Value("metadata", Object)],
    ),
    (
        "core.v1.Probe",
        &[
            Value("timeoutSeconds", Int(1)),
            Value("periodSeconds", Int(10)),
            Value("successThreshold", Int(1)),
            Value("failureThreshold", Int(3)),
        ],
    ),
    ("core.v1.ProjectedVolumeSource", MODE),
    ("core.v1.RBDPersistentVolumeSource", RBD),
    ("core.v1.RBDVolumeSource", RBD),
    (
        "core.v1.ReplicationController",
        &[Complete(workload::replication_controller)],
    ),
    ("core.v1.ReplicationControllerCondition", TRANSITION),
    (
        "core.v1.ReplicationControllerSpec",
        &[Value("replicas", Int(1))],
    ),
    (
        "core.v1.ResourceFieldSelector",
        &[Value("divisor", Text("0"))],
    ),
    (
        "core.v1.ScaleIOVolumeSource",
        &[
            Value("fsType", Text("xfs")),
            Value("storageMode", Text("ThinProvisioned")),
        ],
    ),
    (
        "core.v1.Secret",
        &[Complete(other::string_data), Value("type", Text("Opaque"))],
    ),
    ("core.v1.SecretVolumeSource", MODE),
    ("core.v1.Service", &[Value("spec", Object)]),
    (
        "core.v1.ServiceAccountTokenProjection",
        &[Value("expirationSeconds", Int(3600))],
    ),
    ("core.v1.ServicePort", &[Complete(service::port)]),
    ("core.v1.ServiceSpec", &[Complete(service::spec)]),
    ("core.v1.Volume", &[Complete(pod::volume)]),
    ("discovery.v1.Endpoint", &[Value("conditions", Object)]),
    (
        "discovery.v1.EndpointPort",
        &[Value("name", Text("")), Value("protocol", Text("TCP"))],
    ),
    (
        "discovery.v1.EndpointSlice",
        &[Complete(other::endpoint_slice)],
    ),
    (
        "events.v1.Event",
        &[
            Value("deprecatedSource", Object),
            Value("deprecatedFirstTimestamp", Null),
            Value("deprecatedLastTimestamp", Null),
        ],
    ),
    (
        "flowcontrol.v1.FlowSchemaSpec",
        &[Value("matchingPrecedence", Int(1000))],
    ),
    (
        "flowcontrol.v1.LimitedPriorityLevelConfiguration",
        &[
            Value("nominalConcurrencyShares", Int(30)),
            Value("lendablePercent", Int(0)),
        ],
    ),
    (
        "kube-aggregator.pkg.apis.apiregistration.v1.ServiceReference",
        &[Value("port", Int(443))],
    ),
    (
        "networking.v1.IngressClassParametersReference",
        &[Value("scope", Text("Cluster"))],
    ),
    (
        "networking.v1.NetworkPolicyPort",
        &[Value("protocol", Text("TCP"))],
    ),
    (
        "networking.v1.NetworkPolicySpec",
        &[Complete(other::policy_types)],
    ),
    ("rbac.v1.ClusterRole", &[Value("rules", Null)]),
    ("rbac.v1.Role", &[Value("rules", Null)]),
    (
        "rbac.v1.RoleRef",
        &[Value("apiGroup", Text("rbac.authorization.k8s.io"))],
    ),
    ("rbac.v1.Subject", &[Complete(other::subject)]),
    (
        "scheduling.v1.PriorityClass",
        &[Value("preemptionPolicy", Text("PreemptLowerPriority"))],
    ),
    ("storage.v1.CSIDriver", &[Value("spec", Object)]),
    (
        "storage.v1.CSIDriverSpec",
        &[
            Value("attachRequired", Bool(true)),
            Value("podInfoOnMount", Bool(false)),
            Value("storageCapacity", Bool(false)),
            Value("fsGroupPolicy", Text("ReadWriteOnceWithFSType")),
            Value("requiresRepublish", Bool(false)),
            Value("seLinuxMount", Bool(false)),
            Complete(other::lifecycle_modes),
        ],
    ),
    (
        "storage.v1.StorageClass",
        &[
            Value("reclaimPolicy", Text("Delete")),
            Value("volumeBindingMode", Text("Immediate")),
        ],
    ),
];

const RBD: &[Rule] = &[
    Value("pool", Text("rbd")),
    Value("user", Text("admin")),
    Value("keyring", Text("/etc/ceph/keyring")),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_row_is_a_definition_with_the_fields_named() {
        assert!(RULES.is_sorted_by(|a, b| a.0 < b.0));
        for (name, rules) in RULES {
            let definition = schema::definition(&format!("io.k8s.api.{name}"))
                .or_else(|| schema::definition(&format!("io.k8s.{name}")));
            let definition = definition.unwrap_or_else(|| panic!("{name}"));
            for rule in *rules {
                if let Value(field, _) = rule {
                    assert!(definition.field(field).is_some(), "{name} {field}");
                }
            }
        }
    }
}
