use super::message::{max_bytes_error, max_len_error, regex_error};

const DNS1123_LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";
const DNS1123_SUBDOMAIN: &str = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const DNS1035_LABEL: &str = "[a-z]([-a-z0-9]*[a-z0-9])?";
const QUALIFIED_NAME: &str = "([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]";
const LABEL_VALUE: &str = "(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?";
const CONFIG_MAP_KEY: &str = "[-._a-zA-Z0-9]+";

/// A label of DNS in lower case: at most 63 of `a-z`, `0-9` and `-`.
#[must_use]
pub fn is_dns1123_label(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push(max_len_error(63));
    }
    if !matches_dns1123_label(value) {
        let rule = if matches_dns1123_subdomain(value) {
            return push(errors, "must not contain dots".to_owned());
        } else {
            "a lowercase RFC 1123 label must consist of lower case alphanumeric characters or '-', and must start and end with an alphanumeric character"
        };
        errors.push(regex_error(rule, DNS1123_LABEL, &["my-name", "123-abc"]));
    }
    errors
}

/// Labels of DNS joined by dots, at most 253 characters.
#[must_use]
pub fn is_dns1123_subdomain(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 253 {
        errors.push(max_len_error(253));
    }
    if !matches_dns1123_subdomain(value) {
        errors.push(regex_error(
            "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character",
            DNS1123_SUBDOMAIN,
            &["example.com"],
        ));
    }
    errors
}

/// A label of DNS that starts with a letter, as Services are named.
#[must_use]
pub fn is_dns1035_label(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push(max_len_error(63));
    }
    let starts_with_letter = value.starts_with(|first: char| first.is_ascii_lowercase());
    if !starts_with_letter || !matches_dns1123_label(value) {
        errors.push(regex_error(
            "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character",
            DNS1035_LABEL,
            &["my-name", "abc-123"],
        ));
    }
    errors
}

/// A name with an optional DNS prefix, such as the keys of labels: `example.com/name`.
#[must_use]
pub fn is_qualified_name(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    let parts: Vec<&str> = value.split('/').collect();
    let name = match parts[..] {
        [name] => name,
        [prefix, name] => {
            if prefix.is_empty() {
                errors.push("prefix part must be non-empty".to_owned());
            } else {
                let wrong = is_dns1123_subdomain(prefix);
                errors.extend(
                    wrong
                        .into_iter()
                        .map(|error| format!("prefix part {error}")),
                );
            }
            name
        }
        _ => {
            let rule = "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
            let message = regex_error(rule, QUALIFIED_NAME, &["MyName", "my.name", "123-abc"]);
            let tail = " with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')";
            return push(errors, message + tail);
        }
    };
    if name.is_empty() {
        errors.push("name part must be non-empty".to_owned());
    } else if name.len() > 63 {
        errors.push(format!("name part {}", max_bytes_error(63)));
    }
    if !matches_qualified_name(name) {
        let rule = "name part must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character";
        errors.push(regex_error(
            rule,
            QUALIFIED_NAME,
            &["MyName", "my.name", "123-abc"],
        ));
    }
    errors
}

/// The value of a label: empty, or at most 63 characters.
#[must_use]
pub fn is_label_value(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 63 {
        errors.push(max_bytes_error(63));
    }
    if !value.is_empty() && !matches_qualified_name(value) {
        errors.push(regex_error(
            "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character",
            LABEL_VALUE,
            &["MyValue", "my_value", "12345"],
        ));
    }
    errors
}

/// A key of a ConfigMap or Secret.
#[must_use]
pub fn is_config_map_key(value: &str) -> Vec<String> {
    let mut errors = Vec::new();
    if value.len() > 253 {
        errors.push(max_len_error(253));
    }
    let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-._".contains(&byte);
    if value.is_empty() || !value.bytes().all(allowed) {
        errors.push(regex_error(
            "a valid config key must consist of alphanumeric characters, '-', '_' or '.'",
            CONFIG_MAP_KEY,
            &["key.name", "KEY_NAME", "key-name"],
        ));
    }
    errors.extend(only_dots(value));
    errors
}

/// The name of an environment variable: any printable ASCII characters but `=`.
#[must_use]
pub fn is_env_var_name(value: &str) -> Vec<String> {
    let allowed = |byte: u8| (0x20..0x7f).contains(&byte) && byte != b'=';
    if !value.is_empty() && value.bytes().all(allowed) {
        return Vec::new();
    }
    vec![
        "a valid environment variable name must consist only of printable ASCII characters other than '='"
            .to_owned(),
    ]
}

/// A name that may stand between slashes of a URL, as those of roles.
#[must_use]
pub fn is_path_segment_name(value: &str) -> Vec<String> {
    if value == "." || value == ".." {
        return vec![format!("may not be '{value}'")];
    }
    ["/", "%"]
        .into_iter()
        .filter(|illegal| value.contains(illegal))
        .map(|illegal| format!("may not contain '{illegal}'"))
        .collect()
}

/// Keys become file names, which these may not be.
fn only_dots(value: &str) -> Option<String> {
    match value {
        "." => Some("must not be '.'".to_owned()),
        ".." => Some("must not be '..'".to_owned()),
        _ if value.starts_with("..") => Some("must not start with '..'".to_owned()),
        _ => None,
    }
}

fn matches_dns1123_label(value: &str) -> bool {
    let alphanumeric = |byte: Option<&u8>| {
        byte.is_some_and(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit())
    };
    let bytes = value.as_bytes();
    alphanumeric(bytes.first())
        && alphanumeric(bytes.last())
        && bytes
            .iter()
            .all(|byte| alphanumeric(Some(byte)) || *byte == b'-')
}

fn matches_dns1123_subdomain(value: &str) -> bool {
    value.split('.').all(matches_dns1123_label)
}

fn matches_qualified_name(value: &str) -> bool {
    let bytes = value.as_bytes();
    let edge = |byte: Option<&u8>| byte.is_some_and(u8::is_ascii_alphanumeric);
    edge(bytes.first())
        && edge(bytes.last())
        && bytes
            .iter()
            .all(|byte| byte.is_ascii_alphanumeric() || b"-_.".contains(byte))
}

fn push(mut errors: Vec<String>, error: String) -> Vec<String> {
    errors.push(error);
    errors
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dns_names() {
        assert_eq!(is_dns1123_label("my-name"), [""; 0]);
        assert_eq!(is_dns1123_subdomain("example.com"), [""; 0]);
        assert_eq!(
            is_dns1123_subdomain("Bad_Name"),
            [
                "a lowercase RFC 1123 subdomain must consist of lower case alphanumeric characters, '-' or '.', and must start and end with an alphanumeric character (e.g. 'example.com', regex used for validation is '[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*')"
            ]
        );
        assert_eq!(
            is_dns1035_label("1abc"),
            [
                "a DNS-1035 label must consist of lower case alphanumeric characters or '-', start with an alphabetic character, and end with an alphanumeric character (e.g. 'my-name',  or 'abc-123', regex used for validation is '[a-z]([-a-z0-9]*[a-z0-9])?')"
            ]
        );
        assert_eq!(is_dns1123_label("a.b"), ["must not contain dots"]);
        assert_eq!(
            is_dns1123_label(&"a".repeat(64)),
            ["must be no more than 63 characters"]
        );
    }

    #[test]
    fn labels() {
        assert_eq!(is_qualified_name("app.kubernetes.io/name"), [""; 0]);
        assert_eq!(is_label_value(""), [""; 0]);
        assert_eq!(
            is_label_value(&"v".repeat(64)),
            ["must be no more than 63 bytes"]
        );
        assert_eq!(
            is_label_value("b c"),
            [
                "a valid label must be an empty string or consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyValue',  or 'my_value',  or '12345', regex used for validation is '(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?')"
            ]
        );
        assert_eq!(is_qualified_name("/a"), ["prefix part must be non-empty"]);
        assert_eq!(
            is_qualified_name("a/b/c"),
            [
                "a qualified name must consist of alphanumeric characters, '-', '_' or '.', and must start and end with an alphanumeric character (e.g. 'MyName',  or 'my.name',  or '123-abc', regex used for validation is '([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9]') with an optional DNS subdomain prefix and '/' (e.g. 'example.com/MyName')"
            ]
        );
    }
}
