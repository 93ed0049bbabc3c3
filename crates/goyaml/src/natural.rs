//! The order of mapping keys in go-yaml's output.

use std::cmp::Ordering;

/// Compares two keys as go-yaml sorts them: runs of digits as numbers, signs before letters, otherwise by code point, a prefix first.
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let start = (0..=common)
        .rev()
        .find(|&i| a.is_char_boundary(i))
        .unwrap_or(0);
    let (Some(x), Some(y)) = (a[start..].chars().next(), b[start..].chars().next()) else {
        return a.len().cmp(&b.len());
    };
    let after_digit = a[..start].chars().next_back().is_some_and(char::is_numeric);
    match (x.is_alphabetic(), y.is_alphabetic()) {
        (true, true) => x.cmp(&y),
        // A letter ends a number, so that the shorter number comes first: `a1b` before `a12`.
        (true, false) if after_digit => Ordering::Less,
        (false, true) if after_digit => Ordering::Greater,
        (true, false) => Ordering::Greater,
        (false, true) => Ordering::Less,
        (false, false) => compare_numbers(a, b, start).then_with(|| x.cmp(&y)),
    }
}

/// Compares the numbers that begin at the first difference, then their lengths.
fn compare_numbers(a: &str, b: &str, start: usize) -> Ordering {
    // Zeros in front count only where no digit other than zero stands before them.
    let inside_number = a[..start]
        .chars()
        .rev()
        .take_while(char::is_ascii_digit)
        .any(|c| c != '0');
    let zero = a[start..].starts_with('0') || b[start..].starts_with('0');
    let first = u64::from(zero && inside_number);
    let number = |text: &str| {
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit);
        digits.fold((first, 0usize), |(n, length), d| {
            (
                n.wrapping_mul(10).wrapping_add(u64::from(d - b'0')),
                length + 1,
            )
        })
    };
    number(a).cmp(&number(b))
}

#[cfg(test)]
mod tests {
    use super::natural_order;

    #[test]
    fn orders_keys_as_the_emitter_prints_them() {
        let sorted = [
            "", "1.5", "9", "10", "Ab", "a", "a-b", "a.b", "a_b", "a2", "a10", "aB", "ab", "b",
            "true",
        ];
        for pair in sorted.windows(2) {
            assert!(natural_order(pair[0], pair[1]).is_lt(), "{pair:?}");
            assert!(natural_order(pair[1], pair[0]).is_gt(), "{pair:?}");
        }
    }
}
