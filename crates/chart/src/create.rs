//! The chart that `helm create` starts with.

/// The name of a new chart breaks a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum NameError {
    /// It is empty or longer than 250 bytes.
    #[error("chart name must be between 1 and 250 characters")]
    Length,
    /// It has a character that is not allowed.
    #[error("chart name must match the regular expression \"^[a-zA-Z0-9._-]+$\"")]
    Characters,
}

const DEFAULT_VERSION: &str = "apiVersion: v2\n";

/// What stands for the chart's name in the files.
const PLACEHOLDER: &str = "<CHARTNAME>";

/// The files in the order in which they are written.
const FILES: &[(&str, &str)] = &[
    ("Chart.yaml", include_str!("create/scaffold/Chart.yaml")),
    ("values.yaml", include_str!("create/scaffold/values.yaml")),
    (".helmignore", include_str!("create/scaffold/helmignore")),
    (
        "templates/ingress.yaml",
        include_str!("create/scaffold/templates/ingress.yaml"),
    ),
    (
        "templates/httproute.yaml",
        include_str!("create/scaffold/templates/httproute.yaml"),
    ),
    (
        "templates/deployment.yaml",
        include_str!("create/scaffold/templates/deployment.yaml"),
    ),
    (
        "templates/service.yaml",
        include_str!("create/scaffold/templates/service.yaml"),
    ),
    (
        "templates/serviceaccount.yaml",
        include_str!("create/scaffold/templates/serviceaccount.yaml"),
    ),
    (
        "templates/hpa.yaml",
        include_str!("create/scaffold/templates/hpa.yaml"),
    ),
    (
        "templates/NOTES.txt",
        include_str!("create/scaffold/templates/NOTES.txt"),
    ),
    (
        "templates/_helpers.tpl",
        include_str!("create/scaffold/templates/_helpers.tpl"),
    ),
    (
        "templates/tests/test-connection.yaml",
        include_str!("create/scaffold/templates/tests/test-connection.yaml"),
    ),
];

/// The files of a new chart of the API version `v2` or `v3`, paths below its directory with their contents. Beside them there is an empty `charts/`.
///
/// # Errors
/// The name is too long or has other characters than letters, digits, `.`, `_` and `-`.
pub fn scaffold(name: &str, api_version: &str) -> Result<Vec<(&'static str, String)>, NameError> {
    if name.is_empty() || name.len() > 250 {
        return Err(NameError::Length);
    }
    if !name
        .bytes()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'.' | b'_' | b'-'))
    {
        return Err(NameError::Characters);
    }
    Ok(FILES
        .iter()
        .map(|(path, text)| (*path, text.replace(PLACEHOLDER, name)))
        .map(|(path, text)| match path {
            "Chart.yaml" => (
                path,
                text.replacen(DEFAULT_VERSION, &format!("apiVersion: {api_version}\n"), 1),
            ),
            _ => (path, text),
        })
        .collect())
}
