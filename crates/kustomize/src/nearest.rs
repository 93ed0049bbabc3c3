//! How alike two names are.

/// The number of letters to insert, remove or replace to get from one name to the other.
pub(crate) fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let replaced = diagonal + usize::from(x != *y);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::distance;

    #[test]
    fn counts_edits() {
        assert_eq!(distance("web", "web"), 0);
        assert_eq!(distance("web", "wev"), 1);
        assert_eq!(distance("", "abc"), 3);
        assert_eq!(distance("frontend", "fronted"), 1);
    }
}
