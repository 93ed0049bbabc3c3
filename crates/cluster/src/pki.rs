//! The certificates of a cluster, which it keeps over restarts.

use std::fs;
use std::io;
use std::net::{IpAddr, Ipv4Addr};
use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use apiserver::{Authority, CertificateError, Identity, SigningKey, SigningKeyError, User};

use crate::data_dir::write_private;

const AUTHORITY: &str = "kaeru-ca";
const SERVER_NAMES: [&str; 5] = [
    "localhost",
    "kubernetes",
    "kubernetes.default",
    "kubernetes.default.svc",
    "kubernetes.default.svc.cluster.local",
];

/// Why the certificates cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum PkiError {
    /// A file cannot be read or written.
    #[error("use {}", path.display())]
    File {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// A certificate cannot be made or read.
    #[error(transparent)]
    Certificate(#[from] CertificateError),
    /// The key of the service accounts' tokens cannot be made or read.
    #[error("the key of service accounts")]
    SigningKey(#[from] SigningKeyError),
}

/// The certificates of a cluster.
pub(crate) struct Pki {
    /// The certificate of the authority.
    pub(crate) authority: String,
    pub(crate) server: Identity,
    pub(crate) admin: Identity,
    /// What signs the tokens of service accounts.
    pub(crate) signing_key: SigningKey,
}

impl Pki {
    /// Reads the certificates of an earlier run, or makes new ones.
    pub(crate) fn load(dir: &Path) -> Result<Self, PkiError> {
        let dir = dir.join("pki");
        fs::DirBuilder::new()
            .recursive(true)
            .mode(0o700)
            .create(&dir)
            .map_err(|source| PkiError::File {
                path: dir.clone(),
                source,
            })?;
        let authority = match read(&dir, "ca")? {
            Some(identity) => Authority::load(identity)?,
            None => {
                let authority = Authority::new(AUTHORITY)?;
                write(&dir, "ca", authority.identity())?;
                authority
            }
        };
        let server = match read(&dir, "server")? {
            Some(identity) => identity,
            None => keep(
                &dir,
                "server",
                authority.server(&SERVER_NAMES, &[IpAddr::V4(Ipv4Addr::LOCALHOST)])?,
            )?,
        };
        let admin = match read(&dir, "admin")? {
            Some(identity) => identity,
            None => keep(
                &dir,
                "admin",
                authority.client(&User::new("kubernetes-admin", ["system:masters"]))?,
            )?,
        };
        Ok(Pki {
            authority: authority.identity().certificate.clone(),
            server,
            admin,
            signing_key: signing_key(&dir)?,
        })
    }
}

fn signing_key(dir: &Path) -> Result<SigningKey, PkiError> {
    let path = dir.join("sa.key");
    let pem = match fs::read_to_string(&path) {
        Ok(pem) => pem,
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let pem = SigningKey::generate()?;
            write_private(&path, pem.as_bytes())
                .map_err(|source| PkiError::File { path, source })?;
            pem
        }
        Err(source) => return Err(PkiError::File { path, source }),
    };
    Ok(SigningKey::from_pem(&pem)?)
}

fn keep(dir: &Path, name: &str, identity: Identity) -> Result<Identity, PkiError> {
    write(dir, name, &identity)?;
    Ok(identity)
}

fn read(dir: &Path, name: &str) -> Result<Option<Identity>, PkiError> {
    let text = |extension: &str| {
        let path = dir.join(format!("{name}.{extension}"));
        match fs::read_to_string(&path) {
            Ok(text) => Ok(Some(text)),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
            Err(source) => Err(PkiError::File { path, source }),
        }
    };
    Ok(text("crt")?
        .zip(text("key")?)
        .map(|(certificate, key)| Identity { certificate, key }))
}

fn write(dir: &Path, name: &str, identity: &Identity) -> Result<(), PkiError> {
    for (extension, text) in [("key", &identity.key), ("crt", &identity.certificate)] {
        let path = dir.join(format!("{name}.{extension}"));
        write_private(&path, text.as_bytes()).map_err(|source| PkiError::File { path, source })?;
    }
    Ok(())
}
