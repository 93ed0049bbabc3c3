use std::collections::{BTreeMap, BTreeSet};
use std::net::Ipv4Addr;

use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use store::{Range, Store};

use super::ServiceRange;

/// Something that one Service at a time may have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Holding {
    Address(Ipv4Addr),
    NodePort(u16),
}

/// Who has which address and port.
///
/// What a Service holds is what it says of itself in the store. The table only leads to the Service that held something last: whether it
/// still does is looked up when somebody else wants it, so that nothing has to be told of deletions.
pub(crate) struct Allocator {
    pub(crate) range: ServiceRange,
    table: Mutex<Table>,
}

#[derive(Default)]
pub(super) struct Table {
    /// The store's key of the Service that held it last.
    holders: BTreeMap<Holding, String>,
    /// What a write under way has set its mind on.
    reserved: BTreeSet<Holding>,
}

impl Allocator {
    /// An allocator that knows what the Services below `prefix` in the store hold.
    pub(crate) fn load(range: ServiceRange, store: &Store, prefix: &str) -> Self {
        let mut table = Table::default();
        let everything = Range {
            prefix,
            ..Range::default()
        };
        // A range without a revision of its own is never compacted away.
        for entry in store
            .range(everything)
            .iter()
            .flat_map(|page| &page.entries)
        {
            for holding in holdings(&entry.value) {
                table.holders.insert(holding, entry.key.to_string());
            }
        }
        Allocator {
            range,
            table: Mutex::new(table),
        }
    }

    pub(super) fn table(&self) -> MutexGuard<'_, Table> {
        self.table.lock()
    }
}

impl Table {
    /// Sets something aside for the Service with this key; false if somebody else has it.
    pub(super) fn reserve(&mut self, holding: Holding, key: &str, store: &Store) -> bool {
        if self.reserved.contains(&holding) {
            return false;
        }
        let is_taken = self
            .holders
            .get(&holding)
            .is_some_and(|holder| holder != key && holds(store, holder, holding));
        if !is_taken {
            self.reserved.insert(holding);
        }
        !is_taken
    }

    pub(super) fn release(&mut self, holding: Holding) {
        self.reserved.remove(&holding);
    }

    pub(super) fn commit(&mut self, holding: Holding, key: &str) {
        self.reserved.remove(&holding);
        self.holders.insert(holding, key.to_owned());
    }
}

fn holds(store: &Store, key: &str, holding: Holding) -> bool {
    store
        .get(key)
        .is_some_and(|entry| holdings(&entry.value).contains(&holding))
}

/// What a Service says that it holds.
fn holdings(kept: &[u8]) -> Vec<Holding> {
    let service: Value = serde_json::from_slice(kept).unwrap_or_default();
    let spec = &service["spec"];
    let address = spec["clusterIP"]
        .as_str()
        .and_then(|text| text.parse().ok());
    let ports = super::ports(spec).map(|port| &port["nodePort"]);
    let node_ports = ports
        .chain([&spec["healthCheckNodePort"]])
        .filter_map(super::number);
    address
        .map(Holding::Address)
        .into_iter()
        .chain(node_ports.map(Holding::NodePort))
        .collect()
}
