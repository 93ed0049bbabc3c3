//! What can be wrong with a configuration.

use std::path::Path;

use kube::config::{AuthInfo, Cluster};

/// A configuration that leads to no cluster.
#[derive(Debug, thiserror::Error)]
pub enum KubeconfigError {
    /// The file that a flag names is not there.
    #[error("stat {0}: no such file or directory")]
    NoFile(String),
    /// A file cannot be read or parsed.
    #[error("error loading config file {path:?}: {reason}")]
    Unreadable {
        /// The file.
        path: String,
        /// What the parser says.
        reason: String,
    },
    /// There is no such context.
    #[error("context was not found for specified context: {0}")]
    NoContext(String),
    /// There is no such user.
    #[error("auth info {0:?} does not exist")]
    NoUser(String),
    /// There is no such cluster, or it has no address.
    #[error("no server found for cluster {0:?}")]
    NoServer(String),
    /// Files that the configuration names cannot be read.
    #[error("{}", .0.join("\n"))]
    Files(Vec<String>),
    /// A flag cannot be made part of the configuration.
    #[error("{0}")]
    Flag(serde_json::Error),
    /// The parts are there but do not work together.
    #[error("{0}")]
    Unusable(kube::config::KubeconfigError),
    /// Nothing names a cluster, and no embedded one runs.
    #[error(
        "no cluster is configured and no embedded one is running: start one with `kaeru up`, or set KUBECONFIG"
    )]
    NoCluster,
}

/// Makes sure that the files of credentials can be read, as kubectl does before it asks anybody.
pub(super) fn check_files(
    user_name: &str,
    cluster_name: &str,
    user: &AuthInfo,
    cluster: &Cluster,
) -> Result<(), KubeconfigError> {
    let files = [
        (
            "client-cert",
            user_name,
            user.client_certificate
                .as_deref()
                .filter(|_| user.client_certificate_data.is_none()),
        ),
        (
            "client-key",
            user_name,
            user.client_key
                .as_deref()
                .filter(|_| user.client_key_data.is_none()),
        ),
        (
            "certificate-authority",
            cluster_name,
            cluster
                .certificate_authority
                .as_deref()
                .filter(|_| cluster.certificate_authority_data.is_none()),
        ),
    ];
    let unreadable: Vec<String> = files
        .into_iter()
        .filter_map(|(what, whose, file)| Some((what, whose, file.filter(|file| !file.is_empty())?)))
        .filter(|(.., file)| !Path::new(file).is_file())
        .map(|(what, whose, file)| {
            format!("unable to read {what} {file} for {whose} due to open {file}: no such file or directory")
        })
        .collect();
    if unreadable.is_empty() {
        Ok(())
    } else {
        Err(KubeconfigError::Files(unreadable))
    }
}
