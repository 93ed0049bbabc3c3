//! Recorded cases with damage: a build may refuse them but must come to an end in good order.
//!
//! `KUSTOMIZE_MUTATIONS=1000` tries so many for each case, each time the same ones.

use std::path::Path;

use kustomize::Options;

use crate::cases::{Case, case_files, cases_root};

/// Pieces that mean something somewhere.
const PIECES: &[&str] = &[
    "",
    "\n",
    " ",
    "  ",
    ": ",
    "- ",
    "[",
    "]",
    "{",
    "}",
    "null",
    "~",
    "5",
    "-1",
    "1.5",
    "true",
    "\"",
    "'",
    "|\n",
    ">\n",
    "&a ",
    "*a",
    "<<: ",
    "!!int ",
    "$patch: delete",
    "$patch: replace",
    "---\n",
    "#",
    "name",
    "metadata",
    "kind",
    "..",
    "/",
    "*",
    "(",
    "\u{feff}",
    "é",
    "\0",
    "\t",
    "=",
    ",",
    "$(N)",
    "data",
    "spec",
];

/// A small generator of numbers, always the same ones.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("31 bits") % limit.max(1)
    }
}

fn damage(text: &str, numbers: &mut Numbers) -> String {
    let mut chars: Vec<char> = text.chars().collect();
    for _ in 0..=numbers.below(3) {
        let start = numbers.below(chars.len() + 1);
        let end = (start + numbers.below(12)).min(chars.len());
        let piece = PIECES[numbers.below(PIECES.len())];
        chars.splice(start..end, piece.chars());
    }
    chars.into_iter().collect()
}

#[test]
fn damaged_cases_come_to_an_end() {
    let rounds = std::env::var("KUSTOMIZE_MUTATIONS")
        .ok()
        .and_then(|count| count.parse().ok())
        .unwrap_or(2);
    let mut numbers = Numbers(42);
    for path in case_files(&cases_root()) {
        let text = std::fs::read_to_string(&path).expect("a case");
        for _ in 0..rounds {
            let case = Case::parse(&damage(&text, &mut numbers));
            let built = kustomize::build(&case.files, Path::new("/case/app"), &Options::default());
            if let Err(error) = built.and_then(|resources| resources.to_yaml()) {
                assert!(!error.to_string().is_empty(), "{}", path.display());
            }
        }
    }
}
