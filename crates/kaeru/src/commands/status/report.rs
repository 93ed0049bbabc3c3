use std::path::Path;

use cluster::{Health, RunningCluster};
use kubectl::RolloutPicture;
use serde::Serialize;

/// What is told of a running cluster.
#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
pub(super) struct Report {
    pid: u32,
    started: String,
    server: String,
    data: String,
    kubeconfig: String,
    #[serde(flatten)]
    health: Health,
    /// The workloads with their revisions, pods and traffic.
    pub(super) rollouts: Vec<RolloutPicture>,
}

/// Whom a report is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Reader {
    /// A program, or a person later on.
    Pipe,
    /// A person who watches.
    Person {
        /// Whether that person wants colours.
        colored: bool,
    },
}

impl Report {
    pub(super) fn new(
        running: &RunningCluster,
        data_dir: &Path,
        health: Health,
        rollouts: Vec<RolloutPicture>,
    ) -> Report {
        let holder = &running.holder;
        Report {
            pid: holder.pid,
            started: holder.started.clone(),
            server: holder.server.clone(),
            data: data_dir.display().to_string(),
            kubeconfig: holder.kubeconfig.display().to_string(),
            health,
            rollouts,
        }
    }

    /// The report as lines of text.
    pub(super) fn text(&self, reader: Reader) -> String {
        let mut text = self.facts();
        for rollout in &self.rollouts {
            text.push('\n');
            match reader {
                Reader::Pipe => text.push_str(&rollout.line()),
                Reader::Person { colored } => {
                    text.push_str(&rollout.title());
                    text.push('\n');
                    text.push_str(rollout.table(colored).trim_end_matches('\n'));
                    text.push('\n');
                }
            }
        }
        if !text.ends_with('\n') {
            text.push('\n');
        }
        text
    }

    fn facts(&self) -> String {
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
    use kubectl::RevisionPicture;

    use super::*;

    fn report(rollouts: Vec<RolloutPicture>) -> Report {
        Report {
            pid: 7,
            started: "2026-01-01T00:00:00Z".to_owned(),
            server: "https://127.0.0.1:6443".to_owned(),
            data: "/data".to_owned(),
            kubeconfig: "/data/kubeconfig".to_owned(),
            health: Health {
                version: "v1".to_owned(),
                nodes: Share { part: 1, all: 1 },
                pods: Share { part: 2, all: 3 },
            },
            rollouts,
        }
    }

    fn web() -> RolloutPicture {
        RolloutPicture {
            kind: "Deployment".to_owned(),
            namespace: "default".to_owned(),
            name: "web".to_owned(),
            revisions: vec![RevisionPicture {
                revision: 1,
                images: "nginx:1.25".to_owned(),
                ready: 2,
                starting: 1,
                leaving: 0,
                traffic: Some(100),
            }],
        }
    }

    const FACTS: &str = "\
Cluster     running since 2026-01-01T00:00:00Z (process 7)
Server      https://127.0.0.1:6443 (v1)
Nodes       1 of 1 ready
Pods        2 of 3 running
Kubeconfig  /data/kubeconfig
Data        /data
";

    #[test]
    fn a_report_as_text_and_as_data() {
        assert_eq!(report(Vec::new()).text(Reader::Pipe), FACTS);
        let value = serde_json::to_value(report(vec![web()])).expect("it is plain data");
        assert_eq!(value["pods"]["all"], 3);
        assert_eq!(value["version"], "v1");
        assert_eq!(value["rollouts"][0]["revisions"][0]["traffic"], 100);
    }

    #[test]
    fn rollouts_are_a_line_each_or_a_table_for_people() {
        assert_eq!(
            report(vec![web()]).text(Reader::Pipe),
            format!(
                "{FACTS}\ndeployment default/web: revision 1 (nginx:1.25) 2 ready, 1 starting, 100 % of the traffic\n"
            )
        );
        assert_eq!(
            report(vec![web()]).text(Reader::Person { colored: false }),
            format!(
                "{FACTS}
deployment default/web
  REVISION  TRAFFIC  IMAGES      PODS
  1         100 %    nginx:1.25  ●●○
"
            )
        );
    }
}
