//! `encryptAES` and `decryptAES`: AES-256 in CBC mode, the vector in front, in base64.

use aes::Aes256;
use cbc::cipher::block_padding::{NoPadding, Pkcs7};
use cbc::cipher::{BlockModeDecrypt as _, BlockModeEncrypt as _, KeyIvInit as _};

use crate::environment::Environment;

const BLOCK: usize = 16;

/// The password's bytes, cut or filled up with zeros to the length of a key.
fn key_of(password: &[u8]) -> [u8; 32] {
    let mut key = [0; 32];
    let length = password.len().min(key.len());
    key[..length].copy_from_slice(&password[..length]);
    key
}

pub(super) fn encrypt(environment: &Environment, password: &[u8], text: &[u8]) -> String {
    let mut vector = [0; BLOCK];
    environment.fill_random(&mut vector);
    let cipher = cbc::Encryptor::<Aes256>::new(&key_of(password).into(), &vector.into());
    let encrypted = cipher.encrypt_padded_vec::<Pkcs7>(text);
    gostd::base64::encode(&[vector.as_slice(), &encrypted].concat())
}

/// The text, or the words in which Go's slices and ciphers refuse.
pub(super) fn decrypt(password: &[u8], text: &[u8]) -> Result<Vec<u8>, String> {
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let all = gostd::base64::decode(text).map_err(|error| error.to_string())?;
    let Some((vector, encrypted)) = all.split_first_chunk::<BLOCK>() else {
        let capacity = text.len() / 4 * 3;
        return Err(format!(
            "runtime error: slice bounds out of range [:{BLOCK}] with capacity {capacity}"
        ));
    };
    let cipher = cbc::Decryptor::<Aes256>::new(&key_of(password).into(), &(*vector).into());
    let mut plain = cipher
        .decrypt_padded_vec::<NoPadding>(encrypted)
        .map_err(|_| "crypto/cipher: input not full blocks".to_owned())?;
    let padding = usize::from(
        *plain
            .last()
            .ok_or("runtime error: index out of range [-1]")?,
    );
    match plain.len().checked_sub(padding) {
        Some(length) => plain.truncate(length),
        None => {
            return Err(format!(
                "runtime error: slice bounds out of range [:-{}]",
                padding - plain.len()
            ));
        }
    }
    Ok(plain)
}
