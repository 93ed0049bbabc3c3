use cluster::{Health, RunningCluster};
use cobra::Io;
use serde::Serialize;

use super::data_dir::DataDirArgs;
use crate::failure::Failure;

/// The exit code that says that no cluster runs.
const NOT_RUNNING: u8 = 3;

/// Tells whether a cluster runs on a data directory, where, and how it is
#[derive(Debug, clap::Args)]
pub(crate) struct Status {
    #[command(flatten)]
    data: DataDirArgs,
    /// Form of the answer
    #[arg(short, long, value_name = "FORMAT")]
    output: Option<Format>,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Format {
    Json,
    Yaml,
}

/// What is told of a running cluster.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Report<'a> {
    pid: u32,
    started: &'a str,
    server: &'a str,
    data: String,
    kubeconfig: String,
    #[serde(flatten)]
    health: Health,
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
        let health = runtime.block_on(running.health())?;
        let report = Report {
            pid: running.holder.pid,
            started: &running.holder.started,
            server: &running.holder.server,
            data: data_dir.display().to_string(),
            kubeconfig: running.holder.kubeconfig.display().to_string(),
            health,
        };
        let text = match self.output {
            None => report.text(),
            Some(Format::Json) => format!("{}\n", serde_json::to_string_pretty(&report)?),
            Some(Format::Yaml) => goyaml::json_to_yaml(&serde_json::to_value(&report)?),
        };
        io.stdout.write_all(text.as_bytes())?;
        Ok(())
    }
}

impl Report<'_> {
    fn text(&self) -> String {
        let (nodes, pods) = (self.health.nodes, self.health.pods);
        let lines = [
            (
                "Cluster",
                format!("running since {} (process {})", self.started, self.pid),
            ),
            (
                "Server",
                format!("{} ({})", self.server, self.health.version),
            ),
            ("Nodes", format!("{} of {} ready", nodes.part, nodes.all)),
            ("Pods", format!("{} of {} running", pods.part, pods.all)),
            ("Kubeconfig", self.kubeconfig.clone()),
            ("Data", self.data.clone()),
        ];
        lines
            .iter()
            .map(|(name, value)| format!("{name:<12}{value}\n"))
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use cluster::Share;

    use super::*;

    #[test]
    fn a_report_as_text_and_as_data() {
        let report = Report {
            pid: 7,
            started: "2026-01-01T00:00:00Z",
            server: "https://127.0.0.1:6443",
            data: "/data".to_owned(),
            kubeconfig: "/data/kubeconfig".to_owned(),
            health: Health {
                version: "v1".to_owned(),
                nodes: Share { part: 1, all: 1 },
                pods: Share { part: 2, all: 3 },
            },
        };
        let expected = "\
Cluster     running since 2026-01-01T00:00:00Z (process 7)
Server      https://127.0.0.1:6443 (v1)
Nodes       1 of 1 ready
Pods        2 of 3 running
Kubeconfig  /data/kubeconfig
Data        /data
";
        assert_eq!(report.text(), expected);
        let value = serde_json::to_value(&report).expect("it is plain data");
        assert_eq!(value["pods"]["all"], 3);
        assert_eq!(value["version"], "v1");
    }
}
