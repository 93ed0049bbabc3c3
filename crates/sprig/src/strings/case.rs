//! Upper and lower case, rune by rune.

use gostd::unicode::{is_space, runes, to_lower, to_title, to_upper};
use gotmpl::Str;

/// `strings.Map`: bytes that belong to no rune become U+FFFD.
pub(super) fn map_runes(text: &Str, mut map: impl FnMut(char) -> char) -> Str {
    if let Some(plain) = text.as_str().filter(|t| t.is_ascii()) {
        return Str::from(plain.chars().map(map).collect::<String>());
    }
    Str::from(
        runes(text.as_bytes())
            .map(|(rune, _)| map(rune.unwrap_or(char::REPLACEMENT_CHARACTER)))
            .collect::<String>(),
    )
}

pub(super) fn filter_runes(text: &Str, mut keep: impl FnMut(char) -> bool) -> Str {
    let all = runes(text.as_bytes()).map(|(rune, _)| rune.unwrap_or(char::REPLACEMENT_CHARACTER));
    Str::from(all.filter(|rune| keep(*rune)).collect::<String>())
}

/// `strings.Title`: the first letter of every word in title case. Letters, digits and `_` make words in ASCII; above it, what is no
/// letter or digit separates them only if it is a space.
pub(super) fn title(text: &Str) -> Str {
    let mut previous = ' ';
    map_runes(text, |rune| {
        let mapped = if is_separator(previous) {
            to_title(rune)
        } else {
            rune
        };
        previous = rune;
        mapped
    })
}

fn is_separator(rune: char) -> bool {
    match rune {
        '_' => false,
        _ if rune.is_ascii() => !rune.is_ascii_alphanumeric(),
        _ if rune.is_alphanumeric() => false,
        _ => is_space(rune),
    }
}

/// The first letter of every word in lower case; words end at white space.
pub(super) fn untitle(text: &Str) -> Str {
    let mut at_start = true;
    map_runes(text, |rune| {
        let mapped = if at_start && !is_space(rune) {
            to_lower(rune)
        } else {
            rune
        };
        at_start = is_space(rune);
        mapped
    })
}

/// Capitals become small; small letters become capitals, title case ones at the start of a word.
pub(super) fn swap_case(text: &Str) -> Str {
    let mut after_space = true;
    map_runes(text, |rune| {
        let mapped = match rune {
            _ if rune.is_uppercase() || is_title_case(rune) => to_lower(rune),
            _ if rune.is_lowercase() && after_space => to_title(rune),
            _ if rune.is_lowercase() => to_upper(rune),
            _ => rune,
        };
        after_space = is_space(rune);
        mapped
    })
}

fn is_title_case(rune: char) -> bool {
    to_title(rune) == rune && to_lower(rune) != rune && to_upper(rune) != rune
}
