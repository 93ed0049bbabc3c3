//! The fields that are built in.

use super::{NameBackReferences, TransformerConfig};
use crate::fieldspec::FieldSpec;
use crate::gvk::Gvk;

pub(super) fn config() -> TransformerConfig {
    let metadata_labels = specs(METADATA_LABELS, true);
    let mut common_labels = specs(SELECTORS, true);
    common_labels.extend(specs(SELECTORS_IF_PRESENT, false));
    common_labels.extend(metadata_labels.clone());
    let mut config = TransformerConfig {
        name_prefix: specs("metadata/name *", false),
        name_suffix: specs("metadata/name *", false),
        namespace: namespace(),
        common_labels,
        labels: Vec::new(),
        template_labels: metadata_labels,
        common_annotations: specs(ANNOTATIONS, true),
        name_reference: NAME_REFERENCES
            .iter()
            .map(|(target, referrers)| references(target, referrers))
            .collect(),
        var_reference: var_reference(),
        images: specs(IMAGES, true),
        replicas: specs(
            "spec/replicas Deployment ReplicationController ReplicaSet StatefulSet",
            true,
        ),
    };
    config.sort();
    config
}

/// Reads lines of a path and the types that have it, each `group/version/Kind`, `/version/Kind`, `group//Kind`, `Kind` or `*`.
fn specs(table: &str, create: bool) -> Vec<FieldSpec> {
    let line = |line: &str| {
        let mut words = line.split_whitespace();
        let path = words.next().unwrap_or_default().to_owned();
        words
            .map(|word| FieldSpec::new(gvk(word), &path, create))
            .collect::<Vec<_>>()
    };
    table.lines().flat_map(line).collect()
}

fn gvk(word: &str) -> Gvk {
    match word.split('/').collect::<Vec<_>>()[..] {
        [group, version, kind] => Gvk::new(group, version, kind),
        ["*"] => Gvk::default(),
        _ => Gvk::new("", "", word),
    }
}

fn references(target: &str, referrers: &str) -> NameBackReferences {
    // The typo in this group is kustomize's own: the rule matches nothing.
    let gvk = if target == "IngressClass" {
        Gvk::new("networking.k8s.io/v1", "v1", target)
    } else {
        gvk(target)
    };
    NameBackReferences {
        gvk,
        referrers: referrers.lines().flat_map(expand).collect(),
    }
}

/// Reads a line of [`specs`] whose path may begin with `POD/`, which stands for the pod spec of each kind.
fn expand(line: &str) -> Vec<FieldSpec> {
    let Some(rest) = line.strip_prefix("POD/") else {
        return specs(line, false);
    };
    let (path, kinds) = rest.split_once(' ').unwrap_or((rest, ""));
    let spec = |kind: &str| {
        let pod_spec = match kind {
            "/v1/Pod" | "Pod" => "spec",
            "PodTemplate" => "template/spec",
            "CronJob" => "spec/jobTemplate/spec/template/spec",
            _ => "spec/template/spec",
        };
        FieldSpec::new(gvk(kind), &format!("{pod_spec}/{path}"), false)
    };
    kinds.split_whitespace().map(spec).collect()
}

fn namespace() -> Vec<FieldSpec> {
    let mut namespace = specs(
        "metadata/name Namespace\nspec/service/namespace apiregistration.k8s.io//APIService",
        true,
    );
    let crd = "spec/conversion/webhook/clientConfig/service/namespace apiextensions.k8s.io//CustomResourceDefinition";
    namespace.extend(specs(crd, false));
    namespace
}

fn var_reference() -> Vec<FieldSpec> {
    let mut fields = Vec::new();
    for (kind, pod_spec) in [
        ("Pod", "spec"),
        ("Deployment", "spec/template/spec"),
        ("DaemonSet", "spec/template/spec"),
        ("ReplicaSet", "spec/template/spec"),
        ("StatefulSet", "spec/template/spec"),
        ("Job", "spec/template/spec"),
        ("CronJob", "spec/jobTemplate/spec/template/spec"),
    ] {
        for containers in ["containers", "initContainers"] {
            for field in ["args", "command", "env/value", "volumeMounts/mountPath"] {
                fields.push(FieldSpec::new(
                    gvk(kind),
                    &format!("{pod_spec}/{containers}/{field}"),
                    false,
                ));
            }
        }
        let volumes = if kind == "CronJob" {
            "spec/jobTemplate/spec/template"
        } else {
            pod_spec
        };
        fields.push(FieldSpec::new(
            gvk(kind),
            &format!("{volumes}/volumes/nfs/server"),
            false,
        ));
    }
    fields.extend(specs(VAR_REFERENCE, false));
    fields
}

const METADATA_LABELS: &str = "\
metadata/labels *
spec/template/metadata/labels /v1/ReplicationController Deployment ReplicaSet DaemonSet apps//StatefulSet batch//Job
spec/jobTemplate/metadata/labels batch//CronJob
spec/jobTemplate/spec/template/metadata/labels batch//CronJob
spec/volumeClaimTemplates[]/metadata/labels apps//StatefulSet";

const SELECTORS: &str = "\
spec/selector /v1/Service /v1/ReplicationController
spec/selector/matchLabels Deployment ReplicaSet DaemonSet apps//StatefulSet";

const SELECTORS_IF_PRESENT: &str = "\
spec/template/spec/affinity/podAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels apps//Deployment apps//StatefulSet
spec/template/spec/affinity/podAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels apps//Deployment apps//StatefulSet
spec/template/spec/affinity/podAntiAffinity/preferredDuringSchedulingIgnoredDuringExecution/podAffinityTerm/labelSelector/matchLabels apps//Deployment apps//StatefulSet
spec/template/spec/affinity/podAntiAffinity/requiredDuringSchedulingIgnoredDuringExecution/labelSelector/matchLabels apps//Deployment apps//StatefulSet
spec/template/spec/topologySpreadConstraints/labelSelector/matchLabels apps//Deployment apps//StatefulSet
spec/selector/matchLabels batch//Job policy//PodDisruptionBudget
spec/jobTemplate/spec/selector/matchLabels batch//CronJob
spec/podSelector/matchLabels networking.k8s.io//NetworkPolicy
spec/ingress/from/podSelector/matchLabels networking.k8s.io//NetworkPolicy
spec/egress/to/podSelector/matchLabels networking.k8s.io//NetworkPolicy";

const ANNOTATIONS: &str = "\
metadata/annotations *
spec/template/metadata/annotations /v1/ReplicationController Deployment ReplicaSet DaemonSet StatefulSet batch//Job
spec/jobTemplate/metadata/annotations batch//CronJob
spec/jobTemplate/spec/template/metadata/annotations batch//CronJob";

const IMAGES: &str = "\
spec/containers[]/image *
spec/initContainers[]/image *
spec/volumes[]/image/reference *
spec/template/spec/containers[]/image *
spec/template/spec/initContainers[]/image *
spec/template/spec/volumes[]/image/reference *";

const VAR_REFERENCE: &str = "\
spec/template/metadata/annotations Deployment
spec/volumeClaimTemplates/spec/nfs/server StatefulSet
spec/nfs/server PersistentVolume
spec/rules/host Ingress
spec/tls/hosts Ingress
spec/tls/secretName Ingress
spec/ports/port Service
spec/ports/targetPort Service
metadata/labels *
metadata/annotations *";

const SCALED: &str = "spec/scaleTargetRef/name HorizontalPodAutoscaler";

/// Referrers by the type that they refer to.
const NAME_REFERENCES: &[(&str, &str)] = &[
    ("Deployment", SCALED),
    ("ReplicationController", SCALED),
    ("ReplicaSet", SCALED),
    ("StatefulSet", SCALED),
    (
        "/v1/ConfigMap",
        "\
POD/volumes/configMap/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/containers/env/valueFrom/configMapKeyRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/initContainers/env/valueFrom/configMapKeyRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/containers/envFrom/configMapRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/initContainers/envFrom/configMapRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/volumes/projected/sources/configMap/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
spec/configSource/configMap Node
rules/resourceNames Role ClusterRole
metadata/annotations/nginx.ingress.kubernetes.io\\/fastcgi-params-configmap Ingress",
    ),
    (
        "/v1/Secret",
        "\
POD/volumes/secret/secretName /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/containers/env/valueFrom/secretKeyRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/initContainers/env/valueFrom/secretKeyRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/containers/envFrom/secretRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/initContainers/envFrom/secretRef/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/imagePullSecrets/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
POD/volumes/projected/sources/secret/name /v1/Pod PodTemplate Deployment ReplicaSet DaemonSet StatefulSet Job CronJob
spec/tls/secretName Ingress
metadata/annotations/ingress.kubernetes.io\\/auth-secret Ingress
metadata/annotations/nginx.ingress.kubernetes.io\\/auth-secret Ingress
metadata/annotations/nginx.ingress.kubernetes.io\\/auth-tls-secret Ingress
imagePullSecrets/name ServiceAccount
parameters/secretName StorageClass
parameters/adminSecretName StorageClass
parameters/userSecretName StorageClass
parameters/secretRef StorageClass
rules/resourceNames Role ClusterRole
spec/template/spec/containers/env/valueFrom/secretKeyRef/name serving.knative.dev/v1/Service
spec/azureFile/secretName PersistentVolume",
    ),
    (
        "/v1/Service",
        "\
spec/serviceName apps//StatefulSet
spec/rules/http/paths/backend/serviceName Ingress
spec/backend/serviceName Ingress
spec/rules/http/paths/backend/service/name Ingress
spec/defaultBackend/service/name Ingress
spec/service/name apiregistration.k8s.io//APIService
webhooks/clientConfig/service admissionregistration.k8s.io//ValidatingWebhookConfiguration admissionregistration.k8s.io//MutatingWebhookConfiguration",
    ),
    ("rbac.authorization.k8s.io//Role", "roleRef/name rbac.authorization.k8s.io//RoleBinding"),
    (
        "rbac.authorization.k8s.io//ClusterRole",
        "roleRef/name rbac.authorization.k8s.io//RoleBinding rbac.authorization.k8s.io//ClusterRoleBinding",
    ),
    (
        "/v1/ServiceAccount",
        "\
subjects rbac.authorization.k8s.io//RoleBinding rbac.authorization.k8s.io//ClusterRoleBinding
POD/serviceAccountName Pod StatefulSet Deployment ReplicationController CronJob Job DaemonSet",
    ),
    (
        "/v1/PersistentVolumeClaim",
        "POD/volumes/persistentVolumeClaim/claimName Pod StatefulSet Deployment ReplicationController CronJob Job DaemonSet",
    ),
    ("/v1/PersistentVolume", "spec/volumeName PersistentVolumeClaim\nrules/resourceNames ClusterRole"),
    (
        "storage.k8s.io/v1/StorageClass",
        "\
spec/storageClassName PersistentVolume PersistentVolumeClaim
spec/volumeClaimTemplates/spec/storageClassName StatefulSet",
    ),
    (
        "scheduling.k8s.io/v1/PriorityClass",
        "POD/priorityClassName Pod StatefulSet Deployment ReplicationController CronJob Job DaemonSet",
    ),
    ("IngressClass", "spec/ingressClassName Ingress"),
    (
        "admissionregistration.k8s.io//ValidatingAdmissionPolicy",
        "spec/policyName admissionregistration.k8s.io//ValidatingAdmissionPolicyBinding",
    ),
];

#[cfg(test)]
mod tests {
    use super::config;

    #[test]
    fn pod_specs_lie_where_each_kind_has_them() {
        let config = config();
        let config_map = config
            .name_reference
            .iter()
            .find(|rule| rule.gvk.kind == "ConfigMap")
            .expect("a rule");
        let paths = |kind: &str| {
            config_map
                .referrers
                .iter()
                .filter(|spec| spec.gvk.kind == kind)
                .map(|spec| spec.path.clone())
                .collect::<Vec<_>>()
        };
        assert!(
            paths("CronJob")
                .contains(&"spec/jobTemplate/spec/template/spec/volumes/configMap/name".to_owned())
        );
        assert!(paths("Pod").contains(&"spec/containers/envFrom/configMapRef/name".to_owned()));
        assert_eq!(paths("ReplicationController"), Vec::<String>::new());
    }
}
