//! The key that signs tokens.

use std::sync::Arc;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use ring::rand::SystemRandom;
use ring::signature::{
    ECDSA_P256_SHA256_FIXED, ECDSA_P256_SHA256_FIXED_SIGNING, EcdsaKeyPair, KeyPair as _,
    UnparsedPublicKey,
};
use rustls::pki_types::PrivateKeyDer;
use rustls::pki_types::pem::PemObject as _;
use serde_json::{Value, json};

use super::ALGORITHM;

/// Why a key cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SigningKeyError {
    /// It could not be made.
    #[error("make a key")]
    Make(#[from] rcgen::Error),
    /// It is no PEM.
    #[error("read the key")]
    Pem(#[from] rustls::pki_types::pem::Error),
    /// It is of another kind.
    #[error("the key is none of P-256: {0}")]
    Kind(ring::error::KeyRejected),
}

/// A key of the curve P-256 that signs and verifies the tokens of service accounts.
#[derive(Clone)]
pub struct SigningKey {
    pair: Arc<EcdsaKeyPair>,
    id: String,
}

impl SigningKey {
    /// A new key as PEM.
    ///
    /// # Errors
    /// The system gave no random numbers.
    pub fn generate() -> Result<String, SigningKeyError> {
        Ok(rcgen::KeyPair::generate()?.serialize_pem())
    }

    /// The key in a PEM text.
    ///
    /// # Errors
    /// It is no private key of P-256.
    pub fn from_pem(pem: &str) -> Result<Self, SigningKeyError> {
        let der = PrivateKeyDer::from_pem_slice(pem.as_bytes())?;
        let algorithm = &ECDSA_P256_SHA256_FIXED_SIGNING;
        let pair = EcdsaKeyPair::from_pkcs8(algorithm, der.secret_der(), &SystemRandom::new())
            .map_err(SigningKeyError::Kind)?;
        let digest = ring::digest::digest(&ring::digest::SHA256, pair.public_key().as_ref());
        Ok(Self {
            pair: Arc::new(pair),
            id: URL_SAFE_NO_PAD.encode(digest),
        })
    }

    /// The claims as a signed token; nothing if the system gives no random numbers.
    pub(super) fn sign(&self, claims: &Value) -> Option<String> {
        let header = json!({"alg": ALGORITHM, "kid": self.id});
        let encode = |value: &Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let signed = format!("{}.{}", encode(&header), encode(claims));
        let signature = self
            .pair
            .sign(&SystemRandom::new(), signed.as_bytes())
            .ok()?;
        Some(format!("{signed}.{}", URL_SAFE_NO_PAD.encode(signature)))
    }

    /// The claims of a token that this key has signed.
    pub(super) fn open(&self, token: &str) -> Option<Value> {
        let (signed, signature) = token.rsplit_once('.')?;
        let (header, claims) = signed.split_once('.')?;
        let decode = |text: &str| URL_SAFE_NO_PAD.decode(text).ok();
        let header: Value = serde_json::from_slice(&decode(header)?).ok()?;
        if header["alg"] != ALGORITHM {
            return None;
        }
        let key = UnparsedPublicKey::new(&ECDSA_P256_SHA256_FIXED, self.pair.public_key());
        key.verify(signed.as_bytes(), &decode(signature)?).ok()?;
        serde_json::from_slice(&decode(claims)?).ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_the_key_has_signed_is_opened() {
        let key = SigningKey::from_pem(&SigningKey::generate().unwrap()).unwrap();
        let other = SigningKey::from_pem(&SigningKey::generate().unwrap()).unwrap();
        let claims = json!({"sub": "a"});
        let token = key.sign(&claims).unwrap();
        assert_eq!(key.open(&token), Some(claims));
        assert_eq!(other.open(&token), None);
        let parts: Vec<&str> = token.split('.').collect();
        let encode = |value: Value| URL_SAFE_NO_PAD.encode(value.to_string());
        let forged = format!("{}.{}.{}", parts[0], encode(json!({"sub": "b"})), parts[2]);
        assert_eq!(key.open(&forged), None);
        let unsigned = format!("{}.{}.", encode(json!({"alg": "none"})), parts[1]);
        assert_eq!(key.open(&unsigned), None);
    }
}
