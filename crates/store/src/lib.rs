//! A versioned key-value store: revisions, ranges, compare-and-swap, watch and compaction, in memory or on disk.
