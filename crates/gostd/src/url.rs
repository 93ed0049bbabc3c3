//! Go's `net/url`: parsing, escaping and putting together again.

mod authority;
mod escape;
mod parse;

pub use escape::{EscapeError, Part, escape, path_escape, query_escape, query_unescape, unescape};
pub use parse::{ParseError, Reason};

/// A parsed URL, as Go's `url.URL`; the parts are unescaped but for the query.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Url {
    /// In lower case.
    pub scheme: String,
    /// What follows the scheme where no slash does (`mailto:a@b.c`).
    pub opaque: String,
    /// User name and, where a colon was there, password.
    pub user: Option<(String, Option<String>)>,
    /// Host and port.
    pub host: String,
    /// The path, unescaped.
    pub path: String,
    /// The path as it was written, where escaping [`Url::path`] would give something else.
    pub raw_path: String,
    /// A `?` was there although the query is empty.
    pub force_query: bool,
    /// The query as it was written.
    pub raw_query: String,
    /// The fragment, unescaped.
    pub fragment: String,
    /// The fragment as it was written, where escaping [`Url::fragment`] would give something else.
    pub raw_fragment: String,
}

impl Url {
    /// `URL.Hostname`: the host without port and without the brackets of an IPv6 address.
    #[must_use]
    pub fn hostname(&self) -> &str {
        authority::split_host_port(&self.host).0
    }

    /// `URL.Port`, empty where there is none.
    #[must_use]
    pub fn port(&self) -> &str {
        authority::split_host_port(&self.host).1
    }

    /// `URL.User.String`: `name` or `name:password`, escaped; empty where there is no user.
    #[must_use]
    pub fn userinfo(&self) -> String {
        let part = |text: &str| escape(text.as_bytes(), Part::UserPassword);
        match &self.user {
            None => String::new(),
            Some((name, None)) => part(name),
            Some((name, Some(password))) => format!("{}:{}", part(name), part(password)),
        }
    }

    /// `URL.EscapedPath`
    #[must_use]
    pub fn escaped_path(&self) -> String {
        parse::escaped(&self.path, &self.raw_path, Part::Path)
    }
}

impl std::fmt::Display for Url {
    /// `URL.String`
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.scheme.is_empty() {
            write!(f, "{}:", self.scheme)?;
        }
        if self.opaque.is_empty() {
            self.fmt_hierarchy(f)?;
        } else {
            f.write_str(&self.opaque)?;
        }
        if self.force_query || !self.raw_query.is_empty() {
            write!(f, "?{}", self.raw_query)?;
        }
        if !self.fragment.is_empty() {
            write!(
                f,
                "#{}",
                parse::escaped(&self.fragment, &self.raw_fragment, Part::Fragment)
            )?;
        }
        Ok(())
    }
}

impl Url {
    fn fmt_hierarchy(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if !self.scheme.is_empty() || !self.host.is_empty() || self.user.is_some() {
            if !self.host.is_empty() || !self.path.is_empty() || self.user.is_some() {
                f.write_str("//")?;
            }
            if self.user.is_some() {
                write!(f, "{}@", self.userinfo())?;
            }
            f.write_str(&escape(self.host.as_bytes(), Part::Host))?;
        }
        let path = self.escaped_path();
        if !path.is_empty() && !path.starts_with('/') && !self.host.is_empty() {
            f.write_str("/")?;
        }
        // A relative path whose first segment has a colon would read as a scheme.
        if self.scheme.is_empty()
            && self.host.is_empty()
            && self.user.is_none()
            && path.split('/').next().is_some_and(|s| s.contains(':'))
        {
            f.write_str("./")?;
        }
        f.write_str(&path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_of_urls() {
        let url = Url::parse("http://user:p%40ss@[::1]:80/a%2Fb/c?x=1&y=2#f%20g").expect("a URL");
        assert_eq!(
            (
                url.hostname(),
                url.port(),
                url.path.as_str(),
                url.fragment.as_str()
            ),
            ("::1", "80", "/a/b/c", "f g")
        );
        assert_eq!(
            url.to_string(),
            "http://user:p%40ss@[::1]:80/a%2Fb/c?x=1&y=2#f%20g"
        );
        let opaque = Url::parse("mailto:a@b.c").expect("a URL");
        assert_eq!(
            (opaque.scheme.as_str(), opaque.opaque.as_str()),
            ("mailto", "a@b.c")
        );
    }

    #[test]
    fn texts_of_urls() {
        for text in [
            "",
            "*",
            "//host/p",
            "/rel?",
            "http://h?q",
            "http://u@/p",
            "./a:b",
            "x:",
            "#f",
        ] {
            assert_eq!(
                Url::parse(text).map_or_else(|e| e.to_string(), |u| u.to_string()),
                text
            );
        }
    }

    #[test]
    fn errors_are_go_s() {
        let cases = [
            (
                "http://a b.com/",
                r#"parse "http://a b.com/": invalid character " " in host name"#,
            ),
            ("http://[::1", r#"parse "http://[::1": missing ']' in host"#),
            (
                "http://h:port/",
                r#"parse "http://h:port/": invalid port ":port" after host"#,
            ),
            (
                "1http://x",
                r#"parse "1http://x": first path segment in URL cannot contain colon"#,
            ),
            ("%zz", r#"parse "%zz": invalid URL escape "%zz""#),
            (":x", r#"parse ":x": missing protocol scheme"#),
            (
                "a\nb",
                r#"parse "a\nb": net/url: invalid control character in URL"#,
            ),
            (
                "http://us er@h/",
                r#"parse "http://us er@h/": net/url: invalid userinfo"#,
            ),
        ];
        for (text, want) in cases {
            assert_eq!(
                Url::parse(text).map_err(|e| e.to_string()),
                Err(want.to_owned())
            );
        }
    }
}
