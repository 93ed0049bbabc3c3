//! What a shell is given: candidates, and what to do with them.

use crate::{Invocation, Io};

/// What the shell is to do with the candidates; a set of bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Directive(pub(super) u8);

impl Directive {
    /// Fall back to file names if there are no candidates.
    pub const DEFAULT: Directive = Directive(0);
    /// Something went wrong; ignore the candidates.
    pub const ERROR: Directive = Directive(1);
    /// Put no space after the completed word.
    pub const NO_SPACE: Directive = Directive(2);
    /// Do not fall back to file names.
    pub const NO_FILE_COMP: Directive = Directive(4);
    /// The candidates are endings of file names to show.
    pub const FILTER_FILE_EXT: Directive = Directive(8);
    /// Only names of directories.
    pub const FILTER_DIRS: Directive = Directive(16);
    /// The order of the candidates matters.
    pub const KEEP_ORDER: Directive = Directive(32);

    /// Both of two.
    #[must_use]
    pub const fn with(self, other: Directive) -> Directive {
        Directive(self.0 | other.0)
    }

    pub(super) fn names(self) -> String {
        const NAMES: [(u8, &str); 6] = [
            (1, "ShellCompDirectiveError"),
            (2, "ShellCompDirectiveNoSpace"),
            (4, "ShellCompDirectiveNoFileComp"),
            (8, "ShellCompDirectiveFilterFileExt"),
            (16, "ShellCompDirectiveFilterDirs"),
            (32, "ShellCompDirectiveKeepOrder"),
        ];
        let names: Vec<&str> = NAMES
            .iter()
            .filter(|(bit, _)| self.0 & bit != 0)
            .map(|(_, name)| *name)
            .collect();
        if names.is_empty() {
            "ShellCompDirectiveDefault".to_owned()
        } else {
            names.join(", ")
        }
    }
}

/// Candidates for a word, and what to do with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Completion {
    /// The words; a TAB sets off a description.
    pub candidates: Vec<String>,
    /// What the shell is to do.
    pub directive: Directive,
}

impl Completion {
    /// No candidates.
    pub fn none(directive: Directive) -> Completion {
        Completion {
            candidates: Vec::new(),
            directive,
        }
    }

    /// A hint that is shown but never completed.
    pub fn hint(text: &str) -> Completion {
        Completion {
            candidates: vec![format!("{HINT_PREFIX}{text}")],
            directive: Directive::NO_FILE_COMP,
        }
    }
}

/// Completes the first argument with directories, further ones with nothing.
pub fn complete_directory<C>(
    invocation: &Invocation<C>,
    _: &str,
    _: &mut C,
    _: &mut Io<'_>,
) -> Completion {
    Completion::none(if invocation.args.is_empty() {
        Directive::FILTER_DIRS
    } else {
        Directive::NO_FILE_COMP
    })
}

pub(super) const HINT_PREFIX: &str = "_activeHelp_ ";
