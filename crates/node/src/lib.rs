//! Scheduler, simulated pods, probes and service proxy.
