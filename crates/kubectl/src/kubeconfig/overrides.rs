//! What the command line says over the configuration.

use std::time::Duration;

use cobra::Flags;
use kube::config::{AuthInfo, Cluster, NamedAuthInfo};
use serde_json::{Map, Value};

use super::KubeconfigError;

/// The flags that say which cluster and who.
pub(super) struct Overrides {
    pub(super) kubeconfig: Option<String>,
    pub(super) context: Option<String>,
    pub(super) cluster: Option<String>,
    pub(super) user: Option<String>,
    pub(super) namespace: Option<String>,
    pub(super) request_timeout: Option<Duration>,
    server: Option<String>,
    certificate_authority: Option<String>,
    tls_server_name: Option<String>,
    proxy_url: Option<String>,
    insecure: bool,
    /// Fields of the user by their names in a kubeconfig.
    user_fields: Map<String, Value>,
}

/// Flags that replace a field of the user, with the field's name.
const USER_FIELDS: [(&str, &str); 7] = [
    ("client-certificate", "client-certificate"),
    ("client-key", "client-key"),
    ("token", "token"),
    ("username", "username"),
    ("password", "password"),
    ("as", "as"),
    ("as-uid", "as-uid"),
];

impl Overrides {
    pub(super) fn new(flags: &Flags) -> Result<Overrides, KubeconfigError> {
        let text = |name: &str| Some(flags.string(name).to_owned()).filter(|text| !text.is_empty());
        let mut user_fields: Map<String, Value> = USER_FIELDS
            .iter()
            .filter_map(|(flag, field)| Some(((*field).to_owned(), text(flag)?.into())))
            .collect();
        let groups = flags.strings("as-group");
        if !groups.is_empty() {
            user_fields.insert("as-groups".to_owned(), groups.into());
        }
        Ok(Overrides {
            kubeconfig: text("kubeconfig"),
            context: text("context"),
            cluster: text("cluster"),
            user: text("user"),
            namespace: text("namespace"),
            request_timeout: request_timeout(flags.string("request-timeout"))?,
            server: text("server"),
            certificate_authority: text("certificate-authority"),
            tls_server_name: text("tls-server-name"),
            proxy_url: text("proxy-url"),
            insecure: flags.bool("insecure-skip-tls-verify"),
            user_fields,
        })
    }

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

fn request_timeout(text: &str) -> Result<Option<Duration>, KubeconfigError> {
    let parsed = match text.parse::<u64>() {
        Ok(seconds) => Some(Duration::from_secs(seconds)),
        Err(_) => cobra::Duration::parse(text)
            .ok()
            .and_then(cobra::Duration::to_std),
    };
    let timeout = parsed.ok_or(KubeconfigError::Timeout)?;
    Ok(Some(timeout).filter(|timeout| !timeout.is_zero()))
}
