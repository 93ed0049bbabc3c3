//! Go's `regexp`: RE2 syntax as Go reads it, matched by the `regex` crate's automata (leftmost-first, linear time).

mod class;
mod error;
mod escape;
mod group;
mod replace;
mod translate;

use regex::bytes::{Match, Regex};

pub use error::{Error, ErrorKind};

/// A compiled expression. Texts are bytes; what is not UTF-8 in them matches nothing.
#[derive(Debug, Clone)]
pub struct Regexp {
    expression: String,
    compiled: Regex,
    /// Names by group; the first is the whole match.
    names: Vec<Option<String>>,
}

impl Regexp {
    /// `regexp.Compile`
    ///
    /// # Errors
    /// Go's text (`` error parsing regexp: missing closing ]: `[a` ``).
    pub fn compile(expression: &str) -> Result<Regexp, Error> {
        let translation = translate::translate(expression)?;
        let compiled = Regex::new(&translation.pattern).map_err(|_| Error {
            kind: ErrorKind::TooLarge,
            fragment: expression.to_owned(),
        })?;
        Ok(Regexp {
            expression: expression.to_owned(),
            compiled,
            names: translation.names,
        })
    }

    /// Whether [`Regexp::compile`] would understand an expression, without compiling it.
    ///
    /// # Errors
    /// Go's text for what is wrong with the expression.
    pub fn check(expression: &str) -> Result<(), Error> {
        translate::translate(expression).map(drop)
    }

    /// The expression that was compiled.
    #[must_use]
    pub fn expression(&self) -> &str {
        &self.expression
    }

    /// `MatchString`
    #[must_use]
    pub fn is_match(&self, text: impl AsRef<[u8]>) -> bool {
        self.compiled.is_match(text.as_ref())
    }

    /// `FindString`: the first match.
    #[must_use]
    pub fn find<'t>(&self, text: &'t [u8]) -> Option<&'t [u8]> {
        self.compiled.find(text).map(|found| found.as_bytes())
    }

    /// `FindStringSubmatch`: the first match and its groups, `None` for a group that took no part.
    #[must_use]
    pub fn find_submatch<'t>(&self, text: &'t [u8]) -> Option<Vec<Option<&'t [u8]>>> {
        let captures = self.compiled.captures(text)?;
        Some(
            captures
                .iter()
                .map(|group| group.map(|g| g.as_bytes()))
                .collect(),
        )
    }

    /// `FindAllString`: the matches that do not overlap, `limit` at most if it is not negative.
    #[must_use]
    pub fn find_all<'t>(&self, text: &'t [u8], limit: i64) -> Vec<&'t [u8]> {
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        self.matches(text)
            .take(limit)
            .map(|found| found.as_bytes())
            .collect()
    }

    fn matches<'t>(&self, text: &'t [u8]) -> impl Iterator<Item = Match<'t>> {
        self.compiled
            .find_iter(text)
            .filter(move |found| at_rune_start(text, found))
    }

    /// `Split`: what stands between the matches, `limit` parts at most if it is not negative; `None` (Go's nil) for a limit of 0.
    #[must_use]
    pub fn split<'t>(&self, text: &'t [u8], limit: i64) -> Option<Vec<&'t [u8]>> {
        if limit == 0 {
            return None;
        }
        if !self.expression.is_empty() && text.is_empty() {
            return Some(vec![text]);
        }
        let limit = usize::try_from(limit).unwrap_or(usize::MAX);
        let mut parts = Vec::new();
        let (mut begin, mut end) = (0, 0);
        for found in self.matches(text) {
            if parts.len() + 1 == limit {
                break;
            }
            end = found.start();
            // A match of nothing at the very start splits nothing off.
            if found.end() != 0 {
                parts.push(&text[begin..end]);
            }
            begin = found.end();
        }
        if end != text.len() {
            parts.push(&text[begin..]);
        }
        Some(parts)
    }
}

/// Go steps over a text rune by rune, so a match of nothing is never inside one.
fn at_rune_start(text: &[u8], found: &Match<'_>) -> bool {
    !found.is_empty() || text.get(found.start()).is_none_or(|b| b & 0xc0 != 0x80)
}

/// `regexp.QuoteMeta`
#[must_use]
pub fn quote_meta(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    for &b in text {
        if br"\.+*?()|[]{}^$".contains(&b) {
            out.push(b'\\');
        }
        out.push(b);
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn compile(expression: &str) -> Regexp {
        Regexp::compile(expression).expect("a valid expression")
    }

    #[test]
    fn syntax_is_go_s() {
        let matching = [
            ("a{,2}", "a{,2}"),
            ("a{2", "a{2"),
            ("a{2}{", "aa{"),
            ("[]a]", "]"),
            ("[[a]", "["),
            (r"\Q[a\E", "[a"),
            (r"\Q[a", "[a"),
            (r"\_\<\ \-", "_< -"),
            ("[&&~]", "~"),
            ("[a-b-c]", "-"),
            (r"\pN\p{^Greek}\P{L}", "1a1"),
            ("[[:^alpha:][:word:]]", "é"),
            (r"\D\W\S[\D][^\w]", "a---- "),
            ("(?i)ſ", "s"),
            ("(?s:.)(?U:a+)(?i)B", "\nab"),
            ("(?i-i)a(?ss)", "a"),
            ("^*a", "a"),
            (r"\b+a", "a"),
            (r"\07\x41\x{263a}", "\x07A☺"),
            ("(?P<n>a)(?<n>b)", "ab"),
            ("(|a)*", ""),
            (r"[\x41-\x43]", "B"),
        ];
        for (expression, text) in matching {
            assert!(compile(expression).is_match(text), "{expression}");
        }
        for (expression, text) in [
            (r"\w", "é"),
            (r"\d", "٣"),
            ("(?s-s).", "\n"),
            (r"é\b", "é"),
            ("[&&~]", "a"),
        ] {
            assert!(!compile(expression).is_match(text), "{expression}");
        }
    }

    #[test]
    fn errors_are_go_s() {
        let cases = [
            ("[a", "missing closing ]: `[a`"),
            ("a)", "unexpected ): `a)`"),
            ("(a", "missing closing ): `(a`"),
            ("*a", "missing argument to repetition operator: `*`"),
            ("a**", "invalid nested repetition operator: `**`"),
            ("a{1001}", "invalid repeat count: `{1001}`"),
            ("a{2,1}", "invalid repeat count: `{2,1}`"),
            ("\\", "trailing backslash at end of expression: ``"),
            (r"\y", r"invalid escape sequence: `\y`"),
            (r"\1", r"invalid escape sequence: `\1`"),
            ("(?x)a", "invalid or unsupported Perl syntax: `(?x`"),
            ("(?=a)", "invalid or unsupported Perl syntax: `(?=`"),
            ("(?<!a)", "invalid named capture: `(?<!a)`"),
            ("(?P<1n!>a)", "invalid named capture: `(?P<1n!>`"),
            ("(?P=n)", "invalid or unsupported Perl syntax: `(?P`"),
            ("[z-a]", "invalid character class range: `z-a`"),
            ("[[:foo:]]", "invalid character class range: `[:foo:]`"),
            (r"\p{Foo}", r"invalid character class range: `\p{Foo}`"),
            (r"\pX", r"invalid character class range: `\pX`"),
            (r"[a-\d]", r"invalid escape sequence: `\d`"),
            ("x{2}{3}", "invalid nested repetition operator: `{2}{3}`"),
            ("(a{500}){500}", "invalid repeat count: `{500}`"),
            ("(?i", "invalid or unsupported Perl syntax: `(?i`"),
            ("(?-)", "invalid or unsupported Perl syntax: `(?-)`"),
            (r"\x{110000}", r"invalid escape sequence: `\x{110000`"),
            (r"\xg", r"invalid escape sequence: `\xg`"),
            (r"[\8]", r"invalid escape sequence: `\8`"),
            ("a*?+", "invalid nested repetition operator: `*?+`"),
            ("a|*", "missing argument to repetition operator: `*`"),
            ("[]", "missing closing ]: `[]`"),
            (r"\C", r"invalid escape sequence: `\C`"),
            ("(?:", "missing closing ): `(?:`"),
        ];
        for (expression, want) in cases {
            assert_eq!(
                Regexp::compile(expression)
                    .map(|_| ())
                    .map_err(|e| e.to_string()),
                Err(format!("error parsing regexp: {want}")),
                "{expression}"
            );
        }
    }

    #[test]
    fn splitting() {
        let split = |expression: &str, text: &'static str, limit| {
            compile(expression)
                .split(text.as_bytes(), limit)
                .map(|parts| {
                    parts
                        .iter()
                        .map(|p| String::from_utf8_lossy(p).into_owned())
                        .collect::<Vec<_>>()
                        .join("|")
                })
        };
        assert_eq!(split("z+", "pizza", -1).as_deref(), Some("pi|a"));
        assert_eq!(split("z+", "pizza", 1).as_deref(), Some("pizza"));
        assert_eq!(split("z+", "pizza", 0), None);
        assert_eq!(split("", "héy", -1).as_deref(), Some("h|é|y"));
        assert_eq!(split("^", "ab", -1).as_deref(), Some("ab"));
        assert_eq!(compile("").split(b"", -1), Some(vec![]));
    }

    #[test]
    fn finding() {
        assert_eq!(
            compile("a*").find_all(b"baaac", -1),
            [b"".as_slice(), b"aaa", b""]
        );
        assert_eq!(compile("[2468]").find_all(b"123456789", 2), [b"2", b"4"]);
        assert_eq!(
            compile("a(x)?(b)").find_submatch(b"-ab"),
            Some(vec![Some(b"ab".as_slice()), None, Some(b"b".as_slice())])
        );
    }
}
