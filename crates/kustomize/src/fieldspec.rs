//! Where in which kinds a transformer works.

use crate::error::{Error, ErrorKind, Result};
use crate::gvk::Gvk;

/// A path in the objects of some types.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct FieldSpec {
    /// The types; an empty part stands for all.
    pub(crate) gvk: Gvk,
    /// The path: names parted by `/`, `\/` for a slash in a name, `[]` behind a name that must hold a list.
    pub(crate) path: String,
    /// Whether what is missing on the path is made.
    pub(crate) create: bool,
}

impl FieldSpec {
    pub(crate) fn new(gvk: Gvk, path: &str, create: bool) -> Self {
        Self {
            gvk,
            path: path.to_owned(),
            create,
        }
    }

    /// The names on the path.
    pub(crate) fn segments(&self) -> Vec<String> {
        split_path(&self.path)
    }
}

/// Splits a path at its slashes, but not at those behind a backslash.
pub(crate) fn split_path(path: &str) -> Vec<String> {
    let mut segments: Vec<String> = Vec::new();
    let mut escaped = false;
    for part in path.split('/') {
        match segments.last_mut() {
            Some(last) if escaped => {
                last.pop();
                last.push('/');
                last.push_str(part);
            }
            _ => segments.push(part.to_owned()),
        }
        escaped = part.ends_with('\\');
    }
    segments
}

/// Adds `spec` to `specs` unless it is there. Two that differ only in `create` contradict each other.
pub(crate) fn merge_one(specs: &mut Vec<FieldSpec>, spec: FieldSpec) -> Result<()> {
    match specs
        .iter()
        .find(|known| known.gvk == spec.gvk && known.path == spec.path)
    {
        Some(known) if known.create != spec.create => Err(Error::new(
            ErrorKind::Kustomization,
            "conflicting fieldspecs",
        )),
        Some(_) => Ok(()),
        None => {
            specs.push(spec);
            Ok(())
        }
    }
}

/// Adds each of `more` to `specs`.
pub(crate) fn merge_all(specs: &mut Vec<FieldSpec>, more: &[FieldSpec]) -> Result<()> {
    more.iter()
        .try_for_each(|spec| merge_one(specs, spec.clone()))
}

#[cfg(test)]
mod tests {
    use super::split_path;

    #[test]
    fn a_backslash_keeps_the_slash() {
        assert_eq!(
            split_path(r"metadata/annotations/a.b\/c/d"),
            ["metadata", "annotations", "a.b/c", "d"]
        );
    }
}
