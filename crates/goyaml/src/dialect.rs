//! The two dialects.

/// Whose rules decide what a plain scalar, a merge key or a repeated key means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// go-yaml v2 as `sigs.k8s.io/yaml` uses it: YAML 1.1, so `yes`, `y` and `off` are booleans, and dates stay text. Reads Helm values,
    /// kubectl's files, `kustomization.yaml` and the bodies that an API server gets.
    V2,
    /// go-yaml v3 as kustomize's resource reader uses it: `true` and `false` only, `0o17` is octal, dates are times.
    V3,
}
