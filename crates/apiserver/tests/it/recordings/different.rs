//! Recorded answers that are not given alike.

const STATE: &str = "the recorded answer depends on objects or a history that are not here";
const ORDER: &str = "a quoted object has its keys in another order";
const APPLY: &str = "server-side apply is not served";
const CUSTOM: &str = "custom resources are not served";
const KIND: &str = "a rule of the kind that is not checked";

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
    ("names/configmap-key", KIND),
    ("names/configmap-key-twice", KIND),
    (
        "names/generate-name-invalid",
        "the generated name is another",
    ),
    ("names/owner-two-controllers", ORDER),
    ("names/pod-container-upper", KIND),
    ("names/secret-basic-auth-missing", KIND),
    ("names/secret-dockerconfig-not-json", KIND),
    ("names/secret-sa-token-no-annotation", KIND),
    ("names/secret-tls-missing-key", KIND),
    ("patch/apply-duplicate-list-keys", APPLY),
    ("patch/apply-missing-list-key", APPLY),
    ("patch/apply-not-yaml", APPLY),
    ("patch/strategic-delete-all-containers", KIND),
    ("patch/wrong-type", ORDER),
    ("protocol/put-create-lease", STATE),
    ("protocol/strategic-on-cr", CUSTOM),
];
