//! The labels of storage objects.

use std::collections::BTreeMap;

use crate::release::Release;

/// The labels of a revision's object. The stamp comes first: labels that were carried over from an earlier revision's object
/// hide it, as they do in Helm.
pub(crate) fn record_labels(
    release: &Release,
    stamp: &str,
    unix_seconds: i64,
) -> BTreeMap<String, String> {
    let mut labels = BTreeMap::from([(stamp.to_owned(), unix_seconds.to_string())]);
    labels.extend(release.labels.clone());
    let system = [
        ("name", release.name.clone()),
        ("owner", "helm".to_owned()),
        ("status", release.info.status.clone()),
        ("version", release.version.to_string()),
    ];
    labels.extend(system.map(|(name, value)| (name.to_owned(), value)));
    labels
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn carried_labels_hide_the_stamp_but_not_what_the_revision_is() {
        let mut release = Release {
            name: "web".to_owned(),
            version: 2,
            ..Release::default()
        };
        release.labels = BTreeMap::from([
            ("modifiedAt".to_owned(), "7".to_owned()),
            ("version".to_owned(), "1".to_owned()),
            ("team".to_owned(), "x".to_owned()),
        ]);
        let labels = record_labels(&release, "modifiedAt", 9);
        assert_eq!(labels["modifiedAt"], "7");
        assert_eq!(labels["version"], "2");
        assert_eq!(labels["team"], "x");
        assert_eq!(labels["owner"], "helm");
    }
}
