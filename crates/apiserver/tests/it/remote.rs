//! The way in over TLS.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use apimachinery::SystemClock;
use apiserver::{Authority, Identity, Options, Server, User};
use rustls::RootCertStore;
use rustls::client::ClientConfig;
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer, ServerName};
use store::Store;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

const LOOPBACK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::LOCALHOST);

struct Remote {
    authority: Authority,
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
}

impl Remote {
    async fn start() -> Self {
        let tokens = BTreeMap::from([("secret-token".to_owned(), User::new("robot", []))]);
        let options = Options {
            clock: Arc::new(SystemClock),
            seed: 1,
            tokens,
        };
        let server = Server::new(Store::in_memory(), options);
        server.bootstrap().await.unwrap();
        let authority =
            Authority::load(Authority::new("test").unwrap().identity().clone()).unwrap();
        let identity = authority.server(&["localhost"], &[LOOPBACK]).unwrap();
        let listener = TcpListener::bind((LOOPBACK, 0)).await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let certificate = authority.identity().certificate.clone();
        let serving = tokio::spawn(async move {
            let shutdown = async { drop(stopped.await) };
            server
                .serve(listener, &identity, &certificate, shutdown)
                .await
                .unwrap();
        });
        Self {
            authority,
            address,
            stop,
            serving,
        }
    }

    /// Sends one request over a connection of its own and returns status line and body.
    async fn get(&self, path: &str, client: Option<&Identity>, headers: &str) -> (String, String) {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let name = ServerName::from(LOOPBACK);
        let mut stream = self.connector(client).connect(name, stream).await.unwrap();
        let request =
            format!("GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n{headers}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        // A peer that closes without the last TLS message is not this test's concern.
        drop(stream.read_to_end(&mut answer).await);
        let answer = String::from_utf8(answer).unwrap();
        let (head, body) = answer.split_once("\r\n\r\n").unwrap();
        (head.lines().next().unwrap().to_owned(), body.to_owned())
    }

    fn connector(&self, client: Option<&Identity>) -> tokio_rustls::TlsConnector {
        let mut roots = RootCertStore::empty();
        let authority = &self.authority.identity().certificate;
        roots
            .add(CertificateDer::from_pem_slice(authority.as_bytes()).unwrap())
            .unwrap();
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_root_certificates(roots);
        let config = match client {
            Some(identity) => {
                let chain =
                    vec![CertificateDer::from_pem_slice(identity.certificate.as_bytes()).unwrap()];
                let key = PrivateKeyDer::from_pem_slice(identity.key.as_bytes()).unwrap();
                builder.with_client_auth_cert(chain, key).unwrap()
            }
            None => builder.with_no_client_auth(),
        };
        Arc::new(config).into()
    }
}

#[tokio::test]
async fn who_is_known_comes_in() {
    let remote = Remote::start().await;
    let admin = remote
        .authority
        .client(&User::new("admin", ["system:masters"]))
        .unwrap();
    let path = "/api/v1/namespaces";
    assert_eq!(
        remote.get(path, Some(&admin), "").await.0,
        "HTTP/1.1 200 OK"
    );
    assert_eq!(
        remote
            .get(path, None, "Authorization: Bearer secret-token\r\n")
            .await
            .0,
        "HTTP/1.1 200 OK"
    );

    let (status, body) = remote
        .get(path, None, "Authorization: Bearer wrong\r\n")
        .await;
    assert_eq!(status, "HTTP/1.1 401 Unauthorized");
    assert!(body.contains("\"message\":\"Unauthorized\""), "{body}");
    let (status, body) = remote.get(path, None, "").await;
    assert_eq!(status, "HTTP/1.1 403 Forbidden");
    let refusal = r#"namespaces is forbidden: User \"system:anonymous\" cannot list resource \"namespaces\" in API group \"\" at the cluster scope"#;
    assert!(body.contains(refusal), "{body}");
    assert_eq!(
        remote.get("/apis", None, "").await.0,
        "HTTP/1.1 403 Forbidden"
    );
    for open in ["/healthz", "/livez", "/readyz", "/version"] {
        assert_eq!(
            remote.get(open, None, "").await.0,
            "HTTP/1.1 200 OK",
            "{open}"
        );
    }

    let stranger = Authority::new("stranger")
        .unwrap()
        .client(&User::new("admin", ["system:masters"]))
        .unwrap();
    let stream = TcpStream::connect(remote.address).await.unwrap();
    let connected = remote
        .connector(Some(&stranger))
        .connect(ServerName::from(LOOPBACK), stream)
        .await;
    let refused = match connected {
        Ok(mut stream) => stream.read_u8().await.is_err(),
        Err(_) => true,
    };
    assert!(refused, "a certificate of another authority");

    remote.stop.send(()).unwrap();
    remote.serving.await.unwrap();
}

#[tokio::test]
async fn a_header_without_end_is_cut_off() {
    let remote = Remote::start().await;
    let stream = TcpStream::connect(remote.address).await.unwrap();
    let mut stream = remote
        .connector(None)
        .connect(ServerName::from(LOOPBACK), stream)
        .await
        .unwrap();
    stream
        .write_all(b"GET /healthz HTTP/1.1\r\nX: ")
        .await
        .unwrap();
    let filler = [b'x'; 1024];
    let mut sent = 0;
    while sent < 4 << 20 && stream.write_all(&filler).await.is_ok() {
        sent += filler.len();
    }
    let mut answer = String::new();
    // The server may close hard; what counts is that it took no more.
    drop(stream.read_to_string(&mut answer).await);
    assert!(
        answer.is_empty()
            || answer.starts_with("HTTP/1.1 431")
            || answer.starts_with("HTTP/1.1 400"),
        "{answer}"
    );
    assert!(sent < 4 << 20, "the server took {sent} bytes of one header");
}
