//! Services.

use apimachinery::Timestamp;
use serde_json::{Value, json};

use super::Strategy;

/// Services have one address of one family.
pub(super) struct Service;

impl Strategy for Service {
    fn prepare_for_create(&self, object: &mut Value, _now: Timestamp) {
        let spec = &mut object["spec"];
        if spec["type"] == "ExternalName" {
            return;
        }
        if let (Some(address), true) = (spec["clusterIP"].as_str(), spec["clusterIPs"].is_null()) {
            spec["clusterIPs"] = json!([address]);
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
}
