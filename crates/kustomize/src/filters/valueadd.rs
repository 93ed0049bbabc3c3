//! Adding a value, or a part of a path in front of or behind what is there.

use goyaml::Node;

use super::fieldspec;
use crate::error::Result;
use crate::gvk::Gvk;
use crate::resource::Resource;
use crate::rnode;

/// Writes `value` into the field, or splices it in at a position of the path that the field holds.
pub(crate) fn apply(
    resource: &mut Resource,
    value: &str,
    position: Option<usize>,
    field: &fieldspec::Filter,
) -> Result<()> {
    field.apply(resource, &Gvk::default(), &mut |node: &mut Node| {
        let text = match position {
            None => value.to_owned(),
            Some(position) => spliced(node.as_str().unwrap_or_default(), value, position),
        };
        rnode::set_scalar(node, &text)
    })
}

/// Puts `value` between the parts of a path, so that it is at `position` afterwards, counted from one without a leading slash.
fn spliced(path: &str, value: &str, position: usize) -> String {
    let (root, rest) = path
        .strip_prefix('/')
        .map_or(("", path), |rest| ("/", rest));
    let mut parts: Vec<&str> = rest.split('/').collect();
    parts.insert((position - 1).min(parts.len()), value);
    format!("{root}{}", parts.join("/"))
}

#[cfg(test)]
mod tests {
    use super::spliced;

    #[test]
    fn splices_into_paths() {
        assert_eq!(spliced("a", "v", 2), "a/v");
        assert_eq!(spliced("/a/b", "v", 1), "/v/a/b");
        assert_eq!(spliced("a/b", "v", 9), "a/b/v");
    }
}
