//! `repositories.yaml`: the repositories that have a name.

use std::path::Path;

use serde_json::{Value, json};

use super::Access;
use crate::failure::go_io;

/// A named repository.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Repository {
    pub(crate) name: String,
    pub(crate) url: String,
    pub(crate) access: Access,
}

/// The named repositories, in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub(crate) struct Repositories(pub(crate) Vec<Repository>);

/// Why the file is not read or written.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ConfigError {
    #[error("couldn't load repositories file ({path}): {reason}")]
    Read { path: String, reason: String },
    #[error("{0}")]
    Write(String),
}

impl Repositories {
    /// Reads the file; one that is not there has no repositories.
    pub(crate) fn load(path: &Path) -> Result<Repositories, ConfigError> {
        let failed = |reason: String| ConfigError::Read {
            path: path.display().to_string(),
            reason,
        };
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => {
                return Ok(Repositories::default());
            }
            Err(error) => return Err(failed(go_io("open", &path.display().to_string(), &error))),
        };
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: false,
        };
        let file = goyaml::yaml_to_json(&text, &options)
            .map_err(|error| failed(format!("error converting YAML to JSON: {error}")))?;
        let entries = file["repositories"].as_array().into_iter().flatten();
        Ok(Repositories(entries.map(repository).collect()))
    }

    /// Writes the file, which only its owner may read.
    pub(crate) fn save(&self, path: &Path) -> Result<(), ConfigError> {
        let entries: Vec<Value> = self.0.iter().map(entry).collect();
        let file = json!({
            "apiVersion": "",
            "generated": "0001-01-01T00:00:00Z",
            "repositories": entries,
        });
        super::cache::write(path, goyaml::json_to_yaml(&file).as_bytes())
            .map_err(ConfigError::Write)
    }

    pub(crate) fn named(&self, name: &str) -> Option<&Repository> {
        self.0.iter().find(|repository| repository.name == name)
    }
}

fn repository(entry: &Value) -> Repository {
    let text = |key: &str| entry[key].as_str().unwrap_or_default().to_owned();
    let is = |key: &str| entry[key].as_bool().unwrap_or(false);
    Repository {
        name: text("name"),
        url: text("url"),
        access: Access {
            username: text("username"),
            password: text("password"),
            cert_file: text("certFile"),
            key_file: text("keyFile"),
            ca_file: text("caFile"),
            insecure_skip_tls_verify: is("insecure_skip_tls_verify"),
            pass_credentials: is("pass_credentials_all"),
        },
    }
}

fn entry(repository: &Repository) -> Value {
    let Repository { name, url, access } = repository;
    json!({
        "caFile": access.ca_file,
        "certFile": access.cert_file,
        "insecure_skip_tls_verify": access.insecure_skip_tls_verify,
        "keyFile": access.key_file,
        "name": name,
        "pass_credentials_all": access.pass_credentials,
        "password": access.password,
        "url": url,
        "username": access.username,
    })
}
