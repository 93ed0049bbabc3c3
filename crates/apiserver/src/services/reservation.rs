use std::net::Ipv4Addr;

use apimachinery::Status;

use super::NODE_PORTS;
use super::allocator::Holding;
use crate::call::Call;

/// How many of the lowest node ports are kept for those that somebody asks for by number.
const STATIC_NODE_PORTS: u16 = 86;

/// What a write under way has set aside. Unless it is committed all of it is let go.
pub(crate) struct Reservation<'a> {
    call: &'a Call,
    key: String,
    holdings: Vec<Holding>,
}

/// Why something cannot be given out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Refusal {
    #[error("the provided network does not match the current range")]
    ForeignAddress,
    #[error("provided IP is already allocated")]
    AddressTaken,
    #[error(
        "provided port is not in the valid range. The range of valid ports is {}-{}",
        NODE_PORTS.start(),
        NODE_PORTS.end()
    )]
    ForeignPort,
    #[error("provided port is already allocated")]
    PortTaken,
}

impl<'a> Reservation<'a> {
    pub(super) fn new(call: &'a Call, key: String) -> Self {
        Reservation {
            call,
            key,
            holdings: Vec::new(),
        }
    }

    /// Makes what was set aside the Service's own; to be called when it is stored.
    pub(crate) fn commit(mut self) {
        let mut table = self.call.shared.services.table();
        for holding in std::mem::take(&mut self.holdings) {
            table.commit(holding, &self.key);
        }
    }

    pub(super) fn address(&mut self, wanted: &str) -> Result<(), Refusal> {
        let address = wanted.parse().map_err(|_| Refusal::ForeignAddress)?;
        if !self.call.shared.services.range.contains(address) {
            return Err(Refusal::ForeignAddress);
        }
        if self.take(Holding::Address(address)) {
            Ok(())
        } else {
            Err(Refusal::AddressTaken)
        }
    }

    pub(super) fn any_address(&mut self) -> Result<Ipv4Addr, Status> {
        let range = self.call.shared.services.range;
        let mut candidates = range.from(self.call.shared.seeded.number());
        candidates
            .find(|address| *address != range.first() && self.take(Holding::Address(*address)))
            .ok_or_else(|| Status::internal_error("failed to allocate a serviceIP: range is full"))
    }

    pub(super) fn node_port(&mut self, wanted: i64) -> Result<(), Refusal> {
        let port = u16::try_from(wanted)
            .ok()
            .filter(|port| NODE_PORTS.contains(port))
            .ok_or(Refusal::ForeignPort)?;
        // One number serves the protocols of one Service.
        if self.holdings.contains(&Holding::NodePort(port)) || self.take(Holding::NodePort(port)) {
            Ok(())
        } else {
            Err(Refusal::PortTaken)
        }
    }

    pub(super) fn any_node_port(&mut self) -> Result<u16, Status> {
        let (low, high) = (NODE_PORTS.start() + STATIC_NODE_PORTS, *NODE_PORTS.end());
        let place = self.call.shared.seeded.number() % u32::from(high - low);
        let middle = low + u16::try_from(place).unwrap_or_default();
        (middle..=high)
            .chain(low..middle)
            .chain(*NODE_PORTS.start()..low)
            .find(|port| self.take(Holding::NodePort(*port)))
            .ok_or_else(|| Status::internal_error("failed to allocate a nodePort: range is full"))
    }

    fn take(&mut self, holding: Holding) -> bool {
        let shared = &self.call.shared;
        let taken = shared
            .services
            .table()
            .reserve(holding, &self.key, &shared.store);
        if taken {
            self.holdings.push(holding);
        }
        taken
    }
}

impl Drop for Reservation<'_> {
    fn drop(&mut self) {
        let mut table = self.call.shared.services.table();
        self.holdings
            .iter()
            .for_each(|holding| table.release(*holding));
    }
}
