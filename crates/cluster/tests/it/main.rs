//! The whole cluster in one process on a paused clock.

mod lifecycle;
mod rehearsal;
mod rollouts;
mod walk;
