//! `genCA`, `genSelfSignedCert`, `genSignedCert` and `buildCustomCert`.

use std::net::IpAddr;

use gostd::time::{Duration, Location};
use gotmpl::{CallError, Kind, List, Object, Str, Type, Value};
use x509_parser::prelude::{FromDer as _, X509Certificate};

use super::key::{KeyError, PrivateKey};
use super::pem;
use super::signed::{Issuer, Template, certificate, key_id, name};
use crate::environment::Environment;
use crate::function::{Argument, Named, Result, binary, quaternary, quinary, senary, ternary};

const KEY_BITS: usize = 2048;

/// Sprig's pair of a certificate and its key, both in PEM.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Certificate {
    cert: String,
    key: String,
}

impl Certificate {
    const TYPE: Type = Type::Named("sprig.certificate", Kind::Struct);
}

impl Object for Certificate {
    fn go_type(&self) -> Type {
        Certificate::TYPE
    }

    fn fields(&self) -> Vec<(&'static str, Value)> {
        vec![
            ("Cert", Value::from(self.cert.as_str())),
            ("Key", Value::from(self.key.as_str())),
        ]
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<Certificate>() == Some(self)
    }
}

impl Argument for Certificate {
    const TYPE: Type = Certificate::TYPE;
    fn take(value: &Value) -> Self {
        match value {
            Value::Object(object) => object
                .downcast_ref::<Certificate>()
                .cloned()
                .unwrap_or_default(),
            _ => Certificate::default(),
        }
    }
}

/// Common name, alternative names and days of validity.
struct Request {
    common_name: Str,
    addresses: List,
    dns_names: List,
    days: i64,
}

pub(super) fn functions(environment: &Environment) -> Vec<Named> {
    let maker = || Maker(environment.clone());
    let (ca, ca_with, own, own_with, signed, signed_with) =
        (maker(), maker(), maker(), maker(), maker(), maker());
    let request = |common_name, addresses, dns_names, days| Request {
        common_name,
        addresses,
        dns_names,
        days,
    };
    vec![
        (
            "genCA",
            binary(move |cn: Str, days: i64| ca.authority(&cn, days, ca.new_key()?)),
        ),
        (
            "genCAWithKey",
            ternary(move |cn: Str, days: i64, key: Str| {
                ca_with.authority(&cn, days, read_key(&key)?)
            }),
        ),
        (
            "genSelfSignedCert",
            quaternary(move |cn: Str, ips: List, dns: List, days: i64| {
                own.self_signed(&request(cn, ips, dns, days), || own.new_key())
            }),
        ),
        (
            "genSelfSignedCertWithKey",
            quinary(move |cn: Str, ips: List, dns: List, days: i64, key: Str| {
                own_with.self_signed(&request(cn, ips, dns, days), || read_key(&key))
            }),
        ),
        (
            "genSignedCert",
            quinary(
                move |cn: Str, ips: List, dns: List, days: i64, ca: Certificate| {
                    signed.signed(&request(cn, ips, dns, days), &ca, || signed.new_key())
                },
            ),
        ),
        (
            "genSignedCertWithKey",
            senary(
                move |cn: Str, ips: List, dns: List, days: i64, ca: Certificate, key: Str| {
                    signed_with.signed(&request(cn, ips, dns, days), &ca, || read_key(&key))
                },
            ),
        ),
        ("buildCustomCert", binary(build_custom)),
    ]
}

fn failed(step: &str) -> impl Fn(String) -> CallError {
    move |reason| CallError::new(format!("{step}: {reason}"))
}

fn read_key(text: &Str) -> Result<PrivateKey> {
    PrivateKey::from_pem(&text.to_str()).map_err(|error| match error {
        KeyError::NoSigner => failed("error creating certificate")(error.to_string()),
        _ => failed("parsing private key")(error.to_string()),
    })
}

/// Makes certificates from the environment's time and random bytes.
struct Maker(Environment);

impl Maker {
    fn new_key(&self) -> Result<PrivateKey> {
        PrivateKey::rsa(&self.0, KEY_BITS).map_err(failed("error generating rsa key"))
    }

    fn template(&self, request: &Request) -> Result<Template> {
        let addresses = request
            .addresses
            .items()
            .iter()
            .map(address)
            .collect::<Result<_>>()?;
        let dns_names = request
            .dns_names
            .items()
            .iter()
            .map(dns_name)
            .collect::<Result<_>>()?;
        let not_before = self.0.now().in_location(Location::Utc);
        let span = request
            .days
            .checked_mul(24 * Duration::HOUR.0)
            .map(Duration);
        let not_after = span
            .and_then(|span| not_before.add(span))
            .ok_or("days of validity are out of range")?;
        let mut serial = [0; 16];
        self.0.fill_random(&mut serial);
        let common_name = request.common_name.to_str().into_owned();
        Ok(Template {
            serial,
            common_name,
            not_before,
            not_after,
            addresses,
            dns_names,
            is_ca: false,
        })
    }

    fn authority(&self, common_name: &Str, days: i64, key: PrivateKey) -> Result {
        let none = || List::nil(&Type::Interface);
        let mut template = self.template(&Request {
            common_name: common_name.clone(),
            addresses: none(),
            dns_names: none(),
            days,
        })?;
        template.is_ca = true;
        issue(
            &template,
            &key,
            &Issuer {
                name: name(&template.common_name),
                key_id: None,
                key: &key,
            },
        )
    }

    fn self_signed(&self, request: &Request, key: impl FnOnce() -> Result<PrivateKey>) -> Result {
        let template = self.template(request)?;
        let key = key()?;
        issue(
            &template,
            &key,
            &Issuer {
                name: name(&template.common_name),
                key_id: None,
                key: &key,
            },
        )
    }

    fn signed(
        &self,
        request: &Request,
        authority: &Certificate,
        key: impl FnOnce() -> Result<PrivateKey>,
    ) -> Result {
        let key = key()?;
        let (_, der) = pem::decode(&authority.cert).ok_or("unable to decode certificate")?;
        let (_, parsed) = X509Certificate::from_der(&der).map_err(|error| {
            failed("error parsing certificate: decodeCertificate")(error.to_string())
        })?;
        let signer = PrivateKey::from_pem(&authority.key)
            .map_err(|error| failed("error parsing private key")(error.to_string()))?;
        let template = self.template(request)?;
        let is_authority = parsed
            .basic_constraints()
            .ok()
            .flatten()
            .is_some_and(|constraints| constraints.value.ca);
        let signer_id = if is_authority {
            Some(key_id(&signer).map_err(failed("error creating certificate"))?)
        } else {
            None
        };
        issue(
            &template,
            &key,
            &Issuer {
                name: parsed.subject().as_raw().to_vec(),
                key_id: signer_id,
                key: &signer,
            },
        )
    }
}

fn issue(template: &Template, key: &PrivateKey, issuer: &Issuer<'_>) -> Result {
    let der = certificate(template, key, issuer).map_err(failed("error creating certificate"))?;
    let key = key.to_pem().map_err(failed("error encoding private key"))?;
    Ok(Value::object(Certificate {
        cert: pem::encode("CERTIFICATE", &der),
        key,
    }))
}

fn address(value: &Value) -> Result<IpAddr> {
    match value {
        Value::String(text) => text
            .to_str()
            .parse()
            .map_err(|_| CallError::new(format!("error parsing ip: {text}"))),
        _ => Err(CallError::new(format!(
            "error parsing ip: {} is not a string",
            value.sprint()?
        ))),
    }
}

fn dns_name(value: &Value) -> Result<String> {
    match value {
        Value::String(text) => Ok(text.to_str().into_owned()),
        _ => Err(CallError::new(format!(
            "error processing alternate dns name: {} is not a string",
            value.sprint()?
        ))),
    }
}

/// A pair from elsewhere, checked to be a certificate and a key.
fn build_custom(cert: Str, key: Str) -> Result {
    let decode = |text: &Str, what: &str| {
        gostd::base64::decode(text.as_bytes())
            .map_err(|_| CallError::new(format!("unable to decode base64 {what}")))
    };
    let cert = String::from_utf8_lossy(&decode(&cert, "certificate")?).into_owned();
    let key = String::from_utf8_lossy(&decode(&key, "private key")?).into_owned();
    let (_, der) = pem::decode(&cert)
        .filter(|(label, _)| label == "CERTIFICATE")
        .ok_or("unable to decode certificate")?;
    X509Certificate::from_der(&der).map_err(|error| {
        failed("error parsing certificate: decodeCertificate.x509")(error.to_string())
    })?;
    PrivateKey::from_pem(&key)
        .map_err(|error| failed("error parsing private key")(error.to_string()))?;
    Ok(Value::object(Certificate { cert, key }))
}
