//! The way in over TLS.

use std::collections::BTreeMap;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use apimachinery::SystemClock;
use apiserver::{Authority, Identity, Options, Server, User};
use base64::Engine as _;
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
        let tokens = BTreeMap::from([(
            "secret-token".to_owned(),
            User::new("robot", ["system:masters"]),
        )]);
        let options = Options {
            clock: Arc::new(SystemClock),
            seed: 1,
            tokens,
            signing_key: None,
            services: "10.0.0.0/16".parse().expect("it is a range"),
            advertise: None,
            nodes: None,
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
async fn a_token_that_was_asked_for_lets_its_account_in() {
    let remote = Remote::start().await;
    let post = async |path: &str, body: &str| {
        let mut stream = remote.connect().await;
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer secret-token\r\n\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut answer = Vec::new();
        drop(stream.read_to_end(&mut answer).await);
        String::from_utf8(answer).unwrap()
    };
    let accounts = "/api/v1/namespaces/default/serviceaccounts";
    post(accounts, r#"{"metadata":{"name":"robot"}}"#).await;
    let answer = post(&format!("{accounts}/robot/token"), "{}").await;
    let (_, token) = answer.split_once("\"token\":\"").unwrap();
    let token = token.split('"').next().unwrap();
    let ask = async |token: &str| {
        let header = format!("Authorization: Bearer {token}\r\n");
        let path = "/api/v1/namespaces/default/pods";
        remote.get(path, None, &header).await
    };
    let (status, body) = ask(token).await;
    assert_eq!(status, "HTTP/1.1 403 Forbidden");
    let refusal = r#"pods is forbidden: User \"system:serviceaccount:default:robot\" cannot list"#;
    assert!(body.contains(refusal), "{body}");

    let (signed, signature) = token.rsplit_once('.').unwrap();
    let (header, _) = signed.split_once('.').unwrap();
    let claims = r#"{"sub":"system:serviceaccount:kube-system:admin"}"#;
    let claims = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(claims);
    for forged in [
        format!("{header}.{claims}.{signature}"),
        format!("{signed}."),
        signed.to_owned(),
        "..".to_owned(),
    ] {
        let refused = ask(&forged).await;
        assert_eq!(refused.0, "HTTP/1.1 401 Unauthorized", "{forged}");
    }
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

#[tokio::test]
async fn a_body_that_never_comes_is_given_up() {
    let remote = Remote::start().await;
    let stream = TcpStream::connect(remote.address).await.unwrap();
    let mut stream = remote
        .connector(None)
        .connect(ServerName::from(LOOPBACK), stream)
        .await
        .unwrap();
    let request = "POST /api/v1/namespaces/default/configmaps?timeout=20ms HTTP/1.1\r\nHost: x\r\n\
                   Authorization: Bearer secret-token\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{";
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    drop(stream.read_to_string(&mut answer).await);
    assert!(answer.starts_with("HTTP/1.1 504 "), "{answer}");
    assert!(
        answer.contains(
            r#""message":"Timeout: request did not complete within the allotted timeout""#
        ),
        "{answer}"
    );
}

/// The memory of this process in bytes; nothing where there is no /proc.
fn resident() -> Option<usize> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|line| line.starts_with("VmRSS:"))?;
    let kilobytes: usize = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes << 10)
}

impl Remote {
    /// A connection of a client that is known.
    async fn connect(&self) -> tokio_rustls::client::TlsStream<TcpStream> {
        let stream = TcpStream::connect(self.address).await.unwrap();
        let name = ServerName::from(LOOPBACK);
        self.connector(None).connect(name, stream).await.unwrap()
    }
}

#[tokio::test]
async fn a_thousand_watches_that_nobody_reads_take_little_memory() {
    const WATCHES: usize = 1000;
    const OBJECTS: usize = 1000;
    let remote = Remote::start().await;
    let path = "/api/v1/namespaces/default/configmaps";
    let head =
        "Host: x\r\nAuthorization: Bearer secret-token\r\nContent-Type: application/json\r\n";
    let mut writer = remote.connect().await;
    let mut answers = vec![0; 64 << 10];
    let text = "x".repeat(10_000);
    for number in 0..OBJECTS {
        let body = format!(r#"{{"metadata":{{"name":"c{number}"}},"data":{{"a":"{text}"}}}}"#);
        let request = format!(
            "POST {path} HTTP/1.1\r\n{head}Content-Length: {}\r\n\r\n{body}",
            body.len()
        );
        writer.write_all(request.as_bytes()).await.unwrap();
        let count = writer.read(&mut answers).await.unwrap();
        assert!(answers[..count].starts_with(b"HTTP/1.1 201 "));
    }
    let before = resident();
    let mut watches = Vec::new();
    for _ in 0..WATCHES {
        let mut stream = remote.connect().await;
        let request = format!("GET {path}?watch=1 HTTP/1.1\r\n{head}\r\n");
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut start = [0; 12];
        stream.read_exact(&mut start).await.unwrap();
        assert_eq!(&start, b"HTTP/1.1 200");
        watches.push(stream);
    }
    // All of them have begun; whoever asks now is answered, and changes are made.
    let mut writer = remote.connect().await;
    let body = r#"{"metadata":{"name":"later"}}"#;
    let request = format!(
        "POST {path} HTTP/1.1\r\n{head}Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    writer.write_all(request.as_bytes()).await.unwrap();
    let count = writer.read(&mut answers).await.unwrap();
    assert!(answers[..count].starts_with(b"HTTP/1.1 201 "));
    let (Some(before), Some(after)) = (before, resident()) else {
        println!("skipped: no /proc to read the memory from");
        return;
    };
    let (grown, all) = (after.saturating_sub(before), WATCHES * OBJECTS * text.len());
    println!("{} kB for each watch", grown / WATCHES / 1000);
    assert!(
        grown < all / 20,
        "{grown} bytes for {all} that are there to be read"
    );
}

#[tokio::test]
async fn connections_that_say_nothing_hold_up_nobody() {
    let remote = Remote::start().await;
    let (mut silent, mut half) = (Vec::new(), Vec::new());
    for _ in 0..100 {
        silent.push(TcpStream::connect(remote.address).await.unwrap());
        let mut stream = remote.connect().await;
        stream.write_all(b"GET /healthz HT").await.unwrap();
        half.push(stream);
    }
    let answer = remote.get("/healthz", None, "").await;
    assert_eq!(answer, ("HTTP/1.1 200 OK".to_owned(), "ok".to_owned()));
    remote.stop.send(()).unwrap();
    remote.serving.await.unwrap();
    // The end of the server is the end of every connection.
    for mut stream in silent {
        let ended = stream.read(&mut [0; 1]).await;
        assert!(ended.is_err() || ended.is_ok_and(|count| count == 0));
    }
}

/// What the Python client does with a custom resource.
const PYTHON: &str = r#"
import sys, time
from kubernetes import client, watch

configuration = client.Configuration(host=sys.argv[1])
configuration.ssl_ca_cert = sys.argv[2]
configuration.api_key = {"authorization": "Bearer secret-token"}
api = client.ApiClient(configuration)
names = client.V1CustomResourceDefinitionNames(plural="gadgets", kind="Gadget")
schema = client.V1JSONSchemaProps(type="object", x_kubernetes_preserve_unknown_fields=True)
version = client.V1CustomResourceDefinitionVersion(
    name="v1", served=True, storage=True, schema=client.V1CustomResourceValidation(open_apiv3_schema=schema))
definition = client.V1CustomResourceDefinition(
    metadata=client.V1ObjectMeta(name="gadgets.made.example"),
    spec=client.V1CustomResourceDefinitionSpec(group="made.example", names=names, scope="Namespaced", versions=[version]))
client.ApiextensionsV1Api(api).create_custom_resource_definition(definition)

custom = client.CustomObjectsApi(api)
place = ("made.example", "v1", "default", "gadgets")
body = {"apiVersion": "made.example/v1", "kind": "Gadget", "metadata": {"name": "one"}, "spec": {"size": 1}}
print("created", custom.create_namespaced_custom_object(*place, body)["spec"])
print("patched", custom.patch_namespaced_custom_object(*place, "one", {"spec": {"size": 2}})["spec"])
custom.delete_namespaced_custom_object(*place, "one")
version = custom.list_namespaced_custom_object(*place)["metadata"]["resourceVersion"]
custom.create_namespaced_custom_object(*place, body)
for event in watch.Watch().stream(custom.list_namespaced_custom_object, *place, resource_version=version, timeout_seconds=5):
    print("watched", event["type"], event["object"]["metadata"]["name"])
    break
"#;

#[tokio::test(flavor = "multi_thread")]
async fn the_python_client_makes_watches_patches_and_deletes_a_custom_resource() {
    let python = std::env::var("PYTHON").unwrap_or_else(|_| "python3".to_owned());
    let run = |arguments: Vec<String>| {
        let python = python.clone();
        tokio::task::spawn_blocking(move || {
            std::process::Command::new(python).args(arguments).output()
        })
    };
    let known = run(vec!["-c".to_owned(), "import kubernetes".to_owned()]);
    if !known
        .await
        .unwrap()
        .is_ok_and(|output| output.status.success())
    {
        println!("skipped: no Python with the package kubernetes");
        return;
    }
    let remote = Remote::start().await;
    let directory = tempfile::tempdir().unwrap();
    let certificate = directory.path().join("ca.crt");
    std::fs::write(&certificate, &remote.authority.identity().certificate).unwrap();
    let output = run(vec![
        "-c".to_owned(),
        PYTHON.to_owned(),
        format!("https://{}", remote.address),
        certificate.display().to_string(),
    ])
    .await
    .unwrap()
    .unwrap();
    let told = String::from_utf8(output.stdout).unwrap();
    assert_eq!(
        told,
        "created {'size': 1}\npatched {'size': 2}\nwatched ADDED one\n",
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    remote.stop.send(()).unwrap();
    remote.serving.await.unwrap();
}
