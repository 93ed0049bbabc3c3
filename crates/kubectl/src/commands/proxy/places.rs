//! What stands under which path of a proxy.

use std::path::PathBuf;

/// The paths under which the API and the files stand, with a slash at both ends.
pub(super) struct Places {
    api: String,
    files: Option<(String, PathBuf)>,
}

/// What a path leads to, with the rest of the path.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Place {
    Api(String),
    File(PathBuf, String),
    Nowhere,
}

impl Places {
    /// The API under one path, and the files of a directory under another one.
    pub(super) fn new(api: &str, www: &str, files: Option<PathBuf>) -> Places {
        Places {
            api: enclosed(api),
            files: files.map(|folder| (enclosed(www), folder)),
        }
    }

    /// Where a path, with its query, leads; the longer of two prefixes counts.
    pub(super) fn of(&self, path: &str) -> Place {
        let below = |prefix: &str| {
            path.strip_prefix(prefix)
                .map(|rest| format!("/{}", rest.trim_start_matches('/')))
        };
        let in_api = below(&self.api).map(Place::Api);
        match &self.files {
            Some((prefix, folder)) if prefix.len() > self.api.len() || in_api.is_none() => {
                let file = below(prefix).map(|rest| Place::File(folder.clone(), rest));
                file.or(in_api).unwrap_or(Place::Nowhere)
            }
            _ => in_api.unwrap_or(Place::Nowhere),
        }
    }
}

fn enclosed(prefix: &str) -> String {
    match prefix.trim_matches('/') {
        "" => "/".to_owned(),
        inner => format!("/{inner}/"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longer_prefix_counts() {
        let folder = PathBuf::from("www");
        let places = Places::new("/", "static", Some(folder.clone()));
        assert_eq!(
            places.of("/api/v1?x=1"),
            Place::Api("/api/v1?x=1".to_owned())
        );
        assert_eq!(
            places.of("/static/a.css"),
            Place::File(folder, "/a.css".to_owned())
        );
        let places = Places::new("k8s", "/static/", None);
        assert_eq!(places.of("/k8s/version"), Place::Api("/version".to_owned()));
        assert_eq!(places.of("/version"), Place::Nowhere);
        assert_eq!(places.of("/static/a"), Place::Nowhere);
    }
}
