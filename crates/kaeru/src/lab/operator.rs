//! A chart that only declares: a controller does the rest, and one flag that is forgotten costs a node its GPU.

use std::fs;
use std::io;

use tokio::sync::oneshot;

use super::stage::Stage;

const STATE: &str = "get clusterpolicies gpu -o jsonpath={.status.state}";
const MESSAGE: &str = "get clusterpolicies gpu -o jsonpath={.status.message}";
const DRIVER: &str = "get clusterpolicies gpu -o jsonpath={.spec.driver.enabled}";
const OWNER: &str = "get daemonset gpu-toolkit -o jsonpath={.metadata.ownerReferences[0].kind}/{.metadata.ownerReferences[0].name}";
const SETS: &str = "get daemonsets -o name";

/// Tells this part.
pub(super) fn tell(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.part("Operator: the chart declares, a controller assembles")?;
    write_chart(stage)?;
    let node = stage.ask("get nodes -o jsonpath={.items[0].metadata.name}");
    it_is_declared(stage, &node)?;
    let (stop, stopped) = oneshot::channel::<()>();
    let (client, runtime) = stage.cluster();
    let runtime = runtime.clone();
    let controller = runtime.spawn(async move {
        operator::run(client, "default", async { drop(stopped.await) }).await;
    });
    one_field_is_turned_on(stage, &node)?;
    a_flag_is_forgotten(stage, &node)?;
    it_is_rolled_back(stage, &node)?;
    stage.helm_succeeds("uninstall gpu")?;
    stage.succeeds("wait daemonset/gpu-toolkit --for=delete --timeout=60s")?;
    let sets = stage.ask(SETS);
    stage.claim(
        "what the controller made went with its owner",
        sets.is_empty(),
    )?;
    drop(stop);
    runtime.block_on(controller).map_err(io::Error::other)
}

fn write_chart(stage: &Stage<'_, '_>) -> io::Result<()> {
    let chart = stage.workplace().join("gpu-operator");
    for (file, text) in operator::CHART {
        let path = chart.join(file);
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        fs::write(path, text)?;
    }
    Ok(())
}

fn it_is_declared(stage: &mut Stage<'_, '_>, node: &str) -> io::Result<()> {
    stage.chapter("A node with a GPU, whose image has a driver")?;
    stage.succeeds(&format!(
        "label node {node} {}=true {}=true",
        operator::HAS_GPU,
        operator::OWN_DRIVER
    ))?;
    stage.helm_succeeds(
        "install gpu ./gpu-operator --set driver.enabled=false,toolkit.enabled=false",
    )?;
    let (state, sets) = (stage.ask(STATE), stage.ask(SETS));
    stage.claim(
        "the release is one custom resource, on which nobody has acted yet",
        state.is_empty() && sets.is_empty(),
    )?;
    stage.say("  From here on a controller watches it.")
}

fn one_field_is_turned_on(stage: &mut Stage<'_, '_>, node: &str) -> io::Result<()> {
    stage.chapter("One field is turned on")?;
    stage.helm_succeeds("upgrade gpu ./gpu-operator --reuse-values --set toolkit.enabled=true")?;
    stage.succeeds(&until_gpus(node, 1))?;
    stage.succeeds(&until_state("ready"))?;
    let owner = stage.ask(OWNER);
    stage.claim(
        "the controller made a DaemonSet, which the custom resource owns",
        owner == "ClusterPolicy/gpu",
    )?;
    stage.claim(
        "the node gives one GPU to pods",
        stage.ask(&gpus(node)) == "1",
    )
}

fn a_flag_is_forgotten(stage: &mut Stage<'_, '_>, node: &str) -> io::Result<()> {
    stage.chapter("The same without --reuse-values")?;
    stage.helm_succeeds("upgrade gpu ./gpu-operator --set toolkit.enabled=true")?;
    stage.succeeds(&until_gpus(node, 0))?;
    stage.succeeds(&until_state("notReady"))?;
    stage.succeeds("get clusterpolicies")?;
    let (driver, gpus) = (stage.ask(DRIVER), stage.ask(&gpus(node)));
    stage.claim(
        "the driver is back at the chart's default",
        driver == "true",
    )?;
    stage.claim("the second driver has cost the node its GPU", gpus == "0")?;
    let message = stage.ask(MESSAGE);
    stage.claim(
        "and the custom resource says which node it was",
        message.contains(node),
    )
}

fn it_is_rolled_back(stage: &mut Stage<'_, '_>, node: &str) -> io::Result<()> {
    stage.chapter("It is rolled back")?;
    stage.helm_succeeds("rollback gpu 2")?;
    stage.succeeds(&until_gpus(node, 1))?;
    stage.succeeds(&until_state("ready"))?;
    stage.claim("the node has its GPU again", stage.ask(&gpus(node)) == "1")?;
    let manifest = stage.helm_succeeds("get manifest gpu")?.text;
    stage.claim(
        "and the release never knew of a DaemonSet",
        manifest.contains("ClusterPolicy") && !manifest.contains("DaemonSet"),
    )
}

/// The place of the node's GPUs, its dots escaped.
fn amount() -> String {
    format!(
        "{{.status.allocatable.{}}}",
        operator::GPU.replace('.', "\\.")
    )
}

fn gpus(node: &str) -> String {
    format!("get node {node} -o jsonpath={}", amount())
}

fn until_gpus(node: &str, gpus: u32) -> String {
    format!(
        "wait node/{node} --for=jsonpath='{}={gpus}' --timeout=60s",
        amount()
    )
}

fn until_state(state: &str) -> String {
    format!("wait clusterpolicies/gpu --for=jsonpath='{{.status.state}}={state}' --timeout=60s")
}
