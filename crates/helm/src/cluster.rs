//! The cluster that a command works on.

use std::cell::OnceCell;
use std::future::Future;
use std::rc::Rc;

use cliruntime::{ApiError, Discovery, Overrides, Query, Rest};
use cobra::{Flags, Io};
use serde_json::Value;
use tokio::runtime::{Builder, Handle, Runtime};

use crate::settings;

/// The name under which the server records what Helm changes.
pub(crate) const MANAGER: &str = "helm";

/// How a command finds its cluster.
#[derive(Clone)]
pub(crate) enum Target {
    /// As flags, environment and files say.
    Configured,
    /// A cluster in this process, whose tasks live on the runtime.
    InProcess {
        client: kube::Client,
        runtime: Handle,
    },
}

/// A cluster that cannot be asked.
#[derive(Debug, thiserror::Error)]
#[error("kubernetes cluster unreachable: {0}")]
pub(crate) struct Unreachable(pub(crate) String);

/// A connection to a cluster, and what is known of it.
pub(crate) struct Cluster {
    rest: Rest,
    /// The namespace of the command.
    pub(crate) namespace: String,
    driver: Rc<Driver>,
    discovery: OnceCell<Rc<Discovery>>,
}

enum Driver {
    Own(Runtime),
    Others(Handle),
}

impl Driver {
    fn wait<F: Future>(&self, future: F) -> F::Output {
        match self {
            Driver::Own(runtime) => runtime.block_on(future),
            Driver::Others(handle) => handle.block_on(future),
        }
    }
}

/// Asks one thing at a time.
pub(crate) struct Asker {
    rest: Rest,
    driver: Rc<Driver>,
}

impl Asker {
    /// Reads what is at a path.
    ///
    /// # Errors
    /// The cluster refused, or cannot be asked.
    pub(crate) fn get(&self, path: &str, query: &Query) -> Result<Value, ApiError> {
        self.driver.wait(self.rest.get(path, query))?.json()
    }
}

impl Cluster {
    /// Connects; nothing is asked yet.
    ///
    /// # Errors
    /// If the configuration leads to no cluster.
    pub(crate) fn connect(
        target: &Target,
        flags: &Flags,
        io: &mut Io<'_>,
    ) -> Result<Cluster, Unreachable> {
        let unusable = |reason: String| Unreachable(reason);
        let (rest, driver) = match target {
            Target::InProcess { client, runtime } => {
                let rest = Rest::new(client.clone(), "http://in-process".to_owned(), MANAGER);
                (rest, Driver::Others(runtime.clone()))
            }
            Target::Configured => {
                let runtime = Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .map_err(|error| unusable(error.to_string()))?;
                let overrides = overrides(flags, io);
                let found = runtime
                    .block_on(cliruntime::destination(&overrides, io))
                    .map_err(|error| unusable(error.to_string()))?;
                if let Some(notice) = found.notice {
                    // A note about the choice is no reason to fail.
                    let _ = writeln!(io.stderr, "{notice}");
                }
                let client = {
                    let _entered = runtime.enter();
                    kube::Client::try_from(found.config)
                        .map_err(|error| unusable(error.to_string()))?
                };
                (
                    Rest::new(client, found.server, MANAGER),
                    Driver::Own(runtime),
                )
            }
        };
        Ok(Cluster {
            rest,
            namespace: settings::namespace(flags, io),
            driver: Rc::new(driver),
            discovery: OnceCell::new(),
        })
    }

    /// A cluster for actions that ask none: where none is configured, an address that nobody asks stands for it.
    ///
    /// # Errors
    /// If there can be no connection at all.
    pub(crate) fn unasked(
        target: &Target,
        flags: &Flags,
        io: &mut Io<'_>,
    ) -> Result<Cluster, Unreachable> {
        if let Ok(cluster) = Cluster::connect(target, flags, io) {
            return Ok(cluster);
        }
        let unusable = |reason: String| Unreachable(reason);
        let runtime = Builder::new_current_thread()
            .enable_all()
            .build()
            .map_err(|error| unusable(error.to_string()))?;
        let server = http::Uri::from_static("http://localhost:8080");
        let client = {
            let _entered = runtime.enter();
            kube::Client::try_from(kube::Config::new(server.clone()))
                .map_err(|error| unusable(error.to_string()))?
        };
        Ok(Cluster {
            rest: Rest::new(client, server.to_string(), MANAGER),
            namespace: settings::namespace(flags, io),
            driver: Rc::new(Driver::Own(runtime)),
            discovery: OnceCell::new(),
        })
    }

    /// The connection.
    pub(crate) fn rest(&self) -> &Rest {
        &self.rest
    }

    /// Waits for something that happens on the cluster.
    pub(crate) fn wait<F: Future>(&self, future: F) -> F::Output {
        self.driver.wait(future)
    }

    /// What asks the cluster while nothing else waits for it.
    pub(crate) fn asker(&self) -> Asker {
        Asker {
            rest: self.rest.clone(),
            driver: Rc::clone(&self.driver),
        }
    }

    /// The kinds that the cluster has, asked once.
    pub(crate) async fn discovery(&self) -> Result<Rc<Discovery>, ApiError> {
        if let Some(known) = self.discovery.get() {
            return Ok(Rc::clone(known));
        }
        let fetched = Rc::new(Discovery::fetch(&self.rest).await?);
        Ok(Rc::clone(self.discovery.get_or_init(|| fetched)))
    }

    /// Forgets the kinds, because some may have come.
    pub(crate) fn forget_discovery(&mut self) {
        self.discovery = OnceCell::new();
    }

    /// What the cluster says about its version.
    pub(crate) async fn version(&self) -> Result<Value, ApiError> {
        self.rest.get("/version", &Query::new()).await?.json()
    }
}

/// Makes an error of the connection what Helm says of a cluster that it cannot reach, other errors what they are.
pub(crate) fn reachable(error: &ApiError) -> String {
    match error {
        ApiError::Unreachable(unreachable) => {
            let server = unreachable.url.splitn(4, '/').take(3);
            let server = server.collect::<Vec<_>>().join("/");
            let cause = &unreachable.cause;
            Unreachable(format!("Get \"{server}/version\": {cause}")).to_string()
        }
        ApiError::Refused(_) | ApiError::NotJson(_) | ApiError::BadRequestLine { .. } => {
            error.to_string()
        }
    }
}

/// What the flags and Helm's variables say over the configuration.
fn overrides(flags: &Flags, io: &Io<'_>) -> Overrides {
    let text = |flag: &str| {
        let given = Some(flags.string(flag)).filter(|text| !text.is_empty());
        let variable = format!(
            "HELM_{}",
            flag.replacen("kube-", "kube", 1).replace('-', "_")
        );
        given
            .or_else(|| io.env.non_empty(&variable.to_uppercase()))
            .map(str::to_owned)
    };
    let mut user = serde_json::Map::new();
    for (flag, field) in [("kube-token", "token"), ("kube-as-user", "as")] {
        if let Some(value) = text(flag) {
            user.insert(field.to_owned(), value.into());
        }
    }
    let from_env = io.env.non_empty("HELM_KUBEASGROUPS");
    let groups: Vec<String> = match flags.strings("kube-as-group") {
        [] => from_env.map_or_else(Vec::new, |groups| {
            groups.split(',').map(str::to_owned).collect()
        }),
        groups => groups.to_vec(),
    };
    if !groups.is_empty() {
        user.insert("as-groups".to_owned(), groups.into());
    }
    Overrides {
        kubeconfig: Some(flags.string("kubeconfig").to_owned()).filter(|file| !file.is_empty()),
        context: text("kube-context"),

        server: text("kube-apiserver"),
        certificate_authority: text("kube-ca-file"),
        tls_server_name: text("kube-tls-server-name"),
        insecure: flags.bool("kube-insecure-skip-tls-verify")
            || settings::is_true(&io.env, "HELM_KUBEINSECURE_SKIP_TLS_VERIFY"),
        user_fields: user,
        ..Overrides::default()
    }
}
