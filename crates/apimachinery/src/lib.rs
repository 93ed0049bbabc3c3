//! What every Kubernetes object shares: group-version-kinds, names, quantities, selectors, field paths, JSONPath and Status.
