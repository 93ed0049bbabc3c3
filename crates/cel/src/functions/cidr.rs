//! Blocks of addresses.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use super::{Answer, fault, ip};
use crate::error::EvaluationError as Error;
use crate::value::Value;

/// An address with the length of its prefix.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cidr {
    address: IpAddr,
    prefix: u8,
}

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let value = match (function, args) {
        ("cidr", [Value::String(text)]) => return Some(Cidr::parse(text).map(Value::Cidr)),
        ("isCIDR", [Value::String(text)]) => Value::Bool(Cidr::parse(text).is_ok()),
        ("ip", [Value::Cidr(cidr)]) => Value::Ip(cidr.address),
        ("masked", [Value::Cidr(cidr)]) => Value::Cidr(cidr.masked()),
        ("prefixLength", [Value::Cidr(cidr)]) => Value::Int(i64::from(cidr.prefix)),
        ("containsIP", [Value::Cidr(cidr), Value::Ip(ip)]) => Value::Bool(cidr.contains(*ip)),
        ("containsIP", [Value::Cidr(cidr), Value::String(text)]) => {
            return Some(ip::parse(text).map(|ip| Value::Bool(cidr.contains(ip))));
        }
        ("containsCIDR", [Value::Cidr(cidr), Value::Cidr(other)]) => {
            Value::Bool(cidr.covers(other))
        }
        ("containsCIDR", [Value::Cidr(cidr), Value::String(text)]) => {
            return Some(Cidr::parse(text).map(|other| Value::Bool(cidr.covers(&other))));
        }
        _ => return None,
    };
    Some(Ok(value))
}

impl Cidr {
    fn parse(text: &str) -> Result<Self, Error> {
        let quoted = gostd::strconv::quote(text);
        let error = || {
            fault(format!(
                "network address parse error during conversion from string: netip.ParsePrefix({quoted}): no '/'"
            ))
        };
        let (address, length) = text.split_once('/').ok_or_else(error)?;
        let address = ip::parse(address)?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let is_plain = length == "0" || (!length.starts_with(['0', '+']) && !length.is_empty());
        let prefix = length
            .parse()
            .ok()
            .filter(|prefix| is_plain && *prefix <= most);
        let out_of_range = || {
            fault(format!(
                "network address parse error during conversion from string: netip.ParsePrefix({quoted}): prefix length out of range"
            ))
        };
        Ok(Self {
            address,
            prefix: prefix.ok_or_else(out_of_range)?,
        })
    }

    fn masked(self) -> Self {
        let address = match self.address {
            IpAddr::V4(v4) => {
                let mask = u32::MAX
                    .checked_shl(32 - u32::from(self.prefix))
                    .unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from(u32::from(v4) & mask))
            }
            IpAddr::V6(v6) => {
                let mask = u128::MAX
                    .checked_shl(128 - u32::from(self.prefix))
                    .unwrap_or(0);
                IpAddr::V6(Ipv6Addr::from(u128::from(v6) & mask))
            }
        };
        Self { address, ..self }
    }

    fn contains(self, ip: IpAddr) -> bool {
        ip.is_ipv4() == self.address.is_ipv4()
            && Self {
                address: ip,
                ..self
            }
            .masked()
            .address
                == self.masked().address
    }

    fn covers(self, other: &Self) -> bool {
        self.prefix <= other.prefix && self.contains(other.address)
    }
}

impl fmt::Display for Cidr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", self.address, self.prefix)
    }
}
