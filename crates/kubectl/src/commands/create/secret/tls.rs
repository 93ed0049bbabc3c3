//! `kubectl create secret tls`: a certificate and its key.

use std::fs;

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cobra::{Command, Flag, Invocation, Io};
use rustls::crypto::ring::sign::any_supported_type;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::sign::CertifiedKey;
use serde_json::json;

use super::super::{generated, name_hash};
use crate::CommandError;
use crate::dry_run::DRY_RUN_FLAGS;
use crate::field_validation::VALIDATE_FLAGS;
use crate::printers::PRINT_FLAGS;
use crate::session::{Factory, Session};

pub(super) static TLS: Command<Session> = Command::new(
    "tls NAME --cert=path/to/cert/file --key=path/to/key/file [--dry-run=server|client|none]",
    "Create a TLS secret",
)
.long("Create a secret of a certificate and its private key, both in PEM and made for each other.")
.example("  # Keep a certificate for an ingress\n  kubectl create secret tls shop-cert --cert=shop.crt --key=shop.key")
.no_flags_in_use_line()
.flags(&[
    PRINT_FLAGS,
    DRY_RUN_FLAGS,
    VALIDATE_FLAGS,
    super::super::CREATE_FLAGS,
    name_hash::APPEND_HASH_FLAGS,
    &[
        Flag::string("cert", "File with the certificate in PEM."),
        Flag::string("key", "File with the private key of the certificate."),
    ],
])
.run(|invocation, session, io| {
    session.drive(invocation, io, async |factory, io| tls(invocation, factory, io).await)
});

/// A certificate and a key that are none, or not of each other.
#[derive(Debug, thiserror::Error)]
enum PairError {
    #[error("tls: failed to find any PEM data in {0} input")]
    NoPem(&'static str),
    #[error("tls: failed to parse private key")]
    Key,
    #[error("tls: private key does not match public key")]
    Mismatch,
}

async fn tls(
    invocation: &Invocation<Session>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let flags = &invocation.flags;
    let name = generated::name(invocation)?;
    let (cert, key) = (flags.string("cert"), flags.string("key"));
    if cert.is_empty() || key.is_empty() {
        return Err(CommandError::told("key and cert must be specified"));
    }
    let (cert, key) = (read(cert, io)?, read(key, io)?);
    check_pair(&cert, &key).map_err(|error| CommandError::told(error.to_string()))?;
    let mut secret = json!({
        "apiVersion": "v1", "kind": "Secret", "metadata": {"name": name}, "type": "kubernetes.io/tls",
        "data": {"tls.crt": STANDARD.encode(cert), "tls.key": STANDARD.encode(key)},
    });
    if flags.bool("append-hash") {
        name_hash::append(&mut secret);
    }
    generated::create(secret, "failed to create secret ", invocation, factory, io).await
}

fn read(path: &str, io: &Io<'_>) -> Result<Vec<u8>, CommandError> {
    fs::read(io.resolve(path)).map_err(|error| {
        let reason = super::super::key_values::reason(&error);
        CommandError::told(format!("Cannot read file {path}, open {path}: {reason}"))
    })
}

fn check_pair(cert: &[u8], key: &[u8]) -> Result<(), PairError> {
    let certificates: Vec<CertificateDer<'_>> = CertificateDer::pem_slice_iter(cert)
        .filter_map(Result::ok)
        .collect();
    if certificates.is_empty() {
        return Err(PairError::NoPem("certificate"));
    }
    let key = PrivateKeyDer::from_pem_slice(key).map_err(|_| PairError::NoPem("key"))?;
    let key = any_supported_type(&key).map_err(|_| PairError::Key)?;
    CertifiedKey::new(certificates, key)
        .keys_match()
        .map_err(|_| PairError::Mismatch)
}
