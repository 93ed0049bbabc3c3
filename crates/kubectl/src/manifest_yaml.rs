//! How Kubernetes tools read YAML.

use goyaml::{DecodeOptions, Dialect};

/// As `sigs.k8s.io/yaml` reads manifests: the scalars of YAML 1.1, and of a repeated key the last one.
pub(crate) const KUBERNETES_YAML: DecodeOptions = DecodeOptions {
    dialect: Dialect::V2,
    strict: false,
};
