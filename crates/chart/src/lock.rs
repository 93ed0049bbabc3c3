//! `Chart.lock`: the versions that were chosen for what a chart depends on.

use serde_json::{Value, json};
use sha2::{Digest as _, Sha256};

use crate::chart::Chart;
use crate::metadata::{Dependency, dependency_json};
use crate::yaml;

/// A dependency with the version that was chosen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Locked {
    /// The chart's name.
    pub name: String,
    /// The version; for a chart that only lies in `charts/` the declared range.
    pub version: String,
    /// Where the chart comes from; may be empty.
    pub repository: String,
}

/// What a lock file says.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Lock {
    /// The dependencies in the order of `Chart.yaml`.
    pub dependencies: Vec<Locked>,
    /// What was declared and what was chosen, as a digest.
    pub digest: String,
}

impl Lock {
    /// The lock for what a chart declares.
    #[must_use]
    pub fn new(declared: &[Dependency], dependencies: Vec<Locked>) -> Lock {
        let digest = digest(declared, &dependencies);
        Lock {
            dependencies,
            digest,
        }
    }

    /// The lock of a chart, if it has one that can be read.
    #[must_use]
    pub fn of(chart: &Chart) -> Option<Lock> {
        let lock = yaml::parse(chart.lock.as_ref()?.as_bytes()).ok()?;
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let locked = |entry: &Value| Locked {
            name: text(&entry["name"]),
            version: text(&entry["version"]),
            repository: text(&entry["repository"]),
        };
        let dependencies = lock["dependencies"]
            .as_array()
            .into_iter()
            .flatten()
            .map(locked)
            .collect();
        Some(Lock {
            dependencies,
            digest: text(&lock["digest"]),
        })
    }

    /// Whether the lock was made for what the chart declares now.
    #[must_use]
    pub fn is_current(&self, declared: &[Dependency]) -> bool {
        digest(declared, &self.dependencies) == self.digest
    }

    /// The text of the file, made at `generated`, a time in RFC 3339.
    #[must_use]
    pub fn to_yaml(&self, generated: &str) -> String {
        let dependencies: Vec<Value> = self.dependencies.iter().map(|locked| json!({"name": locked.name, "repository": locked.repository, "version": locked.version})).collect();
        goyaml::json_to_yaml(
            &json!({"dependencies": dependencies, "digest": self.digest, "generated": generated}),
        )
    }
}

/// The digest over the JSON that Go's structs have, fields in their order.
fn digest(declared: &[Dependency], chosen: &[Locked]) -> String {
    let declared: Vec<String> = declared.iter().map(dependency_json).collect();
    let locked = |locked: &Locked| {
        dependency_json(&Dependency {
            name: locked.name.clone(),
            version: locked.version.clone(),
            repository: locked.repository.clone(),
            ..Dependency::default()
        })
    };
    let chosen: Vec<String> = chosen.iter().map(locked).collect();
    let text = format!("[[{}],[{}]]", declared.join(","), chosen.join(","));
    let bytes = Sha256::digest(text.as_bytes());
    format!(
        "sha256:{}",
        bytes.iter().map(|b| format!("{b:02x}")).collect::<String>()
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_digest_is_helm_s() {
        let declared = |version: &str, alias: &str| Dependency {
            name: "lib".into(),
            version: version.into(),
            repository: "file://../lib".into(),
            alias: alias.into(),
            ..Dependency::default()
        };
        let locked = Locked {
            name: "lib".into(),
            version: "1.2.3".into(),
            repository: "file://../lib".into(),
        };
        let lock = Lock::new(
            &[declared(">=1", ""), declared("^1", "two")],
            vec![locked.clone(), locked],
        );
        assert_eq!(
            lock.digest,
            "sha256:22f8b79685160b33b675e793740d49f2d61409deae294b6d56e4663db34971e7"
        );
        assert!(!lock.is_current(&[declared(">=2", "")]));
    }
}
