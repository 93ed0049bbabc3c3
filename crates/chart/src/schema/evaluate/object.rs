//! Keywords for objects.

use referencing::Draft;
use serde_json::{Map, Value};

use super::{Check, Instance, check};
use crate::schema::fault::Fault;
use crate::schema::message;
use crate::schema::path::Path;

impl<'r> Check<'r, '_, '_> {
    pub(super) fn object(&mut self, object: &Map<String, Value>) {
        self.property_count(object.len());
        if let Some(names) = self.keywords.get("required")
            && let Some(text) = missing(names, object)
        {
            self.fault(text);
        }
        self.dependencies("dependencies", object);
        self.properties(object);
        if self.is_before(Draft::Draft6) {
            return;
        }
        if let Some(schema) = self.keywords.get("propertyNames") {
            self.property_names(schema, object);
        }
        if !self.is_before(Draft::Draft201909) {
            self.dependencies("dependentSchemas", object);
            self.dependencies("dependentRequired", object);
        }
    }

    fn property_count(&mut self, count: usize) {
        let bound = |keyword: &str| self.keywords.get(keyword).and_then(super::scalar::whole);
        let (least, most) = (bound("minProperties"), bound("maxProperties"));
        if let Some(least) = least.filter(|least| (count as u64) < *least) {
            self.fault(message::count("minProperties", count, least));
        }
        if let Some(most) = most.filter(|most| (count as u64) > *most) {
            self.fault(message::count("maxProperties", count, most));
        }
    }

    /// What has to be there, or has to hold, because something else is there.
    fn dependencies(&mut self, keyword: &str, object: &Map<String, Value>) {
        let dependencies = self.keywords.get(keyword).and_then(Value::as_object);
        for (name, dependency) in dependencies.into_iter().flatten() {
            if !object.contains_key(name) {
                continue;
            }
            let Value::Array(names) = dependency else {
                self.apply(dependency);
                continue;
            };
            let absent = names.iter().filter_map(Value::as_str);
            let absent: Vec<&str> = absent.filter(|name| !object.contains_key(*name)).collect();
            if !absent.is_empty() {
                let absent = message::quoted_list(absent);
                let name = message::quote(name);
                self.fault(format!("properties {absent} required, if {name} exists"));
            }
        }
    }

    fn properties(&mut self, object: &Map<String, Value>) {
        let keywords = self.keywords;
        let table = |keyword: &str| keywords.get(keyword).and_then(Value::as_object);
        let (properties, patterns) = (table("properties"), table("patternProperties"));
        let additional = keywords.get("additionalProperties");
        let mut refused = Vec::new();
        for (name, value) in object {
            let own = properties.and_then(|properties| properties.get(name));
            let mut schemas: Vec<&'r Value> = own.into_iter().collect();
            for (pattern, schema) in patterns.into_iter().flatten() {
                let pattern = self.evaluation.pattern(pattern);
                if pattern.is_some_and(|pattern| pattern.is_match(name)) {
                    schemas.push(schema);
                }
            }
            match additional {
                Some(Value::Bool(false)) if schemas.is_empty() => {
                    refused.push(name.as_str());
                    self.rest.properties.remove(name);
                }
                Some(schema) if schemas.is_empty() => schemas.push(schema),
                _ => {}
            }
            let path = self.instance.path;
            for schema in schemas {
                self.rest.properties.remove(name);
                let fault = self.part(schema, value, &Path::Entry(path, name));
                self.faults.extend(fault);
            }
        }
        if !refused.is_empty() {
            let refused = message::quoted_list(refused);
            self.fault(format!("additional properties {refused} not allowed"));
        }
    }

    /// Names are values of their own, so that what is wrong with one stands at its root.
    fn property_names(&mut self, schema: &'r Value, object: &Map<String, Value>) {
        let Some(schema) = self.subschema(schema) else {
            return;
        };
        for name in object.keys() {
            let value = Value::from(name.as_str());
            let instance = Instance {
                value: &value,
                path: &Path::Root,
                depth: self.instance.depth + 1,
                is_tracked: false,
            };
            if let Err(fault) = check(&schema, instance, self.evaluation) {
                let text = format!("invalid propertyName {}", message::quote(name));
                self.fault_with(text, Fault::apart(fault));
            }
        }
    }
}

fn missing(names: &Value, object: &Map<String, Value>) -> Option<String> {
    let names = names.as_array()?.iter().filter_map(Value::as_str);
    let absent: Vec<&str> = names.filter(|name| !object.contains_key(*name)).collect();
    (!absent.is_empty()).then(|| message::missing(&absent))
}
