//! Named formats of texts.

use apimachinery::validation::{
    is_dns1035_label, is_dns1123_label, is_dns1123_subdomain, is_label_value, is_qualified_name,
};

use super::{Answer, time, url};
use crate::value::Value;

/// A format by its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Format(&'static str);

const NAMES: [&str; 13] = [
    "dns1123Label",
    "dns1123Subdomain",
    "dns1035Label",
    "qualifiedName",
    "dns1123LabelPrefix",
    "dns1123SubdomainPrefix",
    "dns1035LabelPrefix",
    "labelValue",
    "uri",
    "uuid",
    "byte",
    "date",
    "datetime",
];

pub(super) fn call(function: &str, args: &[Value]) -> Answer {
    let named = |wanted: &str| NAMES.into_iter().find(|name| *name == wanted).map(Format);
    let value = match (function, args) {
        ("format.named", [Value::String(name)]) => {
            Value::Optional(named(name).map(|format| Value::Format(format).into()))
        }
        ("validate", [Value::Format(format), Value::String(text)]) => {
            let wrong = format.wrong(text);
            Value::Optional(
                (!wrong.is_empty())
                    .then(|| Value::list(wrong.into_iter().map(Value::string).collect()).into()),
            )
        }
        (function, []) => Value::Format(function.strip_prefix("format.").and_then(named)?),
        _ => return None,
    };
    Some(Ok(value))
}

impl Format {
    /// What is wrong with a text.
    fn wrong(self, text: &str) -> Vec<String> {
        // A prefix may end in a dash, since something follows.
        let prefix = || match text.strip_suffix('-') {
            Some(rest) => format!("{rest}a"),
            None => text.to_owned(),
        };
        let unless = |fits: bool, wrong: &str| {
            if fits {
                Vec::new()
            } else {
                vec![wrong.to_owned()]
            }
        };
        match self.0 {
            "dns1123Label" => is_dns1123_label(text),
            "dns1123Subdomain" => is_dns1123_subdomain(text),
            "dns1035Label" => is_dns1035_label(text),
            "qualifiedName" => is_qualified_name(text),
            "dns1123LabelPrefix" => is_dns1123_label(&prefix()),
            "dns1123SubdomainPrefix" => is_dns1123_subdomain(&prefix()),
            "dns1035LabelPrefix" => is_dns1035_label(&prefix()),
            "labelValue" => is_label_value(text),
            "uri" => unless(url::parse(text).is_some(), "invalid URI for request"),
            "uuid" => unless(is_uuid(text), "does not match the UUID format"),
            "byte" => unless(is_base64(text), "invalid base64"),
            "date" => unless(
                text.len() == 10 && time::parse(text).is_some(),
                "invalid date",
            ),
            _ => unless(
                text.len() > 10 && time::parse(text).is_some(),
                "invalid datetime",
            ),
        }
    }
}

fn is_uuid(text: &str) -> bool {
    let groups: Vec<&str> = text.split('-').collect();
    let lengths: Vec<usize> = groups.iter().map(|group| group.len()).collect();
    lengths == [8, 4, 4, 4, 12]
        && groups
            .iter()
            .all(|group| group.chars().all(|c| c.is_ascii_hexdigit()))
}

fn is_base64(text: &str) -> bool {
    base64::Engine::decode(&base64::engine::general_purpose::STANDARD, text).is_ok()
}
