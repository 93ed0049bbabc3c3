//! Paths as text, without a look at the disk.

use std::path::{Component, Path, PathBuf};

/// Go's `filepath.Clean`: `.` and `..` resolved as far as the text allows, nothing becomes `.`.
pub fn clean(path: &Path) -> PathBuf {
    let mut out = PathBuf::new();
    for component in path.components() {
        match component {
            Component::CurDir => {}
            Component::ParentDir => match out.components().next_back() {
                Some(Component::Normal(_)) => {
                    out.pop();
                }
                Some(Component::RootDir) => {}
                Some(Component::Prefix(_) | Component::CurDir | Component::ParentDir) | None => {
                    out.push("..");
                }
            },
            Component::Prefix(_) | Component::RootDir | Component::Normal(_) => out.push(component),
        }
    }
    if out.as_os_str().is_empty() {
        PathBuf::from(".")
    } else {
        out
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleans_as_go_does() {
        for (path, cleaned) in [
            ("", "."),
            ("a/./b/../c", "a/c"),
            ("../a/..", ".."),
            ("/..", "/"),
            ("a/..", "."),
            ("a//b/", "a/b"),
            ("../../x", "../../x"),
        ] {
            assert_eq!(clean(Path::new(path)), Path::new(cleaned), "{path}");
        }
    }
}
