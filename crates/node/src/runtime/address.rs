use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

use parking_lot::Mutex;

/// First host part that pods get: the lower ones are the nodes', the higher ones the Services'.
const FIRST: u16 = 0x0100;
const LAST: u16 = 0xdfff;

/// All addresses of a block are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("no free address is left for pods in 127.{0}.0.0/16")]
pub struct AddressError(u8);

/// The loopback addresses of one cluster: 127.N.0.0/16, nodes in its first 256, Services in its last 8192, pods in between.
#[derive(Debug)]
pub struct AddressBlock {
    number: u8,
    taken: Mutex<Taken>,
}

#[derive(Debug, Default)]
struct Taken {
    hosts: BTreeSet<u16>,
    by_pod: BTreeMap<String, u16>,
    last: u16,
}

impl AddressBlock {
    /// The block 127.`number`.0.0/16.
    #[must_use]
    pub fn new(number: u8) -> Self {
        AddressBlock {
            number,
            taken: Mutex::default(),
        }
    }

    /// The address of the node with this index.
    #[must_use]
    pub fn node(&self, index: u8) -> Ipv4Addr {
        Ipv4Addr::new(127, self.number, 0, index.saturating_add(1))
    }

    /// The part of the block with this number that Services get their addresses from.
    #[must_use]
    pub fn service_range(number: u8) -> String {
        format!("127.{number}.224.0/19")
    }

    /// The address of a pod, which it keeps until it is released. Addresses come around again as late as possible.
    pub(super) fn assign(&self, pod_uid: &str) -> Result<Ipv4Addr, AddressError> {
        let mut taken = self.taken.lock();
        if let Some(host) = taken.by_pod.get(pod_uid) {
            return Ok(self.address(*host));
        }
        let after = taken.last.max(FIRST - 1);
        let free = |host: &u16| !taken.hosts.contains(host);
        let host = (after + 1..=LAST)
            .chain(FIRST..=after)
            .find(free)
            .ok_or(AddressError(self.number))?;
        taken.hosts.insert(host);
        taken.by_pod.insert(pod_uid.to_owned(), host);
        taken.last = if host == LAST { FIRST - 1 } else { host };
        Ok(self.address(host))
    }

    /// Whether pods have such addresses.
    pub(super) fn contains(&self, address: Ipv4Addr) -> bool {
        let [first, number, high, low] = address.octets();
        let host = u16::from_be_bytes([high, low]);
        first == 127 && number == self.number && (FIRST..=LAST).contains(&host)
    }

    /// Takes the address of a pod back.
    pub(super) fn release(&self, pod_uid: &str) {
        let mut taken = self.taken.lock();
        if let Some(host) = taken.by_pod.remove(pod_uid) {
            taken.hosts.remove(&host);
        }
    }

    fn address(&self, host: u16) -> Ipv4Addr {
        let [high, low] = host.to_be_bytes();
        Ipv4Addr::new(127, self.number, high, low)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_kept_and_come_around_late() {
        let block = AddressBlock::new(70);
        assert_eq!(block.node(0).to_string(), "127.70.0.1");
        assert_eq!(
            block.assign("a").expect("it is free").to_string(),
            "127.70.1.0"
        );
        assert_eq!(
            block.assign("b").expect("it is free").to_string(),
            "127.70.1.1"
        );
        assert_eq!(
            block.assign("a").expect("it has one").to_string(),
            "127.70.1.0"
        );
        block.release("a");
        assert_eq!(
            block.assign("c").expect("it is free").to_string(),
            "127.70.1.2"
        );
    }

    #[test]
    fn a_full_block_says_so() {
        let block = AddressBlock::new(71);
        for pod in FIRST..=LAST {
            block.assign(&pod.to_string()).expect("it is free");
        }
        assert_eq!(
            block
                .assign("one more")
                .expect_err("it is full")
                .to_string(),
            "no free address is left for pods in 127.71.0.0/16"
        );
        block.release("300");
        assert!(block.assign("one more").is_ok());
    }
}
