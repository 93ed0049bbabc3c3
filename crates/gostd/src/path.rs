//! Go's `path`: slash-separated paths as texts, and shell patterns over them.

mod pattern;

pub use pattern::{BadPattern, Pattern, matches};

/// `path.Clean`: the shortest equivalent path, without `.`, inner `..` and doubled slashes; `.` for an empty one.
///
/// ```
/// assert_eq!(gostd::path::clean("/a/../b//./c/.."), "/b");
/// ```
#[must_use]
pub fn clean(path: &str) -> String {
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if parts.last().is_some_and(|last| *last != "..") => {
                parts.pop();
            }
            ".." if rooted => {}
            _ => parts.push(part),
        }
    }
    match (rooted, parts.is_empty()) {
        (true, _) => format!("/{}", parts.join("/")),
        (false, true) => ".".to_owned(),
        (false, false) => parts.join("/"),
    }
}

/// `path.Join`: the parts that are not empty, joined and cleaned; empty if all are.
#[must_use]
pub fn join(parts: &[&str]) -> String {
    let filled: Vec<&str> = parts
        .iter()
        .copied()
        .filter(|part| !part.is_empty())
        .collect();
    if filled.is_empty() {
        String::new()
    } else {
        clean(&filled.join("/"))
    }
}

/// `path.Split`: everything up to and with the last slash, and the rest.
#[must_use]
pub fn split(path: &str) -> (&str, &str) {
    path.split_at(path.rfind('/').map_or(0, |slash| slash + 1))
}

/// `path.Base`: the last element; `.` of an empty path, `/` of slashes alone.
#[must_use]
pub fn base(path: &str) -> &str {
    let trimmed = path.trim_end_matches('/');
    match (path.is_empty(), trimmed.is_empty()) {
        (true, _) => ".",
        (false, true) => "/",
        (false, false) => split(trimmed).1,
    }
}

/// `path.Dir`: all but the last element, cleaned.
#[must_use]
pub fn dir(path: &str) -> String {
    clean(split(path).0)
}

/// `path.Ext`: the last element from its last dot on.
#[must_use]
pub fn ext(path: &str) -> &str {
    let name = split(path).1;
    name.rfind('.').map_or("", |dot| &name[dot..])
}

/// `path.IsAbs`
#[must_use]
pub fn is_abs(path: &str) -> bool {
    path.starts_with('/')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cleaning() {
        let cases = [
            ("", "."),
            ("/", "/"),
            ("//a//b/", "/a/b"),
            ("a/..", "."),
            ("../a", "../a"),
            ("a/../../b", "../b"),
            ("/../a", "/a"),
            ("./a/./b", "a/b"),
            ("../..", "../.."),
        ];
        for (path, want) in cases {
            assert_eq!(clean(path), want, "{path}");
        }
    }

    #[test]
    fn parts() {
        assert_eq!(
            (base("/a/b/"), base(""), base("//"), base("x")),
            ("b", ".", "/", "x")
        );
        assert_eq!(
            (
                dir("/a/b").as_str(),
                dir("a").as_str(),
                dir("/a").as_str(),
                dir("a/b/").as_str()
            ),
            ("/a", ".", "/", "a/b")
        );
        assert_eq!(
            (ext("a/b.tar.gz"), ext("a.b/c"), ext(".x")),
            (".gz", "", ".x")
        );
        assert_eq!(
            (join(&["a", "", "../b"]).as_str(), join(&["", ""]).as_str()),
            ("b", "")
        );
        assert_eq!(split("a/b/c"), ("a/b/", "c"));
    }
}
