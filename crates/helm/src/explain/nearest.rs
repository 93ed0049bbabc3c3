//! The keys nearest to one that does not exist.

/// How many keys are named.
const COUNT: usize = 5;

/// The keys that take the fewest changes to become `wanted`, the nearest first.
pub(super) fn nearest(wanted: &str, keys: &[String]) -> Vec<String> {
    let mut ranked: Vec<(usize, &String)> = keys
        .iter()
        .map(|key| (distance(wanted, key), key))
        .collect();
    ranked.sort();
    ranked
        .into_iter()
        .take(COUNT)
        .map(|(_, key)| key.clone())
        .collect()
}

/// Levenshtein's distance, upper and lower case taken for the same.
fn distance(a: &str, b: &str) -> usize {
    let a: Vec<char> = a.to_lowercase().chars().collect();
    let b: Vec<char> = b.to_lowercase().chars().collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, from) in a.iter().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, to) in b.iter().enumerate() {
            let substituted = diagonal + usize::from(from != to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_key_comes_first() {
        let keys = ["repository", "tag", "pullPolicy"].map(str::to_owned);
        assert_eq!(nearest("tga", &keys)[0], "tag");
        assert_eq!(nearest("pullpolicy", &keys)[0], "pullPolicy");
    }

    #[test]
    fn distances() {
        assert_eq!(distance("kitten", "sitting"), 3);
        assert_eq!(distance("", "abc"), 3);
    }
}
