//! Releases in this process's memory.

use std::cell::RefCell;
use std::collections::BTreeMap;

use apimachinery::selector::LabelSelector;

use serde_json::json;

use super::{DriverError, StorageError, Stored, key, record_labels};
use crate::environment;
use crate::release::{Release, encode};

/// Revisions that go with the process.
#[derive(Default)]
pub(crate) struct Memory {
    namespace: String,
    revisions: RefCell<BTreeMap<(String, String), Stored>>,
}

impl Memory {
    /// What the YAML files of `HELM_MEMORY_DRIVER_DATA` hold: lists of releases.
    ///
    /// # Errors
    /// If a text is no list of releases.
    pub(crate) fn load(texts: &[String], namespace: &str) -> Result<Memory, DriverError> {
        let memory = Memory {
            namespace: namespace.to_owned(),
            ..Memory::default()
        };
        let options = goyaml::DecodeOptions {
            dialect: goyaml::Dialect::V2,
            strict: false,
        };
        for text in texts {
            let unreadable =
                || DriverError::MemoryData("unable to unmarshal memory driver data".to_owned());
            let list = goyaml::yaml_to_json(text.as_bytes(), &options).map_err(|_| unreadable())?;
            let releases: Vec<Release> = serde_json::from_value(list).map_err(|_| unreadable())?;
            for mut release in releases {
                if release.namespace.is_empty() {
                    "default".clone_into(&mut release.namespace);
                }
                memory.put(&release, "createdAt");
            }
        }
        Ok(memory)
    }

    pub(super) fn list(&self, selector: &str) -> Vec<Stored> {
        let Ok(selector) = selector.parse::<LabelSelector>() else {
            return Vec::new();
        };
        let revisions = self.revisions.borrow();
        let here = revisions
            .values()
            .filter(|stored| self.namespace.is_empty() || stored.namespace == self.namespace);
        here.filter(|stored| selector.matches(&json!(stored.labels)))
            .cloned()
            .collect()
    }

    pub(super) fn get(&self, key: &str) -> Result<Stored, StorageError> {
        let revisions = self.revisions.borrow();
        let found = revisions.get(&(self.namespace.clone(), key.to_owned()));
        found.cloned().ok_or(StorageError::NotFound)
    }

    pub(super) fn create(&self, release: &Release) -> Result<(), StorageError> {
        if self.get(&key(&release.name, release.version)).is_ok() {
            return Err(StorageError::AlreadyExists);
        }
        self.put(release, "createdAt");
        Ok(())
    }

    pub(super) fn update(&self, release: &Release) -> Result<(), StorageError> {
        self.get(&key(&release.name, release.version))?;
        self.put(release, "modifiedAt");
        Ok(())
    }

    pub(super) fn delete(&self, key: &str) {
        let place = (self.namespace.clone(), key.to_owned());
        self.revisions.borrow_mut().remove(&place);
    }

    fn put(&self, release: &Release, stamp: &str) {
        let key = key(&release.name, release.version);
        let stored = Stored {
            key: key.clone(),
            namespace: release.namespace.clone(),
            labels: record_labels(release, stamp, environment::now().unix_seconds()),
            annotations: BTreeMap::new(),
            payload: encode(release).into_bytes(),
        };
        let place = (release.namespace.clone(), key);
        self.revisions.borrow_mut().insert(place, stored);
    }
}
