//! A bound on the number of managers that updated an object.

use std::collections::BTreeMap;

use super::Entry;

/// How many entries of updates are kept apart.
const MAX_UPDATERS: usize = 10;

/// Who stands for those that were merged.
const ANCIENT: &str = "ancient-changes";

/// Merges the oldest updaters, for each version of the API apart, until few enough are left.
pub(super) fn cap(entries: &mut Vec<Entry>) {
    let mut updaters: Vec<usize> = (0..entries.len())
        .filter(|index| entries[*index].operation == "Update")
        .collect();
    let mut left = updaters.len();
    if left <= MAX_UPDATERS {
        return;
    }
    updaters.sort_by(|one, other| entries[*one].age().cmp(&entries[*other].age()));
    let mut first: BTreeMap<String, usize> = BTreeMap::new();
    let mut merged = Vec::new();
    for index in updaters {
        if left <= MAX_UPDATERS {
            break;
        }
        let entry = entries[index].clone();
        match first.get(&entry.api_version) {
            Some(bucket) => {
                let bucket = &mut entries[*bucket];
                ANCIENT.clone_into(&mut bucket.manager);
                bucket.subresource.clear();
                bucket.set.add(&entry.set);
                bucket.time = entry.time;
                merged.push(index);
                left -= 1;
            }
            None => {
                first.insert(entry.api_version, index);
            }
        }
    }
    let mut index = 0;
    entries.retain(|_| {
        index += 1;
        !merged.contains(&(index - 1))
    });
}

impl Entry {
    /// What is older comes first.
    fn age(&self) -> (&str, &str, &str, &str) {
        (
            &self.time,
            &self.manager,
            &self.api_version,
            &self.subresource,
        )
    }
}
