//! Private keys: made, read, written, and used to sign.

use ed25519_dalek::Signer as _;
use p256::elliptic_curve::sec1::ToSec1Point as _;
use p256::pkcs8::DecodePrivateKey as _;
use rsa::pkcs1::{DecodeRsaPrivateKey as _, EncodeRsaPrivateKey as _, EncodeRsaPublicKey as _};
use rsa::rand_core::{TryCryptoRng, TryRng};
use sha2::{Digest as _, Sha256};

use super::der::{bit_string, explicit, integer, null, object_identifier, octet_string, sequence};
use super::pem;
use crate::environment::Environment;

pub(super) const RSA_ENCRYPTION: &[u32] = &[1, 2, 840, 113_549, 1, 1, 1];
const SHA256_WITH_RSA: &[u32] = &[1, 2, 840, 113_549, 1, 1, 11];
const EC_PUBLIC_KEY: &[u32] = &[1, 2, 840, 10_045, 2, 1];
const P256: &[u32] = &[1, 2, 840, 10_045, 3, 1, 7];
const ECDSA_WITH_SHA256: &[u32] = &[1, 2, 840, 10_045, 4, 3, 2];
const ED25519: &[u32] = &[1, 3, 101, 112];

/// A key that can sign certificates.
pub(super) enum PrivateKey {
    Rsa(Box<rsa::PrivateKey>),
    Ecdsa(p256::SecretKey),
    Ed25519(ed25519_dalek::SigningKey),
}

/// Why a text holds no private key.
#[derive(Debug, thiserror::Error)]
pub(super) enum KeyError {
    #[error("no PEM data in input")]
    NoPem,
    #[error("decoding PEM as {form}: {reason}")]
    Decode { form: &'static str, reason: String },
    #[error("no private key data in PEM block of type {0}")]
    NotPrivate(String),
    /// A DSA key: it can be read, but signs nothing.
    #[error("x509: certificate private key does not implement crypto.Signer")]
    NoSigner,
}

/// The environment's random bytes for the key generators.
pub(super) struct Random<'a>(pub(super) &'a Environment);

impl TryRng for Random<'_> {
    type Error = std::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        let mut bytes = [0; 4];
        self.0.fill_random(&mut bytes);
        Ok(u32::from_le_bytes(bytes))
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        let mut bytes = [0; 8];
        self.0.fill_random(&mut bytes);
        Ok(u64::from_le_bytes(bytes))
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.fill_random(bytes);
        Ok(())
    }
}

impl TryCryptoRng for Random<'_> {}

impl PrivateKey {
    pub(super) fn rsa(environment: &Environment, bits: usize) -> Result<PrivateKey, String> {
        let key = rsa::PrivateKey::new(&mut Random(environment), bits)
            .map_err(|error| error.to_string())?;
        Ok(PrivateKey::Rsa(Box::new(key)))
    }

    pub(super) fn ecdsa(environment: &Environment) -> Result<PrivateKey, String> {
        loop {
            let mut bytes = [0; 32];
            environment.fill_random(&mut bytes);
            // All but one number in 2^32 are in range.
            if let Ok(key) = p256::SecretKey::from_slice(&bytes) {
                return Ok(PrivateKey::Ecdsa(key));
            }
        }
    }

    pub(super) fn ed25519(environment: &Environment) -> PrivateKey {
        let mut seed = [0; 32];
        environment.fill_random(&mut seed);
        PrivateKey::Ed25519(ed25519_dalek::SigningKey::from_bytes(&seed))
    }

    pub(super) fn from_pem(text: &str) -> Result<PrivateKey, KeyError> {
        let (label, der) = pem::decode(text).ok_or(KeyError::NoPem)?;
        let failed = |form| move |reason: String| KeyError::Decode { form, reason };
        match label.as_str() {
            "RSA PRIVATE KEY" => rsa::PrivateKey::from_pkcs1_der(&der)
                .map(|key| PrivateKey::Rsa(Box::new(key)))
                .map_err(|e| failed("PKCS#1")(e.to_string())),
            "EC PRIVATE KEY" => p256::SecretKey::from_sec1_der(&der)
                .map(PrivateKey::Ecdsa)
                .map_err(|e| failed("EC private key")(e.to_string())),
            "DSA PRIVATE KEY" => Err(KeyError::NoSigner),
            "PRIVATE KEY" => PrivateKey::from_pkcs8(&der).map_err(failed("PKCS#8")),
            _ => Err(KeyError::NotPrivate(label)),
        }
    }

    fn from_pkcs8(der: &[u8]) -> Result<PrivateKey, String> {
        if let Ok(key) = ed25519_dalek::SigningKey::from_pkcs8_der(der) {
            return Ok(PrivateKey::Ed25519(key));
        }
        if let Ok(key) = p256::SecretKey::from_pkcs8_der(der) {
            return Ok(PrivateKey::Ecdsa(key));
        }
        rsa::PrivateKey::from_pkcs8_der(der)
            .map(|key| PrivateKey::Rsa(Box::new(key)))
            .map_err(|error| error.to_string())
    }

    /// The form in which Go writes each kind.
    pub(super) fn to_pem(&self) -> Result<String, String> {
        Ok(match self {
            PrivateKey::Rsa(key) => pem::encode(
                "RSA PRIVATE KEY",
                key.to_pkcs1_der().map_err(|e| e.to_string())?.as_bytes(),
            ),
            PrivateKey::Ecdsa(key) => {
                let parts = [
                    integer(&[1]),
                    octet_string(&key.to_bytes()),
                    explicit(0, &object_identifier(P256)),
                    explicit(1, &bit_string(&self.public_bits()?)),
                ];
                pem::encode("EC PRIVATE KEY", &sequence(&parts))
            }
            PrivateKey::Ed25519(key) => {
                let parts = [
                    integer(&[0]),
                    sequence(&[object_identifier(ED25519)]),
                    octet_string(&octet_string(&key.to_bytes())),
                ];
                pem::encode("PRIVATE KEY", &sequence(&parts))
            }
        })
    }

    /// What a certificate's public key field holds in its bit string.
    pub(super) fn public_bits(&self) -> Result<Vec<u8>, String> {
        Ok(match self {
            PrivateKey::Rsa(key) => key
                .to_public_key()
                .to_pkcs1_der()
                .map_err(|e| e.to_string())?
                .as_bytes()
                .to_vec(),
            PrivateKey::Ecdsa(key) => key.public_key().to_sec1_point(false).as_bytes().to_vec(),
            PrivateKey::Ed25519(key) => key.verifying_key().to_bytes().to_vec(),
        })
    }

    pub(super) fn public_key_info(&self) -> Result<Vec<u8>, String> {
        let algorithm = match self {
            PrivateKey::Rsa(_) => sequence(&[object_identifier(RSA_ENCRYPTION), null()]),
            PrivateKey::Ecdsa(_) => {
                sequence(&[object_identifier(EC_PUBLIC_KEY), object_identifier(P256)])
            }
            PrivateKey::Ed25519(_) => sequence(&[object_identifier(ED25519)]),
        };
        Ok(sequence(&[algorithm, bit_string(&self.public_bits()?)]))
    }

    pub(super) fn signature_algorithm(&self) -> Vec<u8> {
        match self {
            PrivateKey::Rsa(_) => sequence(&[object_identifier(SHA256_WITH_RSA), null()]),
            PrivateKey::Ecdsa(_) => sequence(&[object_identifier(ECDSA_WITH_SHA256)]),
            PrivateKey::Ed25519(_) => sequence(&[object_identifier(ED25519)]),
        }
    }

    pub(super) fn sign(&self, message: &[u8]) -> Result<Vec<u8>, String> {
        Ok(match self {
            PrivateKey::Rsa(key) => key
                .sign(rsa::Pkcs1v15Sign::new::<Sha256>(), &Sha256::digest(message))
                .map_err(|e| e.to_string())?,
            PrivateKey::Ecdsa(key) => {
                let signature: p256::ecdsa::Signature =
                    p256::ecdsa::SigningKey::from(key).sign(message);
                signature.to_der().as_bytes().to_vec()
            }
            PrivateKey::Ed25519(key) => key.sign(message).to_bytes().to_vec(),
        })
    }
}
