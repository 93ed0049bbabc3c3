//! From a chart and values to a revision that is not yet on the cluster.

use std::rc::Rc;

use chart::{Capabilities, Chart, KubeVersion, Lookup, Values};
use cliruntime::{Discovery, Query, ResourcePath};
use cobra::Io;
use serde_json::{Value, json};

use super::{ActionError, Configuration};
use crate::release::{ApplyMethod, Info, Release, Status, StoredChart, StoredHook, Timestamp};
use crate::{environment, explain, logfmt};

/// Whether an action is only shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DryRun {
    /// It is done.
    None,
    /// It is shown without asking a cluster.
    Client,
    /// It is shown with what the cluster knows.
    Server,
}

/// Whether the server applies objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum ServerSide {
    /// As it was done for the revision before.
    Auto,
    /// It does, or does not.
    Fixed(bool),
}

impl ServerSide {
    /// Reads the word of a flag.
    ///
    /// # Errors
    /// If it is none.
    pub(crate) fn parse(word: &str) -> Result<ServerSide, ActionError> {
        match word {
            "auto" => Ok(ServerSide::Auto),
            "true" => Ok(ServerSide::Fixed(true)),
            "false" => Ok(ServerSide::Fixed(false)),
            other => Err(ActionError::told(format!(
                "invalid/unknown release server-side apply method: {other}"
            ))),
        }
    }

    /// The method, where an earlier revision used another one.
    pub(super) fn after(self, earlier: ApplyMethod) -> ApplyMethod {
        match self {
            ServerSide::Auto => earlier,
            ServerSide::Fixed(server_side) => ApplyMethod::of(server_side),
        }
    }
}

/// How charts are rendered.
#[derive(Clone, Debug, Default)]
pub(crate) struct RenderOptions {
    /// Whether values may break the charts' schemas.
    pub(crate) skip_schema_validation: bool,
    /// Whether the notes of contained charts are shown too.
    pub(crate) subchart_notes: bool,
    /// Whether Secrets are left out of what is shown.
    pub(crate) hide_secret: bool,
}

/// What is to be rendered.
pub(super) struct Rendering<'a> {
    pub(super) chart: &'a Chart,
    /// The values that the templates see over the defaults; what is recorded as set, too.
    pub(super) values: &'a Values,
    pub(super) release: chart::Release,
    pub(super) options: &'a RenderOptions,
    /// Whether the cluster is asked what it can do, and for objects.
    pub(super) ask_cluster: bool,
}

/// Renders a chart to a revision: times are now, and the status is up to the caller.
///
/// # Errors
/// What is wrong with values or templates, in Helm's words.
pub(super) fn render(
    config: &Configuration,
    rendering: Rendering<'_>,
    io: &mut Io<'_>,
) -> Result<Release, ActionError> {
    let mut options = chart::Options::new(environment::system());
    let Rendering {
        chart,
        values,
        release,
        ..
    } = rendering;
    options.release = release;
    options.skip_schema_validation = rendering.options.skip_schema_validation;
    options.subchart_notes = rendering.options.subchart_notes;
    let outcome = if rendering.ask_cluster {
        let (version, discovery) = config.cluster.wait(async {
            futures::try_join!(config.cluster.version(), config.cluster.discovery())
        })?;
        options.capabilities = capabilities(&version, &discovery);
        with_lookup(config, discovery, |lookup| {
            options.lookup = Some(lookup);
            chart::render(chart, values, &options)
        })
    } else {
        chart::render(chart, values, &options)
    };
    logfmt::write_all(io, &options.log);
    let rendered = outcome.map_err(|error| {
        let explained = explain::rendering(&error, chart);
        ActionError::told(format!("{error}{explained}"))
    })?;
    let chart = rendered.chart.as_ref().unwrap_or(chart);
    let user_values = values.to_json();
    let is_empty = user_values
        .as_object()
        .is_none_or(serde_json::Map::is_empty);
    Ok(Release {
        name: options.release.name.clone(),
        info: Info {
            first_deployed: config.now(),
            last_deployed: Timestamp::default(),
            status: Status::Unknown.as_str().to_owned(),
            notes: rendered.notes.clone(),
            ..Info::default()
        },
        chart: Some(StoredChart::new(
            chart,
            Values::from(chart.values.clone()).to_json(),
            &config.zone,
        )),
        config: (!is_empty).then_some(user_values),
        manifest: manifest(&rendered, rendering.options.hide_secret),
        hooks: rendered.hooks.iter().map(StoredHook::from).collect(),
        version: options.release.revision,
        namespace: options.release.namespace.clone(),
        ..Release::default()
    })
}

/// The documents as the record has them.
fn manifest(rendered: &chart::Rendered, hide_secret: bool) -> String {
    let mut text = String::new();
    for manifest in &rendered.manifests {
        let path = &manifest.path;
        let is_secret = || manifest.kind == "Secret" && manifest.content.contains("apiVersion: v1");
        if hide_secret && is_secret() {
            text.push_str(&format!(
                "---\n# Source: {path}\n# HIDDEN: The Secret output has been suppressed\n"
            ));
        } else {
            text.push_str(&format!("---\n# Source: {path}\n{}\n", manifest.content));
        }
    }
    text
}

/// What a cluster says that it can do.
fn capabilities(version: &Value, discovery: &Discovery) -> Capabilities {
    let text = |field: &str| version[field].as_str().unwrap_or_default().to_owned();
    let mut capabilities = Capabilities::default();
    if let Ok(mut kube_version) = KubeVersion::parse(&text("gitVersion")) {
        kube_version.major = text("major");
        kube_version.minor = text("minor");
        capabilities.kube_version = kube_version;
    }
    let mut versions: Vec<String> = Vec::new();
    for resource in discovery.resources() {
        let version = resource.api_version();
        if !versions.contains(&version) {
            versions.push(version);
        }
    }
    let kinds = discovery
        .resources()
        .iter()
        .map(|resource| format!("{}/{}", resource.api_version(), resource.kind));
    let kinds: Vec<String> = kinds.collect();
    versions.extend(kinds);
    capabilities.api_versions = versions;
    capabilities
}

/// Renders with a `lookup` that asks the cluster. Rendering is no task of a runtime, so that each look can wait for its answer.
fn with_lookup<T>(
    config: &Configuration,
    discovery: Rc<Discovery>,
    work: impl FnOnce(Lookup) -> T,
) -> T {
    let asker = config.cluster.asker();
    work(Rc::new(move |api_version, kind, namespace, name| {
        let empty = || json!({});
        let Ok(resource) = discovery.by_kind(api_version, kind) else {
            return Ok(empty());
        };
        let path = ResourcePath {
            group: &resource.group,
            version: &resource.version,
            namespace: if resource.namespaced { namespace } else { "" },
            resource: &resource.resource,
            name,
            ..ResourcePath::default()
        };
        match asker.get(&path.to_path(), &Query::new()) {
            Ok(found) => Ok(found),
            Err(error) if error.is_not_found() => Ok(empty()),
            Err(error) => Err(error.to_string()),
        }
    }))
}
