//! When probes are due and what their results add up to.

use std::time::Duration;

use apimachinery::Packed;
use tokio::time::Instant;

use crate::program::{self, Exit};

/// How often a kubelet looks at its containers.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// What a probe decides about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum ProbeKind {
    Startup,
    Liveness,
    Readiness,
}

impl ProbeKind {
    pub(crate) const ALL: [ProbeKind; 3] = [
        ProbeKind::Startup,
        ProbeKind::Liveness,
        ProbeKind::Readiness,
    ];

    pub(crate) fn field(self) -> &'static str {
        match self {
            ProbeKind::Startup => "startupProbe",
            ProbeKind::Liveness => "livenessProbe",
            ProbeKind::Readiness => "readinessProbe",
        }
    }

    /// The word with which events about the probe begin.
    pub(crate) fn word(self) -> &'static str {
        match self {
            ProbeKind::Startup => "Startup",
            ProbeKind::Liveness => "Liveness",
            ProbeKind::Readiness => "Readiness",
        }
    }
}

/// What a probe does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Check {
    /// Asks a port over HTTP.
    Http {
        /// The port, 0 if its name is not declared.
        port: u16,
        /// Path and query.
        path: String,
    },
    /// Opens a connection to a port.
    Tcp {
        /// The port, 0 if its name is not declared.
        port: u16,
    },
    /// Runs a command in the container that ends this way.
    Exec(Exit),
}

/// What a check has found; the text says what is wrong.
pub(crate) type CheckResult = Result<(), String>;

/// A probe of a container in its declared form.
#[derive(Clone, Debug)]
pub(crate) struct Probe {
    pub(crate) check: Check,
    pub(crate) timeout: Duration,
    initial_delay: Duration,
    period: Duration,
    success_threshold: u32,
    failure_threshold: u32,
}

impl Probe {
    /// Reads a probe; `resolve` gives the number of a named port.
    pub(crate) fn parse(probe: &Packed, resolve: impl Fn(&Packed) -> u16) -> Option<Self> {
        let check = if let Some(http) = probe.get("httpGet") {
            Check::Http {
                port: resolve(&http["port"]),
                path: http["path"].as_str().unwrap_or("/").to_owned(),
            }
        } else if let Some(tcp) = probe.get("tcpSocket").or_else(|| probe.get("grpc")) {
            Check::Tcp {
                port: resolve(&tcp["port"]),
            }
        } else if let Some(exec) = probe.get("exec") {
            let unknown = Exit {
                after: Duration::ZERO,
                code: 0,
            };
            Check::Exec(program::parse(&exec["command"], Packed::null()).unwrap_or(unknown))
        } else {
            return None;
        };
        let number = |field: &str, default: u32| {
            probe[field]
                .as_u64()
                .and_then(|value| u32::try_from(value).ok())
                .unwrap_or(default)
        };
        let seconds =
            |field: &str, default: u32| Duration::from_secs(number(field, default).into());
        Some(Probe {
            check,
            timeout: seconds("timeoutSeconds", 1),
            initial_delay: seconds("initialDelaySeconds", 0),
            period: seconds("periodSeconds", 10).max(Duration::from_secs(1)),
            success_threshold: number("successThreshold", 1).max(1),
            failure_threshold: number("failureThreshold", 3).max(1),
        })
    }
}

/// What a run of equal results has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// Not enough results of one kind in a row.
    Undecided,
    Success,
    Failure,
}

/// A probe of a running container.
#[derive(Clone, Debug)]
pub(crate) struct Probing {
    pub(crate) probe: Probe,
    /// When the next check is due; none while one is under way.
    pub(crate) due: Option<Instant>,
    last_due: Instant,
    last_succeeded: bool,
    in_a_row: u32,
}

impl Probing {
    /// Begins to probe a container that has been running since `started` and opens its ports after a while.
    ///
    /// A kubelet looks at its containers once a second and checks for the first time when it has seen one run. A container that is quick
    /// is therefore found open at once.
    pub(crate) fn begin(probe: &Probe, started: Instant, opens_after: Duration) -> Self {
        let due = started + probe.initial_delay.max(opens_after.min(LOOK_EVERY));
        Probing {
            probe: probe.clone(),
            due: Some(due),
            last_due: due,
            last_succeeded: false,
            in_a_row: 0,
        }
    }

    /// Takes a check that is due under way.
    pub(crate) fn start(&mut self, now: Instant) -> bool {
        let is_due = self.due.is_some_and(|due| due <= now);
        if is_due {
            self.last_due = self.due.take().unwrap_or(now);
        }
        is_due
    }

    /// Takes in the result of a check and plans the next one.
    pub(crate) fn finish(&mut self, succeeded: bool, now: Instant) -> Verdict {
        let mut next = self.last_due + self.probe.period;
        while next <= now {
            next += self.probe.period;
        }
        self.due = Some(next);
        self.in_a_row = if succeeded == self.last_succeeded {
            self.in_a_row + 1
        } else {
            1
        };
        self.last_succeeded = succeeded;
        match succeeded {
            true if self.in_a_row >= self.probe.success_threshold => Verdict::Success,
            false if self.in_a_row >= self.probe.failure_threshold => Verdict::Failure,
            _ => Verdict::Undecided,
        }
    }
}

#[cfg(test)]
mod tests {
    use apimachinery::packed::Packer;
    use serde_json::json;

    use super::*;

    fn probing(fields: &Packed, start: Instant) -> Probing {
        let mut value = json!({"tcpSocket": {"port": 80}});
        value
            .as_object_mut()
            .expect("it is a map")
            .extend(fields.to_map());
        Probing::begin(
            &Probe::parse(&Packer::pack(&value), |port| {
                port.as_u64()
                    .and_then(|port| u16::try_from(port).ok())
                    .unwrap_or(0)
            })
            .expect("it is a probe"),
            start,
            Duration::ZERO,
        )
    }

    #[test]
    fn checks_keep_their_beat_from_the_end_of_the_initial_delay() {
        let start = Instant::now();
        let at = |seconds: u64| start + Duration::from_secs(seconds);
        let mut probing = probing(
            &Packer::pack(&json!({"initialDelaySeconds": 4, "periodSeconds": 3})),
            start,
        );
        assert!(!probing.start(at(3)));
        assert!(probing.start(at(4)));
        assert_eq!(probing.due, None, "a check is under way");
        probing.finish(true, at(5));
        assert_eq!(probing.due, Some(at(7)));
        assert!(probing.start(at(7)));
        probing.finish(true, at(14));
        assert_eq!(
            probing.due,
            Some(at(16)),
            "beats that were missed are not made up for"
        );
    }

    #[test]
    fn thresholds_count_results_in_a_row() {
        let start = Instant::now();
        let mut probing = probing(
            &Packer::pack(&json!({"successThreshold": 2, "failureThreshold": 3})),
            start,
        );
        let verdicts: Vec<Verdict> = [true, true, false, true, false, false, false]
            .into_iter()
            .map(|succeeded| probing.finish(succeeded, start))
            .collect();
        use Verdict::{Failure, Success, Undecided};
        assert_eq!(
            verdicts,
            [
                Undecided, Success, Undecided, Undecided, Undecided, Undecided, Failure
            ]
        );
    }
}
