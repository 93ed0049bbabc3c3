//! The addresses of a Service: `clusterIP` is the first of `clusterIPs`, of the one family that there is.

use apimachinery::field::{Error, ErrorList, FieldPath};
use serde_json::{Value, json};

/// Completes the two fields by each other.
pub(super) fn normalize_for_create(spec: &mut Value) {
    if is_set(&spec["clusterIP"]) && !is_set(&spec["clusterIPs"][0]) {
        spec["clusterIPs"] = json!([spec["clusterIP"]]);
    }
    default_families(spec);
}

/// Lets the field that a client has changed decide about the other.
pub(super) fn normalize_for_update(spec: &mut Value, old: &Value) {
    let same_list = spec["clusterIPs"] == old["clusterIPs"];
    match (is_set(&spec["clusterIP"]), is_set(&old["clusterIP"])) {
        (false, true) if same_list => remove(spec, &["clusterIPs"]),
        (true, _) if spec["clusterIP"] != old["clusterIP"] && same_list => {
            spec["clusterIPs"] = json!([spec["clusterIP"]]);
        }
        (true, _) if !is_set(&spec["clusterIPs"][0]) => {
            spec["clusterIPs"] = json!([spec["clusterIP"]]);
        }
        _ => {}
    }
}

/// Whoever has addresses has them of IPv4.
pub(super) fn default_families(spec: &mut Value) {
    if spec["type"] == "ExternalName" {
        return;
    }
    for (field, value) in [
        ("ipFamilies", json!(["IPv4"])),
        ("ipFamilyPolicy", json!("SingleStack")),
    ] {
        if spec[field].is_null() {
            spec[field] = value;
        }
    }
}

/// Refuses families that are not there and what is no address.
pub(super) fn validate(errors: &mut ErrorList, spec: &Value, path: &FieldPath) {
    let items = |field: &str| spec[field].as_array().into_iter().flatten().enumerate();
    for (index, _) in items("ipFamilies").filter(|(_, family)| *family == "IPv6") {
        let place = path.child("ipFamilies").index(index);
        let detail = "not configured on this cluster";
        errors.push(Error::invalid(&place, "IPv6", detail));
    }
    for (index, address) in items("clusterIPs") {
        let text = address.as_str().unwrap_or_default();
        if text != "None" && text.parse::<std::net::IpAddr>().is_err() {
            let place = path.child("clusterIPs").index(index);
            let detail = "must be a valid IP address, (e.g. 10.9.8.7 or 2001:db8::ffff)";
            errors.push(Error::invalid(&place, text, detail));
        }
    }
}

pub(super) fn is_set(value: &Value) -> bool {
    value.as_str().is_some_and(|text| !text.is_empty())
}

pub(super) fn remove(spec: &mut Value, fields: &[&str]) {
    if let Some(map) = spec.as_object_mut() {
        for field in fields {
            map.remove(*field);
        }
    }
}
