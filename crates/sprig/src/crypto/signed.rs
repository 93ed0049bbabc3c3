//! X.509 certificates as Go's `x509.CreateCertificate` writes them for Sprig's templates.

use std::net::IpAddr;

use gostd::time::{Location, Time};
use sha2::{Digest as _, Sha256};

use super::der::{
    bit_string, boolean_true, explicit, generalized_time, implicit, integer, named_bits,
    object_identifier, octet_string, sequence, set, text, utc_time,
};
use super::key::PrivateKey;

const COMMON_NAME: &[u32] = &[2, 5, 4, 3];
const SUBJECT_KEY_ID: &[u32] = &[2, 5, 29, 14];
const KEY_USAGE: &[u32] = &[2, 5, 29, 15];
const SUBJECT_ALT_NAME: &[u32] = &[2, 5, 29, 17];
const BASIC_CONSTRAINTS: &[u32] = &[2, 5, 29, 19];
const AUTHORITY_KEY_ID: &[u32] = &[2, 5, 29, 35];
const EXT_KEY_USAGE: &[u32] = &[2, 5, 29, 37];
const SERVER_AUTH: &[u32] = &[1, 3, 6, 1, 5, 5, 7, 3, 1];
const CLIENT_AUTH: &[u32] = &[1, 3, 6, 1, 5, 5, 7, 3, 2];

/// What a certificate says.
pub(super) struct Template {
    pub(super) serial: [u8; 16],
    pub(super) common_name: String,
    pub(super) not_before: Time,
    pub(super) not_after: Time,
    pub(super) addresses: Vec<IpAddr>,
    pub(super) dns_names: Vec<String>,
    pub(super) is_ca: bool,
}

/// Who signs: the name and key identifier that go into the certificate, and the key.
pub(super) struct Issuer<'a> {
    /// The issuer's name in DER.
    pub(super) name: Vec<u8>,
    pub(super) key_id: Option<Vec<u8>>,
    pub(super) key: &'a PrivateKey,
}

/// A name with nothing but a common name, or empty.
pub(super) fn name(common_name: &str) -> Vec<u8> {
    if common_name.is_empty() {
        return sequence(&[]);
    }
    sequence(&[set(&[sequence(&[
        object_identifier(COMMON_NAME),
        text(common_name),
    ])])])
}

pub(super) fn key_id(key: &PrivateKey) -> Result<Vec<u8>, String> {
    Ok(Sha256::digest(key.public_bits()?)[..20].to_vec())
}

/// The certificate in DER.
pub(super) fn certificate(
    template: &Template,
    key: &PrivateKey,
    issuer: &Issuer<'_>,
) -> Result<Vec<u8>, String> {
    let algorithm = issuer.key.signature_algorithm();
    let to_be_signed = sequence(&[
        explicit(0, &integer(&[2])),
        integer(&template.serial),
        algorithm.clone(),
        issuer.name.clone(),
        sequence(&[time(&template.not_before), time(&template.not_after)]),
        name(&template.common_name),
        key.public_key_info()?,
        explicit(3, &sequence(&extensions(template, key, issuer)?)),
    ]);
    let signature = bit_string(&issuer.key.sign(&to_be_signed)?);
    Ok(sequence(&[to_be_signed, algorithm, signature]))
}

/// Two-digit years until 2049.
fn time(time: &Time) -> Vec<u8> {
    let time = time.in_location(Location::Utc);
    if (1950..2050).contains(&time.format("2006").parse::<i32>().unwrap_or(0)) {
        utc_time(&time.format("060102150405Z"))
    } else {
        generalized_time(&time.format("20060102150405Z"))
    }
}

fn extension(identifier: &[u32], critical: bool, value: &[u8]) -> Vec<u8> {
    let mut parts = vec![object_identifier(identifier)];
    if critical {
        parts.push(boolean_true());
    }
    parts.push(octet_string(value));
    sequence(&parts)
}

fn extensions(
    template: &Template,
    key: &PrivateKey,
    issuer: &Issuer<'_>,
) -> Result<Vec<Vec<u8>>, String> {
    // digitalSignature and keyEncipherment, for an authority keyCertSign too.
    let usage = if template.is_ca {
        0b1010_0100
    } else {
        0b1010_0000
    };
    let constraints = if template.is_ca {
        sequence(&[boolean_true()])
    } else {
        sequence(&[])
    };
    let mut extensions = vec![
        extension(KEY_USAGE, true, &named_bits(usage)),
        extension(
            EXT_KEY_USAGE,
            false,
            &sequence(&[
                object_identifier(SERVER_AUTH),
                object_identifier(CLIENT_AUTH),
            ]),
        ),
        extension(BASIC_CONSTRAINTS, true, &constraints),
    ];
    if template.is_ca {
        extensions.push(extension(
            SUBJECT_KEY_ID,
            false,
            &octet_string(&key_id(key)?),
        ));
    }
    if let Some(id) = &issuer.key_id {
        extensions.push(extension(
            AUTHORITY_KEY_ID,
            false,
            &sequence(&[implicit(0, id)]),
        ));
    }
    let dns = template
        .dns_names
        .iter()
        .map(|name| implicit(2, name.as_bytes()));
    let addresses = template.addresses.iter().map(|address| match address {
        IpAddr::V4(v4) => implicit(7, &v4.octets()),
        IpAddr::V6(v6) => implicit(7, &v6.octets()),
    });
    let names: Vec<Vec<u8>> = dns.chain(addresses).collect();
    if !names.is_empty() {
        // Where there is no subject, the other names must be understood.
        extensions.push(extension(
            SUBJECT_ALT_NAME,
            template.common_name.is_empty(),
            &sequence(&names),
        ));
    }
    Ok(extensions)
}
