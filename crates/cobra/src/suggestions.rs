//! What was probably meant by a word that is no command.

use crate::Command;

const MAXIMUM_DISTANCE: usize = 2;

/// The names of sub-commands near to a word, in the order in which they were declared.
pub fn suggestions_for<C>(command: &Command<C>, word: &str) -> Vec<&'static str> {
    command
        .commands
        .iter()
        .filter(|candidate| candidate.is_available())
        .filter(|candidate| {
            let name = candidate.name();
            levenshtein(&word.to_lowercase(), &name.to_lowercase()) <= MAXIMUM_DISTANCE
                || name.to_lowercase().starts_with(&word.to_lowercase())
                || candidate
                    .suggest_for
                    .iter()
                    .any(|explicit| explicit.eq_ignore_ascii_case(word))
        })
        .map(|candidate| candidate.name())
        .collect()
}

/// The block that follows the complaint about an unknown command.
pub(crate) fn suggestions_block(names: &[&str]) -> String {
    if names.is_empty() {
        return String::new();
    }
    let mut block = String::from("\n\nDid you mean this?\n");
    for name in names {
        block.push('\t');
        block.push_str(name);
        block.push('\n');
    }
    block
}

fn levenshtein(from: &str, to: &str) -> usize {
    let to: Vec<char> = to.chars().collect();
    let mut row: Vec<usize> = (0..=to.len()).collect();
    for (i, a) in from.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, b) in to.iter().enumerate() {
            let substituted = diagonal + usize::from(a != *b);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[to.len()]
}

#[cfg(test)]
mod tests {
    use super::levenshtein;

    #[test]
    fn distance_counts_edits() {
        assert_eq!(levenshtein("gett", "get"), 1);
        assert_eq!(levenshtein("foo", "top"), 2);
        assert_eq!(levenshtein("", "abc"), 3);
        assert_eq!(levenshtein("kitten", "sitting"), 3);
    }
}
