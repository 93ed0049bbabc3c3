//! Helm charts: loading, values, dependencies, rendering, packaging and linting, without a cluster.
