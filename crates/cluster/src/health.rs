use clientgo::{Api, ApiError, Object, resources};
use kube::Client;
use serde::Serialize;

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

impl Health {
    /// Asks a cluster how it is.
    ///
    /// # Errors
    /// It refuses, or does not answer.
    pub async fn ask(client: Client) -> Result<Health, ApiError> {
        let api = Api::new(client, "kaeru");
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
