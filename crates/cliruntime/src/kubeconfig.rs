//! Which cluster to talk to, as whom.

mod embedded;
mod error;
mod loading;
mod overrides;

use cobra::Io;
use kube::Config;
use kube::config::{Cluster, Context, KubeConfigOptions, Kubeconfig, NamedCluster, NamedContext};

pub use error::KubeconfigError;
use loading::Loaded;
pub use overrides::Overrides;

/// A cluster to talk to.
pub struct Destination {
    /// How to connect.
    pub config: Config,
    /// The server's URL, as errors name it.
    pub server: String,
    /// The namespace of flags or context, or `default`.
    pub namespace: String,
    /// What to tell the person about the choice, if it was not theirs.
    pub notice: Option<String>,
}

const OVERRIDDEN: &str = "kaeru-overrides";

/// Finds the cluster that flags, $KUBECONFIG, `~/.kube/config` or, where none of these name one, the running embedded
/// cluster give.
///
/// # Errors
/// If the configuration cannot be read or names what is not there, or if there is no cluster at all.
pub async fn destination(
    overrides: &Overrides,
    io: &Io<'_>,
) -> Result<Destination, KubeconfigError> {
    let mut loaded = loading::load(overrides, io)?;
    let mut notice = None;
    if !loaded.names_a_cluster(overrides) {
        let embedded = embedded::kubeconfig_path(&io.env);
        let running = embedded
            .filter(|path| path.is_file())
            .ok_or(KubeconfigError::NoCluster)?;
        notice = Some(format!(
            "No cluster is configured; using the embedded one of {}.",
            running.display()
        ));
        loaded = loading::read(&running)?;
    }
    let context = chosen_context(&loaded, overrides)?;
    let namespace = overrides
        .namespace
        .clone()
        .or_else(|| context.namespace.clone())
        .filter(|name| !name.is_empty());
    let kubeconfig = overridden(loaded.kubeconfig, context, overrides)?;
    let options = KubeConfigOptions {
        context: Some(OVERRIDDEN.to_owned()),
        ..KubeConfigOptions::default()
    };
    let mut config = Config::from_custom_kubeconfig(kubeconfig, &options)
        .await
        .map_err(KubeconfigError::Unusable)?;
    config.read_timeout = overrides.request_timeout;
    config.default_retry = false;
    let server = config.cluster_url.to_string();
    let namespace = namespace.unwrap_or_else(|| "default".to_owned());
    Ok(Destination {
        config,
        server,
        namespace,
        notice,
    })
}

/// The namespace that flags and context give, without asking which cluster.
///
/// # Errors
/// If the configuration cannot be read.
pub fn namespace(overrides: &Overrides, io: &Io<'_>) -> Result<String, KubeconfigError> {
    if let Some(namespace) = overrides.namespace.clone().filter(|name| !name.is_empty()) {
        return Ok(namespace);
    }
    let loaded = loading::load(overrides, io)?;
    let context = chosen_context(&loaded, overrides)?;
    Ok(context
        .namespace
        .filter(|name| !name.is_empty())
        .unwrap_or_else(|| "default".to_owned()))
}

fn chosen_context(loaded: &Loaded, overrides: &Overrides) -> Result<Context, KubeconfigError> {
    let kubeconfig = &loaded.kubeconfig;
    let name = overrides
        .context
        .as_ref()
        .or(kubeconfig.current_context.as_ref())
        .filter(|name| !name.is_empty());
    let Some(name) = name else {
        return Ok(Context::default());
    };
    let found = kubeconfig
        .contexts
        .iter()
        .find(|context| context.name == *name);
    match found.and_then(|named| named.context.clone()) {
        Some(context) => Ok(context),
        None => Err(KubeconfigError::NoContext(name.clone())),
    }
}

/// The configuration with one more context, which has what the flags say.
fn overridden(
    mut kubeconfig: Kubeconfig,
    mut context: Context,
    overrides: &Overrides,
) -> Result<Kubeconfig, KubeconfigError> {
    let cluster_name = overrides
        .cluster
        .clone()
        .unwrap_or_else(|| context.cluster.clone());
    let known = kubeconfig
        .clusters
        .iter()
        .find(|cluster| cluster.name == cluster_name);
    let mut cluster = known
        .and_then(|named| named.cluster.clone())
        .unwrap_or_else(Cluster::default);
    overrides.apply_to_cluster(&mut cluster);
    if cluster.server.as_deref().unwrap_or_default().is_empty() {
        return Err(KubeconfigError::NoServer(cluster_name));
    }
    let user_name = overrides
        .user
        .clone()
        .or_else(|| context.user.clone())
        .unwrap_or_default();
    let known = kubeconfig
        .auth_infos
        .iter()
        .find(|user| user.name == user_name);
    if known.is_none() && overrides.user.is_some() {
        return Err(KubeconfigError::NoUser(user_name));
    }
    let user = overrides.apply_to_user(
        known
            .and_then(|named| named.auth_info.clone())
            .unwrap_or_default(),
    )?;
    error::check_files(&user_name, &cluster_name, &user, &cluster)?;
    context.cluster = OVERRIDDEN.to_owned();
    context.user = Some(OVERRIDDEN.to_owned());
    kubeconfig.clusters = vec![NamedCluster {
        name: OVERRIDDEN.to_owned(),
        cluster: Some(cluster),
        ..NamedCluster::default()
    }];
    kubeconfig.auth_infos = vec![overrides::named_user(OVERRIDDEN, user)];
    kubeconfig.contexts = vec![NamedContext {
        name: OVERRIDDEN.to_owned(),
        context: Some(context),
        ..NamedContext::default()
    }];
    Ok(kubeconfig)
}
