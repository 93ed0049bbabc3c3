//! Where a file is: here, or in a pod.

/// A file here or in a pod.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum FileSpec {
    Local(String),
    Remote(Remote),
}

/// A file in a pod.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Remote {
    /// None is that of the command.
    pub(super) namespace: Option<String>,
    pub(super) pod: String,
    pub(super) path: String,
}

/// A word that is none.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("filespec must match the canonical format: [[namespace/]pod:]file/path")]
pub(super) struct FileSpecError;

impl FileSpec {
    /// Reads `[[namespace/]pod:]path`.
    ///
    /// # Errors
    /// What stands before the colon names no pod.
    pub(super) fn read(word: &str) -> Result<FileSpec, FileSpecError> {
        let Some((pod, path)) = word.split_once(':') else {
            return Ok(FileSpec::Local(word.to_owned()));
        };
        let (namespace, pod) = match pod.split('/').collect::<Vec<_>>().as_slice() {
            [""] => return Err(FileSpecError),
            [pod] => (None, *pod),
            [namespace, pod] => (Some((*namespace).to_owned()), *pod),
            _ => return Err(FileSpecError),
        };
        Ok(FileSpec::Remote(Remote {
            namespace,
            pod: pod.to_owned(),
            path: path.to_owned(),
        }))
    }

    pub(super) fn is_empty(&self) -> bool {
        match self {
            FileSpec::Local(path) => path.is_empty(),
            FileSpec::Remote(place) => place.path.is_empty(),
        }
    }
}

/// The last name of a path.
pub(super) fn last(path: &str) -> String {
    let path = path.trim_end_matches('/');
    path.rsplit('/').next().unwrap_or_default().to_owned()
}

/// The folder of a path in a container; empty if it names none.
pub(super) fn folder(path: &str) -> String {
    match path.trim_end_matches('/').rsplit_once('/') {
        Some(("", _)) => "/".to_owned(),
        Some((folder, _)) => folder.to_owned(),
        None => ".".to_owned(),
    }
}

/// A path below another one in a container.
pub(super) fn join(folder: &str, name: &str) -> String {
    format!("{}/{name}", folder.trim_end_matches('/'))
}

/// A word that a shell takes for what it is.
pub(super) fn quoted(word: &str) -> String {
    format!("'{}'", word.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_before_the_first_colon_is_a_pod() {
        let remote = |namespace: Option<&str>, pod: &str, path: &str| {
            Ok(FileSpec::Remote(Remote {
                namespace: namespace.map(str::to_owned),
                pod: pod.to_owned(),
                path: path.to_owned(),
            }))
        };
        for (word, expected) in [
            ("a/b", Ok(FileSpec::Local("a/b".to_owned()))),
            ("web:/tmp/x", remote(None, "web", "/tmp/x")),
            ("shop/web:x:y", remote(Some("shop"), "web", "x:y")),
            (":x", Err(FileSpecError)),
            ("a/b/c:x", Err(FileSpecError)),
        ] {
            assert_eq!(FileSpec::read(word), expected, "{word}");
        }
        assert_eq!(
            (folder("/tmp/x/").as_str(), last("/tmp/x/").as_str()),
            ("/tmp", "x")
        );
        assert_eq!((folder("/x").as_str(), folder("x").as_str()), ("/", "."));
        assert_eq!(quoted("it's"), r"'it'\''s'");
    }
}
