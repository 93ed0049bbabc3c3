//! Reading and writing trees of files, on disk or in memory, confined to a root.
