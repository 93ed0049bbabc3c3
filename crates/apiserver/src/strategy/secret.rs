//! Secrets.

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_config_map_key;
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde_json::Value;

use super::Strategy;
use super::config_map::{MAX_SIZE, decoded_len, entries, sealed};
use super::validation::immutable;

/// Secrets have a type, which says what must be in them.
pub(super) struct Secret;

impl Strategy for Secret {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let data = FieldPath::new("data");
        for (key, _) in entries(&object["data"]) {
            let path = data.key(key);
            errors.extend(
                is_config_map_key(key)
                    .into_iter()
                    .map(|wrong| Error::invalid(&path, key, wrong)),
            );
        }
        if entries(&object["data"])
            .map(|(_, base64)| decoded_len(base64))
            .sum::<usize>()
            > MAX_SIZE
        {
            errors.push(Error::too_long(&data, MAX_SIZE));
        }
        content(&mut errors, object, &data);
        errors
    }

    fn prepare_for_update(&self, new: &mut Value, old: &Value) {
        if new["type"].as_str().is_none_or(str::is_empty) {
            new["type"] = old["type"].clone();
        }
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        immutable(
            &mut errors,
            &FieldPath::new("type"),
            &new["type"],
            &old["type"],
        );
        errors.extend(sealed(new, old, &["data"]));
        errors.extend(self.validate(new));
        errors
    }
}

/// What the type asks for.
fn content(errors: &mut ErrorList, secret: &Value, data: &FieldPath) {
    let has = |key: &str| secret["data"].get(key).is_some();
    let require = |errors: &mut ErrorList, key: &str| {
        if !has(key) {
            errors.push(Error::required(&data.key(key), ""));
        }
    };
    match secret["type"].as_str().unwrap_or_default() {
        "kubernetes.io/service-account-token" => {
            const ACCOUNT: &str = "kubernetes.io/service-account.name";
            if secret["metadata"]["annotations"][ACCOUNT]
                .as_str()
                .is_none_or(str::is_empty)
            {
                let path = FieldPath::new("metadata").child("annotations").key(ACCOUNT);
                errors.push(Error::required(&path, ""));
            }
        }
        "kubernetes.io/dockercfg" => json(errors, secret, data, ".dockercfg"),
        "kubernetes.io/dockerconfigjson" => json(errors, secret, data, ".dockerconfigjson"),
        "kubernetes.io/basic-auth" if !has("username") && !has("password") => {
            require(errors, "username");
            require(errors, "password");
        }
        "kubernetes.io/ssh-auth" => require(errors, "ssh-privatekey"),
        "kubernetes.io/tls" => {
            require(errors, "tls.crt");
            require(errors, "tls.key");
        }
        _ => {}
    }
}

/// A key that must hold an object in JSON.
fn json(errors: &mut ErrorList, secret: &Value, data: &FieldPath, key: &str) {
    let path = data.key(key);
    let Some(base64) = secret["data"][key].as_str() else {
        errors.push(Error::required(&path, ""));
        return;
    };
    let bytes = BASE64_STANDARD.decode(base64).unwrap_or_default();
    if let Err(error) = gostd::json::decode(&bytes) {
        let shown = "<secret contents redacted>";
        errors.push(Error::invalid(&path, shown, error.to_string()));
    }
}
