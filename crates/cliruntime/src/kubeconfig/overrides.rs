//! What the command line says over the configuration.

use std::time::Duration;

use kube::config::{AuthInfo, Cluster, NamedAuthInfo};
use serde_json::{Map, Value};

use super::KubeconfigError;

/// What flags say about which cluster and who; what is none is left to the files.
#[derive(Clone, Debug, Default)]
pub struct Overrides {
    /// The file to read instead of the usual ones.
    pub kubeconfig: Option<String>,
    /// The context.
    pub context: Option<String>,
    /// The cluster, by its name in the files.
    pub cluster: Option<String>,
    /// The user, by its name in the files.
    pub user: Option<String>,
    /// The namespace.
    pub namespace: Option<String>,
    /// How long one answer may take.
    pub request_timeout: Option<Duration>,
    /// The server's address.
    pub server: Option<String>,
    /// The file with the authority that signed the server's certificate.
    pub certificate_authority: Option<String>,
    /// The host that the server's certificate must name.
    pub tls_server_name: Option<String>,
    /// The proxy to go through.
    pub proxy_url: Option<String>,
    /// Whether the server's certificate is left unchecked.
    pub insecure: bool,
    /// Fields of the user by their names in a kubeconfig.
    pub user_fields: Map<String, Value>,
}

impl Overrides {
    pub(super) fn names_a_cluster(&self) -> bool {
        [&self.server, &self.context, &self.cluster, &self.kubeconfig]
            .iter()
            .any(|name| name.is_some())
    }

    pub(super) fn apply_to_cluster(&self, cluster: &mut Cluster) {
        if let Some(server) = &self.server {
            let has_scheme = server.contains("://");
            cluster.server = Some(if has_scheme {
                server.clone()
            } else {
                format!("http://{server}")
            });
        }
        if let Some(file) = &self.certificate_authority {
            cluster.certificate_authority = Some(file.clone());
            cluster.certificate_authority_data = None;
        }
        if self.insecure {
            cluster.insecure_skip_tls_verify = Some(true);
            cluster.certificate_authority = None;
            cluster.certificate_authority_data = None;
        }
        if self.tls_server_name.is_some() {
            cluster.tls_server_name.clone_from(&self.tls_server_name);
        }
        if self.proxy_url.is_some() {
            cluster.proxy_url.clone_from(&self.proxy_url);
        }
    }

    /// The user with the fields that flags give; a token or a password replaces whatever else identified them.
    pub(super) fn apply_to_user(&self, mut user: AuthInfo) -> Result<AuthInfo, KubeconfigError> {
        let given: AuthInfo = serde_json::from_value(Value::Object(self.user_fields.clone()))
            .map_err(KubeconfigError::Flag)?;
        if given.token.is_some() {
            user.token = given.token;
            user.token_file = None;
            user.exec = None;
        }
        if given.username.is_some() {
            user.username = given.username;
            user.password = given.password;
        }
        if given.client_certificate.is_some() {
            user.client_certificate = given.client_certificate;
            user.client_certificate_data = None;
        }
        if given.client_key.is_some() {
            user.client_key = given.client_key;
            user.client_key_data = None;
        }
        user.impersonate = given.impersonate.or(user.impersonate);
        user.impersonate_uid = given.impersonate_uid.or(user.impersonate_uid);
        user.impersonate_groups = given.impersonate_groups.or(user.impersonate_groups);
        Ok(user)
    }
}

/// A user under a name.
pub(super) fn named_user(name: &str, user: AuthInfo) -> NamedAuthInfo {
    NamedAuthInfo {
        name: name.to_owned(),
        auth_info: Some(user),
        ..NamedAuthInfo::default()
    }
}
