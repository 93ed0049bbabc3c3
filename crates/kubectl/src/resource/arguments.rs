//! Types and names on the command line: `pods a b`, `deploy,svc`, `pod/a svc/b`.

use crate::CommandError;

/// What the arguments name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Named {
    /// Every object of some types.
    Types(Vec<String>),
    /// Objects by type and name.
    Objects {
        /// The pairs, in order.
        pairs: Vec<(String, String)>,
        /// Whether it is exactly one, so that results are not a list.
        single: bool,
    },
}

/// Arguments that do not name objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum ArgumentError {
    /// A type of its own where the names carry theirs.
    #[error(
        "there is no need to specify a resource type as a separate argument when passing arguments in resource/name form (e.g. 'kubectl get resource/<resource_name>' instead of 'kubectl get resource resource/<resource_name>'"
    )]
    TypeTwice,
    /// More than one slash.
    #[error("arguments in resource/name form may not have more than one slash")]
    Slashes,
    /// Nothing before or after the slash.
    #[error("arguments in resource/name form must have a single resource and name")]
    HalfEmpty,
    /// A name and a selector.
    #[error("name cannot be provided when a selector is specified")]
    NameAndSelector,
    /// A name in the form with a slash, and a selector.
    #[error("selectors and the all flag cannot be used when passing resource/name arguments")]
    SlashAndSelector,
    /// Types without anything that says which of them.
    #[error("resource(s) were provided, but no name was specified")]
    NoName,
    /// A selector alone.
    #[error("at least one resource must be specified to use a selector")]
    SelectorAlone,
    /// Files and arguments.
    #[error(
        "when paths, URLs, or stdin is provided as input, you may not specify resource arguments as well"
    )]
    FilesAndArguments,
    /// A name in all namespaces.
    #[error("a resource cannot be retrieved by name across all namespaces")]
    NameInAllNamespaces,
    /// Everything and a selection.
    #[error("setting 'all' parameter but found a non empty selector. ")]
    AllAndSelector,
}

impl From<ArgumentError> for CommandError {
    fn from(error: ArgumentError) -> Self {
        CommandError::told(error.to_string())
    }
}

/// Reads the arguments; none where there are none.
pub(crate) fn read(args: &[String]) -> Result<Option<Named>, ArgumentError> {
    let with_slash = args.iter().filter(|arg| arg.contains('/')).count();
    if with_slash > 0 {
        if with_slash < args.len() {
            return Err(ArgumentError::TypeTwice);
        }
        let pairs = args
            .iter()
            .map(|arg| pair(arg))
            .collect::<Result<Vec<_>, _>>()?;
        return Ok(Some(Named::Objects {
            single: pairs.len() == 1,
            pairs,
        }));
    }
    let Some((types, names)) = args.split_first() else {
        return Ok(None);
    };
    let types: Vec<&str> = types.split(',').filter(|name| !name.is_empty()).collect();
    if names.is_empty() {
        return Ok(Some(Named::Types(
            types.into_iter().map(str::to_owned).collect(),
        )));
    }
    let pairs: Vec<(String, String)> = types
        .iter()
        .flat_map(|kind| {
            names
                .iter()
                .map(move |name| ((*kind).to_owned(), name.clone()))
        })
        .collect();
    Ok(Some(Named::Objects {
        single: pairs.len() == 1,
        pairs,
    }))
}

fn pair(arg: &str) -> Result<(String, String), ArgumentError> {
    let (kind, name) = arg.split_once('/').ok_or(ArgumentError::HalfEmpty)?;
    if name.contains('/') {
        return Err(ArgumentError::Slashes);
    }
    if kind.is_empty() || name.is_empty() || kind.contains(',') {
        return Err(ArgumentError::HalfEmpty);
    }
    Ok((kind.to_owned(), name.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(args: &[&str]) -> Result<Option<Named>, ArgumentError> {
        read(&args.iter().map(|arg| (*arg).to_owned()).collect::<Vec<_>>())
    }

    #[test]
    fn types_multiply_with_names() {
        let pairs = [("deploy", "a"), ("deploy", "b"), ("svc", "a"), ("svc", "b")]
            .map(|(kind, name)| (kind.to_owned(), name.to_owned()))
            .to_vec();
        assert_eq!(
            named(&["deploy,svc", "a", "b"]),
            Ok(Some(Named::Objects {
                pairs,
                single: false
            }))
        );
        assert_eq!(
            named(&["pods,svc"]),
            Ok(Some(Named::Types(vec![
                "pods".to_owned(),
                "svc".to_owned()
            ])))
        );
    }

    #[test]
    fn slashes_exclude_a_type_of_its_own() {
        assert_eq!(
            named(&["deploy", "deploy/a"]),
            Err(ArgumentError::TypeTwice)
        );
        assert_eq!(named(&["deploy/a/b"]), Err(ArgumentError::Slashes));
        assert_eq!(named(&["deploy/"]), Err(ArgumentError::HalfEmpty));
    }
}
