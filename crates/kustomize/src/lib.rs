//! Kustomize: loading, accumulating, generating and transforming resources.
