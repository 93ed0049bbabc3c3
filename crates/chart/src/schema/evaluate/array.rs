//! Keywords for arrays.

use referencing::Draft;
use serde_json::Value;

use super::scalar::whole;
use super::{Check, equal};
use crate::schema::message;
use crate::schema::number;
use crate::schema::path::Path;

impl<'r> Check<'r, '_, '_> {
    pub(super) fn array(&mut self, array: &[Value]) {
        let bound = |keyword: &str| self.keywords.get(keyword).and_then(whole);
        let (least, most) = (bound("minItems"), bound("maxItems"));
        if let Some(least) = least.filter(|least| (array.len() as u64) < *least) {
            self.fault(message::count("minItems", array.len(), least));
        }
        if let Some(most) = most.filter(|most| (array.len() as u64) > *most) {
            self.fault(message::count("maxItems", array.len(), most));
        }
        if self.keywords.get("uniqueItems") == Some(&Value::Bool(true))
            && let Some((earlier, later)) = twice(array)
        {
            let (earlier, later) = (number::integer(earlier), number::integer(later));
            self.fault(format!("items at {earlier} and {later} are equal"));
        }
        if self.is_before(Draft::Draft202012) {
            self.items_by_old_rules(array);
        } else {
            self.items(array);
        }
        if !self.is_before(Draft::Draft6) {
            self.contains(array);
        }
    }

    fn items(&mut self, array: &[Value]) {
        let prefix = self.keywords.get("prefixItems").and_then(Value::as_array);
        let prefix = prefix.map(Vec::as_slice).unwrap_or_default();
        let others = self.keywords.get("items");
        for (index, item) in array.iter().enumerate() {
            if let Some(schema) = prefix.get(index).or(others) {
                self.item(schema, item, index);
            }
        }
    }

    fn items_by_old_rules(&mut self, array: &[Value]) {
        let additional = self.keywords.get("additionalItems");
        let (prefix, others) = match self.keywords.get("items") {
            Some(Value::Array(prefix)) => (prefix.as_slice(), additional),
            Some(schema) => (&[][..], Some(schema)),
            // Without items there is nothing that others would come after.
            None => return,
        };
        let refuses = matches!(self.keywords.get("items"), Some(Value::Array(_)))
            && additional == Some(&Value::Bool(false));
        for (index, item) in array.iter().enumerate() {
            match prefix.get(index).or(others) {
                Some(_) if refuses && index >= prefix.len() => {
                    self.rest.items.remove(&index);
                }
                Some(schema) => self.item(schema, item, index),
                None => {}
            }
        }
        let extra = array.len().saturating_sub(prefix.len()) as u64;
        if refuses && extra > 0 {
            let extra = number::integer(extra);
            self.fault(format!("last {extra} additionalItem(s) not allowed"));
        }
    }

    fn item(&mut self, schema: &'r Value, item: &Value, index: usize) {
        self.rest.items.remove(&index);
        let path = self.instance.path;
        let fault = self.part(schema, item, &Path::Item(path, index));
        self.faults.extend(fault);
    }

    fn contains(&mut self, array: &[Value]) {
        let Some(schema) = self.keywords.get("contains") else {
            return;
        };
        let is_latest = !self.is_before(Draft::Draft202012);
        let bound = |keyword: &str| {
            let bound = self.keywords.get(keyword).and_then(whole);
            bound.filter(|_| !self.is_before(Draft::Draft201909))
        };
        let (least, most) = (bound("minContains"), bound("maxContains"));
        let (mut matched, mut faults) = (Vec::new(), Vec::new());
        let path = self.instance.path;
        for (index, item) in array.iter().enumerate() {
            match self.part(schema, item, &Path::Item(path, index)) {
                Some(fault) => faults.push(fault),
                None => {
                    matched.push(index);
                    if is_latest {
                        self.rest.items.remove(&index);
                    }
                }
            }
        }
        let found = matched.len() as u64;
        let but = if matched.is_empty() {
            "none matched".to_owned()
        } else {
            format!(
                "matched {} items at {}",
                number::integer(found),
                message::places(&matched)
            )
        };
        match least {
            Some(least) if found < least => {
                let least = number::integer(least);
                let text =
                    format!("min {least} items required to match contains schema, but {but}");
                self.fault_with(text, faults);
            }
            None if matched.is_empty() => {
                self.fault_with("no items match contains schema", faults);
            }
            _ => {}
        }
        if let Some(most) = most.filter(|most| found > *most) {
            let most = number::integer(most);
            self.fault(format!(
                "max {most} items required to match contains schema, but {but}"
            ));
        }
    }
}

/// The first two items that are equal.
fn twice(array: &[Value]) -> Option<(u64, u64)> {
    array.iter().enumerate().find_map(|(later, item)| {
        let earlier = array[..later].iter().position(|other| equal(other, item))?;
        Some((earlier as u64, later as u64))
    })
}
