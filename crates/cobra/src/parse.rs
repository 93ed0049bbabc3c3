//! Reading a command line as pflag does.

use crate::Flags;
use crate::flag_set::Entry;

/// A command line apart: the flags with their values, and what is left.
pub(crate) struct Parsed {
    pub(crate) flags: Flags,
    pub(crate) args: Vec<String>,
    /// How many arguments stood before `--`.
    pub(crate) args_before_dash: Option<usize>,
    /// What to tell about deprecated flags.
    pub(crate) notices: Vec<String>,
    /// How many flags have been read.
    read: usize,
}

/// Why a command line cannot be read, in pflag's words.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
pub(crate) enum ParseError {
    #[error("bad flag syntax: {0}")]
    BadSyntax(String),
    #[error("unknown flag: --{0}")]
    UnknownFlag(String),
    #[error("unknown shorthand flag: {letter:?} in -{cluster}")]
    UnknownShorthand { letter: char, cluster: String },
    #[error("flag needs an argument: --{0}")]
    NeedsArgument(String),
    #[error("flag needs an argument: {letter:?} in -{cluster}")]
    ShorthandNeedsArgument { letter: char, cluster: String },
    #[error("invalid argument {value:?} for {flag:?} flag: {reason}")]
    InvalidArgument {
        value: String,
        flag: String,
        reason: String,
    },
}

/// Reads `args` into `flags`.
pub(crate) fn parse(
    flags: Flags,
    args: &[String],
    interspersed: bool,
) -> Result<Parsed, ParseError> {
    let mut parsed = Parsed {
        flags,
        args: Vec::new(),
        args_before_dash: None,
        notices: Vec::new(),
        read: 0,
    };
    let mut rest = args;
    while let Some((word, after)) = rest.split_first() {
        rest = after;
        if word == "--" {
            parsed.args_before_dash = Some(parsed.args.len());
            parsed.args.extend_from_slice(rest);
            break;
        }
        if !word.starts_with('-') || word.len() == 1 {
            parsed.args.push(word.clone());
            if interspersed {
                continue;
            }
            parsed.args.extend_from_slice(rest);
            break;
        }
        rest = match word.strip_prefix("--") {
            Some(long) => parsed.long(long, rest)?,
            None => parsed.cluster(&word[1..], rest)?,
        };
    }
    Ok(parsed)
}

impl Parsed {
    fn long<'a>(&mut self, word: &str, rest: &'a [String]) -> Result<&'a [String], ParseError> {
        if word.starts_with(['-', '=']) {
            return Err(ParseError::BadSyntax(format!("--{word}")));
        }
        let (name, inline) = match word.split_once('=') {
            Some((name, value)) => (name, Some(value)),
            None => (word, None),
        };
        let entry = self
            .flags
            .by_name_mut(name)
            .ok_or_else(|| ParseError::UnknownFlag(name.to_owned()))?;
        let optional = entry.flag.no_opt_default;
        let (value, rest) = match (inline, optional, rest.split_first()) {
            (Some(value), _, _) => (value, rest),
            (None, "", Some((value, after))) => (value.as_str(), after),
            (None, "", None) => return Err(ParseError::NeedsArgument(name.to_owned())),
            (None, optional, _) => (optional, rest),
        };
        set(entry, value, &mut self.notices, &mut self.read)?;
        Ok(rest)
    }

    fn cluster<'a>(
        &mut self,
        cluster: &str,
        rest: &'a [String],
    ) -> Result<&'a [String], ParseError> {
        let mut letters = cluster;
        while let Some(letter) = letters.chars().next() {
            let after = &letters[letter.len_utf8()..];
            let entry = self.flags.by_shorthand_mut(letter).ok_or_else(|| {
                ParseError::UnknownShorthand {
                    letter,
                    cluster: letters.to_owned(),
                }
            })?;
            if !entry.flag.shorthand_deprecated.is_empty() {
                let message = entry.flag.shorthand_deprecated;
                self.notices.push(format!(
                    "Flag shorthand -{letter} has been deprecated, {message}"
                ));
            }
            let optional = entry.flag.no_opt_default;
            if let Some(value) = after.strip_prefix('=').filter(|value| !value.is_empty()) {
                set(entry, value, &mut self.notices, &mut self.read)?;
                return Ok(rest);
            }
            if !optional.is_empty() {
                set(entry, optional, &mut self.notices, &mut self.read)?;
                letters = after;
                continue;
            }
            if !after.is_empty() {
                set(entry, after, &mut self.notices, &mut self.read)?;
                return Ok(rest);
            }
            let Some((value, rest)) = rest.split_first() else {
                return Err(ParseError::ShorthandNeedsArgument {
                    letter,
                    cluster: letters.to_owned(),
                });
            };
            set(entry, value, &mut self.notices, &mut self.read)?;
            return Ok(rest);
        }
        Ok(rest)
    }
}

fn set(
    entry: &mut Entry,
    value: &str,
    notices: &mut Vec<String>,
    read: &mut usize,
) -> Result<(), ParseError> {
    let first = !entry.changed;
    *read += 1;
    if first {
        entry.order = *read;
    }
    entry
        .value
        .set(&entry.flag, value, first)
        .map_err(|reason| ParseError::InvalidArgument {
            value: value.to_owned(),
            flag: entry.flag.display_name(),
            reason,
        })?;
    entry.changed = true;
    if !entry.flag.deprecated.is_empty() {
        notices.push(format!(
            "Flag --{} has been deprecated, {}",
            entry.flag.name, entry.flag.deprecated
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Env, Flag, Origin};

    fn read(words: &[&str]) -> Result<Parsed, ParseError> {
        let flags = [
            Flag::bool("all", "").short('a'),
            Flag::string("output", "").short('o'),
            Flag::string("dry-run", "")
                .default("none")
                .optional_value("unchanged"),
            Flag::string_array("set", ""),
            Flag::string_slice("values", "").short('f'),
            Flag::duration("timeout", "").default("5m"),
            Flag::int("max", ""),
            Flag::count("verbose", "").short('v'),
            Flag::bool("old", "").deprecated("use --all instead"),
        ];
        let flags = Flags::new(
            flags.map(|flag| (flag, Origin::Local)).to_vec(),
            &Env::default(),
        );
        let words: Vec<String> = words.iter().map(|word| (*word).to_owned()).collect();
        parse(flags, &words, true)
    }

    fn refusal(words: &[&str]) -> String {
        match read(words) {
            Ok(_) => panic!("{words:?} should be refused"),
            Err(error) => error.to_string(),
        }
    }

    #[test]
    fn flags_and_arguments_mix() {
        let parsed = read(&[
            "x", "-ao", "json", "--set", "a=1,b=2", "y", "--set=c", "-vv", "--", "-z",
        ])
        .unwrap();
        assert_eq!(parsed.args, ["x", "y", "-z"]);
        assert_eq!(parsed.args_before_dash, Some(2));
        assert!(parsed.flags.bool("all"));
        assert_eq!(parsed.flags.string("output"), "json");
        assert_eq!(parsed.flags.strings("set"), ["a=1,b=2", "c"]);
        assert_eq!(parsed.flags.int("verbose"), 2);
        assert!(!parsed.flags.changed("timeout"));
        assert_eq!(parsed.flags.duration("timeout").to_string(), "5m0s");
    }

    #[test]
    fn an_optional_value_never_takes_the_next_word() {
        let parsed = read(&["--dry-run", "server"]).unwrap();
        assert_eq!(parsed.flags.string("dry-run"), "unchanged");
        assert_eq!(parsed.args, ["server"]);
        assert_eq!(
            read(&["--dry-run=server"]).unwrap().flags.string("dry-run"),
            "server"
        );
    }

    #[test]
    fn slices_add_up() {
        let parsed = read(&["-f", "a,b", "-f=c", "-fd"]).unwrap();
        assert_eq!(parsed.flags.strings("values"), ["a", "b", "c", "d"]);
    }

    #[test]
    fn refusals_read_as_pflag() {
        for (words, text) in [
            (&["--foo"][..], "unknown flag: --foo"),
            (&["-xyz"], "unknown shorthand flag: 'x' in -xyz"),
            (&["-azo"], "unknown shorthand flag: 'z' in -zo"),
            (&["--output"], "flag needs an argument: --output"),
            (&["-o"], "flag needs an argument: 'o' in -o"),
            (&["--=x"], "bad flag syntax: --=x"),
            (
                &["--timeout", "x"],
                r#"invalid argument "x" for "--timeout" flag: time: invalid duration "x""#,
            ),
            (
                &["--all=maybe"],
                r#"invalid argument "maybe" for "-a, --all" flag: strconv.ParseBool: parsing "maybe": invalid syntax"#,
            ),
            (
                &["--max=a"],
                r#"invalid argument "a" for "--max" flag: strconv.ParseInt: parsing "a": invalid syntax"#,
            ),
        ] {
            assert_eq!(refusal(words), text, "{words:?}");
        }
    }

    #[test]
    fn deprecated_flags_are_told() {
        let parsed = read(&["--old"]).unwrap();
        assert_eq!(
            parsed.notices,
            ["Flag --old has been deprecated, use --all instead"]
        );
    }
}
