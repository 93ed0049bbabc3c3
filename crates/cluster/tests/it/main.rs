//! The whole cluster in one process on a paused clock.

mod access;
mod behind;
mod custom_resources;
mod daemon_sets;
mod disruptions;
mod faults;
mod jobs;
mod lifecycle;
mod nodes;
mod recordings;
mod rehearsal;
mod rollouts;
mod services;
mod sockets;
mod stateful_sets;
mod traffic;
mod volumes;
mod walk;
