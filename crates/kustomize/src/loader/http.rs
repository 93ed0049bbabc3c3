//! Files over HTTP and HTTPS.

use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{TcpStream, ToSocketAddrs};
use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use url::Url;

use super::{Fetched, Remote, RemoteError, RepoSpec, load_error};
use crate::error::{Error, ErrorKind, Result};

const TIMEOUT: Duration = Duration::from_secs(30);
const REDIRECTS: usize = 10;
/// More than this is no kustomization's file.
const MAX_BODY: u64 = 256 << 20;
const MAX_HEADER_LINES: usize = 256;
const MAX_LINE: u64 = 64 << 10;

/// Where systems keep the authorities that they trust.
const CERTIFICATE_FILES: &[&str] = &[
    "/etc/ssl/certs/ca-certificates.crt",
    "/etc/pki/tls/certs/ca-bundle.crt",
    "/etc/ssl/ca-bundle.pem",
    "/etc/pki/ca-trust/extracted/pem/tls-ca-bundle.pem",
    "/etc/ssl/cert.pem",
];

/// Whether a path is an address of a file.
pub(super) fn is_remote_file(path: &str) -> bool {
    let scheme = path.split_once(':').map_or("", |(scheme, _)| scheme);
    (scheme.eq_ignore_ascii_case("http") || scheme.eq_ignore_ascii_case("https"))
        && Url::parse(path).is_ok()
}

/// Gets a file; an answer other than success is an error, unless the address may be that of a repository.
pub(super) fn get(remote: &dyn Remote, address: &str) -> Result<Vec<u8>> {
    let fetched = remote.get(address).map_err(RemoteError::into_error)?;
    if (200..300).contains(&fetched.status) {
        return Ok(fetched.body);
    }
    if RepoSpec::parse(address).is_ok() {
        return Err(load_error("URL is a git repository"));
    }
    let reason = http::StatusCode::from_u16(fetched.status)
        .ok()
        .and_then(|status| status.canonical_reason())
        .unwrap_or_default();
    Err(Error::new(
        ErrorKind::Http,
        format!("HTTP Error: status code {} ({reason})", fetched.status),
    ))
}

/// A client that asks once and closes.
#[derive(Debug)]
pub(super) struct HttpClient;

impl HttpClient {
    /// Gets what is at an address, following redirects. The error is in Go's words, without the address.
    pub(super) fn get(&self, address: &str) -> std::result::Result<Fetched, String> {
        let mut url = Url::parse(address).map_err(|error| error.to_string())?;
        for _ in 0..=REDIRECTS {
            let response = Self::request(&url)?;
            match response
                .location
                .filter(|_| matches!(response.fetched.status, 301 | 302 | 303 | 307 | 308))
            {
                Some(location) => url = url.join(&location).map_err(|error| error.to_string())?,
                None => return Ok(response.fetched),
            }
        }
        Err(format!("stopped after {REDIRECTS} redirects"))
    }

    fn request(url: &Url) -> std::result::Result<Response, String> {
        let host = url.host_str().ok_or("no Host in request URL")?;
        let tcp = connect(host, url.port_or_known_default().unwrap_or(80))?;
        if url.scheme() == "https" {
            let server =
                ServerName::try_from(host.to_owned()).map_err(|error| error.to_string())?;
            let session = rustls::ClientConnection::new(tls_config()?, server)
                .map_err(|error| error.to_string())?;
            return exchange(rustls::StreamOwned::new(session, tcp), url)
                .map_err(|error| io_text(&error));
        }
        exchange(tcp, url).map_err(|error| io_text(&error))
    }
}

struct Response {
    fetched: Fetched,
    location: Option<String>,
}

fn connect(host: &str, port: u16) -> std::result::Result<TcpStream, String> {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    let addresses = (bare, port)
        .to_socket_addrs()
        .map_err(|_| format!("dial tcp: lookup {host}: no such host"))?;
    let mut reason = format!("dial tcp: lookup {host}: no such host");
    for address in addresses {
        match TcpStream::connect_timeout(&address, TIMEOUT) {
            Ok(stream) => {
                stream
                    .set_read_timeout(Some(TIMEOUT))
                    .map_err(|error| io_text(&error))?;
                return Ok(stream);
            }
            Err(error) => reason = format!("dial tcp {address}: connect: {}", io_text(&error)),
        }
    }
    Err(reason)
}

fn tls_config() -> std::result::Result<Arc<rustls::ClientConfig>, String> {
    let mut roots = rustls::RootCertStore::empty();
    let chosen = std::env::var("SSL_CERT_FILE").ok();
    let files = chosen
        .iter()
        .map(String::as_str)
        .chain(CERTIFICATE_FILES.iter().copied());
    if let Some(certificates) = files
        .filter_map(|file| CertificateDer::pem_file_iter(file).ok())
        .next()
    {
        roots.add_parsable_certificates(certificates.flatten());
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let versions =
        rustls::ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    let config = versions
        .map_err(|error| error.to_string())?
        .with_root_certificates(roots)
        .with_no_client_auth();
    Ok(Arc::new(config))
}

fn exchange(mut stream: impl Read + Write, url: &Url) -> io::Result<Response> {
    let target = &url[url::Position::BeforePath..url::Position::AfterQuery];
    let authority = &url[url::Position::BeforeHost..url::Position::AfterPort];
    let agent = concat!("kaeru/", env!("CARGO_PKG_VERSION"));
    write!(
        stream,
        "GET {target} HTTP/1.1\r\nHost: {authority}\r\nUser-Agent: {agent}\r\nAccept: */*\r\nConnection: close\r\n\r\n"
    )?;
    stream.flush()?;
    read_response(&mut BufReader::new(stream))
}

fn read_response(reader: &mut impl BufRead) -> io::Result<Response> {
    let status_line = read_line(reader)?;
    let status = status_line
        .split(' ')
        .nth(1)
        .and_then(|word| word.parse().ok())
        .ok_or_else(|| malformed("malformed HTTP response"))?;
    let (mut location, mut length, mut chunked) = (None, None, false);
    for _ in 0..MAX_HEADER_LINES {
        let line = read_line(reader)?;
        if line.is_empty() {
            let body = read_body(reader, length, chunked)?;
            return Ok(Response {
                fetched: Fetched { status, body },
                location,
            });
        }
        let Some((name, value)) = line.split_once(':') else {
            continue;
        };
        match name.to_ascii_lowercase().as_str() {
            "location" => location = Some(value.trim().to_owned()),
            "content-length" => length = value.trim().parse().ok(),
            "transfer-encoding" => chunked = value.to_ascii_lowercase().contains("chunked"),
            _ => {}
        }
    }
    Err(malformed("too many headers"))
}

fn read_body(reader: &mut impl BufRead, length: Option<u64>, chunked: bool) -> io::Result<Vec<u8>> {
    let mut body = Vec::new();
    if chunked {
        loop {
            let line = read_line(reader)?;
            let size = line.split(';').next().unwrap_or_default().trim();
            let size = u64::from_str_radix(size, 16)
                .map_err(|_| malformed("invalid byte in chunk length"))?;
            if size == 0 {
                return Ok(body);
            }
            read_exactly(reader, size, &mut body)?;
            read_line(reader)?;
        }
    }
    match length {
        Some(length) => read_exactly(reader, length, &mut body)?,
        None => {
            reader.take(MAX_BODY + 1).read_to_end(&mut body)?;
            refuse_large(body.len() as u64)?;
        }
    }
    Ok(body)
}

fn read_exactly(reader: &mut impl BufRead, length: u64, body: &mut Vec<u8>) -> io::Result<()> {
    refuse_large(length.saturating_add(body.len() as u64))?;
    let before = body.len() as u64;
    reader.take(length).read_to_end(body)?;
    if body.len() as u64 - before < length {
        return Err(malformed("unexpected EOF"));
    }
    Ok(())
}

fn refuse_large(length: u64) -> io::Result<()> {
    if length > MAX_BODY {
        Err(malformed("the file is too large"))
    } else {
        Ok(())
    }
}

fn read_line(reader: &mut impl BufRead) -> io::Result<String> {
    let mut line = Vec::new();
    reader.take(MAX_LINE).read_until(b'\n', &mut line)?;
    if line.pop() != Some(b'\n') {
        return Err(malformed("unexpected EOF"));
    }
    Ok(String::from_utf8_lossy(&line)
        .trim_end_matches('\r')
        .to_owned())
}

fn malformed(text: &str) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, text.to_owned())
}

/// The text of a failure as Go has it.
fn io_text(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::ConnectionRefused => "connection refused".to_owned(),
        io::ErrorKind::ConnectionReset => "connection reset by peer".to_owned(),
        io::ErrorKind::TimedOut | io::ErrorKind::WouldBlock => "i/o timeout".to_owned(),
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::{is_remote_file, read_response};

    #[test]
    fn reads_chunks() {
        let mut text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n2;x=y\r\nde\r\n0\r\n\r\n".as_bytes();
        let response = read_response(&mut text).expect("a response");
        assert_eq!(
            (response.fetched.status, response.fetched.body.as_slice()),
            (200, b"abcde".as_slice())
        );
    }

    #[test]
    fn refuses_half_a_body() {
        let mut text = "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc".as_bytes();
        assert!(read_response(&mut text).is_err());
    }

    #[test]
    fn knows_addresses_of_files() {
        assert!(is_remote_file("https://example.com/r.yaml"));
        assert!(
            !is_remote_file("github.com/org/repo")
                && !is_remote_file("ssh://example.com/r")
                && !is_remote_file("../r.yaml")
        );
    }
}
