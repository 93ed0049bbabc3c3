//! `--show-only`.

use cobra::Failure;

/// The documents whose templates the patterns name, pattern by pattern.
pub(super) fn select(text: &str, patterns: &[String]) -> Result<Vec<String>, Failure> {
    let manifests = chart::split_manifests(text);
    let mut selected = Vec::new();
    for pattern in patterns {
        let before = selected.len();
        let matching = manifests.iter().filter(|manifest| {
            let path = source(manifest);
            path.is_some_and(|path| gostd::path::matches(pattern, path).unwrap_or(false))
        });
        selected.extend(matching.cloned());
        if selected.len() == before {
            return Err(Failure::new(format!(
                "could not find template {pattern} in chart"
            )));
        }
    }
    Ok(selected)
}

/// The path below the chart that a document says it comes from.
fn source(manifest: &str) -> Option<&str> {
    const MARK: &str = "# Source: ";
    let start = manifest.find(MARK)? + MARK.len();
    let line = manifest[start..].lines().next()?;
    line.split_once('/')
        .map(|(_, path)| path)
        .filter(|path| !path.is_empty())
}
