//! A cluster in a process of its own that outlives the command.

use std::fs::{DirBuilder, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{DirBuilderExt, OpenOptionsExt};
use std::os::unix::process::CommandExt;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use cluster::{ClusterOptions, DataDirError, RunningCluster};
use cobra::Io;

use super::{Up, explain};
use crate::failure::Failure;

const POLL: Duration = Duration::from_millis(5);
/// A cluster that is not ready by then has gone wrong.
const PATIENCE: Duration = Duration::from_secs(60);

impl Up {
    /// Starts the cluster in a process of its own and waits until it is ready.
    pub(super) fn run_detached(
        &self,
        options: &ClusterOptions,
        io: &mut Io<'_>,
    ) -> Result<(), Failure> {
        let begin = Instant::now();
        let data_dir = &options.data_dir;
        // The log of a cluster that runs must not be overwritten.
        if let Some(running) = RunningCluster::find(data_dir)? {
            let held = DataDirError::Held {
                dir: data_dir.clone(),
                holder: running.holder,
            };
            return Err(explain(held.into(), data_dir));
        }
        DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(data_dir)
            .map_err(|error| format!("use the data directory {}: {error}", data_dir.display()))?;
        let log_path = data_dir.join("log");
        let mut child = self.spawn(options, &log_path)?;
        let Some(running) = wait(&mut child, data_dir)? else {
            return Err(fail(child, &log_path)?);
        };
        writeln!(
            io.stdout,
            "Cluster ready in {:.2}s at {} (process {}).",
            begin.elapsed().as_secs_f64(),
            running.holder.server,
            running.holder.pid
        )?;
        writeln!(
            io.stdout,
            "  export KUBECONFIG={}",
            running.holder.kubeconfig.display()
        )?;
        writeln!(
            io.stdout,
            "`kaeru down` ends it; its data and its log stay in {}.",
            data_dir.display()
        )?;
        Ok(())
    }

    fn spawn(&self, options: &ClusterOptions, log_path: &Path) -> Result<Child, Failure> {
        let log = OpenOptions::new()
            .create(true)
            .write(true)
            .truncate(true)
            .mode(0o600)
            .open(log_path)?;
        let mut command = Command::new(std::env::current_exe()?);
        command.arg("up").arg("--data").arg(&options.data_dir);
        command.args([
            "--port",
            &options.port.to_string(),
            "--nodes",
            &options.nodes.to_string(),
        ]);
        if let Some(kubeconfig) = &options.kubeconfig {
            command.arg("--kubeconfig").arg(kubeconfig);
        }
        if let Some(scenario) = &self.scenario {
            command.arg("--scenario").arg(scenario);
        }
        // A group of its own keeps the terminal's signals away from it.
        command
            .process_group(0)
            .stdin(Stdio::null())
            .stdout(log.try_clone()?)
            .stderr(log);
        Ok(command.spawn()?)
    }
}

/// The cluster once it is ready; none if its process has ended.
fn wait(child: &mut Child, data_dir: &Path) -> Result<Option<RunningCluster>, Failure> {
    let begin = Instant::now();
    while child.try_wait()?.is_none() {
        let running =
            RunningCluster::find(data_dir)?.filter(|running| running.holder.pid == child.id());
        if let Some(running) = running.filter(RunningCluster::is_ready) {
            return Ok(Some(running));
        }
        if begin.elapsed() > PATIENCE {
            child.kill()?;
            return Err(format!(
                "the cluster is not ready after {} seconds",
                PATIENCE.as_secs()
            )
            .into());
        }
        std::thread::sleep(POLL);
    }
    Ok(None)
}

/// Passes on what the process that did not become a cluster has said.
fn fail(mut child: Child, log_path: &Path) -> Result<Failure, Failure> {
    let code = child
        .wait()?
        .code()
        .and_then(|code| u8::try_from(code).ok())
        .unwrap_or(1);
    let said = std::fs::read_to_string(log_path)?;
    let said = said
        .trim_end()
        .strip_prefix("error: ")
        .unwrap_or(said.trim_end())
        .to_owned();
    Ok(Failure::from(said).code(code))
}
