//! Choosing containers by a pattern with `*`.

use serde_json::Value;

/// The containers of a list whose names the pattern fits.
pub(super) fn matching<'a>(
    list: &'a mut Value,
    pattern: &str,
) -> impl Iterator<Item = &'a mut Value> {
    list.as_array_mut()
        .into_iter()
        .flatten()
        .filter(move |container| {
            fits(
                container["name"].as_str().unwrap_or_default().as_bytes(),
                pattern.as_bytes(),
            )
        })
}

/// Whether a name fits a pattern in which `*` stands for anything.
fn fits(name: &[u8], pattern: &[u8]) -> bool {
    match pattern.split_first() {
        None => name.is_empty(),
        Some((b'*', rest)) => (0..=name.len()).any(|taken| fits(&name[taken..], rest)),
        Some((first, rest)) => name
            .split_first()
            .is_some_and(|(head, tail)| head == first && fits(tail, rest)),
    }
}

#[cfg(test)]
mod tests {
    use super::fits;

    #[test]
    fn a_star_stands_for_anything() {
        assert!(fits(b"app", b"*") && fits(b"app", b"a*") && fits(b"app", b"*p*"));
        assert!(!fits(b"app", b"b*") && !fits(b"app", b"ap") && !fits(b"", b"a"));
    }
}
