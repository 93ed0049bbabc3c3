//! A rolling update, its history, the way back, and two changes that go otherwise.

use std::io;
use std::time::{Duration, Instant};

use super::stage::Stage;
use super::visitors::{self, Visitors};

const MANIFEST: &str = "apiVersion: apps/v1
kind: Deployment
metadata: {name: web}
spec:
  replicas: 3
  strategy: {rollingUpdate: {maxSurge: 1, maxUnavailable: 0}}
  selector: {matchLabels: {app: web}}
  template:
    metadata: {labels: {app: web}}
    spec:
      containers:
      - name: app
        image: 'nginx:1.25'
        ports: [{containerPort: 8080}]
        readinessProbe: {httpGet: {path: /, port: 8080}, periodSeconds: 1}
---
apiVersion: v1
kind: Service
metadata: {name: web}
spec:
  selector: {app: web}
  ports: [{port: 8080}]
";
const OLD: &str = "nginx:1.25";
const PODS: usize = 3;

const IMAGE: &str = "get deployment web -o jsonpath={.spec.template.spec.containers[0].image}";
const RUNNING_SET: &str =
    "get rs -l app=web -o jsonpath={.items[?(@.spec.replicas>0)].metadata.name}";
const SETS: &str = "get rs -l app=web -o jsonpath={range .items[*]}x{end}";
const AVAILABLE: &str = "get deployment web -o jsonpath={.status.availableReplicas}";
const CAUSE: &str = "annotate deployment/web --overwrite kubernetes.io/change-cause=";

/// Tells this part.
pub(super) fn tell(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.part("Rolling: one comes, one goes")?;
    let first = a_service_runs(stage)?;
    let census = stage.count_pods("app=web");
    let visitors = stage.visitors("web", 8080)?;
    it_is_changed(stage, &first)?;
    let took = it_is_put_back(stage, &first, &visitors)?;
    stage.is_back("rolling", took, PODS, census, visitors)?;
    a_change_fails(stage, &first)?;
    a_change_waits(stage)
}

/// Deploys the first version; returns the name of its replica set.
fn a_service_runs(stage: &mut Stage<'_, '_>) -> io::Result<String> {
    stage.chapter("A service runs")?;
    stage.succeeds_with("apply -f -", MANIFEST)?;
    stage.succeeds(&format!("{CAUSE}'first: nginx 1.25'"))?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    stage.succeeds("get deployment,rs,pods")?;
    let available = stage.ask(AVAILABLE);
    stage.claim("three pods serve", available == "3")?;
    Ok(stage.ask(RUNNING_SET))
}

fn it_is_changed(stage: &mut Stage<'_, '_>, first: &str) -> io::Result<()> {
    stage.chapter("It is changed while it runs")?;
    stage.say(
        "  Never more than four pods, never fewer than three that serve: one comes, one goes.",
    )?;
    stage.succeeds("set image deployment/web app=nginx:1.26")?;
    stage.succeeds(&format!("{CAUSE}'second: nginx 1.26'"))?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    let history = stage.succeeds("rollout history deployment/web")?;
    stage.claim(
        "the history names both changes",
        history.text.contains("first: nginx 1.25") && history.text.contains("second: nginx 1.26"),
    )?;
    let running = stage.ask(RUNNING_SET);
    stage.claim(
        "another replica set runs now, the first is kept at zero",
        running != first && !running.is_empty(),
    )
}

/// Goes back; returns how long visitors met the new version after that.
fn it_is_put_back(
    stage: &mut Stage<'_, '_>,
    first: &str,
    visitors: &Visitors,
) -> io::Result<Duration> {
    stage.chapter("It is put back")?;
    let began = Instant::now();
    stage.succeeds("rollout undo deployment/web")?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    visitors.all_meet(OLD);
    let took = visitors::moved_in(&visitors.since(began), began, OLD);
    stage.succeeds("get rs -l app=web -o wide")?;
    let history = stage.succeeds("rollout history deployment/web")?;
    let image = stage.ask(IMAGE);
    stage.claim("the image is the old one", image == OLD)?;
    let running = stage.ask(RUNNING_SET);
    stage.claim(
        "and it runs on the old replica set: nothing new was made",
        running == first,
    )?;
    let newest = history
        .text
        .lines()
        .rfind(|line| !line.trim().is_empty())
        .unwrap_or_default()
        .to_owned();
    stage.claim(
        "the way back is a revision as well",
        newest.starts_with('3') && newest.ends_with("first: nginx 1.25"),
    )?;
    Ok(took)
}

/// The new pods never become ready, as with a version that does not start.
const NEVER_READY: &str = r#"{"spec":{"progressDeadlineSeconds":2,"template":{"metadata":{"annotations":{"kaeru.dev/fail":"never-ready"}}}}}"#;

fn a_change_fails(stage: &mut Stage<'_, '_>, first: &str) -> io::Result<()> {
    stage.chapter("A change that would break it stops by itself")?;
    stage.say("  The new pods never become ready, so no old one is taken away.")?;
    stage.succeeds(&format!("patch deployment web -p '{NEVER_READY}'"))?;
    let status = stage.kubectl("rollout status deployment/web --timeout=60s", "")?;
    stage.claim(
        "rollout status says that it is stuck",
        status.code != 0 && status.text.contains("exceeded its progress deadline"),
    )?;
    let available = stage.ask(AVAILABLE);
    stage.claim("the three old pods serve on", available == "3")?;
    stage.succeeds("rollout undo deployment/web")?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    let running = stage.ask(RUNNING_SET);
    stage.claim("put back: the old replica set runs alone", running == first)
}

fn a_change_waits(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("Changes are collected, then let go together")?;
    stage.succeeds("rollout pause deployment/web")?;
    let before = stage.ask(SETS);
    stage.succeeds("set image deployment/web app=nginx:1.27")?;
    stage.succeeds("scale deployment/web --replicas=4")?;
    let refused = stage.kubectl("rollout undo deployment/web", "")?;
    stage.claim(
        "a paused deployment is not undone",
        refused.code != 0 && refused.text.contains("paused"),
    )?;
    let after = stage.ask(SETS);
    stage.claim("while it is paused no replica set appears", after == before)?;
    stage.succeeds("rollout resume deployment/web")?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    let image = stage.ask(IMAGE);
    stage.claim("resumed: the new image runs", image == "nginx:1.27")?;
    stage.succeeds("rollout undo deployment/web")?;
    stage.succeeds("rollout status deployment/web --timeout=60s")?;
    let image = stage.ask(IMAGE);
    stage.claim("put back once more", image == OLD)
}
