mod detached;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Instant;

use cluster::{Cluster, ClusterOptions, DataDirError, StartError};
use cobra::Io;
use goyaml::{DecodeOptions, Dialect, yaml_to_json};
use node::Scenario;
use tokio::signal::unix::{SignalKind, signal};

use super::data_dir::DataDirArgs;
use crate::failure::Failure;

/// How a scenario is read: a word that is there twice is a mistake.
const STRICT: DecodeOptions = DecodeOptions {
    dialect: Dialect::V2,
    strict: true,
};

/// Starts a cluster on this machine: no containers, no root, no network
///
/// It serves on 127.0.0.1 until Ctrl-C or `kaeru down`, and keeps what it was told in its data directory.
#[derive(Debug, clap::Args)]
pub(crate) struct Up {
    #[command(flatten)]
    data: DataDirArgs,
    /// Return when the cluster is ready and leave it running
    #[arg(long)]
    detach: bool,
    /// Port on 127.0.0.1, 0 for any that is free
    #[arg(long, value_name = "N", default_value_t = 6443)]
    port: u16,
    /// Where the kubeconfig goes [default: in the data directory]
    #[arg(long, value_name = "FILE")]
    kubeconfig: Option<PathBuf>,
    /// Number of nodes
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=100))]
    nodes: u8,
    /// YAML file that says how the containers of certain images behave
    #[arg(long, value_name = "FILE")]
    scenario: Option<PathBuf>,
}

impl Up {
    pub(crate) fn run(&self, io: &mut Io<'_>) -> Result<(), Failure> {
        let options = self.options(io)?;
        if self.detach {
            return self.run_detached(&options, io);
        }
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()?;
        runtime.block_on(run(options, io))
    }

    fn options(&self, io: &Io<'_>) -> Result<ClusterOptions, Failure> {
        Ok(ClusterOptions {
            data_dir: self.data.path(io)?,
            port: self.port,
            kubeconfig: self.kubeconfig.as_ref().map(|path| io.cwd.join(path)),
            nodes: self.nodes,
            scenario: self
                .scenario
                .as_ref()
                .map_or(Ok(Scenario::default()), |path| {
                    read_scenario(&io.cwd.join(path))
                })?,
        })
    }
}

async fn run(options: ClusterOptions, io: &mut Io<'_>) -> Result<(), Failure> {
    let begin = Instant::now();
    // From here on a signal ends the cluster in order, even while it starts.
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    let (nodes, data_dir) = (options.nodes, options.data_dir.clone());
    let cluster = Cluster::start(options)
        .await
        .map_err(|error| explain(error, &data_dir))?;
    let nodes = if nodes == 1 {
        "1 node".to_owned()
    } else {
        format!("{nodes} nodes")
    };
    writeln!(
        io.stdout,
        "Cluster ready in {:.2}s at {} ({nodes}).",
        begin.elapsed().as_secs_f64(),
        cluster.address()
    )?;
    writeln!(
        io.stdout,
        "  export KUBECONFIG={}",
        cluster.kubeconfig().display()
    )?;
    writeln!(
        io.stdout,
        "Ctrl-C ends it; its data stays in {}.",
        cluster.data_dir().display()
    )?;
    io.stdout.flush()?;
    tokio::select! {
        _ = interrupt.recv() => {}
        _ = terminate.recv() => {}
    }
    cluster.stop().await?;
    writeln!(io.stdout, "Cluster ended.")?;
    Ok(())
}

fn explain(error: StartError, data_dir: &Path) -> Failure {
    let hint = match &error {
        StartError::DataDir(DataDirError::Held { .. }) => Some(format!(
            "`kaeru down --data {}` ends it",
            data_dir.display()
        )),
        StartError::Listen { .. } => Some("`--port 0` takes any port that is free".to_owned()),
        StartError::DataDir(DataDirError::Unusable { .. }) => {
            Some("`--data DIR` names another directory".to_owned())
        }
        _ => None,
    };
    let failure = Failure::from(error);
    match hint {
        Some(hint) => failure.hint(hint),
        None => failure,
    }
}

fn read_scenario(path: &Path) -> Result<Scenario, Failure> {
    let name = |problem: String| format!("scenario {}: {problem}", path.display());
    let text = std::fs::read(path).map_err(|error| name(error.to_string()))?;
    let document = yaml_to_json(&text, &STRICT).map_err(|error| name(error.to_string()))?;
    Ok(Scenario::new(&document).map_err(|error| name(error.to_string()))?)
}
