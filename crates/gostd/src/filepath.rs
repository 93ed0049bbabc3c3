//! Go's `path/filepath` where it differs from [`path`](crate::path) on systems with slashes.

/// `filepath.Rel`: how to get from `base` to `target`, both relative or both absolute.
///
/// `None` where that is not possible without knowing the working directory; Go's error is
/// `Rel: can't make TARGET relative to BASE`.
#[must_use]
pub fn rel(base: &str, target: &str) -> Option<String> {
    let (base, target) = (crate::path::clean(base), crate::path::clean(target));
    if base == target {
        return Some(".".to_owned());
    }
    if base.starts_with('/') != target.starts_with('/') {
        return None;
    }
    let parts = |path: &str| {
        path.split('/')
            .filter(|p| !p.is_empty() && *p != ".")
            .map(str::to_owned)
            .collect::<Vec<_>>()
    };
    let (base, target) = (parts(&base), parts(&target));
    let shared = base.iter().zip(&target).take_while(|(b, t)| b == t).count();
    if base[shared..].iter().any(|part| part == "..") {
        return None;
    }
    let ups = base[shared..].iter().map(|_| "..");
    Some(
        ups.chain(target[shared..].iter().map(String::as_str))
            .collect::<Vec<_>>()
            .join("/"),
    )
}

/// `filepath.Ext`, `Base`, `Dir`, `Clean`, `Join` and `Match` are those of [`path`](crate::path); `filepath.SplitList` splits at colons.
#[must_use]
pub fn split_list(path: &str) -> Vec<&str> {
    if path.is_empty() {
        Vec::new()
    } else {
        path.split(':').collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn relative() {
        assert_eq!(rel("/a/b", "/a/c/d").as_deref(), Some("../c/d"));
        assert_eq!(rel("a", "a/b").as_deref(), Some("b"));
        assert_eq!(rel("a/b", "a/b/").as_deref(), Some("."));
        assert_eq!(rel("../a", "b"), None);
        assert_eq!(rel("/a", "b"), None);
        assert_eq!(rel(".", "b").as_deref(), Some("b"));
    }
}
