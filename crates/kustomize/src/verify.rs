//! What commands look at before they write something into a kustomization file.

use std::path::Path;

use filesys::FileSystem;
use serde_json::Value;

use crate::builtins::{ConfigMapGenerator, Generator, Helpers, SecretGenerator};
use crate::error::{Error, ErrorKind, Result};
use crate::godecode::{GoValue, UnknownFields, decode};
use crate::loader::{LoadRestrictor, Loader, Remote};
use crate::options::Options;
use crate::read;

/// Looks whether a text is read as resources. One without any is, as an empty file.
///
/// # Errors
/// What a build says of a file with this text.
pub fn verify_resources(text: &[u8]) -> Result<()> {
    read::resources(text).map(drop)
}

/// Looks whether a path or URL in the kustomization of `directory` leads to a directory that can be a base.
///
/// # Errors
/// What a build says of such a base: it is not there, leads in a circle, cannot be fetched.
pub fn verify_root(
    files: &dyn FileSystem,
    remote: &dyn Remote,
    directory: &Path,
    path: &str,
) -> Result<()> {
    start(files, remote, directory)?.new_root(path).map(drop)
}

/// Looks whether an entry of `configMapGenerator` in `directory` makes a ConfigMap.
///
/// # Errors
/// What a build says of the entry.
pub fn verify_config_map(files: &dyn FileSystem, directory: &Path, entry: &Value) -> Result<()> {
    let options = Options::default();
    let loader = start(files, options.remote, directory)?;
    let helpers = Helpers {
        loader: &loader,
        options: &options,
    };
    let config_map: crate::kustomization::ConfigMapArgs = entry_of(entry)?;
    ConfigMapGenerator::new(helpers, config_map.args)
        .generate()
        .map(drop)
}

/// Looks whether an entry of `secretGenerator` in `directory` makes a Secret.
///
/// # Errors
/// What a build says of the entry.
pub fn verify_secret(files: &dyn FileSystem, directory: &Path, entry: &Value) -> Result<()> {
    let options = Options::default();
    let loader = start(files, options.remote, directory)?;
    let helpers = Helpers {
        loader: &loader,
        options: &options,
    };
    SecretGenerator::new(helpers, entry_of(entry)?)
        .generate()
        .map(drop)
}

fn start<'a>(
    files: &'a dyn FileSystem,
    remote: &'a dyn Remote,
    directory: &Path,
) -> Result<Loader<'a>> {
    Loader::start(
        files,
        remote,
        &directory.to_string_lossy(),
        LoadRestrictor::RootOnly,
    )
}

fn entry_of<T: GoValue + Default>(entry: &Value) -> Result<T> {
    let mut args = T::default();
    decode(&mut args, entry, UnknownFields::Refused)
        .map_err(|text| Error::new(ErrorKind::Configure, text))?;
    Ok(args)
}

#[cfg(test)]
mod tests {
    use filesys::Memory;
    use serde_json::json;

    use super::*;

    #[test]
    fn generators_are_tried() {
        let files: Memory = [("/app/a.txt", "a")].into_iter().collect();
        let app = Path::new("/app");
        let entry = |source: &str| json!({ "name": "c", "files": [source] });
        assert_eq!(verify_config_map(&files, app, &entry("a.txt")), Ok(()));
        let error = verify_secret(&files, app, &entry("b.txt")).expect_err("refused");
        assert_eq!(
            error.to_string(),
            "loading KV pairs: file sources: [b.txt]: evalsymlink failure on '/app/b.txt' : lstat /app/b.txt: no such file or directory"
        );
    }

    #[test]
    fn texts_are_resources_or_not() {
        for (text, verdict) in [
            ("", true),
            ("# nothing\n", true),
            ("apiVersion: v1\nkind: List\nitems: []\n", true),
            ("kind: A\nmetadata: {name: a}\n", true),
            ("kind: A\n", false),
            ("a line\n", false),
        ] {
            assert_eq!(verify_resources(text.as_bytes()).is_ok(), verdict, "{text}");
        }
    }
}
