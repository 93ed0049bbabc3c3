//! Addresses.

use std::net::IpAddr;

use super::{Answer, fault};
use crate::error::EvaluationError as Error;
use crate::value::Value;

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let value = match (function, args) {
        ("ip", [Value::String(text)]) => return Some(parse(text).map(Value::Ip)),
        ("isIP", [Value::String(text)]) => Value::Bool(parse(text).is_ok()),
        ("ip.isCanonical", [Value::String(text)]) => {
            return Some(parse(text).map(|ip| Value::Bool(ip.to_string() == **text)));
        }
        ("family", [Value::Ip(ip)]) => Value::Int(if ip.is_ipv4() { 4 } else { 6 }),
        ("isUnspecified", [Value::Ip(ip)]) => Value::Bool(ip.is_unspecified()),
        ("isLoopback", [Value::Ip(ip)]) => Value::Bool(ip.is_loopback()),
        ("isLinkLocalMulticast", [Value::Ip(ip)]) => Value::Bool(is_link_local_multicast(ip)),
        ("isLinkLocalUnicast", [Value::Ip(ip)]) => Value::Bool(is_link_local(ip)),
        ("isGlobalUnicast", [Value::Ip(ip)]) => Value::Bool(is_global_unicast(ip)),
        _ => return None,
    };
    Some(Ok(value))
}

/// Reads an address that is neither in a zone nor an IPv4 address in the clothes of an IPv6 one.
pub(super) fn parse(text: &str) -> Result<IpAddr, Error> {
    let quoted = gostd::strconv::quote(text);
    let ip: IpAddr = text.parse().map_err(|_| {
        fault(format!("IP Address {quoted} parse error during conversion from string: ParseAddr({quoted}): unable to parse IP"))
    })?;
    match ip {
        IpAddr::V6(v6) if v6.to_ipv4_mapped().is_some() => Err(fault(format!(
            "IPv4-mapped IPv6 address {quoted} is not allowed"
        ))),
        ip => Ok(ip),
    }
}

fn is_link_local(ip: &IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.is_link_local(),
        IpAddr::V6(v6) => v6.is_unicast_link_local(),
    }
}

fn is_link_local_multicast(ip: &IpAddr) -> bool {
    match ip {
        IpAddr::V4(v4) => v4.octets()[..3] == [224, 0, 0],
        IpAddr::V6(v6) => v6.segments()[0] & 0xff0f == 0xff02,
    }
}

/// As Go has it: what is neither unspecified, loopback, multicast, link-local nor the broadcast address.
fn is_global_unicast(ip: &IpAddr) -> bool {
    let is_broadcast = matches!(ip, IpAddr::V4(v4) if v4.is_broadcast());
    !(is_broadcast
        || ip.is_unspecified()
        || ip.is_loopback()
        || ip.is_multicast()
        || is_link_local(ip))
}
