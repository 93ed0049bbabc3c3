//! Keywords that combine schemas, and those for what is left over.

use referencing::Draft;
use serde_json::Value;

use super::Check;
use crate::schema::number;
use crate::schema::path::Path;

impl<'r> Check<'r, '_, '_> {
    pub(super) fn logic(&mut self) {
        if let Some(schema) = self.keywords.get("not")
            && self.in_place(schema).is_ok()
        {
            self.fault("'not' failed");
        }
        self.all_of();
        self.any_of();
        self.one_of();
        if !self.is_before(Draft::Draft7) {
            self.condition();
        }
    }

    fn branches(&self, keyword: &str) -> &'r [Value] {
        let branches = self.keywords.get(keyword).and_then(Value::as_array);
        branches.map(Vec::as_slice).unwrap_or_default()
    }

    fn all_of(&mut self) {
        let mut faults = Vec::new();
        for branch in self.branches("allOf") {
            match self.in_place(branch) {
                Ok(rest) => self.rest.keep_only(&rest),
                Err(fault) => faults.push(fault),
            }
        }
        if !faults.is_empty() {
            self.fault_with("'allOf' failed", faults);
        }
    }

    fn any_of(&mut self) {
        let (mut faults, mut matched) = (Vec::new(), false);
        for branch in self.branches("anyOf") {
            match self.in_place(branch) {
                Ok(rest) => {
                    matched = true;
                    self.rest.keep_only(&rest);
                }
                Err(fault) => faults.push(fault),
            }
        }
        if !matched && !faults.is_empty() {
            self.fault_with("'anyOf' failed", faults);
        }
    }

    fn one_of(&mut self) {
        let (mut faults, mut matched) = (Vec::new(), None);
        for (index, branch) in self.branches("oneOf").iter().enumerate() {
            match (self.in_place(branch), matched) {
                (Ok(rest), None) => {
                    matched = Some(index);
                    self.rest.keep_only(&rest);
                }
                (Ok(_), Some(earlier)) => {
                    let (earlier, index) = (
                        number::integer(earlier as u64),
                        number::integer(index as u64),
                    );
                    self.fault(format!(
                        "'oneOf' failed, subschemas {earlier}, {index} matched"
                    ));
                    return;
                }
                (Err(fault), None) => faults.push(fault),
                (Err(_), Some(_)) => {}
            }
        }
        if matched.is_none() && !faults.is_empty() {
            self.fault_with("'oneOf' failed, none matched", faults);
        }
    }

    fn condition(&mut self) {
        let Some(condition) = self.keywords.get("if") else {
            return;
        };
        let branch = match self.in_place(condition) {
            Ok(rest) => {
                self.rest.keep_only(&rest);
                "then"
            }
            Err(_) => "else",
        };
        if let Some(schema) = self.keywords.get(branch) {
            self.apply(schema);
        }
    }

    pub(super) fn unevaluated(&mut self) {
        let path = self.instance.path;
        if let (Some(schema), Value::Object(object)) = (
            self.keywords.get("unevaluatedProperties"),
            self.instance.value,
        ) {
            for name in std::mem::take(&mut self.rest.properties) {
                let fault = object
                    .get(&name)
                    .and_then(|value| self.part(schema, value, &Path::Entry(path, &name)));
                self.faults.extend(fault);
            }
        }
        if let (Some(schema), Value::Array(array)) =
            (self.keywords.get("unevaluatedItems"), self.instance.value)
        {
            for index in std::mem::take(&mut self.rest.items) {
                let item = array.get(index);
                let fault = item.and_then(|item| self.part(schema, item, &Path::Item(path, index)));
                self.faults.extend(fault);
            }
        }
    }
}
