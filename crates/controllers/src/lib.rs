//! The controllers of a cluster, each a client of the API on a work queue.
