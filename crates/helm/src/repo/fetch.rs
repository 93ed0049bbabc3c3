//! Downloads over HTTP.

use std::sync::Arc;
use std::time::Duration;

use cobra::{Flags, Io};
use ureq::tls::{Certificate, ClientCert, PrivateKey, RootCerts, TlsConfig};
use ureq::{Agent, Proxy};
use url::Url;

use crate::failure::go_io;

/// More than this is not taken from a server.
const MAX_BYTES: u64 = 512 << 20;

/// As whom, and how carefully, a server is asked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Access {
    pub(crate) username: String,
    pub(crate) password: String,
    /// PEM files; empty if there are none.
    pub(crate) cert_file: String,
    pub(crate) key_file: String,
    pub(crate) ca_file: String,
    pub(crate) insecure_skip_tls_verify: bool,
    pub(crate) pass_credentials: bool,
}

impl Access {
    /// What the flags of a command say.
    pub(crate) fn from_flags(flags: &Flags) -> Access {
        let text = |name| flags.string(name).to_owned();
        Access {
            username: text("username"),
            password: text("password"),
            cert_file: text("cert-file"),
            key_file: text("key-file"),
            ca_file: text("ca-file"),
            insecure_skip_tls_verify: flags.bool("insecure-skip-tls-verify"),
            pass_credentials: flags.has("pass-credentials") && flags.bool("pass-credentials"),
        }
    }

    /// The same without user and password.
    pub(crate) fn anonymous(&self) -> Access {
        Access {
            username: String::new(),
            password: String::new(),
            ..self.clone()
        }
    }
}

/// Why something was not downloaded, in the words of Helm and of Go's HTTP client.
#[derive(Debug, thiserror::Error)]
pub(crate) enum FetchError {
    #[error("could not find protocol handler for: {0}")]
    Scheme(String),
    #[error("Get {}: {reason}", gostd::strconv::quote(.url))]
    Get { url: String, reason: String },
    #[error("failed to fetch {url} : {status}")]
    Status { url: String, status: String },
    #[error("can't create TLS config for client: {0}")]
    Tls(String),
}

/// Downloads with the timeout that a command has.
#[derive(Clone, Debug)]
pub(crate) struct Fetcher {
    pub(crate) timeout: Duration,
}

impl Default for Fetcher {
    fn default() -> Self {
        Fetcher {
            timeout: Duration::from_secs(120),
        }
    }
}

impl Fetcher {
    /// What is at a URL.
    pub(crate) fn get(
        &self,
        url: &Url,
        access: &Access,
        io: &Io<'_>,
    ) -> Result<Vec<u8>, FetchError> {
        if !matches!(url.scheme(), "http" | "https") {
            return Err(FetchError::Scheme(url.scheme().to_owned()));
        }
        let text = url.to_string();
        let agent = self.agent(url, access, io)?;
        let mut request = agent.get(&text);
        if !access.username.is_empty() || !access.password.is_empty() {
            let login = format!("{}:{}", access.username, access.password);
            let login = gostd::base64::encode(login.as_bytes());
            request = request.header("Authorization", format!("Basic {login}"));
        }
        let failed = |error: &ureq::Error| FetchError::Get {
            url: text.clone(),
            reason: reason(error, url),
        };
        let mut response = request.call().map_err(|error| failed(&error))?;
        let status = response.status();
        if status != 200 {
            let reason = status.canonical_reason().unwrap_or_default();
            return Err(FetchError::Status {
                url: text,
                status: format!("{} {reason}", status.as_u16())
                    .trim_end()
                    .to_owned(),
            });
        }
        let body = response
            .body_mut()
            .with_config()
            .limit(MAX_BYTES)
            .read_to_vec();
        body.map_err(|error| failed(&error))
    }

    fn agent(&self, url: &Url, access: &Access, io: &Io<'_>) -> Result<Agent, FetchError> {
        // As in Go, what is on this machine is not asked for through a proxy.
        let proxy = if is_loopback(url) {
            None
        } else {
            Proxy::try_from_env()
        };
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(self.timeout))
            .user_agent(concat!("kaeru/", env!("CARGO_PKG_VERSION")))
            .proxy(proxy)
            .tls_config(tls(access, io)?);
        Ok(config.build().new_agent())
    }
}

fn tls(access: &Access, io: &Io<'_>) -> Result<TlsConfig, FetchError> {
    let read = |what: &str, file: &str| {
        std::fs::read(io.resolve(file)).map_err(|error| {
            let quoted = gostd::strconv::quote(file);
            let reason = go_io("open", file, &error);
            FetchError::Tls(format!("{what}: {quoted}: {reason}"))
        })
    };
    let invalid = |file: &str| FetchError::Tls(format!("no certificate or key in {file:?}"));
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let mut config = TlsConfig::builder()
        .unversioned_rustls_crypto_provider(provider)
        .disable_verification(access.insecure_skip_tls_verify);
    config = config.root_certs(if access.ca_file.is_empty() {
        RootCerts::PlatformVerifier
    } else {
        let pem = read("can't read CA file", &access.ca_file)?;
        let certificate = Certificate::from_pem(&pem).map_err(|_| invalid(&access.ca_file))?;
        RootCerts::new_with_certs(&[certificate])
    });
    if !access.cert_file.is_empty() && !access.key_file.is_empty() {
        let certificate = read("unable to read cert file", &access.cert_file)?;
        let key = read("unable to read key file", &access.key_file)?;
        let certificate =
            Certificate::from_pem(&certificate).map_err(|_| invalid(&access.cert_file))?;
        let key = PrivateKey::from_pem(&key).map_err(|_| invalid(&access.key_file))?;
        config = config.client_cert(Some(ClientCert::new_with_certs(&[certificate], key)));
    }
    Ok(config.build())
}

fn is_loopback(url: &Url) -> bool {
    match url.host() {
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        Some(url::Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Why there was no answer, as Go's client says it.
fn reason(error: &ureq::Error, url: &Url) -> String {
    let host = url.host_str().unwrap_or_default();
    let port = url.port_or_known_default().unwrap_or(0);
    let lookup = || format!("dial tcp: lookup {host}: no such host");
    let dial = |reason: &str| format!("dial tcp {host}:{port}: connect: {reason}");
    match error {
        ureq::Error::ConnectionFailed => dial("connection refused"),
        ureq::Error::HostNotFound => lookup(),
        ureq::Error::Timeout(_) => {
            "context deadline exceeded (Client.Timeout exceeded while awaiting headers)".to_owned()
        }
        ureq::Error::Io(error) => match error.kind() {
            std::io::ErrorKind::ConnectionRefused => dial("connection refused"),
            std::io::ErrorKind::ConnectionReset => "read: connection reset by peer".to_owned(),
            std::io::ErrorKind::UnexpectedEof => "EOF".to_owned(),
            _ if is_lookup(error) => lookup(),
            _ => error.to_string(),
        },
        other => other.to_string(),
    }
}

/// The standard library has no kind for names that are not found.
fn is_lookup(error: &std::io::Error) -> bool {
    error.to_string().starts_with("failed to lookup address")
}
