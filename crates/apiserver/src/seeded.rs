//! Uids, name suffixes and jitter from one seeded source.

use parking_lot::Mutex;

/// The letters of generated names: no vowels and nothing that reads as another letter.
const LETTERS: &[u8] = b"bcdfghjklmnpqrstvwxz2456789";

/// A source of everything random that the server decides. The same seed gives the same sequence.
pub(crate) struct Seeded(Mutex<fastrand::Rng>);

impl Seeded {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Mutex::new(fastrand::Rng::with_seed(seed)))
    }

    /// A UUID of version 4.
    pub(crate) fn uid(&self) -> String {
        let number = self.0.lock().u128(..);
        let number = number & !(0xf000 << 64) & !(0xc << 60) | (0x4000 << 64) | (0x8 << 60);
        let hex = format!("{number:032x}");
        format!(
            "{}-{}-{}-{}-{}",
            &hex[..8],
            &hex[8..12],
            &hex[12..16],
            &hex[16..20],
            &hex[20..]
        )
    }

    /// Five letters for the end of a generated name.
    pub(crate) fn suffix(&self) -> String {
        let mut rng = self.0.lock();
        (0..5)
            .map(|_| char::from(LETTERS[rng.usize(..LETTERS.len())]))
            .collect()
    }

    /// Any number.
    pub(crate) fn number(&self) -> u32 {
        self.0.lock().u32(..)
    }

    /// A number of seconds in this range.
    pub(crate) fn seconds(&self, range: std::ops::Range<u64>) -> u64 {
        self.0.lock().u64(range)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn uids_are_of_version_4_and_repeat_with_the_seed() {
        let uid = Seeded::new(7).uid();
        assert_eq!(uid, Seeded::new(7).uid());
        assert_ne!(uid, Seeded::new(8).uid());
        assert_eq!((uid.len(), &uid[14..15]), (36, "4"));
        assert!(matches!(&uid[19..20], "8" | "9" | "a" | "b"), "{uid}");
    }
}
