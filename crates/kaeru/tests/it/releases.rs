//! Releases on a cluster of the test's own: charts, the two tools, and what they leave on the cluster.

use std::borrow::Cow;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use clientgo::{Api, Key, Object, PatchType, Resource, resources};
use serde_json::{Value, json};
use testkit::{Peer, peer};

use crate::process::Up;

/// Config maps.
pub(crate) static CONFIG_MAPS: Resource = resources::CONFIG_MAPS;

/// Service accounts.
pub(crate) static SERVICE_ACCOUNTS: Resource = resources::SERVICE_ACCOUNTS;

/// Secrets.
pub(crate) static SECRETS: Resource = Resource {
    group: Cow::Borrowed(""),
    version: Cow::Borrowed("v1"),
    plural: Cow::Borrowed("secrets"),
    kind: Cow::Borrowed("Secret"),
    namespaced: true,
};

/// Who runs a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Tool {
    Kaeru,
    Helm,
}

/// A cluster, a home, and charts.
pub(crate) struct Releases {
    up: Up,
    home: tempfile::TempDir,
    kubeconfig: PathBuf,
    real: Option<PathBuf>,
}

/// What a command said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) code: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Ran {
        Ran {
            code: output.status.code(),
            stdout: String::from_utf8_lossy(&output.stdout).into_owned(),
            stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
        }
    }
}

impl Releases {
    /// Starts a cluster.
    pub(crate) async fn start() -> Releases {
        let home = tempfile::tempdir().expect("there is a place for temporary files");
        let data = home.path().join("data");
        let up = Up::start(&data).await;
        Releases {
            up,
            kubeconfig: data.join("kubeconfig"),
            real: peer(Peer::Helm),
            home,
        }
    }

    /// The tools that are here: the real one may be absent.
    #[expect(
        clippy::print_stdout,
        reason = "tells whoever runs the test what it skips"
    )]
    pub(crate) fn tools(&self) -> Vec<Tool> {
        if self.real.is_some() {
            return vec![Tool::Kaeru, Tool::Helm];
        }
        println!("skipped: the real helm is not installed");
        vec![Tool::Kaeru]
    }

    /// Reads and writes objects, as somebody else than Helm.
    pub(crate) fn api(&self) -> &Api {
        &self.up.api
    }

    /// Where the cluster's kubeconfig is.
    pub(crate) fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// The command of a tool, to be added to.
    pub(crate) fn command(&self, tool: Tool) -> Command {
        let mut command = match (tool, &self.real) {
            (Tool::Helm, Some(helm)) => Command::new(helm),
            _ => {
                let mut command = Command::new(env!("CARGO_BIN_EXE_kaeru"));
                command.arg("helm");
                command
            }
        };
        command
            .env_clear()
            .env("HOME", self.home.path())
            .env("KUBECONFIG", &self.kubeconfig)
            .current_dir(self.home.path());
        command
    }

    /// Runs a tool to its end in a namespace.
    pub(crate) fn run(&self, tool: Tool, namespace: &str, args: &[&str]) -> Ran {
        let mut command = self.command(tool);
        command.args(args).args(["-n", namespace]);
        command.output().expect("it runs").into()
    }

    /// What the command completes to in a shell, where the last word has begun; the directive stands below.
    pub(crate) fn completed(&self, tool: Tool, namespace: &str, words: &[&str]) -> String {
        let mut command = self.command(tool);
        command.env("HELM_NAMESPACE", namespace);
        command.arg("__complete").args(words);
        let ran: Ran = command.output().expect("it runs").into();
        ran.stdout
    }

    /// Runs a command that has to succeed; its output.
    pub(crate) fn must(&self, tool: Tool, namespace: &str, args: &[&str]) -> String {
        let ran = self.run(tool, namespace, args);
        assert_eq!(ran.code, Some(0), "{tool:?} {args:?}: {}", ran.stderr);
        ran.stdout
    }

    /// Writes a chart whose templates are these files; one that is there already is replaced.
    pub(crate) fn chart(&self, name: &str, templates: &[(&str, &str)]) -> String {
        let directory = self.home.path().join(name);
        if directory.exists() {
            std::fs::remove_dir_all(&directory).expect("it can be removed");
        }
        std::fs::create_dir_all(directory.join("templates")).expect("it can be made");
        let write = |path: PathBuf, text: &str| std::fs::write(path, text).expect("it is writable");
        write(
            directory.join("Chart.yaml"),
            &format!("apiVersion: v2\nname: {name}\nversion: 0.1.0\nappVersion: \"3\"\n"),
        );
        write(directory.join("values.yaml"), "v: \"1\"\n");
        for (file, text) in templates {
            write(directory.join("templates").join(file), text);
        }
        directory.display().to_string()
    }

    /// Makes a namespace.
    pub(crate) async fn namespace(&self, name: &str) {
        let body = json!({"apiVersion": "v1", "kind": "Namespace", "metadata": {"name": name}});
        let made = self.api().create(&resources::NAMESPACES, "", &body).await;
        made.expect("it is accepted");
    }

    /// An object; none if it is not there.
    pub(crate) async fn object(
        &self,
        resource: &Resource,
        namespace: &str,
        name: &str,
    ) -> Option<Object> {
        self.api()
            .get(resource, &Key::new(namespace, name))
            .await
            .ok()
    }

    /// The names of the config maps that belong to releases.
    pub(crate) async fn owned(&self, namespace: &str) -> Vec<String> {
        let query = "labelSelector=app.kubernetes.io%2Fmanaged-by%3DHelm";
        let list = self.api().list(&CONFIG_MAPS, namespace, query);
        let items = list.await.expect("it is served").items;
        items.iter().map(|item| item.name().to_owned()).collect()
    }

    /// Changes an object as somebody else.
    pub(crate) async fn edit(
        &self,
        resource: &Resource,
        namespace: &str,
        name: &str,
        patch: &Value,
    ) {
        let key = Key::new(namespace, name);
        let edited = self
            .api()
            .patch(resource, &key, "", PatchType::Merge, patch);
        edited.await.expect("it is accepted");
    }

    /// The record of a revision: its JSON as it is stored.
    pub(crate) async fn record(&self, namespace: &str, name: &str, revision: u32) -> String {
        let name = format!("sh.helm.release.v1.{name}.v{revision}");
        let secret = self.object(&SECRETS, namespace, &name).await;
        let secret = secret.expect("it is recorded");
        let text = secret["data"]["release"]
            .as_str()
            .expect("it has a payload");
        packed::unpack(text)
    }
}

/// The packing of records.
pub(crate) mod packed {
    use std::io::{Read, Write};

    use base64::Engine;
    use base64::engine::general_purpose::STANDARD;
    use flate2::Compression;
    use flate2::read::GzDecoder;
    use flate2::write::GzEncoder;

    /// The JSON of a Secret's payload.
    pub(crate) fn unpack(payload: &str) -> String {
        let inner = STANDARD.decode(payload).expect("it is base64");
        let bytes = STANDARD.decode(inner).expect("it is base64");
        let mut json = String::new();
        let mut reader = GzDecoder::new(bytes.as_slice());
        reader.read_to_string(&mut json).expect("it is packed text");
        json
    }

    /// A Secret's payload for a JSON.
    pub(crate) fn pack(json: &str) -> String {
        let mut writer = GzEncoder::new(Vec::new(), Compression::best());
        writer.write_all(json.as_bytes()).expect("memory takes it");
        let inner = STANDARD.encode(writer.finish().expect("memory takes it"));
        STANDARD.encode(inner)
    }
}
