//! Tokens of service accounts: signed by the server, bound to an account and perhaps to a pod, and good for a time.

mod issue;
mod signing_key;
mod verify;

pub(crate) use issue::create;
pub use signing_key::{SigningKey, SigningKeyError};
pub(crate) use verify::{TokenError, verify};

/// Who issues the tokens, and for whom they are unless a request says otherwise.
const ISSUER: &str = "https://kubernetes.default.svc.cluster.local";
/// The algorithm of the signatures.
const ALGORITHM: &str = "ES256";
