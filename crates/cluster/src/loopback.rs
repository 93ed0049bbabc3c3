use std::hash::{DefaultHasher, Hash, Hasher};
use std::net::TcpListener;
use std::path::Path;

use apiserver::ServiceRange;
use node::AddressBlock;

/// The blocks 127.N.0.0/16 that clusters take, away from the addresses that other programs like.
const FIRST_BLOCK: u16 = 64;
const BLOCKS: u16 = 190;
/// The port of a kubelet: the block belongs to whoever listens on it at the address of the first node.
const KUBELET_PORT: u16 = 10250;

/// A block of loopback addresses that no other cluster on this machine has.
pub(crate) struct LoopbackBlock {
    pub(crate) number: u8,
    /// Holds the block.
    _claim: TcpListener,
}

impl LoopbackBlock {
    /// Takes a free block; the same directory gets the same one as long as that is free.
    pub(crate) fn claim(data_dir: &Path) -> Option<Self> {
        let mut hasher = DefaultHasher::new();
        data_dir.hash(&mut hasher);
        let first = hasher.finish() % u64::from(BLOCKS);
        (0..u64::from(BLOCKS)).find_map(|step| {
            let number = u64::from(FIRST_BLOCK) + (first + step) % u64::from(BLOCKS);
            let number = u8::try_from(number).ok()?;
            let claim =
                TcpListener::bind((AddressBlock::new(number).node(0), KUBELET_PORT)).ok()?;
            Some(LoopbackBlock {
                number,
                _claim: claim,
            })
        })
    }
}

/// The part of a block whose addresses Services get.
pub(crate) fn service_range(block: u8) -> ServiceRange {
    AddressBlock::service_range(block)
        .parse()
        .expect("a block is written as a range is read")
}
