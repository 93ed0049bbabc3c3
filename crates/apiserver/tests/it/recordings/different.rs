//! Recorded answers that are not given alike.

const STATE: &str = "the recorded answer depends on objects or a history that are not here";
const ORDER: &str = "a quoted object has its keys in another order";
const APPLY: &str = "server-side apply does not refuse two items of one key";
const STRUCT: &str = "the text shows a Go struct, or the difference of two";
const SERVICES: &str = "addresses and ports of the nodes are not given out";
const POLICY: &str = "the plugin is not there";
const UNCHECKED: &str = "the rule is not checked";
const CUSTOM: &str = "custom resources are not served";

/// The cases, with the reason.
pub(super) const DIFFERENT: &[(&str, &str)] = &[
    ("conflict/delete-negative-grace", STATE),
    ("conflict/exists-crd", STATE),
    ("conflict/put-without-rv-crd", STATE),
    ("field-validation/patch-json-unknown-strict", ORDER),
    ("field-validation/patch-merge-dup-unknown-strict", ORDER),
    ("field-validation/patch-merge-unknown-strict", ORDER),
    ("lists/continue-after-compaction-still-cached", STATE),
    ("lists/continue-expired-rv-3", STATE),
    ("lists/field-selectable-cr", CUSTOM),
    ("lists/field-unknown-cr", CUSTOM),
    ("lists/list-exact-rv-2", STATE),
    ("lookup/broken-apiservice-object", STATE),
    ("lookup/cr-no-scale", CUSTOM),
    ("lookup/log-no-container", "logs are not served"),
    (
        "names/generate-name-invalid",
        "the generated name is another",
    ),
    ("names/owner-two-controllers", ORDER),
    ("patch/apply-duplicate-list-keys", APPLY),
    ("patch/wrong-type", ORDER),
    ("protocol/put-create-lease", STATE),
    ("protocol/strategic-on-cr", CUSTOM),
    ("immutable/crd-scope", CUSTOM),
    ("immutable/deployment-apiversion", ORDER),
    ("immutable/deployment-kind", ORDER),
    ("immutable/job-template", STRUCT),
    ("immutable/metadata-namespace", UNCHECKED),
    (
        "immutable/metadata-uid",
        "the uid is checked as a precondition",
    ),
    ("immutable/pod-env", STRUCT),
    ("immutable/pod-node", STRUCT),
    ("immutable/pod-resources", STRUCT),
    ("immutable/pvc-accessmodes", STRUCT),
    ("immutable/pvc-shrink", STRUCT),
    ("immutable/service-clusterip", STATE),
    ("services/clusterip-out-of-range", SERVICES),
    ("services/clusterip-taken", SERVICES),
    ("services/networkpolicy-cidr", UNCHECKED),
    ("services/nodeport-out-of-range", SERVICES),
    ("services/nodeport-taken", SERVICES),
    ("warnings/deprecated-crd-version", CUSTOM),
    ("workloads/cronjob-tz-in-schedule", UNCHECKED),
    ("workloads/deployment-security-restricted-warns", POLICY),
    (
        "workloads/hpa-min-over-max",
        "one of its two rules is the recorded server's own",
    ),
    ("workloads/lease-time-without-micros", UNCHECKED),
    ("workloads/pod-security-restricted", POLICY),
];
