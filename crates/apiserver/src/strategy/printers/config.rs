//! Configuration, accounts and quotas.

use serde_json::Value;

use super::cell::{age, name, text};
use super::{AGE, NAME, Printer, text as column};

pub(super) static CONFIG_MAP: Printer = Printer {
    columns: &[NAME, column("Data"), AGE],
    row: |object, now| {
        let keys = size(&object["data"]) + size(&object["binaryData"]);
        vec![name(object), keys.into(), age(object, now)]
    },
};

pub(super) static SECRET: Printer = Printer {
    columns: &[NAME, column("Type"), column("Data"), AGE],
    row: |object, now| {
        vec![
            name(object),
            object["type"].clone(),
            size(&object["data"]).into(),
            age(object, now),
        ]
    },
};

pub(super) static SERVICE_ACCOUNT: Printer = Printer {
    columns: &[NAME, AGE],
    row: |object, now| vec![name(object), age(object, now)],
};

pub(super) static RESOURCE_QUOTA: Printer = Printer {
    columns: &[NAME, column("Request"), column("Limit"), AGE],
    row: |object, now| {
        let (limits, requests): (Vec<_>, Vec<_>) = object["status"]["hard"]
            .as_object()
            .into_iter()
            .flatten()
            .map(|(resource, hard)| {
                let used = object["status"]["used"][resource].as_str().unwrap_or("0");
                format!("{resource}: {used}/{}", text(hard))
            })
            .partition(|shown| shown.starts_with("limits"));
        vec![
            name(object),
            requests.join(", ").into(),
            limits.join(", ").into(),
            age(object, now),
        ]
    },
};

fn size(map: &Value) -> usize {
    map.as_object().map_or(0, serde_json::Map::len)
}
