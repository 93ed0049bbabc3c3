//! The way in for everybody else: HTTPS on a listener.

use std::convert::Infallible;
use std::future::Future;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use http::Request;
use hyper::body::Incoming;
use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto;
use rustls::RootCertStore;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::server::{ServerConfig, WebPkiClientVerifier};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

use crate::answer::Answer;
use crate::authentication::{authenticate, certificate_user};
use crate::certificates::Identity;
use crate::identity::User;
use crate::server::Server;

const HANDSHAKE_TIMEOUT: Duration = Duration::from_secs(10);
const HEADER_TIMEOUT: Duration = Duration::from_secs(30);
const PING_EVERY: Duration = Duration::from_secs(30);
const MAX_CONNECTIONS: usize = 4096;
const MAX_HEADER_BYTES: usize = 64 << 10;
const MAX_STREAMS: u32 = 250;
/// What is kept for a stream whose client does not read.
const SEND_BUFFER_BYTES: usize = 32 << 10;

/// Why a server cannot serve.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The certificate or its key cannot be used.
    #[error("set up TLS")]
    Tls(#[from] rustls::Error),
    /// The certificate or its key is no PEM.
    #[error("read the certificate")]
    Pem(#[from] rustls::pki_types::pem::Error),
    /// The authority's certificate cannot be used for clients.
    #[error("set up client certificates")]
    Verifier(#[from] rustls::server::VerifierBuilderError),
}

impl Server {
    /// Serves HTTPS on the listener until `shutdown` is done, then ends every connection.
    ///
    /// `identity` is the server's certificate; clients may show one that `authority`, a certificate as PEM, has signed.
    ///
    /// # Errors
    /// The certificates cannot be used. Faults of single connections end those.
    pub async fn serve(
        self,
        listener: TcpListener,
        identity: &Identity,
        authority: &str,
        shutdown: impl Future<Output = ()>,
    ) -> Result<(), ServeError> {
        let acceptor = TlsAcceptor::from(Arc::new(tls_config(identity, authority)?));
        let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
        let mut connections = JoinSet::new();
        tokio::pin!(shutdown);
        loop {
            let accepted = tokio::select! {
                biased;
                () = &mut shutdown => return Ok(()),
                Some(_) = connections.join_next(), if !connections.is_empty() => continue,
                accepted = listener.accept() => accepted,
            };
            match accepted {
                Ok((stream, _)) => {
                    let Ok(place) = places.clone().try_acquire_owned() else {
                        continue;
                    };
                    let (server, acceptor) = (self.clone(), acceptor.clone());
                    connections.spawn(async move {
                        server.serve_connection(stream, acceptor).await;
                        drop(place);
                    });
                }
                Err(error) => pause_after(&error).await,
            }
        }
    }

    async fn serve_connection(self, stream: TcpStream, acceptor: TlsAcceptor) {
        // Without it small answers wait for the acknowledgement of the ones before; failing to set it does no harm.
        let _ = stream.set_nodelay(true);
        let Ok(Ok(stream)) = tokio::time::timeout(HANDSHAKE_TIMEOUT, acceptor.accept(stream)).await
        else {
            return;
        };
        let peer = stream
            .get_ref()
            .1
            .peer_certificates()
            .and_then(|chain| certificate_user(chain.first()?));
        let peer = Arc::new(peer);
        let service = service_fn(move |request: Request<Incoming>| {
            let (server, peer) = (self.clone(), peer.clone());
            async move {
                Ok::<_, Infallible>(server.respond_remote(request, peer.as_ref().as_ref()).await)
            }
        });
        let mut builder = auto::Builder::new(TokioExecutor::new());
        builder
            .http1()
            .timer(TokioTimer::new())
            .header_read_timeout(HEADER_TIMEOUT)
            .max_buf_size(MAX_HEADER_BYTES);
        builder
            .http2()
            .timer(TokioTimer::new())
            .keep_alive_interval(PING_EVERY)
            .max_concurrent_streams(MAX_STREAMS)
            .max_send_buf_size(SEND_BUFFER_BYTES)
            .max_header_list_size(u32::try_from(MAX_HEADER_BYTES).unwrap_or(u32::MAX));
        // A connection that breaks is the client's to know about.
        drop(
            builder
                .serve_connection_with_upgrades(TokioIo::new(stream), service)
                .await,
        );
    }

    async fn respond_remote(
        &self,
        request: Request<Incoming>,
        peer: Option<&User>,
    ) -> http::Response<crate::answer::Body> {
        match authenticate(&self.shared, peer, request.headers()) {
            Ok(user) => self.respond(request, Arc::new(user)).await,
            Err(status) => Answer::status(&status).into_response(&self.shared.jitter.uid()),
        }
    }
}

/// When there are no more file descriptors, accepting again at once would only burn the processor.
async fn pause_after(error: &io::Error) {
    if !matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset
    ) {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

fn tls_config(identity: &Identity, authority: &str) -> Result<ServerConfig, ServeError> {
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_slice_iter(authority.as_bytes()) {
        roots.add(certificate?)?;
    }
    let verifier = WebPkiClientVerifier::builder_with_provider(Arc::new(roots), provider.clone())
        .allow_unauthenticated()
        .build()?;
    let chain = CertificateDer::pem_slice_iter(identity.certificate.as_bytes())
        .collect::<Result<Vec<_>, _>>()?;
    let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes())?;
    let mut config = ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()?
        .with_client_cert_verifier(verifier)
        .with_single_cert(chain, key)?;
    config.alpn_protocols = vec![b"h2".to_vec(), b"http/1.1".to_vec()];
    Ok(config)
}
