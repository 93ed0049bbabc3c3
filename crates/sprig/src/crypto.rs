//! Digests, passwords, encryption, keys and certificates.

mod certificate;
mod der;
mod dsa;
mod encryption;
mod key;
mod password;
mod pem;
mod signed;

use gotmpl::{CallError, Function, Str, Type, Value};
use sha1::Sha1;
use sha2::{Digest, Sha256, Sha512};

use crate::environment::Environment;
use crate::function::{Named, Result, binary, unary};

pub(crate) fn functions(environment: &Environment) -> Vec<Named> {
    let mut functions = vec![
        (
            "sha1sum",
            unary(|text: Str| hexadecimal(&Sha1::digest(text.as_bytes()))),
        ),
        (
            "sha256sum",
            unary(|text: Str| hexadecimal(&Sha256::digest(text.as_bytes()))),
        ),
        (
            "sha512sum",
            unary(|text: Str| hexadecimal(&Sha512::digest(text.as_bytes()))),
        ),
        (
            "adler32sum",
            unary(|text: Str| adler32(text.as_bytes()).to_string()),
        ),
        (
            "derivePassword",
            Function::new(
                &[
                    Type::Uint32,
                    Type::String,
                    Type::String,
                    Type::String,
                    Type::String,
                ],
                derive_password,
            ),
        ),
    ];
    let (salts, users, vectors, keys) = (
        environment.clone(),
        environment.clone(),
        environment.clone(),
        environment.clone(),
    );
    functions.extend([
        (
            "bcrypt",
            unary(move |text: Str| password::bcrypt(&salts, &text)),
        ),
        (
            "htpasswd",
            binary(move |user: Str, text: Str| password::htpasswd(&users, &user, &text)),
        ),
        (
            "encryptAES",
            binary(move |key: Str, text: Str| {
                encryption::encrypt(&vectors, key.as_bytes(), text.as_bytes())
            }),
        ),
        (
            "decryptAES",
            binary(|key: Str, text: Str| {
                encryption::decrypt(key.as_bytes(), text.as_bytes())
                    .map(Str::from)
                    .map_err(CallError::new)
            }),
        ),
        (
            "genPrivateKey",
            unary(move |kind: Str| generate_key(&keys, &kind.to_str())),
        ),
    ]);
    functions.extend(certificate::functions(environment));
    functions
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|b| format!("{b:02x}")).collect()
}

fn adler32(bytes: &[u8]) -> u32 {
    let (mut a, mut b) = (1_u32, 0_u32);
    for byte in bytes {
        a = (a + u32::from(*byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    b << 16 | a
}

fn derive_password(arguments: &[Value]) -> Result {
    let [
        Value::Uint64(counter),
        Value::String(kind),
        Value::String(secret),
        Value::String(user),
        Value::String(site),
    ] = arguments
    else {
        return Err("derivePassword takes a counter and four strings".into());
    };
    let counter = u32::try_from(*counter).map_err(|_| CallError::new("counter is too large"))?;
    Ok(Value::from(password::derive(
        counter,
        &kind.to_str(),
        secret.as_bytes(),
        user.as_bytes(),
        site.as_bytes(),
    )))
}

/// Errors are given as the result, as Sprig does.
fn generate_key(environment: &Environment, kind: &str) -> String {
    let generated = match kind {
        "" | "rsa" => key::PrivateKey::rsa(environment, 4096),
        "ecdsa" => key::PrivateKey::ecdsa(environment),
        "ed25519" => Ok(key::PrivateKey::ed25519(environment)),
        "dsa" => return pem::encode("DSA PRIVATE KEY", &dsa::generate(environment)),
        _ => return format!("Unknown type {kind}"),
    };
    match generated.and_then(|key| key.to_pem()) {
        Ok(pem) => pem,
        Err(error) => format!("failed to generate private key: {error}"),
    }
}
