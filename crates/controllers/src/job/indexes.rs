//! Sets of completion indexes, as `status.completedIndexes` writes them: `0,2-4,7`.

use std::collections::BTreeSet;
use std::fmt;

/// A set of indexes that prints runs of three or more as an interval.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Indexes(BTreeSet<usize>);

impl Indexes {
    /// Reads what a status or a policy says; what is not below `completions`, or is no number, does not count.
    pub(super) fn parse(text: &str, completions: usize) -> Self {
        let mut indexes = BTreeSet::new();
        for part in text.split(',').filter(|part| !part.is_empty()) {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            if let (Ok(first), Ok(last)) = (first.parse::<usize>(), last.parse::<usize>()) {
                indexes.extend(first..=last.min(completions.saturating_sub(1)));
            }
        }
        indexes.retain(|index| *index < completions);
        Indexes(indexes)
    }

    pub(super) fn len(&self) -> usize {
        self.0.len()
    }

    pub(super) fn contains(&self, index: usize) -> bool {
        self.0.contains(&index)
    }

    pub(super) fn insert(&mut self, index: usize) {
        self.0.insert(index);
    }

    /// How many of these are in the other set as well.
    pub(super) fn shared_with(&self, other: &Indexes) -> usize {
        self.0.intersection(&other.0).count()
    }
}

impl FromIterator<usize> for Indexes {
    fn from_iter<I: IntoIterator<Item = usize>>(indexes: I) -> Self {
        Indexes(indexes.into_iter().collect())
    }
}

impl Extend<usize> for Indexes {
    fn extend<I: IntoIterator<Item = usize>>(&mut self, indexes: I) {
        self.0.extend(indexes);
    }
}

impl fmt::Display for Indexes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut indexes = self.0.iter().copied().peekable();
        let mut separator = "";
        while let Some(first) = indexes.next() {
            let mut last = first;
            while let Some(next) = indexes.next_if_eq(&(last + 1)) {
                last = next;
            }
            write!(f, "{separator}{first}")?;
            match last - first {
                0 => {}
                1 => write!(f, ",{last}")?,
                _ => write!(f, "-{last}")?,
            }
            separator = ",";
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_of_three_become_an_interval() {
        for (text, completions, printed) in [
            ("", 5, ""),
            ("0,1", 5, "0,1"),
            ("0,1,2,4", 5, "0-2,4"),
            ("0-2,3,5,7-9", 9, "0-3,5,7,8"),
            ("3-1,x,4", 9, "4"),
            ("0-18446744073709551615", 3, "0-2"),
            ("0", 0, ""),
        ] {
            assert_eq!(
                Indexes::parse(text, completions).to_string(),
                printed,
                "{text}"
            );
        }
    }
}
