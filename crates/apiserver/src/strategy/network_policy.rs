//! Network policies.

use std::net::{Ipv4Addr, Ipv6Addr};

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::Value;

use super::Strategy;

const BAD_CIDR: &str = "must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)";

/// The peers of a policy are blocks of addresses, or pods.
pub(super) struct NetworkPolicy;

impl Strategy for NetworkPolicy {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let spec = FieldPath::new("spec");
        for (rules, peers) in [("ingress", "from"), ("egress", "to")] {
            for (index, rule) in items(&object["spec"][rules]).enumerate() {
                let path = spec.child(rules).index(index).child(peers);
                for (index, peer) in items(&rule[peers]).enumerate() {
                    self::peer(&mut errors, peer, &path.index(index));
                }
            }
        }
        errors
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn peer(errors: &mut ErrorList, peer: &Value, path: &FieldPath) {
    let selects = peer["podSelector"].is_object() || peer["namespaceSelector"].is_object();
    match (peer["ipBlock"].is_object(), selects) {
        (false, false) => errors.push(Error::required(path, "must specify a peer")),
        (true, true) => {
            let detail = "may not specify both ipBlock and another peer";
            errors.push(Error::forbidden(path, detail));
        }
        (true, false) => block(errors, &peer["ipBlock"], &path.child("ipBlock")),
        (false, true) => {}
    }
}

fn block(errors: &mut ErrorList, block: &Value, path: &FieldPath) {
    let (text, path_of_it) = (
        block["cidr"].as_str().unwrap_or_default(),
        path.child("cidr"),
    );
    if text.is_empty() {
        return errors.push(Error::required(&path_of_it, ""));
    }
    let Some(whole) = Cidr::parse(text) else {
        return errors.push(Error::invalid(&path_of_it, text, BAD_CIDR));
    };
    for (index, except) in items(&block["except"]).enumerate() {
        let path = path.child("except").index(index);
        let except = except.as_str().unwrap_or_default();
        match Cidr::parse(except) {
            None => errors.push(Error::invalid(&path, except, BAD_CIDR)),
            Some(part) if !whole.strictly_contains(&part) => {
                let detail = "must be a strict subset of `cidr`";
                errors.push(Error::invalid(&path, except, detail));
            }
            Some(_) => {}
        }
    }
}

/// A block of addresses: the first one, how many bits of it count, and how many there are.
#[derive(Clone, Copy)]
struct Cidr {
    address: u128,
    prefix: u32,
    bits: u32,
}

impl Cidr {
    fn parse(text: &str) -> Option<Self> {
        let (address, prefix) = text.split_once('/')?;
        let is_number = !prefix.is_empty() && prefix.bytes().all(|byte| byte.is_ascii_digit());
        let prefix: u32 = is_number.then(|| prefix.parse().ok())??;
        let (address, bits) = match address.parse::<Ipv4Addr>() {
            Ok(address) => (u128::from(address.to_bits()), 32),
            Err(_) => (address.parse::<Ipv6Addr>().ok()?.to_bits(), 128),
        };
        (prefix <= bits).then_some(Self {
            address,
            prefix,
            bits,
        })
    }

    fn strictly_contains(&self, other: &Self) -> bool {
        let shift = self.bits - self.prefix;
        let head = |address: u128| address.checked_shr(shift).unwrap_or(0);
        self.bits == other.bits
            && other.prefix > self.prefix
            && head(self.address) == head(other.address)
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn peers_are_blocks_or_pods() {
        let cases = [
            (
                json!({}),
                "spec.ingress[0].from[0]: Required value: must specify a peer",
            ),
            (
                json!({"ipBlock": {"cidr": "10.0.0.0/8"}, "podSelector": {}}),
                "spec.ingress[0].from[0]: Forbidden: may not specify both ipBlock and another peer",
            ),
            (
                json!({"ipBlock": {"cidr": "10.0.0.0/33"}}),
                "spec.ingress[0].from[0].ipBlock.cidr: Invalid value: \"10.0.0.0/33\": must be a valid CIDR value, (e.g. 10.9.8.0/24 or 2001:db8::/64)",
            ),
            (
                json!({"ipBlock": {"cidr": "10.0.0.0/8", "except": ["10.1.0.0/16", "10.0.0.0/8"]}}),
                "spec.ingress[0].from[0].ipBlock.except[1]: Invalid value: \"10.0.0.0/8\": must be a strict subset of `cidr`",
            ),
            (json!({"ipBlock": {"cidr": "2001:db8::/64"}}), "[]"),
            (json!({"namespaceSelector": {}}), "[]"),
        ];
        for (peer, expected) in cases {
            let object = json!({"spec": {"ingress": [{"from": [peer]}]}});
            assert_eq!(NetworkPolicy.validate(&object).to_string(), expected);
        }
    }
}
