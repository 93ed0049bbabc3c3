use clientgo::{Api, ApiError, Object, resources};
use kube::Client;
use kube::config::{Config, KubeConfigOptions, Kubeconfig, KubeconfigError};
use serde::Serialize;

use crate::running::RunningCluster;

/// What a running cluster answers when it is asked how it is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Health {
    /// `gitVersion` of the server.
    pub version: String,
    /// How many of the nodes are ready.
    pub nodes: Share,
    /// How many of the pods run.
    pub pods: Share,
}

/// A part of a number of things.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Share {
    /// Those that are as they should be.
    pub part: usize,
    /// All of them.
    pub all: usize,
}

/// Why a cluster does not say how it is.
#[derive(Debug, thiserror::Error)]
pub enum HealthError {
    /// Its kubeconfig cannot be used.
    #[error("read its kubeconfig")]
    Kubeconfig(#[from] KubeconfigError),
    /// No client can be made of its kubeconfig.
    #[error("make a client")]
    Client(#[source] kube::Error),
    /// It refused, or does not answer.
    #[error(transparent)]
    Api(#[from] ApiError),
}

impl RunningCluster {
    /// Asks the cluster how it is.
    ///
    /// # Errors
    /// It cannot be reached with its kubeconfig.
    pub async fn health(&self) -> Result<Health, HealthError> {
        let kubeconfig = Kubeconfig::read_from(&self.holder.kubeconfig)?;
        let config =
            Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
        let api = Api::new(
            Client::try_from(config).map_err(HealthError::Client)?,
            "kaeru",
        );
        let version = api.raw("/version").await?;
        let nodes = api.list(&resources::NODES, "", "").await?.items;
        let pods = api.list(&resources::PODS, "", "").await?.items;
        Ok(Health {
            version: version["gitVersion"]
                .as_str()
                .unwrap_or_default()
                .to_owned(),
            nodes: Share::of(&nodes, is_ready),
            pods: Share::of(&pods, |pod| pod["status"]["phase"] == "Running"),
        })
    }
}

impl Share {
    fn of(objects: &[Object], counts: impl Fn(&Object) -> bool) -> Self {
        Share {
            part: objects.iter().filter(|object| counts(object)).count(),
            all: objects.len(),
        }
    }
}

fn is_ready(node: &Object) -> bool {
    let conditions = node["status"]["conditions"]
        .as_array()
        .into_iter()
        .flatten();
    conditions
        .into_iter()
        .any(|condition| condition["type"] == "Ready" && condition["status"] == "True")
}
