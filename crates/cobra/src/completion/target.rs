//! Whether a flag or a word is being completed.

use crate::{Flag, Site};

/// What is to be completed: the value of a flag, or a word.
pub(super) struct Target<'a> {
    pub(super) flag: Option<Flag>,
    /// The name of a flag that the command does not have.
    pub(super) unsupported: Option<&'a str>,
    pub(super) before: Vec<String>,
    pub(super) last: &'a str,
}

impl<'a> Target<'a> {
    pub(super) fn of<C>(site: &Site<'_, C>, before: &[String], last: &'a str) -> Target<'a> {
        let plain = || Target {
            flag: None,
            unsupported: None,
            before: before.to_vec(),
            last,
        };
        let named = |name: &str| {
            site.flags()
                .into_iter()
                .map(|(flag, _)| flag)
                .find(|flag| answers_to(flag, name))
        };
        if last.starts_with('-') {
            let Some((name, value)) = last.split_once('=') else {
                return plain();
            };
            return match named(name) {
                Some(flag) => Target {
                    flag: Some(flag),
                    unsupported: None,
                    before: before.to_vec(),
                    last: value,
                },
                None => Target {
                    unsupported: Some(name.trim_start_matches('-')),
                    ..plain()
                },
            };
        }
        let Some((previous, earlier)) = before.split_last() else {
            return plain();
        };
        if !is_flag(previous) || previous.contains('=') {
            return plain();
        }
        match named(previous) {
            Some(flag) if flag.no_opt_default.is_empty() => Target {
                flag: Some(flag),
                unsupported: None,
                before: earlier.to_vec(),
                last,
            },
            _ => plain(),
        }
    }
}

fn is_flag(word: &str) -> bool {
    (word.starts_with("--") && word.len() > 2)
        || (word.starts_with('-') && word.len() == 2 && word != "--")
}

fn answers_to(flag: &Flag, word: &str) -> bool {
    match word.strip_prefix("--") {
        Some(name) => flag.name == name,
        None => flag.shorthand.is_some() && word.chars().last() == flag.shorthand,
    }
}
