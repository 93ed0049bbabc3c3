use std::fmt;
use std::net::Ipv4Addr;
use std::str::FromStr;

/// The lower part of a range is kept for addresses that somebody asks for by number.
const STATIC_AT_LEAST: u32 = 16;
const STATIC_AT_MOST: u32 = 256;

/// The block of addresses that Services get, as `10.0.0.0/16`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ServiceRange {
    network: u32,
    prefix: u8,
}

/// A text is no block of addresses for Services.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{0:?} is not a block of IPv4 addresses such as 10.0.0.0/16, of /8 to /28")]
pub struct ServiceRangeError(String);

impl FromStr for ServiceRange {
    type Err = ServiceRangeError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parsed = text.split_once('/').and_then(|(network, prefix)| {
            Some((network.parse::<Ipv4Addr>().ok()?, prefix.parse().ok()?))
        });
        parsed
            .filter(|(_, prefix)| (8..=28).contains(prefix))
            .map(|(network, prefix)| ServiceRange {
                network: network.to_bits() & (u32::MAX << (32 - prefix)),
                prefix,
            })
            .ok_or_else(|| ServiceRangeError(text.to_owned()))
    }
}

impl fmt::Display for ServiceRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}/{}", Ipv4Addr::from_bits(self.network), self.prefix)
    }
}

impl ServiceRange {
    fn size(self) -> u32 {
        1 << (32 - self.prefix)
    }

    /// The first address, which belongs to the Service `kubernetes`.
    pub(crate) fn first(self) -> Ipv4Addr {
        Ipv4Addr::from_bits(self.network + 1)
    }

    /// Whether a Service may have the address: the block's first and last belong to nobody.
    pub(crate) fn contains(self, address: Ipv4Addr) -> bool {
        let host = address.to_bits().wrapping_sub(self.network);
        host > 0 && host < self.size() - 1
    }

    /// All addresses in the order in which they are tried: the upper part from a place on, then the lower part.
    pub(crate) fn from(self, place: u32) -> impl Iterator<Item = Ipv4Addr> {
        let kept = (self.size() / 16).clamp(STATIC_AT_LEAST.min(self.size() / 2), STATIC_AT_MOST);
        let (low, high) = (kept + 1, self.size() - 1);
        let middle = low + place % (high - low);
        (middle..high)
            .chain(low..middle)
            .chain(1..low)
            .map(move |host| Ipv4Addr::from_bits(self.network + host))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_upper_part_is_given_out_first() {
        let range: ServiceRange = "10.0.0.77/24".parse().unwrap();
        assert_eq!(range.to_string(), "10.0.0.0/24");
        let all: Vec<String> = range.from(3).map(|address| address.to_string()).collect();
        assert_eq!(all.len(), 254);
        assert_eq!(
            (&*all[0], &*all[235], &*all[237]),
            ("10.0.0.20", "10.0.0.17", "10.0.0.19")
        );
        assert_eq!((&*all[238], &*all[253]), ("10.0.0.1", "10.0.0.16"));
    }

    #[test]
    fn the_ends_of_the_block_belong_to_nobody() {
        let range: ServiceRange = "10.0.0.0/24".parse().unwrap();
        for (address, inside) in [
            ("10.0.0.0", false),
            ("10.0.0.1", true),
            ("10.0.0.254", true),
            ("10.0.0.255", false),
            ("10.0.1.1", false),
            ("9.255.255.255", false),
        ] {
            assert_eq!(
                range.contains(address.parse().unwrap()),
                inside,
                "{address}"
            );
        }
        assert_eq!(
            "10.0.0.0/30"
                .parse::<ServiceRange>()
                .unwrap_err()
                .to_string(),
            "\"10.0.0.0/30\" is not a block of IPv4 addresses such as 10.0.0.0/16, of /8 to /28"
        );
    }
}
