//! What a word such as `deployments.apps.spec.replicas` asks for.

use crate::CommandError;
use cliruntime::{ApiResource, Discovery};

/// The resource and the path of fields below it.
///
/// # Errors
/// If the server does not have the resource, or not in that version.
pub(super) fn parse(
    word: &str,
    api_version: &str,
    discovery: &Discovery,
) -> Result<(ApiResource, Vec<String>), CommandError> {
    if word.starts_with('.') {
        return Err(CommandError::told(
            "invalid jsonpath syntax, first node must be field node",
        ));
    }
    let word = word.trim_end_matches('.');
    let first = word.split('.').next().unwrap_or(word);
    let found = discovery
        .by_word(first)
        .map_err(|error| CommandError::verbatim(error.to_string()))?;
    let (resource, rest) =
        in_group(word, found, discovery).unwrap_or_else(|| (found, &word[first.len()..]));
    let path = rest
        .split('.')
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect();
    let resource = match api_version {
        "" => resource,
        version => in_version(version, resource, discovery)?,
    };
    Ok((resource.clone(), path))
}

/// The resource of the group that stands after the plural name, with what follows.
fn in_group<'d, 'w>(
    word: &'w str,
    found: &ApiResource,
    discovery: &'d Discovery,
) -> Option<(&'d ApiResource, &'w str)> {
    let candidates = discovery
        .resources()
        .iter()
        .filter(|resource| resource.resource == found.resource && !resource.group.is_empty());
    candidates
        .filter_map(|resource| Some((resource, word.strip_prefix(&resource.group_resource())?)))
        .find(|(_, rest)| rest.is_empty() || rest.starts_with('.'))
}

fn in_version<'d>(
    api_version: &str,
    resource: &ApiResource,
    discovery: &'d Discovery,
) -> Result<&'d ApiResource, CommandError> {
    let mut all = discovery.resources().iter();
    let found =
        all.find(|known| known.resource == resource.resource && known.api_version() == api_version);
    found.ok_or_else(|| {
        let version = match api_version.contains('/') {
            true => api_version.to_owned(),
            false => format!("/{api_version}"),
        };
        CommandError::told(format!(
            "couldn't find resource for \"{version}, Resource={}\"",
            resource.resource
        ))
    })
}
