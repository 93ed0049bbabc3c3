//! The cluster's own certificate authority.

use std::net::IpAddr;

use rcgen::{
    BasicConstraints, CertificateParams, DistinguishedName, DnType, ExtendedKeyUsagePurpose, IsCa,
    Issuer, KeyPair, KeyUsagePurpose, SanType,
};

use crate::identity::User;

/// Why a certificate could not be made or read.
#[derive(Debug, thiserror::Error)]
#[error("certificate")]
pub struct CertificateError(#[from] rcgen::Error);

/// A certificate with its private key, both as PEM.
#[derive(Clone, Debug)]
pub struct Identity {
    /// The certificate.
    pub certificate: String,
    /// The private key, which nobody else may read.
    pub key: String,
}

/// Signs the certificates of servers and users.
pub struct Authority {
    identity: Identity,
    issuer: Issuer<'static, KeyPair>,
}

impl Authority {
    /// A new authority of this name.
    ///
    /// # Errors
    /// The system gave no random numbers.
    pub fn new(name: &str) -> Result<Self, CertificateError> {
        let key = KeyPair::generate()?;
        let mut params = CertificateParams::new(Vec::new())?;
        params.distinguished_name = subject(name, &[]);
        params.is_ca = IsCa::Ca(BasicConstraints::Unconstrained);
        params.key_usages = vec![
            KeyUsagePurpose::KeyCertSign,
            KeyUsagePurpose::DigitalSignature,
            KeyUsagePurpose::CrlSign,
        ];
        let certificate = params.self_signed(&key)?.pem();
        let identity = Identity {
            certificate,
            key: key.serialize_pem(),
        };
        Ok(Self {
            identity,
            issuer: Issuer::new(params, key),
        })
    }

    /// The authority that an earlier run made.
    ///
    /// # Errors
    /// The certificate or the key cannot be read.
    pub fn load(identity: Identity) -> Result<Self, CertificateError> {
        let key = KeyPair::from_pem(&identity.key)?;
        let issuer = Issuer::from_ca_cert_pem(&identity.certificate, key)?;
        Ok(Self { identity, issuer })
    }

    /// The authority's own certificate and key.
    #[must_use]
    pub fn identity(&self) -> &Identity {
        &self.identity
    }

    /// A certificate for a server at these names and addresses.
    ///
    /// # Errors
    /// A name cannot stand in a certificate, or the system gave no random numbers.
    pub fn server(
        &self,
        names: &[&str],
        addresses: &[IpAddr],
    ) -> Result<Identity, CertificateError> {
        let mut params = CertificateParams::new(
            names
                .iter()
                .map(|&name| name.to_owned())
                .collect::<Vec<_>>(),
        )?;
        params
            .subject_alt_names
            .extend(addresses.iter().map(|&address| SanType::IpAddress(address)));
        params.distinguished_name = subject("kube-apiserver", &[]);
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ServerAuth];
        self.sign(&params)
    }

    /// A certificate for a client that is this user.
    ///
    /// # Errors
    /// The system gave no random numbers.
    pub fn client(&self, user: &User) -> Result<Identity, CertificateError> {
        let mut params = CertificateParams::new(Vec::new())?;
        params.distinguished_name = subject(&user.name, &user.groups);
        params.extended_key_usages = vec![ExtendedKeyUsagePurpose::ClientAuth];
        self.sign(&params)
    }

    fn sign(&self, params: &CertificateParams) -> Result<Identity, CertificateError> {
        let key = KeyPair::generate()?;
        let certificate = params.signed_by(&key, &self.issuer)?.pem();
        Ok(Identity {
            certificate,
            key: key.serialize_pem(),
        })
    }
}

/// The user's name as common name, its groups as organisations.
fn subject(name: &str, groups: &[String]) -> DistinguishedName {
    let mut subject = DistinguishedName::new();
    subject.push(DnType::CommonName, name);
    // A distinguished name of this library holds one organisation; the others are implied by authentication.
    if let Some(group) = groups.first() {
        subject.push(DnType::OrganizationName, group.as_str());
    }
    subject
}
