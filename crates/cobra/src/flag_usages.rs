//! The two-column list of flags.

use crate::site::ListedFlag;
use crate::{Flag, Kind};

/// Lists flags as pflag's `FlagUsages`: names and type, then what each is for and its default.
pub fn flag_usages(flags: &[ListedFlag]) -> String {
    let rows: Vec<(String, String)> = flags.iter().map(row).collect();
    let width = rows
        .iter()
        .map(|(left, _)| left.chars().count())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for (left, right) in rows {
        let padding = width - left.chars().count();
        let indented = right.replace('\n', &format!("\n{}", " ".repeat(width + 3)));
        text.push_str(&left);
        text.push_str(&" ".repeat(padding + 3));
        text.push_str(&indented);
        text.push('\n');
    }
    text
}

/// The name of a flag's value and what the flag is for.
///
/// A word in back quotes in the usage is the name; otherwise the type is, in pflag's short forms.
pub fn unquote_usage(flag: &Flag, usage: &str) -> (String, String) {
    let quoted = usage.split_once('`').and_then(|(before, after)| {
        let (name, after) = after.split_once('`')?;
        Some((name.to_owned(), format!("{before}{name}{after}")))
    });
    quoted.unwrap_or_else(|| {
        let name = match flag.type_name() {
            "bool" => "",
            "float64" => "float",
            "int64" => "int",
            "stringSlice" => "strings",
            name => name,
        };
        (name.to_owned(), usage.to_owned())
    })
}

fn row(listed: &ListedFlag) -> (String, String) {
    let flag = &listed.flag;
    let mut left = match flag.shown_shorthand() {
        Some(letter) => format!("  -{letter}, --{}", flag.name),
        None => format!("      --{}", flag.name),
    };
    let (value_name, mut usage) = unquote_usage(flag, &listed.usage);
    if !value_name.is_empty() {
        left.push(' ');
        left.push_str(&value_name);
    }
    match (flag.kind, flag.no_opt_default) {
        (_, "") | (Kind::Bool, "true") | (Kind::Count, "+1") => {}
        (Kind::String, value) => left.push_str(&format!("[={value:?}]")),
        (_, value) => left.push_str(&format!("[={value}]")),
    }
    if !is_zero(flag, &listed.default) {
        match flag.kind {
            Kind::String => usage.push_str(&format!(" (default {:?})", listed.default)),
            _ => usage.push_str(&format!(" (default {})", listed.default)),
        }
    }
    (left, usage)
}

fn is_zero(flag: &Flag, default: &str) -> bool {
    let other = || matches!(default, "false" | "<nil>" | "" | "0");
    if flag.type_name.is_some() {
        return other();
    }
    match flag.kind {
        Kind::Bool => matches!(default, "false" | ""),
        Kind::Duration => matches!(default, "0" | "0s"),
        Kind::Int(_) | Kind::Count | Kind::Float(_) => default == "0",
        Kind::String => default.is_empty(),
        Kind::StringArray | Kind::StringSlice => default == "[]",
        // pflag knows no pairs, so that even none of them are shown as a default.
        Kind::StringToString | Kind::Custom { .. } => other(),
    }
}
