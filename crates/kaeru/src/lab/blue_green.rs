//! Blue-green: both versions run, a Service points at one of them, and going back is to turn it round.

use std::io;
use std::time::Instant;

use super::stage::Stage;
use super::variant::Variant;
use super::visitors::{self, Visitors};

const SERVICE: &str = "apiVersion: v1
kind: Service
metadata: {name: shop}
spec:
  selector: {app: shop, color: blue}
  ports: [{port: 8080}]
";
const BLUE: &str = "nginx:1.25";
const GREEN: &str = "nginx:1.26";
const PODS: usize = 3;

fn deployment(color: &str, image: &str) -> String {
    let variant = Variant {
        app: "shop",
        label: "color",
        value: color,
        image,
        replicas: PODS,
    };
    variant.manifest()
}

/// Tells this part.
pub(super) fn tell(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.part("Blue-green: both are there, one is used")?;
    blue_runs(stage)?;
    let census = stage.count_pods("app=shop");
    let visitors = stage.visitors("shop", 8080)?;
    green_is_tried(stage, &visitors)?;
    let took = blue_is_back(stage, &visitors)?;
    stage.is_back("blue-green", took, PODS, census, visitors)?;
    stage.succeeds("delete deployment shop-green")?;
    Ok(())
}

fn blue_runs(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("Blue runs behind a Service")?;
    let manifest = format!("{}---\n{SERVICE}", deployment("blue", BLUE));
    stage.succeeds_with("apply -f -", &manifest)?;
    stage.succeeds("rollout status deployment/shop-blue --timeout=60s")?;
    Ok(())
}

fn green_is_tried(stage: &mut Stage<'_, '_>, visitors: &Visitors) -> io::Result<()> {
    stage.chapter("Green comes beside it, and the Service is turned")?;
    stage.succeeds_with("apply -f -", &deployment("green", GREEN))?;
    stage.succeeds("rollout status deployment/shop-green --timeout=60s")?;
    let still_blue = visitors.all_meet(BLUE);
    stage.claim("green runs, and everybody is still on blue", still_blue)?;
    stage.succeeds("set selector service shop app=shop,color=green")?;
    let on_green = visitors.all_meet(GREEN);
    stage.claim("one command, and everybody is on green", on_green)
}

fn blue_is_back(stage: &mut Stage<'_, '_>, visitors: &Visitors) -> io::Result<std::time::Duration> {
    stage.chapter("And back")?;
    stage.say("  Blue has been running all the time: there is nothing to start.")?;
    let began = Instant::now();
    stage.succeeds("set selector service shop app=shop,color=blue")?;
    let on_blue = visitors.all_meet(BLUE);
    let took = visitors::moved_in(&visitors.since(began), began, BLUE);
    stage.claim(
        &format!(
            "everybody was on blue again after {:.2} seconds",
            took.as_secs_f64()
        ),
        on_blue,
    )?;
    Ok(took)
}
