//! The order of mapping keys in go-yaml's output.

use std::cmp::Ordering;

/// Compares two keys as go-yaml sorts them: runs of digits as numbers, signs before letters, otherwise by code point, a prefix first.
///
/// It is no total order (`a9`, `a10` and `a1b` can go in a circle), so sort with [`sort_by_key`].
pub fn natural_order(a: &str, b: &str) -> Ordering {
    let common = a.bytes().zip(b.bytes()).take_while(|(x, y)| x == y).count();
    let start = (0..=common)
        .rev()
        .find(|&i| a.is_char_boundary(i))
        .unwrap_or(0);
    let (Some(x), Some(y)) = (a[start..].chars().next(), b[start..].chars().next()) else {
        return a.len().cmp(&b.len());
    };
    match (x.is_alphabetic(), y.is_alphabetic()) {
        (true, true) => x.cmp(&y),
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
    let first = i64::from(zero && inside_number);
    let number = |text: &str| {
        let digits = text[start..].bytes().take_while(u8::is_ascii_digit);
        digits.fold((first, 0usize), |(n, length), d| {
            (
                n.wrapping_mul(10).wrapping_add(i64::from(d - b'0')),
                length + 1,
            )
        })
    };
    number(a).cmp(&number(b))
}

/// Sorts entries by their keys. Few keys are sorted by insertion, as Go does it, more by merging: an order that is not total must not
/// make a sort fail.
pub fn sort_by_key<T>(entries: &mut Vec<T>, key: impl Fn(&T) -> &str + Copy) {
    if entries.len() > 12 {
        let mut right = entries.split_off(entries.len() / 2);
        sort_by_key(entries, key);
        sort_by_key(&mut right, key);
        if natural_order(key(&entries[entries.len() - 1]), key(&right[0])).is_le() {
            entries.append(&mut right);
            return;
        }
        let left = std::mem::take(entries);
        entries.reserve(left.len() + right.len());
        let mut left = left.into_iter().peekable();
        let mut right = right.into_iter().peekable();
        while let (Some(a), Some(b)) = (left.peek(), right.peek()) {
            let from_right = natural_order(key(b), key(a)).is_lt();
            entries.extend(if from_right {
                right.next()
            } else {
                left.next()
            });
        }
        entries.extend(left.chain(right));
        return;
    }
    for sorted in 1..entries.len() {
        let mut at = sorted;
        while at > 0 && natural_order(key(&entries[at]), key(&entries[at - 1])).is_lt() {
            entries.swap(at, at - 1);
            at -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let mut keys: Vec<&str> = sorted.iter().rev().copied().collect();
        sort_by_key(&mut keys, |key| key);
        assert_eq!(keys, sorted);
    }
}
