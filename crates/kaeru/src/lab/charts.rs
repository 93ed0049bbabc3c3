//! A release of a chart: installed, edited by somebody else, upgraded, and put back as a new revision.

use std::io;

use super::stage::Stage;

const REPLICAS: &str = "get deployment shelf -o jsonpath={.spec.replicas}";
const IMAGE: &str = "get deployment shelf -o jsonpath={.spec.template.spec.containers[0].image}";
const TEAM: &str = "get deployment shelf -o jsonpath={.metadata.annotations.example\\.com/team}";
const RECORDS: &str = "get secrets -l owner=helm,name=shelf -o jsonpath={range .items[*]}x{end}";

/// Tells this part.
pub(super) fn tell(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.part("Helm: a release remembers what it was")?;
    a_chart_is_installed(stage)?;
    another_tool_has_its_say(stage)?;
    it_is_upgraded(stage)?;
    it_is_rolled_back(stage)?;
    it_leaves_nothing_behind(stage)
}

fn a_chart_is_installed(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("A chart is made and installed")?;
    stage.helm_succeeds("create shelf")?;
    stage.helm_succeeds(
        "install shelf ./shelf --set replicaCount=2 --set image.tag=1.25 --wait --timeout 60s",
    )?;
    let image = stage.ask(IMAGE);
    let replicas = stage.ask(REPLICAS);
    stage.claim(
        "the values given are what runs",
        image == "nginx:1.25" && replicas == "2",
    )
}

fn another_tool_has_its_say(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("Somebody else writes on it")?;
    stage.succeeds("annotate deployment/shelf example.com/team=books")?;
    Ok(())
}

fn it_is_upgraded(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("One value is changed, the others are kept")?;
    stage.helm_succeeds(
        "upgrade shelf ./shelf --reuse-values --set image.tag=1.26 --wait --timeout 60s",
    )?;
    let image = stage.ask(IMAGE);
    let replicas = stage.ask(REPLICAS);
    stage.claim(
        "the new image runs, and there are still two",
        image == "nginx:1.26" && replicas == "2",
    )?;
    let team = stage.ask(TEAM);
    stage.claim("what the other tool wrote is still there", team == "books")
}

fn it_is_rolled_back(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("It is rolled back, which goes forward")?;
    stage.helm_succeeds("rollback shelf 1 --wait --timeout 60s")?;
    let history = stage.helm_succeeds("history shelf")?;
    let newest = history.text.lines().last().unwrap_or_default().to_owned();
    stage.claim(
        "the way back is revision 3",
        newest.starts_with('3') && newest.contains("Rollback to 1"),
    )?;
    let image = stage.ask(IMAGE);
    let team = stage.ask(TEAM);
    stage.claim(
        "the old image runs, and the other tool's note is still there",
        image == "nginx:1.25" && team == "books",
    )
}

fn it_leaves_nothing_behind(stage: &mut Stage<'_, '_>) -> io::Result<()> {
    stage.chapter("It is taken away")?;
    stage.helm_succeeds("uninstall shelf --wait --timeout 60s")?;
    let records = stage.ask(RECORDS);
    stage.claim("not even its records are left", records.is_empty())
}
