use std::collections::BTreeMap;
use std::time::Duration;

use apimachinery::Packed;

use crate::behaviour::{Behaviour, Failure};
use crate::probe::{Probe, ProbeKind};
use crate::program::{self, Exit};

/// What a container is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// It must end before the next one begins.
    Init,
    /// It must have started before the next one begins, and stays.
    Sidecar,
    /// It does the pod's work.
    Main,
}

/// When an image is pulled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PullPolicy {
    Always,
    IfNotPresent,
    Never,
}

/// When a container that has ended starts again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RestartPolicy {
    Always,
    OnFailure,
    Never,
}

/// What is declared of a container, as far as the simulation goes by it.
#[derive(Clone, Debug)]
pub(crate) struct ContainerSpec {
    pub(crate) name: String,
    pub(crate) image: String,
    pub(crate) role: Role,
    pub(crate) pull_policy: PullPolicy,
    pub(crate) probes: BTreeMap<ProbeKind, Probe>,
    /// How long the hook before the stop takes.
    pub(crate) pre_stop: Duration,
    pub(crate) behaviour: Behaviour,
    /// The ports that it listens on.
    pub(crate) ports: Vec<u16>,
    restart_policy: RestartPolicy,
    exit: Option<Exit>,
}

impl ContainerSpec {
    /// Reads a container of a pod whose restart policy is `pod_policy`.
    pub(crate) fn parse(
        container: &Packed,
        is_init: bool,
        pod_policy: RestartPolicy,
        behaviour: Behaviour,
    ) -> Self {
        let text = |field: &str| container[field].as_str().unwrap_or_default();
        let is_sidecar = is_init && text("restartPolicy") == "Always";
        let role = match (is_init, is_sidecar) {
            (_, true) => Role::Sidecar,
            (true, false) => Role::Init,
            (false, false) => Role::Main,
        };
        let resolve = |port: &Packed| resolve_port(container, port);
        let probes = ProbeKind::ALL
            .into_iter()
            .filter_map(|kind| Some((kind, Probe::parse(container.get(kind.field())?, resolve)?)));
        ContainerSpec {
            name: text("name").to_owned(),
            image: text("image").to_owned(),
            role,
            pull_policy: match text("imagePullPolicy") {
                "Always" => PullPolicy::Always,
                "Never" => PullPolicy::Never,
                _ => PullPolicy::IfNotPresent,
            },
            probes: probes.collect(),
            pre_stop: pre_stop(&container["lifecycle"]["preStop"]),
            behaviour,
            ports: declared_ports(container)
                .filter_map(|port| port_number(&port["containerPort"]))
                .collect(),
            restart_policy: match (role, pod_policy) {
                (Role::Sidecar, _) => RestartPolicy::Always,
                (Role::Init, RestartPolicy::Always) => RestartPolicy::OnFailure,
                (_, policy) => policy,
            },
            exit: declared_exit(container, role, pod_policy),
        }
    }

    /// How its process ends by itself, if it does.
    pub(super) fn exit(&self) -> Option<Exit> {
        let at_once = |code| {
            Some(Exit {
                after: Duration::ZERO,
                code,
            })
        };
        match self.behaviour.failure {
            Some(Failure::Crash) => at_once(1),
            Some(Failure::Exit(code)) => at_once(code),
            Some(Failure::ImagePull | Failure::NeverReady) | None => self.exit,
        }
    }

    /// Whether it starts again after it has ended with this code.
    pub(super) fn restarts_after(&self, code: i32) -> bool {
        match self.restart_policy {
            RestartPolicy::Always => true,
            RestartPolicy::OnFailure => code != 0,
            RestartPolicy::Never => false,
        }
    }

    /// Where events say that they happened.
    pub(crate) fn field_path(&self) -> String {
        let list = if self.role == Role::Main {
            "containers"
        } else {
            "initContainers"
        };
        format!("spec.{list}{{{}}}", self.name)
    }
}

impl RestartPolicy {
    pub(crate) fn parse(word: &Packed) -> Self {
        match word.as_str() {
            Some("Never") => RestartPolicy::Never,
            Some("OnFailure") => RestartPolicy::OnFailure,
            _ => RestartPolicy::Always,
        }
    }
}

/// A command that is not understood serves for ever in a pod that is meant to, and has done its work at once in one that is meant to end.
fn declared_exit(container: &Packed, role: Role, pod_policy: RestartPolicy) -> Option<Exit> {
    let done = Exit {
        after: Duration::ZERO,
        code: 0,
    };
    let has_command = container
        .get("command")
        .or_else(|| container.get("args"))
        .is_some();
    let understood = program::parse(&container["command"], &container["args"]);
    let is_meant_to_end = role == Role::Init
        || (role == Role::Main && pod_policy != RestartPolicy::Always && has_command);
    understood.or(is_meant_to_end.then_some(done))
}

fn pre_stop(hook: &Packed) -> Duration {
    if let Some(seconds) = hook["sleep"]["seconds"].as_u64() {
        return Duration::from_secs(seconds);
    }
    program::parse(&hook["exec"]["command"], Packed::null())
        .map(|exit| exit.after)
        .unwrap_or_default()
}

fn declared_ports(container: &Packed) -> impl Iterator<Item = &Packed> {
    container["ports"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|port| port["protocol"].as_str().unwrap_or("TCP") == "TCP")
}

fn resolve_port(container: &Packed, port: &Packed) -> u16 {
    match port.as_str() {
        Some(name) => {
            let named = declared_ports(container).find(|declared| declared["name"] == name);
            named
                .and_then(|declared| port_number(&declared["containerPort"]))
                .unwrap_or_default()
        }
        None => port_number(port).unwrap_or_default(),
    }
}

fn port_number(value: &Packed) -> Option<u16> {
    u16::try_from(value.as_u64()?).ok()
}
