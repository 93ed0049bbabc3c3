use std::collections::BTreeMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddrV4};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use apimachinery::{Clock, Status, SystemClock};
use apiserver::{Options, ServeError, Server};
use node::{AddressBlock, Runtime, Scenario};
use store::{OpenError, Store};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::control_plane::{ControlPlane, NodePlan, node_addresses};
use crate::data_dir::{DataDir, DataDirError, Holder};
use crate::kubeconfig::{self, KubeconfigError};
use crate::loopback::{LoopbackBlock, service_range};
use crate::node_access::NodeAccess;
use crate::open_files;
use crate::pki::{Pki, PkiError};

/// What a cluster is started with.
#[derive(Clone, Debug)]
pub struct ClusterOptions {
    /// The directory that holds everything the cluster keeps.
    pub data_dir: PathBuf,
    /// The port on 127.0.0.1; 0 takes a free one.
    pub port: u16,
    /// Where the kubeconfig goes; in the data directory unless said otherwise.
    pub kubeconfig: Option<PathBuf>,
    /// The number of nodes.
    pub nodes: u8,
    /// How certain images behave.
    pub scenario: Scenario,
}

/// Why a cluster does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// The data directory cannot be used.
    #[error(transparent)]
    DataDir(#[from] DataDirError),
    /// The certificates cannot be used.
    #[error("prepare the certificates")]
    Pki(#[from] PkiError),
    /// The store cannot be opened.
    #[error("open the store {}", path.display())]
    Store {
        /// Its file.
        path: PathBuf,
        /// What kept it from opening.
        source: OpenError,
    },
    /// What every cluster has could not be written.
    #[error("write what every cluster has: {0}")]
    Bootstrap(String),
    /// The port cannot be listened on.
    #[error("listen on 127.0.0.1:{port}")]
    Listen {
        /// The port.
        port: u16,
        /// What the system said.
        source: io::Error,
    },
    /// Every block of loopback addresses is taken.
    #[error("every block of loopback addresses is taken by another cluster")]
    NoBlock,
    /// The kubeconfig cannot be written.
    #[error(transparent)]
    Kubeconfig(#[from] KubeconfigError),
}

/// A running cluster behind a socket.
pub struct Cluster {
    data_dir: DataDir,
    kubeconfig: PathBuf,
    address: String,
    store: Store,
    control_plane: ControlPlane,
    shutdown: oneshot::Sender<()>,
    serving: JoinHandle<Result<(), ServeError>>,
    /// The pods' addresses are ours until the end.
    _block: LoopbackBlock,
}

impl Cluster {
    /// Starts a cluster and returns once it takes pods.
    ///
    /// # Errors
    /// Directory, certificates, store, port or kubeconfig cannot be used. What was taken is let go.
    pub async fn start(options: ClusterOptions) -> Result<Self, StartError> {
        let open_files = open_files::raise_limit();
        let data_dir = DataDir::open(&options.data_dir)?;
        let pki = Pki::load(data_dir.path())?;
        let listener = listen(options.port).await?;
        let port = listener
            .local_addr()
            .map_or(options.port, |address| address.port());
        let address = format!("https://127.0.0.1:{port}");
        let block = LoopbackBlock::claim(data_dir.path()).ok_or(StartError::NoBlock)?;
        let store = open_store(&data_dir)?;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let seed = random_seed();
        // Half of the files are for connections and the store.
        let sockets = usize::try_from(open_files / 2).unwrap_or(usize::MAX);
        let addresses = AddressBlock::new(block.number);
        let nodes = node_addresses(&addresses, options.nodes);
        let runtime = Runtime::on_loopback(addresses, Arc::clone(&clock), sockets);
        let runtime = Arc::new(runtime);
        let server_options = Options {
            clock: Arc::clone(&clock),
            seed,
            tokens: BTreeMap::new(),
            signing_key: Some(pki.signing_key.clone()),
            services: service_range(block.number),
            advertise: Some(SocketAddrV4::new(Ipv4Addr::LOCALHOST, port)),
            nodes: Some(Arc::new(NodeAccess(Arc::clone(&runtime)))),
        };
        let server = Server::new(store.clone(), server_options);
        server
            .bootstrap()
            .await
            .map_err(|status: Status| StartError::Bootstrap(status.message))?;
        let kubeconfig = options
            .kubeconfig
            .unwrap_or_else(|| data_dir.path().join("kubeconfig"));
        kubeconfig::write(&kubeconfig, &address, &pki.authority, &pki.admin)?;

        let plan = NodePlan {
            nodes,
            runtime,
            scenario: options.scenario,
            seed,
        };
        let control_plane = ControlPlane::start(&server, &clock, &pki.authority, plan);
        let (shutdown, ended) = oneshot::channel::<()>();
        let serving = tokio::spawn(async move {
            // The sender is dropped only when the cluster is.
            let ended = async { drop(ended.await) };
            server
                .serve(listener, &pki.server, &pki.authority, ended)
                .await
        });
        control_plane.ready().await;
        let cluster = Cluster {
            data_dir,
            store,
            kubeconfig,
            address,
            control_plane,
            shutdown,
            serving,
            _block: block,
        };
        cluster.announce(&*clock)?;
        Ok(cluster)
    }

    /// Where the cluster serves.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The kubeconfig of the cluster's administrator.
    #[must_use]
    pub fn kubeconfig(&self) -> &Path {
        &self.kubeconfig
    }

    /// The directory that holds everything the cluster keeps.
    #[must_use]
    pub fn data_dir(&self) -> &Path {
        self.data_dir.path()
    }

    /// Stops the cluster in order: nodes, controllers, server. What was acknowledged is on disk.
    ///
    /// # Errors
    /// The server had ended before, for this reason.
    pub async fn stop(self) -> Result<(), ServeError> {
        self.control_plane.stop().await;
        drop(self.shutdown);
        let served = self.serving.await.unwrap_or(Ok(()));
        self.store.close();
        kubeconfig::remove(&self.kubeconfig);
        self.data_dir.release();
        served
    }

    fn announce(&self, clock: &dyn Clock) -> Result<(), DataDirError> {
        let holder = Holder {
            pid: std::process::id(),
            server: self.address.clone(),
            kubeconfig: self.kubeconfig.clone(),
            started: clock.now().rfc3339(),
        };
        let dir = self.data_dir.path().to_owned();
        self.data_dir
            .say(&holder)
            .map_err(|source| DataDirError::Unusable { dir, source })
    }
}

async fn listen(port: u16) -> Result<TcpListener, StartError> {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .await
        .map_err(|source| StartError::Listen { port, source })
}

fn open_store(data_dir: &DataDir) -> Result<Store, StartError> {
    let path = data_dir.store();
    Store::open(&path).map_err(|source| StartError::Store { path, source })
}

fn random_seed() -> u64 {
    let (high, low) = uuid::Uuid::new_v4().as_u64_pair();
    high ^ low
}
