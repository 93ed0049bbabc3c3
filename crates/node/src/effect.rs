use std::time::Duration;

use clientgo::EventType;

use crate::container::ContainerSpec;
use crate::probe::{Check, ProbeKind};

/// What a step of a pod brings about outside of it.
#[derive(Debug)]
pub(crate) enum Effect {
    /// An event about a container.
    Event {
        field_path: String,
        type_: EventType,
        reason: &'static str,
        message: String,
    },
    /// The event that a container waits before it starts again.
    BackOff { container: String },
    /// The container runs.
    Start { container: String },
    /// The container begins to listen on its ports.
    Listen { container: String },
    /// The container takes no new connection.
    Refuse { container: String },
    /// The container is gone with this exit code, and with it its connections.
    Close { container: String, code: i32 },
    /// A check of the run with this number is to be made.
    Check {
        container: String,
        run: i64,
        kind: ProbeKind,
        check: Check,
        timeout: Duration,
    },
}

impl Effect {
    pub(crate) fn normal(container: &ContainerSpec, reason: &'static str, message: String) -> Self {
        Effect::Event {
            field_path: container.field_path(),
            type_: EventType::Normal,
            reason,
            message,
        }
    }

    pub(crate) fn warning(
        container: &ContainerSpec,
        reason: &'static str,
        message: String,
    ) -> Self {
        Effect::Event {
            field_path: container.field_path(),
            type_: EventType::Warning,
            reason,
            message,
        }
    }
}
