//! A `kaeru up` in a process of its own.

use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, ChildStdout, Command, Output, Stdio};

use clientgo::Api;
use kube::Client;
use kube::config::{Config, KubeConfigOptions, Kubeconfig};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A running cluster that ends with the test.
pub(crate) struct Up {
    child: Child,
    /// What it says later must find somebody who could read it.
    _stdout: BufReader<ChildStdout>,
    pub(crate) api: Api,
}

/// Runs `kaeru` to its end.
pub(crate) fn kaeru(args: &[&str], data: &Path) -> Output {
    let output = Command::new(env!("CARGO_BIN_EXE_kaeru"))
        .args(args)
        .arg("--data")
        .arg(data)
        .output();
    output.expect("the binary runs")
}

/// What a command wrote to standard error.
pub(crate) fn complaint(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

impl Up {
    /// Starts a cluster on a free port and waits until it is ready.
    pub(crate) async fn start(data: &Path) -> Self {
        Up::start_as(Command::new(env!("CARGO_BIN_EXE_kaeru")), data).await
    }

    /// The same by a command that runs `kaeru` with what is added to it.
    pub(crate) async fn start_as(mut command: Command, data: &Path) -> Self {
        command
            .args(["up", "--port", "0", "--data"])
            .arg(data)
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the binary runs");
        let stdout = child.stdout.take().expect("it is piped");
        let mut stdout = BufReader::new(stdout);
        let mut ready = String::new();
        stdout.read_line(&mut ready).expect("it says something");
        assert!(ready.starts_with("Cluster ready in "), "{ready}");
        let kubeconfig = Kubeconfig::read_from(data.join("kubeconfig")).expect("it is there");
        let config = Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default())
            .await
            .expect("it is complete");
        Up {
            child,
            _stdout: stdout,
            api: Api::new(Client::try_from(config).expect("it can be used"), "test"),
        }
    }

    /// Ends the cluster without a chance to tidy up.
    pub(crate) fn kill(mut self) {
        self.child.kill().expect("it runs");
        self.child.wait().expect("it was killed");
    }

    /// The number of its process.
    pub(crate) fn id(&self) -> u32 {
        self.child.id()
    }

    /// Ends the cluster as Ctrl-C does, and gives whether it ended well.
    pub(crate) fn interrupt(self) -> bool {
        self.end_by(Signal::SIGINT)
    }

    /// Ends the cluster by a signal, and gives whether it ended well.
    pub(crate) fn end_by(mut self, signal: Signal) -> bool {
        let pid = i32::try_from(self.child.id()).expect("it is a number of a process");
        kill(Pid::from_raw(pid), signal).expect("it runs");
        self.child.wait().expect("it ends").success()
    }
}

impl Drop for Up {
    fn drop(&mut self) {
        // After `kill` or `interrupt` there is nothing left to end.
        drop(self.child.kill());
        drop(self.child.wait());
    }
}
