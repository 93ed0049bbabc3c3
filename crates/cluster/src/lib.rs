//! The composition root: wires, starts and stops a cluster, and owns its clock and data directory.
