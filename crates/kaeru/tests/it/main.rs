//! The built binary, as a person runs it.

mod charts;
mod clients;
mod clusters;
mod full_disk;
mod interop;
mod interrupted;
mod kill;
mod kustomize_refusals;
mod lab;
mod merging;
mod port_forward;
mod process;
mod refusals;
mod releases;
mod rollout_picture;
