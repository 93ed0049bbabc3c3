//! Password hashes, and passwords derived from a master password.

use gotmpl::Str;
use hmac::{Hmac, KeyInit as _, Mac as _};
use sha2::Sha256;

use crate::environment::Environment;

const COST: u32 = 10;

/// A bcrypt hash; the refusal of a long password is the result.
pub(super) fn bcrypt(environment: &Environment, password: &Str) -> String {
    let refused = |reason: &str| format!("failed to encrypt string with bcrypt: {reason}");
    if password.len() > 72 {
        return refused("bcrypt: password length exceeds 72 bytes");
    }
    let mut salt = [0; 16];
    environment.fill_random(&mut salt);
    match bcrypt::hash_with_salt(password.as_bytes(), COST, salt) {
        Ok(hash) => hash.format_for_version(bcrypt::Version::TwoA),
        Err(error) => refused(&error.to_string()),
    }
}

pub(super) fn htpasswd(environment: &Environment, user: &Str, password: &Str) -> String {
    if user.as_bytes().contains(&b':') {
        return format!("invalid username: {user}");
    }
    format!("{user}:{}", bcrypt(environment, password))
}

/// The seed's name space in the algorithm of Master Password.
const SCOPE: &[u8] = b"com.lyndir.masterpassword";

/// The algorithm's templates by kind of password: a letter for a class of characters.
const TEMPLATES: &[(&str, &[&str])] = &[
    ("maximum", &["anoxxxxxxxxxxxxxxxxx", "axxxxxxxxxxxxxxxxxno"]),
    (
        "long",
        &[
            "CvcvnoCvcvCvcv",
            "CvcvCvcvnoCvcv",
            "CvcvCvcvCvcvno",
            "CvccnoCvcvCvcv",
            "CvccCvcvnoCvcv",
            "CvccCvcvCvcvno",
            "CvcvnoCvccCvcv",
            "CvcvCvccnoCvcv",
            "CvcvCvccCvcvno",
            "CvcvnoCvcvCvcc",
            "CvcvCvcvnoCvcc",
            "CvcvCvcvCvccno",
            "CvccnoCvccCvcv",
            "CvccCvccnoCvcv",
            "CvccCvccCvcvno",
            "CvcvnoCvccCvcc",
            "CvcvCvccnoCvcc",
            "CvcvCvccCvccno",
            "CvccnoCvcvCvcc",
            "CvccCvcvnoCvcc",
            "CvccCvcvCvccno",
        ],
    ),
    ("medium", &["CvcnoCvc", "CvcCvcno"]),
    ("short", &["Cvcn"]),
    ("basic", &["aaanaaan", "aannaaan", "aaannaaa"]),
    ("pin", &["nnnn"]),
];

fn characters(class: char) -> &'static [u8] {
    match class {
        'V' => b"AEIOU",
        'C' => b"BCDFGHJKLMNPQRSTVWXYZ",
        'v' => b"aeiou",
        'c' => b"bcdfghjklmnpqrstvwxyz",
        'a' => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz",
        'n' => b"0123456789",
        'o' => b"@&%?,=[]_:-+*$#!'^~;()/.",
        _ => b"AEIOUaeiouBCDFGHJKLMNPQRSTVWXYZbcdfghjklmnpqrstvwxyz0123456789!@#$%^&*()",
    }
}

/// The site's password; an unknown kind and other refusals are the result.
pub(super) fn derive(counter: u32, kind: &str, secret: &[u8], user: &[u8], site: &[u8]) -> String {
    let Some((_, templates)) = TEMPLATES.iter().find(|(name, _)| *name == kind) else {
        return format!("cannot find password template {kind}");
    };
    let length = |text: &[u8]| u32::try_from(text.len()).unwrap_or(u32::MAX).to_be_bytes();
    let salt = [SCOPE, &length(user), user].concat();
    let mut key = [0; 64];
    let derived = scrypt::Params::new(15, 8, 2)
        .map_err(|e| e.to_string())
        .and_then(|params| {
            scrypt::scrypt(secret, &salt, &params, &mut key).map_err(|e| e.to_string())
        });
    if let Err(error) = derived {
        return format!("failed to derive password: {error}");
    }
    let Ok(mut mac) = Hmac::<Sha256>::new_from_slice(&key) else {
        return "failed to derive password".to_owned();
    };
    mac.update(&[SCOPE, &length(site), site, &counter.to_be_bytes()].concat());
    let seed = mac.finalize().into_bytes();
    let template = templates[usize::from(seed[0]) % templates.len()];
    template
        .chars()
        .zip(seed.iter().skip(1))
        .map(|(class, byte)| {
            let choice = characters(class);
            char::from(choice[usize::from(*byte) % choice.len()])
        })
        .collect()
}
