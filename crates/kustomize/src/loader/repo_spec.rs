//! URLs of directories in git repositories.

use std::sync::LazyLock;
use std::time::Duration;

use regex::Regex;

static USER: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"^[a-zA-Z][a-zA-Z0-9-]*@").expect("a fixed pattern"));

const SCHEMES: &[&str] = &["ssh://", "https://", "http://", "file://"];
const FILE_SCHEME: &str = "file://";

/// A directory in a revision of a repository.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RepoSpec {
    /// The URL as written.
    pub raw: String,
    /// Scheme, user and host.
    pub host: String,
    /// The repository on that host.
    pub repo_path: String,
    /// The directory in the repository.
    pub path: String,
    /// Branch, tag or commit; empty for the default branch.
    pub reference: String,
    /// Whether submodules are fetched.
    pub submodules: bool,
    /// How long each git command may take.
    pub timeout: Duration,
}

impl RepoSpec {
    /// Takes a URL apart.
    ///
    /// # Errors
    /// The text does not look like the URL of a repository, with the reason.
    pub fn parse(raw: &str) -> Result<Self, &'static str> {
        if raw.starts_with('/') {
            return Err("uri looks like abs path");
        }
        let (location, query) = raw.split_once('?').unwrap_or((raw, ""));
        let (host, rest) = extract_host(location)?;
        let (repo_path, path) = split_path(rest.as_str(), host == FILE_SCHEME)
            .ok_or("failed to parse repo path segment")?;
        let path = path.strip_prefix('/').unwrap_or(path);
        if filesys::clean(path.as_ref()).starts_with("..") {
            return Err("url path exits repo");
        }
        let mut spec = Self {
            raw: raw.to_owned(),
            host,
            repo_path: repo_path.to_owned(),
            path: path.to_owned(),
            reference: String::new(),
            submodules: true,
            timeout: Duration::from_secs(27),
        };
        spec.read_query(query);
        Ok(spec)
    }

    /// What git is asked to fetch from.
    pub fn clone_spec(&self) -> String {
        format!("{}{}", self.host, self.repo_path)
    }

    fn read_query(&mut self, query: &str) {
        let pairs: Vec<_> = url::form_urlencoded::parse(query.as_bytes()).collect();
        let value = |name: &str| {
            pairs
                .iter()
                .find(|(key, value)| key == name && !value.is_empty())
                .map(|(_, value)| value.as_ref())
        };
        self.reference = value("ref")
            .or(value("version"))
            .unwrap_or_default()
            .to_owned();
        if let Some(timeout) = value("timeout").and_then(parse_timeout) {
            self.timeout = timeout;
        }
        if let Some(submodules) =
            value("submodules").and_then(|text| gostd::strconv::parse_bool(text).ok())
        {
            self.submodules = submodules;
        }
    }
}

/// Whole seconds, or a number with a unit.
fn parse_timeout(text: &str) -> Option<Duration> {
    if let Ok(seconds) = text.parse::<u64>() {
        return (seconds > 0).then(|| Duration::from_secs(seconds));
    }
    let split = text.find(|c: char| c.is_ascii_alphabetic())?;
    let (number, unit) = text.split_at(split);
    let scale = match unit {
        "ms" => 0.001,
        "s" => 1.0,
        "m" => 60.0,
        "h" => 3600.0,
        _ => return None,
    };
    Duration::try_from_secs_f64(number.parse::<f64>().ok()? * scale)
        .ok()
        .filter(|duration| !duration.is_zero())
}

fn extract_host(location: &str) -> Result<(String, String), &'static str> {
    let location = strip_prefix_ignoring_case(location, "git::").unwrap_or(location);
    let scheme = SCHEMES
        .iter()
        .find(|scheme| strip_prefix_ignoring_case(location, scheme).is_some())
        .copied()
        .unwrap_or("");
    let rest = &location[scheme.len()..];
    let user = USER.find(rest).map_or("", |found| found.as_str());
    let after_user = &rest[user.len()..];
    let lower = after_user.to_ascii_lowercase();
    let github = lower.starts_with("github.com/") || lower.starts_with("github.com:");
    let scp_style = scheme.is_empty() && (!user.is_empty() || github);
    if scheme.is_empty() && !scp_style {
        return Err("failed to parse scheme");
    }
    if scheme == FILE_SCHEME {
        return Ok((scheme.to_owned(), rest.to_owned()));
    }
    let separator = find_separator(after_user, scp_style);
    let (host, path) = separator.map_or((after_user, ""), |separator| {
        after_user.split_at(separator + 1)
    });
    if github {
        let normal = if scheme == "ssh://" || !user.is_empty() {
            format!("{user}github.com:")
        } else {
            "https://github.com/".to_owned()
        };
        return Ok((normal, path.to_owned()));
    }
    if host.is_empty() {
        return Err("failed to parse host segment");
    }
    Ok((format!("{scheme}{user}{host}"), path.to_owned()))
}

fn strip_prefix_ignoring_case<'a>(text: &'a str, prefix: &str) -> Option<&'a str> {
    let head = text.get(..prefix.len())?;
    head.eq_ignore_ascii_case(prefix)
        .then(|| &text[prefix.len()..])
}

/// Where the host ends: at a slash, or in scp style at a colon before it.
fn find_separator(text: &str, scp_style: bool) -> Option<usize> {
    let slash = text.find('/');
    let colon = text.find(':').filter(|colon| scp_style && *colon > 0);
    match (slash, colon) {
        (Some(slash), Some(colon)) => Some(slash.min(colon)),
        (slash, colon) => slash.or(colon),
    }
}

/// Parts the repository from the directory in it: behind `_git/NAME`, at `//`, behind `.git`, else after two segments.
fn split_path(path: &str, whole: bool) -> Option<(&str, &str)> {
    let (repository, directory) = if let Some(start) = path.find("_git/") {
        let name = start + "_git/".len();
        let end = path[name..].find('/').map_or(path.len(), |end| name + end);
        (&path[..end], &path[end..])
    } else if let Some((repository, directory)) = path.split_once("//") {
        (repository, directory)
    } else if let Some(start) = path.find(".git") {
        path.split_at(start + ".git".len())
    } else if whole {
        (path, "")
    } else {
        let first = path.find('/')?;
        let end = path[first + 1..]
            .find('/')
            .map_or(path.len(), |end| first + 1 + end);
        path.split_at(end)
    };
    (!repository.is_empty()).then_some((repository, directory))
}

#[cfg(test)]
mod tests {
    use super::RepoSpec;

    #[test]
    fn takes_urls_apart() {
        for (raw, clone, path, reference) in [
            (
                "https://example.com/org/repo/a/b?ref=v1",
                "https://example.com/org/repo",
                "a/b",
                "v1",
            ),
            ("github.com/org/repo", "https://github.com/org/repo", "", ""),
            (
                "git@github.com:org/repo//deep/dir?version=x",
                "git@github.com:org/repo",
                "deep/dir",
                "x",
            ),
            (
                "ssh://git@host.example:22/org/repo.git/dir",
                "ssh://git@host.example:22/org/repo.git",
                "dir",
                "",
            ),
            (
                "file:///srv/git/repo.git//base",
                "file:///srv/git/repo.git",
                "base",
                "",
            ),
            (
                "https://user@dev.example.com/o/p/_git/repo/x/y",
                "https://user@dev.example.com/o/p/_git/repo",
                "x/y",
                "",
            ),
        ] {
            let spec = RepoSpec::parse(raw).expect(raw);
            assert_eq!(
                (
                    spec.clone_spec().as_str(),
                    spec.path.as_str(),
                    spec.reference.as_str()
                ),
                (clone, path, reference),
                "{raw}"
            );
        }
    }

    #[test]
    fn leaves_paths_alone() {
        for raw in [
            "../base",
            "base",
            "/abs",
            "r.yaml",
            "https://example.com/r.yaml",
            "github.com/org/repo//../x",
        ] {
            assert!(RepoSpec::parse(raw).is_err(), "{raw}");
        }
    }
}
