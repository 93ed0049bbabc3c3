use clientgo::Object;
use serde_json::{Value, json};

use super::*;
use crate::effect::Effect;

/// A pod whose time is moved by hand and whose checks give what the test says.
struct Simulation {
    pod: Pod,
    images: Images,
    start: Instant,
    at: Instant,
    check_succeeds: bool,
    log: Vec<String>,
}

impl Simulation {
    fn new(metadata: &Value, spec: &Value) -> Self {
        let start = Instant::now();
        let mut metadata = metadata.clone();
        metadata["name"] = "web".into();
        metadata["uid"] = "u".into();
        let object = Object::new(&json!({"metadata": metadata, "spec": spec, "status": {}}));
        let (pod, problem) = Pod::new(object, &Scenario::default(), now(start, start));
        assert_eq!(problem, None);
        Simulation {
            pod,
            images: Images::default(),
            start,
            at: start,
            check_succeeds: true,
            log: Vec::new(),
        }
    }

    /// Takes all steps up to this many milliseconds after the start.
    fn run_until(&mut self, millis: u64) {
        let end = self.start + Duration::from_millis(millis);
        loop {
            let mut effects = Vec::new();
            self.pod
                .advance(&self.images, now(self.start, self.at), &mut effects);
            self.take(effects);
            match self.pod.next_step().filter(|next| *next <= end) {
                Some(next) => self.at = self.at.max(next),
                None => break,
            }
        }
        self.at = end;
    }

    fn delete(&mut self, grace: u64) {
        let mut object = self.pod.object.to_value();
        object["metadata"]["deletionTimestamp"] = "2026-01-01T00:01:00Z".into();
        object["metadata"]["deletionGracePeriodSeconds"] = grace.into();
        let mut effects = Vec::new();
        self.pod
            .observe(Object::new(&object), now(self.start, self.at), &mut effects);
        self.take(effects);
    }

    fn take(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let at = (self.at - self.start).as_millis();
            match effect {
                Effect::Event { reason, .. } => self.log.push(format!("{at} {reason}")),
                Effect::BackOff { .. } => self.log.push(format!("{at} BackOff")),
                Effect::Refuse { .. } => self.log.push(format!("{at} refuse")),
                Effect::Close { .. } => self.log.push(format!("{at} close")),
                Effect::Start { .. } => {}
                Effect::Listen { .. } => self.log.push(format!("{at} listen")),
                Effect::Check {
                    container,
                    run,
                    kind,
                    ..
                } => {
                    self.log.push(format!("{at} check {kind:?}"));
                    let result = if self.check_succeeds {
                        Ok(())
                    } else {
                        Err("no".to_owned())
                    };
                    let mut effects = Vec::new();
                    self.pod.checked(
                        &Checked {
                            container,
                            run,
                            kind,
                            result,
                        },
                        now(self.start, self.at),
                        &mut effects,
                    );
                    self.take(effects);
                }
            }
        }
    }

    fn status(&mut self) -> Value {
        self.pod
            .status("127.1.0.1", "127.1.1.0", now(self.start, self.at))
            .to_value()
    }

    fn condition(&mut self, type_: &str) -> String {
        let status = self.status();
        let conditions = status["conditions"]
            .as_array()
            .expect("there are conditions");
        let found = conditions
            .iter()
            .find(|condition| condition["type"] == type_)
            .expect("it is there");
        let text = |field: &str| found[field].as_str().unwrap_or_default().to_owned();
        [text("status"), text("reason"), text("message")].join("|")
    }
}

fn now(start: Instant, at: Instant) -> Now {
    let epoch = apimachinery::Timestamp::parse("2026-01-01T00:00:00Z").expect("it is a time");
    Now {
        instant: at,
        time: epoch.after(at - start),
    }
}

fn container(more: Value) -> Value {
    let mut container = more;
    container["name"] = "app".into();
    container["image"] = "nginx:1.25".into();
    json!([container])
}

#[test]
fn a_pod_pulls_starts_and_serves() {
    let mut simulation = Simulation::new(&json!({}), &json!({"containers": container(json!({}))}));
    simulation.run_until(499);
    assert_eq!(simulation.status()["phase"], "Pending");
    assert_eq!(
        simulation.condition("Ready"),
        "False|ContainersNotReady|containers with unready status: [app]"
    );
    simulation.run_until(800);
    assert_eq!(
        simulation.log,
        [
            "0 Pulling",
            "500 Pulled",
            "500 Created",
            "500 Started",
            "700 listen"
        ]
    );
    assert_eq!(simulation.status()["phase"], "Running");
    assert_eq!(simulation.condition("Ready"), "True||");
    let status = &simulation.status()["containerStatuses"][0];
    assert_eq!(
        (
            &status["ready"],
            &status["started"],
            &status["restartCount"]
        ),
        (&json!(true), &json!(true), &json!(0))
    );
    assert_eq!(
        status["state"]["running"]["startedAt"],
        "2026-01-01T00:00:00Z"
    );
}

#[test]
fn a_container_that_crashes_restarts_at_growing_pauses() {
    let annotations = json!({"annotations": {"kaeru.dev/fail": "crash", "kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"}});
    let mut simulation =
        Simulation::new(&annotations, &json!({"containers": container(json!({}))}));
    simulation.run_until(45_000);
    let started: Vec<&String> = simulation
        .log
        .iter()
        .filter(|line| line.ends_with("Started"))
        .collect();
    assert_eq!(
        started,
        ["0 Started", "0 Started", "10000 Started", "30000 Started"]
    );
    let status = &simulation.status()["containerStatuses"][0];
    assert_eq!(status["state"]["waiting"]["reason"], "CrashLoopBackOff");
    assert_eq!(
        status["state"]["waiting"]["message"],
        "back-off 40s restarting failed container=app pod=web_(u)"
    );
    assert_eq!(
        (
            &status["restartCount"],
            &status["lastState"]["terminated"]["exitCode"]
        ),
        (&json!(3), &json!(1))
    );
    assert_eq!(simulation.status()["phase"], "Running");
}

#[test]
fn an_image_that_cannot_be_pulled_is_tried_again() {
    let mut simulation = Simulation::new(
        &json!({"annotations": {"kaeru.dev/fail": "image-pull"}}),
        &json!({"containers": container(json!({}))}),
    );
    simulation.run_until(29_000);
    let pulls: Vec<&String> = simulation
        .log
        .iter()
        .filter(|line| line.ends_with("Pulling"))
        .collect();
    assert_eq!(pulls, ["0 Pulling", "10000 Pulling"]);
    let waiting = &simulation.status()["containerStatuses"][0]["state"]["waiting"];
    assert_eq!(waiting["reason"], "ImagePullBackOff");
    assert_eq!(simulation.status()["phase"], "Pending");
}

#[test]
fn readiness_follows_its_probe() {
    let probe = json!({"httpGet": {"port": 8080}, "initialDelaySeconds": 4, "periodSeconds": 2, "failureThreshold": 2});
    let mut simulation = Simulation::new(
        &json!({}),
        &json!({"containers": container(json!({"readinessProbe": probe}))}),
    );
    simulation.run_until(4_400);
    assert_eq!(
        simulation.condition("ContainersReady"),
        "False|ContainersNotReady|containers with unready status: [app]"
    );
    simulation.run_until(4_500);
    assert_eq!(simulation.condition("ContainersReady"), "True||");
    simulation.check_succeeds = false;
    simulation.run_until(7_000);
    assert_eq!(
        simulation.condition("ContainersReady"),
        "True||",
        "it has failed once"
    );
    simulation.run_until(8_700);
    assert_eq!(
        simulation.condition("Ready"),
        "False|ContainersNotReady|containers with unready status: [app]"
    );
}

#[test]
fn a_container_that_fails_its_liveness_probe_is_restarted() {
    let probe = json!({"tcpSocket": {"port": 8080}, "periodSeconds": 1, "failureThreshold": 2});
    let spec = json!({"containers": container(json!({"livenessProbe": probe})), "terminationGracePeriodSeconds": 30});
    let mut simulation = Simulation::new(
        &json!({"annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"}}),
        &spec,
    );
    simulation.check_succeeds = false;
    simulation.run_until(1_500);
    simulation.check_succeeds = true;
    simulation.run_until(2_500);
    let expected = [
        "0 Pulling",
        "0 Pulled",
        "0 Created",
        "0 Started",
        "0 listen",
        "0 check Liveness",
        "0 Unhealthy",
        "1000 check Liveness",
        "1000 Unhealthy",
        "1000 Killing",
        "1000 refuse",
        "2000 close",
        "2000 Pulled",
        "2000 Created",
        "2000 Started",
        "2000 listen",
        "2000 check Liveness",
    ];
    assert_eq!(simulation.log, expected);
    assert_eq!(
        simulation.status()["containerStatuses"][0]["restartCount"],
        1
    );
}

#[test]
fn a_startup_probe_holds_the_others_back() {
    let probe = json!({"tcpSocket": {"port": 8080}, "periodSeconds": 5});
    let containers = container(json!({"startupProbe": probe, "readinessProbe": probe}));
    let mut simulation = Simulation::new(
        &json!({"annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"}}),
        &json!({"containers": containers}),
    );
    simulation.check_succeeds = false;
    simulation.run_until(4_000);
    assert_eq!(
        simulation.status()["containerStatuses"][0]["started"],
        false
    );
    simulation.check_succeeds = true;
    simulation.run_until(5_000);
    let checks: Vec<&String> = simulation
        .log
        .iter()
        .filter(|line| line.contains("check"))
        .collect();
    assert_eq!(
        checks,
        [
            "0 check Startup",
            "5000 check Startup",
            "5000 check Readiness"
        ]
    );
    assert_eq!(simulation.condition("Ready"), "True||");
}

#[test]
fn a_deleted_pod_runs_its_hook_drains_and_is_over() {
    let containers = container(json!({"lifecycle": {"preStop": {"sleep": {"seconds": 3}}}}));
    let mut simulation = Simulation::new(&json!({}), &json!({"containers": containers}));
    simulation.run_until(1_000);
    simulation.log.clear();
    simulation.delete(30);
    simulation.run_until(4_999);
    assert!(!simulation.pod.is_over());
    simulation.run_until(5_000);
    assert_eq!(
        simulation.log,
        ["1000 Killing", "4000 refuse", "5000 close"]
    );
    assert!(simulation.pod.is_over());
    assert_eq!(simulation.status()["phase"], "Succeeded");
    assert_eq!(simulation.condition("Ready"), "False|PodCompleted|");
}

#[test]
fn a_grace_period_that_is_too_short_kills() {
    let containers =
        container(json!({"lifecycle": {"preStop": {"exec": {"command": ["sleep", "60"]}}}}));
    let mut simulation = Simulation::new(&json!({}), &json!({"containers": containers}));
    simulation.run_until(1_000);
    simulation.delete(2);
    simulation.run_until(3_000);
    let ended = &simulation.status()["containerStatuses"][0]["state"]["terminated"];
    assert_eq!(
        (&ended["exitCode"], &ended["reason"]),
        (&json!(137), &json!("Error"))
    );
    assert_eq!(simulation.status()["phase"], "Failed");
}

#[test]
fn a_pod_that_never_ran_is_over_at_once() {
    let mut simulation = Simulation::new(&json!({}), &json!({"containers": container(json!({}))}));
    simulation.run_until(100);
    simulation.delete(30);
    assert!(simulation.pod.is_over());
    assert_eq!(simulation.status()["phase"], "Pending");
}

#[test]
fn init_containers_go_first_and_sidecars_stay() {
    let init = |name: &str, more: Value| {
        let mut container = more;
        container["name"] = name.into();
        container["image"] = "busybox".into();
        container
    };
    let spec = json!({
        "initContainers": [
            init("wait", json!({"command": ["sleep", "2"]})),
            init("proxy", json!({"restartPolicy": "Always"})),
            init("migrate", json!({"command": ["migrate"]})),
        ],
        "containers": container(json!({})),
    });
    let mut simulation = Simulation::new(
        &json!({"annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": "0s"}}),
        &spec,
    );
    simulation.run_until(1_000);
    let expected =
        "False|ContainersNotInitialized|containers with incomplete status: [wait proxy migrate]";
    assert_eq!(simulation.condition("Initialized"), expected);
    assert_eq!(
        simulation.status()["containerStatuses"][0]["state"]["waiting"]["reason"],
        "PodInitializing"
    );
    simulation.run_until(2_000);
    assert_eq!(simulation.condition("Initialized"), "True||");
    assert_eq!(simulation.condition("Ready"), "True||");
    let init = &simulation.status()["initContainerStatuses"];
    assert_eq!(
        (&init[0]["ready"], &init[1]["started"]),
        (&json!(true), &json!(true))
    );
}

#[test]
fn a_pod_that_is_meant_to_end_succeeds_or_fails() {
    for (command, policy, phase) in [
        (json!(["sleep", "1"]), "Never", "Succeeded"),
        (json!(["sh", "-c", "exit 4"]), "Never", "Failed"),
        (json!(["true"]), "OnFailure", "Succeeded"),
        (json!(["false"]), "OnFailure", "Running"),
    ] {
        let spec =
            json!({"containers": container(json!({"command": command})), "restartPolicy": policy});
        let mut simulation = Simulation::new(&json!({}), &spec);
        simulation.run_until(5_000);
        assert_eq!(simulation.status()["phase"], phase, "{command} {policy}");
    }
}

#[test]
fn readiness_gates_are_opened_by_others() {
    let spec = json!({"containers": container(json!({})), "readinessGates": [{"conditionType": "example.com/gate"}]});
    let mut simulation = Simulation::new(&json!({}), &spec);
    simulation.run_until(1_000);
    let missing = "False|ReadinessGatesNotReady|corresponding condition of pod readiness gate \"example.com/gate\" does not exist.";
    assert_eq!(simulation.condition("Ready"), missing);
    assert_eq!(simulation.condition("ContainersReady"), "True||");
    let mut object = simulation.pod.object.to_value();
    object["status"]["conditions"] = json!([{"type": "example.com/gate", "status": "True"}]);
    simulation.pod.observe(
        Object::new(&object),
        now(simulation.start, simulation.at),
        &mut Vec::new(),
    );
    assert_eq!(simulation.condition("Ready"), "True||");
}

#[test]
fn an_older_state_of_the_object_does_not_take_a_status_back() {
    let mut simulation = Simulation::new(&json!({}), &json!({"containers": container(json!({}))}));
    simulation.run_until(1_000);
    simulation.status();
    simulation.run_until(4_000);
    let told = simulation.status();
    let mut older = simulation.pod.object.to_value();
    older["status"] = told.clone();
    for field in ["startTime", "conditions"] {
        let text = told[field].to_string().replace("00:00:0", "00:00:1");
        older["status"][field] = serde_json::from_str(&text).expect("it is JSON still");
    }
    simulation.pod.observe(
        Object::new(&older),
        now(simulation.start, simulation.at),
        &mut Vec::new(),
    );
    assert_eq!(simulation.status(), told);
}

#[test]
fn a_container_of_an_earlier_run_starts_once_more() {
    let object = Object::new(&json!({
        "metadata": {"name": "web", "uid": "u"}, "spec": {"containers": container(json!({}))},
        "status": {"phase": "Running", "containerStatuses": [{"name": "app", "restartCount": 2, "containerID": "kaeru://u/app/2"}]},
    }));
    let start = Instant::now();
    let (mut pod, _) = Pod::new(object, &Scenario::default(), now(start, start));
    let status = pod.status("", "", now(start, start));
    assert_eq!(status["containerStatuses"][0]["restartCount"], 3);
    assert_eq!(
        status["containerStatuses"][0]["lastState"]["terminated"]["exitCode"],
        255
    );
    assert_eq!(status["phase"], "Running");
}

#[test]
fn without_a_probe_a_container_counts_as_ready_before_it_listens() {
    let mut simulation = Simulation::new(
        &json!({"annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": "3s"}}),
        &json!({"containers": container(json!({}))}),
    );
    simulation.run_until(2_999);
    assert_eq!(simulation.condition("Ready"), "True||");
    assert!(!simulation.log.contains(&"3000 listen".to_owned()));
    simulation.run_until(3_000);
    assert!(simulation.log.contains(&"3000 listen".to_owned()));
}

#[test]
fn the_first_check_waits_for_a_quick_container_and_not_for_a_slow_one() {
    let probe = json!({"tcpSocket": {"port": 8080}, "periodSeconds": 10});
    for (startup, first) in [
        ("200ms", "200 check Readiness"),
        ("5s", "1000 check Readiness"),
    ] {
        let mut simulation = Simulation::new(
            &json!({"annotations": {"kaeru.dev/pull": "0s", "kaeru.dev/startup": startup}}),
            &json!({"containers": container(json!({"readinessProbe": probe}))}),
        );
        simulation.run_until(9_000);
        let checks = simulation.log.iter().filter(|line| line.contains("check"));
        assert_eq!(checks.collect::<Vec<_>>(), [first], "{startup}");
    }
}
