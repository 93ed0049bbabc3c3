//! What the cluster is made of.

use serde_json::Value;

use super::cell::{age, count, items, name, text, text_or};
use super::{AGE, NAME, Printer, boolean, number, text as column};

pub(super) static NAMESPACE: Printer = Printer {
    columns: &[NAME, column("Status"), AGE],
    row: |object, now| {
        vec![
            name(object),
            object["status"]["phase"].clone(),
            age(object, now),
        ]
    },
};

pub(super) static LEASE: Printer = Printer {
    columns: &[NAME, column("Holder"), AGE],
    row: |object, now| {
        vec![
            name(object),
            text(&object["spec"]["holderIdentity"]).into(),
            age(object, now),
        ]
    },
};

pub(super) static RUNTIME_CLASS: Printer = Printer {
    columns: &[NAME, column("Handler"), AGE],
    row: |object, now| vec![name(object), object["handler"].clone(), age(object, now)],
};

pub(super) static PRIORITY_CLASS: Printer = Printer {
    columns: &[
        NAME,
        number("Value"),
        boolean("Global-Default"),
        AGE,
        column("PreemptionPolicy"),
    ],
    row: |object, now| {
        vec![
            name(object),
            count(&object["value"]).into(),
            (object["globalDefault"] == true).into(),
            age(object, now),
            text(&object["preemptionPolicy"]).into(),
        ]
    },
};

pub(super) static API_SERVICE: Printer = Printer {
    columns: &[NAME, column("Service"), column("Available"), AGE],
    row: |object, now| {
        let service = &object["spec"]["service"];
        let shown = if service.is_object() {
            format!("{}/{}", text(&service["namespace"]), text(&service["name"]))
        } else {
            "Local".to_owned()
        };
        let available = items(&object["status"]["conditions"])
            .find(|condition| condition["type"] == "Available");
        let available = match available {
            None => "Unknown".to_owned(),
            Some(condition) if condition["status"] == "True" => "True".to_owned(),
            Some(condition) => format!(
                "{} ({})",
                text(&condition["status"]),
                text(&condition["reason"])
            ),
        };
        vec![
            name(object),
            shown.into(),
            available.into(),
            age(object, now),
        ]
    },
};

pub(super) static SIGNING_REQUEST: Printer = Printer {
    columns: &[
        NAME,
        AGE,
        column("SignerName"),
        column("Requestor"),
        column("RequestedDuration"),
        column("Condition"),
    ],
    row: |object, now| {
        let spec = &object["spec"];
        let seconds = spec["expirationSeconds"]
            .as_u64()
            .map(std::time::Duration::from_secs);
        let duration = seconds.map(crate::table::human_duration);
        vec![
            name(object),
            age(object, now),
            text_or(&spec["signerName"], "<none>"),
            text(&spec["username"]).into(),
            duration.unwrap_or_else(|| "<none>".to_owned()).into(),
            condition(object).into(),
        ]
    },
};

/// What was decided, and whether there is a certificate.
fn condition(request: &Value) -> String {
    let has = |kind: &str| {
        items(&request["status"]["conditions"]).any(|condition| condition["type"] == kind)
    };
    let mut words = match (has("Approved"), has("Denied")) {
        (_, true) => vec!["Denied"],
        (true, false) => vec!["Approved"],
        (false, false) => vec!["Pending"],
    };
    if has("Failed") {
        words.push("Failed");
    }
    if !text(&request["status"]["certificate"]).is_empty() {
        words.push("Issued");
    }
    words.join(",")
}
