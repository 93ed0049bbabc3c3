//! Which requests a proxy serves.

use cobra::Flags;
use regex::Regex;

/// What requests have to be like.
pub(super) struct Gate {
    accepted_hosts: Vec<Regex>,
    accepted_paths: Vec<Regex>,
    rejected_paths: Vec<Regex>,
    rejected_methods: Vec<Regex>,
}

impl Gate {
    /// Reads the flags.
    ///
    /// # Errors
    /// An expression that is none.
    pub(super) fn new(flags: &Flags) -> Result<Gate, String> {
        let read = |flag| expressions(flags.string(flag));
        Ok(Gate {
            accepted_hosts: read("accept-hosts")?,
            accepted_paths: read("accept-paths")?,
            rejected_paths: read("reject-paths")?,
            rejected_methods: read("reject-methods")?,
        })
    }

    /// Whether a request is served. The host may have a port.
    pub(super) fn admits(&self, method: &str, path: &str, host: &str) -> bool {
        let any = |expressions: &[Regex], text: &str| {
            expressions
                .iter()
                .any(|expression| expression.is_match(text))
        };
        !any(&self.rejected_paths, path)
            && !any(&self.rejected_methods, method)
            && any(&self.accepted_hosts, without_port(host))
            && any(&self.accepted_paths, path)
    }
}

fn expressions(list: &str) -> Result<Vec<Regex>, String> {
    let read = |word: &str| {
        Regex::new(word).map_err(|error| format!("Error compiling re: {word}: {error}"))
    };
    list.split(',').map(read).collect()
}

/// A host without its port; an address of IPv6 keeps its brackets only where there is no port, as the real proxy compares it.
fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => match name {
            name if !name.contains(':') => name,
            name => name
                .strip_prefix('[')
                .and_then(|name| name.strip_suffix(']'))
                .unwrap_or(host),
        },
        _ => host,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_judged_by_method_path_and_host() {
        let gate = Gate {
            accepted_hosts: expressions(r"^localhost$,^127\.0\.0\.1$").expect("they are valid"),
            accepted_paths: expressions("^.*").expect("it is valid"),
            rejected_paths: expressions("^/api/.*/pods/.*/exec").expect("it is valid"),
            rejected_methods: expressions("^PUT$").expect("it is valid"),
        };
        for (method, path, host, expected) in [
            ("GET", "/version", "localhost:8001", true),
            ("GET", "/version", "127.0.0.1", true),
            ("GET", "/version", "evil.example:8001", false),
            ("PUT", "/version", "localhost", false),
            (
                "GET",
                "/api/v1/namespaces/a/pods/b/exec",
                "localhost",
                false,
            ),
        ] {
            assert_eq!(
                gate.admits(method, path, host),
                expected,
                "{method} {path} {host}"
            );
        }
        assert!(expressions("(").is_err());
    }
}
