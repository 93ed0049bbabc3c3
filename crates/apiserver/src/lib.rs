//! The Kubernetes API over the store: verbs, strategies, discovery, OpenAPI and authentication.
