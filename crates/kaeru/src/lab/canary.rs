//! Canary: the new version gets the share of traffic that its share of the pods is.

use std::io;
use std::time::{Duration, Instant};

use super::stage::Stage;
use super::variant::Variant;
use super::visitors::{self, Visitors};

const SERVICE: &str = "apiVersion: v1
kind: Service
metadata: {name: till}
spec:
  selector: {app: till}
  ports: [{port: 8080}]
";
const STABLE: &str = "nginx:1.25";
const CANARY: &str = "nginx:1.26";
const PODS: usize = 9;
/// Enough answers for a tenth of them to look like a tenth.
const SAMPLE: usize = 2000;

fn deployment(track: &str, image: &str, replicas: usize) -> String {
    let variant = Variant {
        app: "till",
        label: "track",
        value: track,
        image,
        replicas,
    };
    variant.manifest()
}

/// Tells this part.
pub(super) fn tell(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.part("Canary: a tenth of the visitors tries it first")?;
    stage.chapter("Nine pods of the stable version")?;
    let manifest = format!("{}---\n{SERVICE}", deployment("stable", STABLE, PODS));
    stage.succeeds_with("apply -f -", &manifest)?;
    stage.succeeds("rollout status deployment/till-stable --timeout=60s")?;
    let census = stage.count_pods("app=till");
    let visitors = stage.visitors("till", 8080)?;
    a_tenth_tries_it(stage, &visitors)?;
    let took = it_is_taken_away(stage, &visitors)?;
    stage.is_back("canary", took, PODS, census, visitors)?;
    Ok(())
}

fn a_tenth_tries_it(stage: &mut Stage<'_, '_>, visitors: &Visitors) -> io::Result<()> {
    stage.chapter("One pod of the new version among them")?;
    stage
        .say("  The Service selects both; nine to one is the share of pods, and so of requests.")?;
    stage.succeeds_with("apply -f -", &deployment("canary", CANARY, 1))?;
    stage.succeeds("rollout status deployment/till-canary --timeout=60s")?;
    let began = Instant::now();
    visitors.let_pass(SAMPLE);
    let visits = visitors.since(began);
    let share = visitors::share(&visits, CANARY);
    let claim = format!("of {} answers {share:.1} % were the canary's", visits.len());
    stage.claim(&claim, (5.0..=15.0).contains(&share))
}

fn it_is_taken_away(stage: &mut Stage<'_, '_>, visitors: &Visitors) -> io::Result<Duration> {
    stage.chapter("And back")?;
    let began = Instant::now();
    stage.succeeds("scale deployment/till-canary --replicas=0")?;
    let on_stable = visitors.all_meet(STABLE);
    let took = visitors::moved_in(&visitors.since(began), began, STABLE);
    let claim = format!(
        "nobody met the canary any more after {:.2} seconds",
        took.as_secs_f64()
    );
    stage.claim(&claim, on_stable)?;
    Ok(took)
}
