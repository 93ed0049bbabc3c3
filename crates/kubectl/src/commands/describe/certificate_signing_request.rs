//! Certificate signing requests for people.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use serde_json::Value;
use x509_parser::certification_request::X509CertificationRequest;
use x509_parser::extensions::{GeneralName, ParsedExtension};
use x509_parser::pem::parse_x509_pem;
use x509_parser::prelude::FromDer;
use x509_parser::x509::{AttributeTypeAndValue, X509Name};

use super::context::Context;
use super::events;
use super::moment::shown_moment;
use super::text::Text;
use crate::object::{self, items, shown};
use cliruntime::ApiError;

/// Describes a certificate signing request, whom it is for, and what has happened to it.
///
/// # Errors
/// If the events cannot be read.
pub(super) async fn describe(request: &Value, context: &Context<'_>) -> Result<Text, ApiError> {
    let mut text = Text::default();
    let (metadata, spec) = (&request["metadata"], &request["spec"]);
    text.field(0, "Name", object::name(request));
    text.labels("", "Labels", &metadata["labels"]);
    text.annotations("Annotations", &metadata["annotations"]);
    text.field(
        0,
        "CreationTimestamp",
        shown_moment(&metadata["creationTimestamp"]),
    );
    text.field(0, "Requesting User", shown(&spec["username"]));
    text.field_if(0, "Signer", &spec["signerName"]);
    if let Some(seconds) = spec["expirationSeconds"].as_u64() {
        text.field(0, "Requested Duration", crate::age::human_duration(seconds));
    }
    text.field(0, "Status", status(&request["status"]));
    text.line(0, "Subject:");
    subject(&mut text, &shown(&spec["request"]));
    events::append(&mut text, request, context).await?;
    Ok(text)
}

/// What has become of the request: `Approved,Issued`.
fn status(status: &Value) -> String {
    let conditions = items(&status["conditions"]);
    let has = |kind: &str| conditions.iter().any(|condition| condition["type"] == kind);
    let mut words = vec![if has("Denied") {
        "Denied"
    } else if has("Approved") {
        "Approved"
    } else {
        "Pending"
    }];
    if has("Failed") {
        words.push("Failed");
    }
    if !shown(&status["certificate"]).is_empty() {
        words.push("Issued");
    }
    words.join(",")
}

fn subject(text: &mut Text, encoded: &str) {
    let der = STANDARD
        .decode(encoded)
        .ok()
        .and_then(|pem| parse_x509_pem(&pem).ok().map(|(_, pem)| pem.contents));
    let Some(der) = der else { return };
    let Ok((_, request)) = X509CertificationRequest::from_der(&der) else {
        return;
    };
    let name = &request.certification_request_info.subject;
    let common = first(name.iter_common_name());
    text.line(0, format!("\tCommon Name:\t{common}"));
    let serial = name
        .iter_attributes()
        .find(|attribute| attribute.attr_type().to_id_string() == SERIAL_NUMBER)
        .and_then(|attribute| attribute.as_str().ok())
        .unwrap_or_default();
    text.line(0, format!("\tSerial Number:\t{serial}"));
    for (title, values) in parts(name) {
        listed(text, title, &values);
    }
    alternatives(text, &request);
}

/// The object identifier of a subject's serial number.
const SERIAL_NUMBER: &str = "2.5.4.5";

fn parts(name: &X509Name<'_>) -> [(&'static str, Vec<String>); 5] {
    [
        ("Organization", all(name.iter_organization())),
        ("Organizational Unit", all(name.iter_organizational_unit())),
        ("Country", all(name.iter_country())),
        ("Locality", all(name.iter_locality())),
        ("Province", all(name.iter_state_or_province())),
    ]
}

fn all<'b>(values: impl Iterator<Item = &'b AttributeTypeAndValue<'b>>) -> Vec<String> {
    values
        .filter_map(|value| value.as_str().ok().map(str::to_owned))
        .collect()
}

fn first<'b>(mut values: impl Iterator<Item = &'b AttributeTypeAndValue<'b>>) -> String {
    values
        .next()
        .and_then(|value| value.as_str().ok())
        .unwrap_or_default()
        .to_owned()
}

fn listed(text: &mut Text, title: &str, values: &[String]) {
    if values.is_empty() {
        return;
    }
    text.line(0, format!("\t{title}:\t{}", values.join("\n\t\t")));
}

fn alternatives(text: &mut Text, request: &X509CertificationRequest<'_>) {
    let (mut dns, mut mail, mut uris, mut addresses) = (vec![], vec![], vec![], vec![]);
    for extension in request.requested_extensions().into_iter().flatten() {
        let ParsedExtension::SubjectAlternativeName(names) = extension else {
            continue;
        };
        for name in &names.general_names {
            match name {
                GeneralName::DNSName(name) => dns.push((*name).to_owned()),
                GeneralName::RFC822Name(name) => mail.push((*name).to_owned()),
                GeneralName::URI(name) => uris.push((*name).to_owned()),
                GeneralName::IPAddress(bytes) => addresses.extend(address(bytes)),
                _ => {}
            }
        }
    }
    if dns.len() + mail.len() + uris.len() + addresses.len() == 0 {
        return;
    }
    text.line(0, "Subject Alternative Names:");
    for (title, values) in [
        ("DNS Names", dns),
        ("Email Addresses", mail),
        ("URIs", uris),
        ("IP Addresses", addresses),
    ] {
        listed(text, title, &values);
    }
}

fn address(bytes: &[u8]) -> Option<String> {
    if let Ok(four) = <[u8; 4]>::try_from(bytes) {
        return Some(std::net::Ipv4Addr::from(four).to_string());
    }
    let sixteen = <[u8; 16]>::try_from(bytes).ok()?;
    Some(std::net::Ipv6Addr::from(sixteen).to_string())
}
