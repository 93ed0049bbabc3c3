//! A cluster for one session, and the two tools on it.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use ::cluster::{Cluster, ClusterOptions};
use cobra::{Capture, Env};
use tokio::runtime::Runtime;

use super::normal::normal;
use super::session::{Printed, Step};
use crate::shell_words;

/// A cluster that runs until it is dropped.
pub(crate) struct Running {
    // Both end before the folder goes.
    _cluster: Cluster,
    _runtime: Runtime,
    folder: tempfile::TempDir,
}

impl Running {
    /// Starts a cluster, and puts the session's files where commands find them.
    pub(crate) fn start(files: &[(String, String)]) -> Running {
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in files {
            std::fs::write(folder.path().join(name), content).unwrap();
        }
        let runtime = Runtime::new().unwrap();
        let options = ClusterOptions {
            data_dir: folder.path().join("data"),
            port: 0,
            kubeconfig: Some(folder.path().join("kubeconfig")),
            nodes: 1,
            scenario: node::Scenario::default(),
        };
        let cluster = runtime.block_on(Cluster::start(options)).unwrap();
        Running {
            _cluster: cluster,
            _runtime: runtime,
            folder,
        }
    }

    /// What our kubectl prints.
    pub(crate) fn ours(&self, step: &Step) -> Printed {
        let (variables, words) = assignments(&step.line);
        let mut capture = Capture {
            env: self
                .variables()
                .into_iter()
                .chain(variables)
                .collect::<Env>(),
            cwd: self.folder(),
            ..Capture::default()
        };
        let code = kubectl::run(&words, &mut capture.io(), None);
        self.printed(step, &capture.out(), &capture.err(), i32::from(code))
    }

    /// What the real kubectl prints.
    pub(crate) fn real(&self, kubectl: &Path, step: &Step) -> Printed {
        let (variables, words) = assignments(&step.line);
        let output = Command::new(kubectl)
            .args(words)
            .current_dir(self.folder())
            .env_clear()
            .envs(self.variables())
            .envs(variables)
            .stdin(Stdio::null())
            .output()
            .unwrap();
        self.printed(
            step,
            &String::from_utf8_lossy(&output.stdout),
            &String::from_utf8_lossy(&output.stderr),
            output.status.code().unwrap(),
        )
    }

    fn printed(&self, step: &Step, out: &str, err: &str, code: i32) -> Printed {
        assert!(
            step.compared || code == 0,
            "kubectl {} prepares for others: {err}",
            step.line
        );
        Printed {
            out: normal(out, &self.folder()),
            err: normal(err, &self.folder()),
            code,
        }
    }

    fn folder(&self) -> PathBuf {
        self.folder.path().to_owned()
    }

    fn variables(&self) -> Vec<(String, String)> {
        let folder = self.folder().to_string_lossy().into_owned();
        [
            ("HOME", folder.clone()),
            ("KUBECONFIG", format!("{folder}/kubeconfig")),
            ("PATH", "/usr/bin:/bin".to_owned()),
            ("TMPDIR", folder.clone()),
            ("TZ", "UTC".to_owned()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .to_vec()
    }
}

/// The variables that stand before a command, as in a shell, and the command's words.
fn assignments(line: &str) -> (Vec<(String, String)>, Vec<String>) {
    let mut words = shell_words::split(line);
    let is_name = |name: &str| name.chars().all(|c| c.is_ascii_uppercase() || c == '_');
    let mut variables = Vec::new();
    while let Some((name, value)) = words.first().and_then(|word| word.split_once('='))
        && is_name(name)
    {
        variables.push((name.to_owned(), value.to_owned()));
        words.remove(0);
    }
    (variables, words)
}
