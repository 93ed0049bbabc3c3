//! From the command line to the objects that a command works on.

use cobra::Io;
use serde_json::Value;

use super::arguments::{self, ArgumentError, Named};
use super::files::FileOptions;
use super::info::Info;
use super::manifest::{local_objects, unplaced_objects};
use crate::session::Factory;
use crate::usage_text::MISSING_RESOURCE;
use crate::{CommandError, object};
use cliruntime::{ApiError, Query, ResourcePath, Rest};
use cliruntime::{ApiResource, Discovery};

/// What is read from the server.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Fetch {
    /// Every object.
    #[default]
    Live,
    /// The objects of types; named ones are known by their names.
    Listed,
    /// Nothing: types are collections without a name.
    Nothing,
}

/// What the command line asks for.
#[derive(Clone, Debug, Default)]
pub(crate) struct Request<'a> {
    pub(crate) args: &'a [String],
    pub(crate) files: FileOptions,
    pub(crate) selector: &'a str,
    pub(crate) field_selector: &'a str,
    pub(crate) all_namespaces: bool,
    /// Every object of the given types is meant, without any selector.
    pub(crate) all: bool,
    /// Types alone mean every object of them.
    pub(crate) types_mean_all: bool,
    pub(crate) fetch: Fetch,
    /// Objects from files are replaced by what the server has.
    pub(crate) latest: bool,
    /// Objects from files are taken as they are, and no server is asked.
    pub(crate) local: bool,
    /// What to complain where nothing is named; the usual text if empty.
    pub(crate) missing: &'a str,
    /// How many objects to ask for at once; all of them if 0.
    pub(crate) chunk_size: i64,
}

impl Request<'_> {
    /// An error of a list, with what was asked for.
    pub(crate) fn listing(&self, resource: &ApiResource, error: ApiError) -> ApiError {
        error.while_listing(&resource.described(), self.selector, self.field_selector)
    }
}

/// The objects that were found, and what went wrong with others.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    pub(crate) infos: Vec<Info>,
    pub(crate) errors: Vec<CommandError>,
    /// Exactly one object was asked for by name.
    pub(crate) single: bool,
}

impl Selection {
    /// The objects, unless something went wrong with any.
    pub(crate) fn all(self) -> Result<Vec<Info>, CommandError> {
        CommandError::aggregate(self.errors)?;
        Ok(self.infos)
    }

    /// Takes the prefix off what is wrong with manifests, where it is told among other errors.
    pub(crate) fn tell_manifest_faults_as_they_are(&mut self) {
        for error in &mut self.errors {
            if let CommandError::Told(text) = error {
                *error = CommandError::verbatim(std::mem::take(text));
            }
        }
    }
}

/// Finds what the command line asks for.
///
/// # Errors
/// If the request makes no sense, or the server cannot be asked at all. What goes wrong with single objects is in the
/// selection.
pub(crate) async fn select(
    request: &Request<'_>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<Selection, CommandError> {
    let named = arguments::read(request.args)?;
    check(request, named.as_ref())?;
    let mut selection = Selection::default();
    if request.local && !request.files.is_empty() {
        let (infos, errors) = unplaced_objects(&request.files, io).await?;
        return Ok(Selection {
            infos,
            errors,
            single: false,
        });
    }
    if !request.files.is_empty() {
        let (infos, errors) = local_objects(&request.files, factory, io).await?;
        selection = Selection {
            infos,
            errors,
            single: false,
        };
        if request.latest {
            selection = latest(selection, &factory.rest(io).await?).await;
        }
        return Ok(selection);
    }
    match named {
        None if request.missing.is_empty() => return Err(CommandError::told(MISSING_RESOURCE)),
        None => return Err(CommandError::told(request.missing)),
        Some(Named::Types(types)) => {
            list_types(request, &types, factory, io, &mut selection).await?;
        }
        Some(Named::Objects { pairs, single }) => {
            selection.single = single;
            read_named(request, pairs, factory, io, &mut selection).await?;
        }
    }
    Ok(selection)
}

fn check(request: &Request<'_>, named: Option<&Named>) -> Result<(), ArgumentError> {
    let selects = !request.selector.is_empty() || !request.field_selector.is_empty();
    if !request.files.is_empty() {
        return if named.is_some() {
            Err(ArgumentError::FilesAndArguments)
        } else {
            Ok(())
        };
    }
    if request.all && selects {
        return Err(ArgumentError::AllAndSelector);
    }
    match named {
        None if selects => Err(ArgumentError::SelectorAlone),
        Some(Named::Objects { .. })
            if selects && request.args.iter().any(|arg| arg.contains('/')) =>
        {
            Err(ArgumentError::SlashAndSelector)
        }
        Some(Named::Objects { .. }) if selects => Err(ArgumentError::NameAndSelector),
        Some(Named::Objects { .. }) if request.all_namespaces => {
            Err(ArgumentError::NameInAllNamespaces)
        }
        Some(Named::Types(_)) if !(selects || request.all || request.types_mean_all) => {
            Err(ArgumentError::NoName)
        }
        _ => Ok(()),
    }
}

/// The resources that words mean, categories taken apart.
pub(crate) fn resources<'d>(
    words: &[String],
    discovery: &'d Discovery,
) -> Result<Vec<&'d ApiResource>, CommandError> {
    let mut resources: Vec<&ApiResource> = Vec::new();
    for word in words {
        match discovery.by_word(word) {
            Ok(resource) => resources.push(resource),
            Err(no_match) => {
                let category = discovery.by_category(word);
                if category.is_empty() {
                    return Err(no_match.into());
                }
                resources.extend(category.into_iter().filter(|resource| resource.can("list")));
            }
        }
    }
    Ok(resources)
}

async fn list_types(
    request: &Request<'_>,
    types: &[String],
    factory: &Factory<'_>,
    io: &mut Io<'_>,
    selection: &mut Selection,
) -> Result<(), CommandError> {
    let rest = factory.rest(io).await?;
    let discovery = factory.discovery(io).await?;
    let namespace = if request.all_namespaces {
        String::new()
    } else {
        factory.namespace(io)?
    };
    for word in types {
        warn_of_shadowed(word, &discovery, factory, io)?;
    }
    for resource in resources(types, &discovery)? {
        let scope = if resource.namespaced {
            namespace.as_str()
        } else {
            ""
        };
        if request.fetch == Fetch::Nothing {
            selection.infos.push(Info {
                object: Value::Null,
                resource: resource.clone(),
                namespace: scope.to_owned(),
                name: String::new(),
                source: String::new(),
            });
            continue;
        }
        match list(&rest, resource, scope, request).await {
            Ok(objects) => selection
                .infos
                .extend(objects.into_iter().map(|object| Info {
                    name: object::name(&object).to_owned(),
                    namespace: object::namespace(&object).to_owned(),
                    resource: resource.clone(),
                    source: String::new(),
                    object,
                })),
            Err(error) => selection
                .errors
                .push(request.listing(resource, error).into()),
        }
    }
    Ok(())
}

/// Tells where a short name could have meant something else.
fn warn_of_shadowed(
    word: &str,
    discovery: &Discovery,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
) -> Result<(), CommandError> {
    let Ok(chosen) = discovery.by_word(word) else {
        return Ok(());
    };
    for other in discovery.shadowed_by_short_name(word, chosen) {
        let other = other.group_resource();
        let text = format!("short name {word:?} could also match lower priority resource {other}");
        factory.warnings.tell(&[text], io)?;
    }
    Ok(())
}

async fn list(
    rest: &Rest,
    resource: &ApiResource,
    namespace: &str,
    request: &Request<'_>,
) -> Result<Vec<Value>, ApiError> {
    let path = ResourcePath {
        group: &resource.group,
        version: &resource.version,
        namespace,
        resource: &resource.resource,
        ..ResourcePath::default()
    };
    let mut objects = Vec::new();
    let mut token = String::new();
    loop {
        let mut query = Query::new()
            .with_non_empty("labelSelector", request.selector)
            .with_non_empty("fieldSelector", request.field_selector)
            .with_non_empty("continue", &token);
        if request.chunk_size > 0 {
            query.push("limit", request.chunk_size.to_string());
        }
        let mut list = rest.get(&path.to_path(), &query).await?.json()?;
        let kind = object::kind(&list).trim_end_matches("List").to_owned();
        let api_version = object::api_version(&list).to_owned();
        for mut item in list["items"]
            .as_array_mut()
            .map(std::mem::take)
            .unwrap_or_default()
        {
            if let Value::Object(fields) = &mut item {
                fields.entry("kind").or_insert_with(|| kind.clone().into());
                fields
                    .entry("apiVersion")
                    .or_insert_with(|| api_version.clone().into());
            }
            objects.push(item);
        }
        token = list["metadata"]["continue"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        if token.is_empty() {
            return Ok(objects);
        }
    }
}

async fn read_named(
    request: &Request<'_>,
    pairs: Vec<(String, String)>,
    factory: &Factory<'_>,
    io: &mut Io<'_>,
    selection: &mut Selection,
) -> Result<(), CommandError> {
    let rest = factory.rest(io).await?;
    let discovery = factory.discovery(io).await?;
    let namespace = factory.namespace(io)?;
    for (word, name) in pairs {
        let resource = discovery.by_word(&word)?;
        let namespace = if resource.namespaced {
            namespace.clone()
        } else {
            String::new()
        };
        let mut info = Info {
            object: Value::Null,
            resource: resource.clone(),
            namespace,
            name,
            source: String::new(),
        };
        if request.fetch != Fetch::Live {
            selection.infos.push(info);
            continue;
        }
        match info.read(&rest).await {
            Ok(object) => {
                info.object = object;
                selection.infos.push(info);
            }
            Err(error) => selection.errors.push(error.into()),
        }
    }
    Ok(())
}

async fn latest(mut selection: Selection, rest: &Rest) -> Selection {
    let mut infos = Vec::new();
    for mut info in std::mem::take(&mut selection.infos) {
        match info.read(rest).await {
            Ok(object) => {
                info.object = object;
                infos.push(info);
            }
            Err(error) => selection.errors.push(error.into()),
        }
    }
    Selection { infos, ..selection }
}
