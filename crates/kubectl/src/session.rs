//! One run of kubectl: the cluster that it talks to, found when it is first needed.

use std::sync::Arc;

use cobra::{Failure, Flags, Invocation, Io};
use tokio::runtime::{Builder, Handle};
use tokio::sync::OnceCell;

use crate::overrides::overrides;
use crate::warnings::Warnings;
use crate::{ChartEngine, CommandError};
use cliruntime::Discovery;
use cliruntime::{self, Destination};
use cliruntime::{Query, Rest};

/// The name under which the server records changes that name no manager of their own.
const MANAGER: &str = "kubectl";

/// The context of a run: how its cluster is found.
pub(crate) struct Session {
    target: Target,
    charts: Option<ChartEngine>,
}

enum Target {
    /// As flags, environment and files say.
    Configured,
    /// A cluster in this process.
    InProcess {
        client: kube::Client,
        runtime: Handle,
    },
}

impl Session {
    /// A run whose cluster flags, environment and files give.
    pub(crate) fn configured(charts: Option<ChartEngine>) -> Session {
        Session {
            target: Target::Configured,
            charts,
        }
    }

    /// A run against a cluster in this process, whose tasks live on `runtime`.
    pub(crate) fn in_process(client: kube::Client, runtime: Handle) -> Session {
        Session {
            target: Target::InProcess { client, runtime },
            charts: None,
        }
    }

    /// What renders charts, if this run has such a thing.
    pub(crate) fn chart_engine(&self) -> Option<ChartEngine> {
        self.charts
    }

    /// Runs a command to its end.
    pub(crate) fn drive<F>(
        &self,
        invocation: &Invocation<Session>,
        io: &mut Io<'_>,
        command: F,
    ) -> Result<(), Failure>
    where
        F: AsyncFnOnce(&Factory<'_>, &mut Io<'_>) -> Result<(), CommandError>,
    {
        let factory = Factory::new(self, &invocation.flags);
        let run = async {
            let outcome = command(&factory, io).await;
            factory.warnings.verdict(&invocation.flags, outcome)
        };
        let outcome = match &self.target {
            Target::InProcess { runtime, .. } => runtime.block_on(run),
            Target::Configured => {
                let runtime = Builder::new_current_thread()
                    .enable_all()
                    .build()
                    .map_err(Failure::from)?;
                runtime.block_on(run)
            }
        };
        outcome.map_err(CommandError::into_failure)
    }
}

/// Gives a command what it needs of the cluster, when it needs it.
pub(crate) struct Factory<'a> {
    session: &'a Session,
    flags: &'a Flags,
    connection: OnceCell<Connection>,
    discovery: OnceCell<Arc<Discovery>>,
    pub(crate) warnings: Warnings,
}

struct Connection {
    rest: Rest,
    namespace: String,
}

impl<'a> Factory<'a> {
    fn new(session: &'a Session, flags: &'a Flags) -> Factory<'a> {
        Factory {
            session,
            flags,
            connection: OnceCell::new(),
            discovery: OnceCell::new(),
            warnings: Warnings::default(),
        }
    }

    /// The connection to the API server.
    pub(crate) async fn rest(&self, io: &mut Io<'_>) -> Result<Rest, CommandError> {
        Ok(self.connection(io).await?.rest.clone())
    }

    /// The namespace to work in, without connecting.
    pub(crate) fn namespace(&self, io: &Io<'_>) -> Result<String, CommandError> {
        match &self.session.target {
            Target::InProcess { client, .. } => Ok(self
                .flag_namespace()
                .unwrap_or_else(|| client.default_namespace().to_owned())),
            Target::Configured => match self.connection.get() {
                Some(connection) => Ok(connection.namespace.clone()),
                None => Ok(cliruntime::namespace(&overrides(self.flags)?, io)?),
            },
        }
    }

    /// Whether the command line itself names the namespace.
    pub(crate) fn enforces_namespace(&self) -> bool {
        self.flag_namespace().is_some()
    }

    /// The kinds that the server has.
    pub(crate) async fn discovery(&self, io: &mut Io<'_>) -> Result<Arc<Discovery>, CommandError> {
        let rest = self.rest(io).await?;
        let discovery = self
            .discovery
            .get_or_try_init(|| async { Discovery::fetch(&rest).await.map(Arc::new) })
            .await?;
        Ok(Arc::clone(discovery))
    }

    /// The answer of the server to `/version`.
    pub(crate) async fn server_version(
        &self,
        io: &mut Io<'_>,
    ) -> Result<serde_json::Value, CommandError> {
        let answer = self.rest(io).await?.get("/version", &Query::new()).await?;
        Ok(answer.json()?)
    }

    fn flag_namespace(&self) -> Option<String> {
        Some(self.flags.string("namespace").to_owned()).filter(|namespace| !namespace.is_empty())
    }

    async fn connection(&self, io: &mut Io<'_>) -> Result<&Connection, CommandError> {
        self.connection.get_or_try_init(|| self.connect(io)).await
    }

    async fn connect(&self, io: &mut Io<'_>) -> Result<Connection, CommandError> {
        if let Target::InProcess { client, .. } = &self.session.target {
            let namespace = self
                .flag_namespace()
                .unwrap_or_else(|| client.default_namespace().to_owned());
            return Ok(Connection {
                rest: Rest::new(client.clone(), "http://in-process".to_owned(), MANAGER),
                namespace,
            });
        }
        let Destination {
            config,
            server,
            namespace,
            notice,
        } = cliruntime::destination(&overrides(self.flags)?, io).await?;
        if let Some(notice) = notice {
            writeln!(io.stderr, "{notice}")?;
        }
        let client = kube::Client::try_from(config)
            .map_err(|error| CommandError::told(error.to_string()))?;
        Ok(Connection {
            rest: Rest::new(client, server, MANAGER),
            namespace,
        })
    }
}
