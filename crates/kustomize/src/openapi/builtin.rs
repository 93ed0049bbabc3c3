//! The part of the Kubernetes 1.21 schema that decides how lists are merged.

use super::definition::{Definition, Definitions, Merge, resource_key};

/// Fields by definition. `field=Target` leads to a map, `field=Target[key,key]` to a list that is merged by these keys, `field=Target[*]` to
/// a list that is replaced, `field=[]` to a list of scalars that is merged. What is not here has no influence on a merge.
const FIELDS: &str = "\
ObjectMeta finalizers=[] ownerReferences=OwnerReference[uid]
OwnerReference
Condition
WebhookConfiguration metadata=ObjectMeta webhooks=Webhook[name]
Webhook
Object metadata=ObjectMeta
Workload metadata=ObjectMeta spec=WorkloadSpec status=ConditionsByType
WorkloadSpec template=PodTemplateSpec volumeClaimTemplates=PersistentVolumeClaim[*]
ConditionsByType conditions=Condition[type]
WithConditions metadata=ObjectMeta status=ConditionsByType
Job metadata=ObjectMeta spec=WorkloadSpec status=ConditionsByType
CronJob metadata=ObjectMeta spec=CronJobSpec
CronJobSpec jobTemplate=JobTemplateSpec
JobTemplateSpec metadata=ObjectMeta spec=WorkloadSpec
PodTemplate metadata=ObjectMeta template=PodTemplateSpec
PodTemplateSpec metadata=ObjectMeta spec=PodSpec
Pod metadata=ObjectMeta spec=PodSpec status=PodStatus
PodStatus conditions=Condition[type] podIPs=PodIP[ip]
PodIP
PodSpec containers=Container[name] initContainers=Container[name] ephemeralContainers=EphemeralContainer[name] \
hostAliases=HostAlias[ip] imagePullSecrets=Reference[name] topologySpreadConstraints=Constraint[topologyKey,whenUnsatisfiable] \
volumes=Volume[name]
Container env=EnvVar[name] ports=ContainerPort[containerPort,protocol] volumeDevices=VolumeDevice[devicePath] \
volumeMounts=VolumeMount[mountPath]
EphemeralContainer env=EnvVar[name] volumeDevices=VolumeDevice[devicePath] volumeMounts=VolumeMount[mountPath]
EnvVar
ContainerPort
VolumeDevice
VolumeMount
HostAlias
Reference
Constraint
Volume ephemeral=EphemeralVolume
EphemeralVolume volumeClaimTemplate=Object
ComponentStatus metadata=ObjectMeta conditions=Condition[type]
PersistentVolumeClaim metadata=ObjectMeta status=ConditionsByType
Node metadata=ObjectMeta spec=NodeSpec status=NodeStatus
NodeSpec podCIDRs=[]
NodeStatus addresses=Condition[type] conditions=Condition[type]
ServiceAccount metadata=ObjectMeta secrets=Reference[name]
Service metadata=ObjectMeta spec=ServiceSpec status=ConditionsByType
ServiceSpec ports=ServicePort[port,protocol]
ServicePort
CSINode metadata=ObjectMeta spec=CSINodeSpec
CSINodeSpec drivers=Reference[name]
Kustomization configMapGenerator=Reference[name] secretGenerator=Reference[name]
";

/// The definition of each kind: `apiVersion Definition Kind Kind ...`.
const RESOURCES: &str = "\
admissionregistration.k8s.io/v1 WebhookConfiguration MutatingWebhookConfiguration ValidatingWebhookConfiguration
admissionregistration.k8s.io/v1beta1 WebhookConfiguration MutatingWebhookConfiguration ValidatingWebhookConfiguration
apiextensions.k8s.io/v1 Object CustomResourceDefinition
apiextensions.k8s.io/v1beta1 Object CustomResourceDefinition
apiregistration.k8s.io/v1 WithConditions APIService
apiregistration.k8s.io/v1beta1 WithConditions APIService
apps/v1 Object ControllerRevision
apps/v1 Workload DaemonSet Deployment ReplicaSet StatefulSet
apps/v1 Kustomization Kustomization
authentication.k8s.io/v1 Object TokenReview
authentication.k8s.io/v1beta1 Object TokenReview
authorization.k8s.io/v1 Object LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
authorization.k8s.io/v1beta1 Object LocalSubjectAccessReview SelfSubjectAccessReview SelfSubjectRulesReview SubjectAccessReview
autoscaling/v1 Object HorizontalPodAutoscaler Scale
autoscaling/v2beta1 Object HorizontalPodAutoscaler
autoscaling/v2beta2 Object HorizontalPodAutoscaler
batch/v1 CronJob CronJob
batch/v1 Job Job
batch/v1beta1 CronJob CronJob
certificates.k8s.io/v1 Object CertificateSigningRequest
certificates.k8s.io/v1beta1 Object CertificateSigningRequest
coordination.k8s.io/v1 Object Lease
coordination.k8s.io/v1beta1 Object Lease
discovery.k8s.io/v1 Object EndpointSlice
discovery.k8s.io/v1beta1 Object EndpointSlice
events.k8s.io/v1 Object Event
events.k8s.io/v1beta1 Object Event
extensions/v1beta1 Object Ingress
flowcontrol.apiserver.k8s.io/v1beta1 Object FlowSchema PriorityLevelConfiguration
internal.apiserver.k8s.io/v1alpha1 Object StorageVersion
networking.k8s.io/v1 Object Ingress IngressClass NetworkPolicy
networking.k8s.io/v1beta1 Object Ingress IngressClass
node.k8s.io/v1 Object RuntimeClass
node.k8s.io/v1alpha1 Object RuntimeClass
node.k8s.io/v1beta1 Object RuntimeClass
policy/v1 WithConditions PodDisruptionBudget
policy/v1beta1 WithConditions PodDisruptionBudget
policy/v1beta1 Object Eviction PodSecurityPolicy
rbac.authorization.k8s.io/v1 Object ClusterRole ClusterRoleBinding Role RoleBinding
rbac.authorization.k8s.io/v1alpha1 Object ClusterRole ClusterRoleBinding Role RoleBinding
rbac.authorization.k8s.io/v1beta1 Object ClusterRole ClusterRoleBinding Role RoleBinding
scheduling.k8s.io/v1 Object PriorityClass
scheduling.k8s.io/v1alpha1 Object PriorityClass
scheduling.k8s.io/v1beta1 Object PriorityClass
storage.k8s.io/v1 CSINode CSINode
storage.k8s.io/v1 Object CSIDriver StorageClass VolumeAttachment
storage.k8s.io/v1alpha1 Object CSIStorageCapacity VolumeAttachment
storage.k8s.io/v1beta1 CSINode CSINode
storage.k8s.io/v1beta1 Object CSIDriver CSIStorageCapacity StorageClass VolumeAttachment
v1 ComponentStatus ComponentStatus
v1 WithConditions Namespace
v1 Node Node
v1 Object Binding ConfigMap Endpoints Event LimitRange PersistentVolume ResourceQuota Secret
v1 PersistentVolumeClaim PersistentVolumeClaim
v1 Pod Pod
v1 PodTemplate PodTemplate
v1 Workload ReplicationController
v1 Service Service
v1 ServiceAccount ServiceAccount
";

pub(super) fn definitions() -> Definitions {
    let mut definitions = Definitions::default();
    for line in FIELDS.lines() {
        let mut words = line.split_whitespace();
        let Some(name) = words.next() else { continue };
        let fields = words
            .filter_map(|word| word.split_once('='))
            .map(|(field, target)| (field.to_owned(), target_definition(target)));
        definitions.by_name.insert(
            name.to_owned(),
            Definition {
                fields: fields.collect(),
                ..Definition::default()
            },
        );
    }
    for line in RESOURCES.lines() {
        let mut words = line.split_whitespace();
        let (Some(api_version), Some(name)) = (words.next(), words.next()) else {
            continue;
        };
        for kind in words {
            definitions
                .resources
                .insert(resource_key(api_version, kind), name.to_owned());
        }
    }
    definitions
}

fn target_definition(target: &str) -> Definition {
    let Some((name, keys)) = target.trim_end_matches(']').split_once('[') else {
        return Definition {
            reference: Some(target.to_owned()),
            ..Definition::default()
        };
    };
    let element = Definition {
        reference: (!name.is_empty()).then(|| name.to_owned()),
        ..Definition::default()
    };
    let keys = keys
        .split(',')
        .filter(|key| !key.is_empty())
        .map(str::to_owned)
        .collect();
    let replaced = keys == ["*"];
    let merge = (!replaced).then(|| Merge {
        strategy: "merge".to_owned(),
        keys,
    });
    Definition {
        elements: Some(Box::new(element)),
        merge,
        ..Definition::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::OpenApi;

    #[test]
    fn ports_of_a_container_have_two_keys() {
        let openapi = OpenApi::default();
        let deployment = openapi
            .schema("apps/v1", "Deployment")
            .expect("a built-in type");
        let spec = deployment
            .field("spec")
            .and_then(|spec| spec.field("template"))
            .and_then(|template| template.field("spec"));
        let containers = spec
            .and_then(|spec| spec.field("containers"))
            .expect("containers have a schema");
        assert_eq!(containers.merge_keys().expect("merged"), ["name"]);
        let ports = containers
            .elements()
            .and_then(|container| container.field("ports"))
            .expect("ports have a schema");
        assert_eq!(
            ports.merge_keys().expect("merged"),
            ["containerPort", "protocol"]
        );
    }

    #[test]
    fn claims_of_a_stateful_set_are_replaced() {
        let openapi = OpenApi::default();
        let spec = openapi
            .schema("apps/v1", "StatefulSet")
            .and_then(|set| set.field("spec"))
            .expect("a built-in type");
        assert!(
            spec.field("volumeClaimTemplates")
                .expect("known")
                .merge_keys()
                .is_none()
        );
    }
}
