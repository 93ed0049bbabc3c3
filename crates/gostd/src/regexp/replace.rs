//! `ReplaceAllString` and the templates that it expands.

use regex::bytes::Captures;

use super::{Regexp, at_rune_start};

impl Regexp {
    /// `ReplaceAllString`: `$1`, `$name` and `${name}` in the replacement stand for groups.
    ///
    /// ```
    /// let expression = gostd::regexp::Regexp::compile("a(x*)b").expect("a valid expression");
    /// assert_eq!(expression.replace_all(b"-ab-axxb-", b"${1}W"), b"-W-xxW-");
    /// ```
    #[must_use]
    pub fn replace_all(&self, text: &[u8], template: &[u8]) -> Vec<u8> {
        self.replace_with(text, |captures| self.expand(template, captures))
    }

    /// `ReplaceAllLiteralString`
    #[must_use]
    pub fn replace_all_literal(&self, text: &[u8], replacement: &[u8]) -> Vec<u8> {
        self.replace_with(text, |_| replacement.to_vec())
    }

    fn replace_with(&self, text: &[u8], replacement: impl Fn(&Captures<'_>) -> Vec<u8>) -> Vec<u8> {
        let mut out = Vec::with_capacity(text.len());
        let mut copied = 0;
        for captures in self.compiled.captures_iter(text) {
            let Some(found) = captures.get(0).filter(|found| at_rune_start(text, found)) else {
                continue;
            };
            out.extend_from_slice(&text[copied..found.start()]);
            out.extend_from_slice(&replacement(&captures));
            copied = found.end();
        }
        out.extend_from_slice(&text[copied..]);
        out
    }

    fn expand(&self, template: &[u8], captures: &Captures<'_>) -> Vec<u8> {
        let mut out = Vec::new();
        let mut rest = template;
        while let Some(dollar) = rest.iter().position(|b| *b == b'$') {
            out.extend_from_slice(&rest[..dollar]);
            rest = &rest[dollar + 1..];
            if let Some(after) = rest.strip_prefix(b"$") {
                out.push(b'$');
                rest = after;
            } else if let Some((name, after)) = reference(rest) {
                out.extend_from_slice(self.group(name, captures));
                rest = after;
            } else {
                out.push(b'$');
            }
        }
        out.extend_from_slice(rest);
        out
    }

    /// A group by number or name; nothing where there is none or it took no part in the match.
    fn group<'t>(&self, name: &str, captures: &Captures<'t>) -> &'t [u8] {
        let group = match name.parse::<usize>() {
            Ok(number) => captures.get(number),
            Err(_) => {
                let named = self
                    .names
                    .iter()
                    .enumerate()
                    .filter(|(_, own)| own.as_deref() == Some(name));
                named.filter_map(|(number, _)| captures.get(number)).next()
            }
        };
        group.map_or(b"", |found| found.as_bytes())
    }
}

/// The name after a `$`, in braces or as long as letters, digits and `_` go, and what follows.
fn reference(text: &[u8]) -> Option<(&str, &[u8])> {
    let (braced, body) = match text.strip_prefix(b"{") {
        Some(body) => (true, body),
        None => (false, text),
    };
    let body = match std::str::from_utf8(body) {
        Ok(body) => body,
        Err(error) => std::str::from_utf8(&body[..error.valid_up_to()]).ok()?,
    };
    let length = body
        .find(|c: char| !(c.is_alphanumeric() || c == '_'))
        .unwrap_or(body.len());
    let name = Some(&body[..length]).filter(|name| !name.is_empty())?;
    let after = &text[usize::from(braced) + length..];
    if braced {
        Some((name, after.strip_prefix(b"}")?))
    } else {
        Some((name, after))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn templates() {
        let cases = [
            ("a(x*)b", "-ab-axxb-", "$1W", "---"),
            (
                "a(?P<n>x*)b",
                "-ab-axxb-",
                "$n-${n}-$$-$-${z-$0",
                "---$-$-${z-ab-xx-xx-$-$-${z-axxb-",
            ),
            ("a*", "baaac", "X", "XbXcX"),
            ("", "héy", "-", "-h-é-y-"),
        ];
        for (expression, text, template, want) in cases {
            let expression = Regexp::compile(expression).expect("a valid expression");
            assert_eq!(
                String::from_utf8_lossy(
                    &expression.replace_all(text.as_bytes(), template.as_bytes())
                ),
                want
            );
        }
    }
}
