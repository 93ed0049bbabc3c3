//! What a kubelet writes of a container.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::{Container, Ending, State};

impl Container {
    /// The entry of `containerStatuses` for a pod with this uid.
    pub(crate) fn status(
        &self,
        pod: &str,
        pod_uid: &str,
        is_initializing: bool,
        now: Instant,
    ) -> Value {
        let id = |run: i64| format!("kaeru://{pod_uid}/{}/{run}", self.spec.name);
        let terminated = |ending: &Ending, run: i64| {
            let mut terminated = json!({
                "exitCode": ending.code, "reason": ending.reason, "finishedAt": ending.finished.rfc3339(), "containerID": id(run),
            });
            terminated["startedAt"] = ending
                .started
                .map_or(Value::Null, |started| started.rfc3339().into());
            json!({"terminated": terminated})
        };
        let mut last = self
            .last
            .as_ref()
            .map_or_else(|| json!({}), |ending| terminated(ending, self.restarts - 1));
        let mut started = None;
        let state = match &self.state {
            State::Waiting => waiting(if is_initializing {
                "PodInitializing"
            } else {
                "ContainerCreating"
            }),
            State::Pulling { .. } => waiting("ContainerCreating"),
            State::PullFailed {
                reason, message, ..
            } => json!({"waiting": {"reason": reason, "message": message}}),
            State::NeverPulled => {
                let message = format!(
                    "Container image {:?} is not present with pull policy of Never",
                    self.spec.image
                );
                json!({"waiting": {"reason": "ErrImageNeverPull", "message": message}})
            }
            State::Running(running) | State::Stopping { running, .. } => {
                started = Some(running.started);
                json!({"running": {"startedAt": running.since.rfc3339()}})
            }
            State::Ended { ending, restart } => {
                started = Some(false);
                match restart.filter(|restart| restart.at > now) {
                    Some(restart) => {
                        last = terminated(ending, self.restarts);
                        let (pause, name) = (go_seconds(restart.pause), &self.spec.name);
                        let message = format!(
                            "back-off {pause} restarting failed container={name} pod={pod}({pod_uid})"
                        );
                        json!({"waiting": {"reason": "CrashLoopBackOff", "message": message}})
                    }
                    None => terminated(ending, self.restarts),
                }
            }
        };
        let has_run = !matches!(
            self.state,
            State::Waiting | State::Pulling { .. } | State::PullFailed { .. } | State::NeverPulled
        );
        let was_created = has_run || self.last.is_some();
        let mut status = json!({
            "name": self.spec.name, "image": self.spec.image, "ready": self.is_ready(), "restartCount": self.restarts, "state": state,
            "lastState": last, "imageID": if was_created { self.spec.image.as_str() } else { "" }, "started": started.unwrap_or(false),
        });
        if started.is_some() {
            status["containerID"] = id(self.restarts).into();
        } else if self.last.is_some() {
            status["containerID"] = id(self.restarts - 1).into();
        }
        status
    }
}

/// Whole seconds as Go prints a duration of them.
fn go_seconds(duration: Duration) -> String {
    match duration.as_secs() {
        seconds if seconds < 60 => format!("{seconds}s"),
        seconds => format!("{}m{}s", seconds / 60, seconds % 60),
    }
}

fn waiting(reason: &str) -> Value {
    json!({"waiting": {"reason": reason}})
}
