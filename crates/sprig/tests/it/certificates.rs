//! What generated certificates say, beyond what a recorded answer can fix.

use x509_parser::extensions::GeneralName;
use x509_parser::pem::parse_x509_pem;
use x509_parser::prelude::X509Certificate;

use crate::case::Answer;
use crate::render::render;

fn rendered(template: &str) -> String {
    match render(template) {
        Answer::Output(text) => text,
        Answer::Error(error) => panic!("{template}: {error}"),
    }
}

fn with_certificates(pem: &str, check: impl Fn(&[X509Certificate<'_>])) {
    let (rest, first) = parse_x509_pem(pem.as_bytes()).expect("a certificate");
    let (_, second) = parse_x509_pem(rest).expect("another certificate");
    check(&[
        first.parse_x509().expect("a certificate in DER"),
        second.parse_x509().expect("a certificate in DER"),
    ]);
}

#[test]
fn a_signed_certificate_names_its_authority_and_its_hosts() {
    for kind in ["ecdsa", "ed25519", "rsa"] {
        let key = if kind == "rsa" {
            "(genCA \"x\" 1).Key".to_owned()
        } else {
            format!("(genPrivateKey {kind:?})")
        };
        let pem = rendered(&format!(
            "{{{{ $ca := genCAWithKey \"ca\" 365 {key} }}}}{{{{ $ca.Cert }}}}{{{{ (genSignedCertWithKey \"my.host\" (list \"10.0.0.1\" \"::1\") (list \"a.b\") 30 $ca (genPrivateKey \"ecdsa\")).Cert }}}}"
        ));
        with_certificates(&pem, |certificates| {
            let (ca, leaf) = (&certificates[0], &certificates[1]);
            assert_eq!(ca.subject().to_string(), "CN=ca");
            assert!(ca.is_ca() && !leaf.is_ca());
            assert_eq!(
                (leaf.issuer().to_string(), leaf.subject().to_string()),
                ("CN=ca".to_owned(), "CN=my.host".to_owned())
            );
            let days = |c: &X509Certificate<'_>| {
                (c.validity().not_after.timestamp() - c.validity().not_before.timestamp()) / 86_400
            };
            assert_eq!(
                (days(ca), days(leaf), leaf.validity().not_before.timestamp()),
                (365, 30, 1_790_000_000)
            );
            let names = &leaf
                .subject_alternative_name()
                .expect("well formed")
                .expect("alternative names")
                .value
                .general_names;
            assert_eq!(
                names[..],
                [
                    GeneralName::DNSName("a.b"),
                    GeneralName::IPAddress(&[10, 0, 0, 1]),
                    GeneralName::IPAddress(&[0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
                ]
            );
            leaf.verify_signature(Some(ca.public_key()))
                .expect("signed by the authority");
            ca.verify_signature(None).expect("signed by itself");
        });
    }
}
