//! Recorded answers that are not given alike.

const STATE: &str = "the recorded answer depends on objects or a history that are not here";
const ORDER: &str = "a quoted object has its keys in another order";
const STRUCT: &str = "the text shows a Go struct, or the difference of two";
const POLICY: &str = "the plugin is not there";

/// The cases, with the reason.
pub(super) const DIFFERENT: &[(&str, &str)] = &[
    ("conflict/delete-negative-grace", STATE),
    ("field-validation/patch-json-unknown-strict", ORDER),
    ("field-validation/patch-merge-dup-unknown-strict", ORDER),
    ("field-validation/patch-merge-unknown-strict", ORDER),
    ("lists/continue-after-compaction-still-cached", STATE),
    ("lists/continue-expired-rv-3", STATE),
    ("lists/list-exact-rv-2", STATE),
    ("lookup/broken-apiservice-object", STATE),
    (
        "names/generate-name-invalid",
        "the generated name is another",
    ),
    ("names/owner-two-controllers", ORDER),
    ("patch/wrong-type", ORDER),
    ("protocol/put-create-lease", STATE),
    ("immutable/deployment-apiversion", ORDER),
    ("immutable/deployment-kind", ORDER),
    ("immutable/job-template", STRUCT),
    ("immutable/pod-env", STRUCT),
    ("immutable/pod-node", STRUCT),
    ("immutable/pod-resources", STRUCT),
    ("immutable/pvc-accessmodes", STRUCT),
    ("immutable/pvc-shrink", STRUCT),
    ("workloads/deployment-security-restricted-warns", POLICY),
    (
        "workloads/hpa-min-over-max",
        "one of its two rules is the recorded server's own",
    ),
    ("workloads/pod-security-restricted", POLICY),
];
