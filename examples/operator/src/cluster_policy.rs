//! The custom resource.

use std::borrow::Cow;

use kube::Resource;
use kube::core::{ClusterResourceScope, ObjectMeta};
use serde::{Deserialize, Serialize};

/// How the GPUs of a cluster are to be set up.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ClusterPolicy {
    /// Name, labels and so on.
    pub metadata: ObjectMeta,
    /// What is wanted.
    pub spec: ClusterPolicySpec,
    /// What there is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<ClusterPolicyStatus>,
}

/// What is wanted.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterPolicySpec {
    /// The driver of the GPUs.
    pub driver: Driver,
    /// What lets containers use them.
    pub toolkit: Switch,
}

/// The driver of the GPUs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Driver {
    /// Whether it is installed.
    pub enabled: bool,
    /// Which one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
}

/// Something that is on or off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Switch {
    /// Whether it is on.
    pub enabled: bool,
}

/// What there is.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ClusterPolicyStatus {
    /// Whether that is what is wanted.
    pub state: State,
    /// What is missing, empty where nothing is.
    #[serde(default)]
    pub message: String,
}

/// Whether there is what is wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
pub enum State {
    /// Everything is there.
    Ready,
    /// Something is missing, or in the way.
    NotReady,
}

impl Resource for ClusterPolicy {
    type DynamicType = ();
    type Scope = ClusterResourceScope;

    fn kind((): &()) -> Cow<'_, str> {
        "ClusterPolicy".into()
    }

    fn group((): &()) -> Cow<'_, str> {
        "gpu.example.com".into()
    }

    fn version((): &()) -> Cow<'_, str> {
        "v1".into()
    }

    fn plural((): &()) -> Cow<'_, str> {
        "clusterpolicies".into()
    }

    fn meta(&self) -> &ObjectMeta {
        &self.metadata
    }

    fn meta_mut(&mut self) -> &mut ObjectMeta {
        &mut self.metadata
    }
}
