mod report;

use std::path::Path;
use std::time::Duration;

use cluster::{Health, RunningCluster};
use cobra::{Io, LiveArea};

use self::report::{Reader, Report};
use super::data_dir::DataDirArgs;
use crate::failure::Failure;

/// The exit code that says that no cluster runs.
const NOT_RUNNING: u8 = 3;

/// How often a cluster that is watched is asked.
const MOMENT: Duration = Duration::from_millis(500);

/// Tells whether a cluster runs on a data directory, where, how it is, and who of its workloads gets the traffic
#[derive(Debug, clap::Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Status {
    #[command(flatten)]
    data: DataDirArgs,
    /// Form of the answer
    #[arg(short, long, value_name = "FORMAT")]
    output: Option<Format>,
    /// Go on telling what changes, until Ctrl-C
    #[arg(short, long, conflicts_with = "output")]
    watch: bool,
}

const EXAMPLES: &str = "\
Examples:
  # How the cluster is
  kaeru status
  # How pods and traffic move while something is rolled out
  kaeru status --watch";

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Json,
    Yaml,
}

impl Status {
    pub(crate) fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let data_dir = self.data.path(io)?;
        let Some(running) = RunningCluster::find(&data_dir)? else {
            let failure = Failure::from(format!("no cluster runs on {}", data_dir.display()));
            return Err(failure.hint("`kaeru up` starts one").code(NOT_RUNNING));
        };
        if !running.is_ready() {
            return Err(format!("{} is not ready yet", running.holder).into());
        }
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        runtime.block_on(async {
            let client = running.client().await?;
            let asked = Asked {
                running: &running,
                data_dir: &data_dir,
                client,
            };
            if self.watch {
                asked.watch(io).await
            } else {
                let text = self.text(&asked.report().await?, io)?;
                Ok(io.stdout.write_all(text.as_bytes())?)
            }
        })
    }

    fn text(&self, report: &Report, io: &Io<'_>) -> Result<String, Failure> {
        Ok(match self.output {
            None => report.text(reader(io)),
            Some(Format::Json) => format!("{}\n", serde_json::to_string_pretty(report)?),
            Some(Format::Yaml) => goyaml::json_to_yaml(&serde_json::to_value(report)?),
        })
    }
}

fn reader(io: &Io<'_>) -> Reader {
    if io.terminals.stdout {
        let colored = io.env.non_empty("NO_COLOR").is_none();
        Reader::Person { colored }
    } else {
        Reader::Pipe
    }
}

/// The cluster that is asked.
struct Asked<'a> {
    running: &'a RunningCluster,
    data_dir: &'a Path,
    client: kube::Client,
}

impl Asked<'_> {
    async fn report(&self) -> Result<Report, Failure> {
        let health = Health::ask(self.client.clone()).await?;
        let rollouts = kubectl::rollout_pictures(self.client.clone()).await?;
        Ok(Report::new(self.running, self.data_dir, health, rollouts))
    }

    /// Tells what changes: in place where a person watches, a line for each workload that moved elsewhere. Ends when the cluster does.
    async fn watch(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let mut told = self.report().await?;
        let text = told.text(reader(io));
        let mut area = LiveArea::new(io);
        match &mut area {
            Some(area) => area.draw(&text, io)?,
            None => io.stdout.write_all(text.as_bytes())?,
        }
        loop {
            io.stdout.flush()?;
            tokio::time::sleep(MOMENT).await;
            let report = self.report().await?;
            match &mut area {
                Some(area) => area.draw(&report.text(reader(io)), io)?,
                None => tell_moves(&told, &report, io)?,
            }
            told = report;
        }
    }
}

fn tell_moves(before: &Report, now: &Report, io: &mut Io<'_>) -> Result<(), Failure> {
    for rollout in &now.rollouts {
        if !before.rollouts.contains(rollout) {
            writeln!(io.stdout, "{}", rollout.line())?;
        }
    }
    Ok(())
}
