//! From a chart and values to what is installed.

use std::collections::BTreeMap;

use gotmpl::{Map, Str, Value};

use crate::capabilities::Capabilities;
use crate::chart::Chart;
use crate::coalesce::{Nulls, TypeMismatch, coalesce};
use crate::dependencies;
use crate::engine::{self, Lookup, Mode, RenderError, Scope};
use crate::hook::Hook;
use crate::log::Log;
use crate::manifest::{self, Manifest, ManifestError};
use crate::schema::{self, SchemaError};
use crate::values::Values;

/// The release that a chart is rendered for.
#[derive(Clone, Debug)]
pub struct Release {
    /// Its name.
    pub name: String,
    /// Its namespace.
    pub namespace: String,
    /// The number of the revision.
    pub revision: i64,
    /// Whether it replaces an earlier revision.
    pub is_upgrade: bool,
}

impl Default for Release {
    fn default() -> Self {
        Release {
            name: "release-name".to_owned(),
            namespace: "default".to_owned(),
            revision: 1,
            is_upgrade: false,
        }
    }
}

/// How a chart is rendered.
#[derive(Clone)]
pub struct Options {
    /// What for.
    pub release: Release,
    /// What the cluster can do.
    pub capabilities: Capabilities,
    /// Whether values may break the charts' schemas.
    pub skip_schema_validation: bool,
    /// Whether `required` and `fail` only report.
    pub lint: bool,
    /// Whether a missing key is an error.
    pub strict: bool,
    /// Where Helm's log lines go; clones share them.
    pub log: Log,
    /// The clock and the source of random bytes of the templates' functions.
    pub environment: sprig::Environment,
    /// Where `lookup` looks; without it there are no objects.
    pub lookup: Option<Lookup>,
    /// Whether the notes of contained charts are shown too.
    pub subchart_notes: bool,
}

impl Options {
    /// The usual options, with this clock and source of random bytes.
    #[must_use]
    pub fn new(environment: sprig::Environment) -> Options {
        Options {
            release: Release::default(),
            capabilities: Capabilities::default(),
            skip_schema_validation: false,
            lint: false,
            strict: false,
            log: Log::default(),
            environment,
            lookup: None,
            subchart_notes: false,
        }
    }
}

/// What a chart renders to.
#[derive(Clone, Debug, Default)]
pub struct Rendered {
    /// The documents that are no hooks, in the order in which they are installed.
    pub manifests: Vec<Manifest>,
    /// The hooks, sorted by kind.
    pub hooks: Vec<Hook>,
    /// What `NOTES.txt` says; empty if there is none.
    pub notes: String,
    /// The rendered text of every file, those without documents too.
    pub files: BTreeMap<String, Str>,
    /// The custom resource definitions of the charts that take part.
    pub crds: Vec<(String, Str)>,
    /// The chart as it was rendered: without the contained charts that are off, with what it imports from the others.
    pub chart: Option<Chart>,
}

/// Why a chart cannot be rendered.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// Values do not fit the contained charts.
    #[error("chart dependencies processing failed: {0}")]
    Dependencies(#[source] TypeMismatch),
    /// Values do not fit the contained charts.
    #[error(transparent)]
    Values(#[from] TypeMismatch),
    /// Values break a schema.
    #[error(transparent)]
    Schema(#[from] SchemaError),
    /// The chart needs another version of Kubernetes.
    #[error("chart requires kubeVersion: {wanted} which is incompatible with Kubernetes {found}")]
    KubeVersion {
        /// The constraint of the chart.
        wanted: String,
        /// The version of the cluster.
        found: String,
    },
    /// The chart is of a format that is only loaded.
    #[error("invalid chart apiVersion")]
    ApiVersion,
    /// A template failed.
    #[error(transparent)]
    Render(#[from] Box<RenderError>),
    /// A rendered document is no manifest.
    #[error("{error}")]
    Manifest {
        /// Which, and why.
        error: Box<ManifestError>,
        /// All files as they were rendered, for whoever looks for the fault.
        files: BTreeMap<String, Str>,
    },
}

/// Renders a chart with values.
///
/// ```
/// use chart::{Chart, Options, Values, render};
///
/// let directory = tempfile::tempdir()?;
/// std::fs::create_dir(directory.path().join("templates"))?;
/// std::fs::write(directory.path().join("Chart.yaml"), "apiVersion: v2\nname: web\nversion: 1.0.0\n")?;
/// std::fs::write(directory.path().join("values.yaml"), "replicas: 1\n")?;
/// std::fs::write(
///     directory.path().join("templates/map.yaml"),
///     "kind: ConfigMap\ndata:\n  replicas: {{ .Values.replicas | quote }}\n",
/// )?;
///
/// let chart = Chart::load(directory.path())?;
/// let mut values = Values::new();
/// values.set("replicas=3")?;
/// let environment = sprig::Environment::new(
///     gostd::time::Time::zero,
///     |bytes| bytes.fill(4),
///     gostd::time::Location::Utc,
/// );
/// let rendered = render(&chart, &values, &Options::new(environment))?;
/// assert_eq!(rendered.manifests[0].content, "kind: ConfigMap\ndata:\n  replicas: \"3\"\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// What is wrong with the values, the templates or what they print, in Helm's words.
pub fn render(chart: &Chart, values: &Values, options: &Options) -> Result<Rendered, Error> {
    let (chart, values) = prepare(chart, values, options).inspect_err(|error| {
        if let Error::Dependencies(source) = error {
            let message = "chart dependencies processing failed";
            let reason = source.to_string();
            options.log.add("ERROR", message, &[("error", &reason)]);
        }
    })?;
    check_kube_version(&chart, &options.capabilities)?;
    if chart.metadata.api_version == "v3" {
        return Err(Error::ApiVersion);
    }
    let files = execute(&chart, values, options)?;
    let mut rendered = Rendered {
        crds: chart.crds(),
        ..Rendered::default()
    };
    let notes = format!("{}/templates/NOTES.txt", chart.name());
    let (notes_files, manifests): (BTreeMap<_, _>, _) = files
        .into_iter()
        .partition(|(path, _)| path.ends_with("NOTES.txt"));
    let shown = notes_files
        .iter()
        .filter(|(path, _)| options.subchart_notes || **path == notes)
        .map(|(_, text)| text.to_str().into_owned());
    rendered.notes = shown.collect::<Vec<_>>().join("\n");
    let sorted = match manifest::sort(&manifests, &options.log) {
        Ok(sorted) => sorted,
        Err(error) => {
            return Err(Error::Manifest {
                error: Box::new(error),
                files: manifests,
            });
        }
    };
    rendered.manifests = sorted.manifests;
    rendered.hooks = sorted.hooks;
    rendered.files = manifests;
    rendered.chart = Some(chart);
    Ok(rendered)
}

/// The text of every file of a chart, whatever cluster it is for and whatever the documents are.
pub(crate) fn render_files(
    chart: &Chart,
    values: &Values,
    options: &Options,
) -> Result<BTreeMap<String, Str>, Error> {
    let mut chart = chart.clone();
    dependencies::process(&mut chart, &values.0, &options.log).map_err(Error::Dependencies)?;
    // Helm's lint coalesces twice, and says twice what does not fit.
    let values = coalesce(&chart, &values.0, Nulls::Remove, &options.log)?;
    let values = validated(&chart, &values, options)?;
    execute(&chart, values, options)
}

/// The chart with the contained charts that take part, and the values that all of them see.
fn prepare(chart: &Chart, values: &Values, options: &Options) -> Result<(Chart, Map), Error> {
    let mut chart = chart.clone();
    dependencies::process(&mut chart, &values.0, &options.log).map_err(Error::Dependencies)?;
    let values = validated(&chart, &values.0, options)?;
    Ok((chart, values))
}

/// The values with the chart's defaults under them, as its schemas want them.
fn validated(chart: &Chart, values: &Map, options: &Options) -> Result<Map, Error> {
    let values = coalesce(chart, values, Nulls::Remove, &options.log)?;
    if !options.skip_schema_validation {
        schema::validate(chart, &values, &options.log)?;
    }
    Ok(values)
}

fn execute(chart: &Chart, values: Map, options: &Options) -> Result<BTreeMap<String, Str>, Error> {
    let scope = Scope {
        release: release_view(&options.release),
        capabilities: options.capabilities.view(),
        values,
    };
    let mode = Mode {
        lint: options.lint,
        strict: options.strict,
        log: options.log.clone(),
        lookup: options.lookup.clone(),
    };
    Ok(engine::render(chart, &scope, &mode, &options.environment).map_err(Box::new)?)
}

fn check_kube_version(chart: &Chart, capabilities: &Capabilities) -> Result<(), Error> {
    let wanted = &chart.metadata.kube_version;
    let found = &capabilities.kube_version;
    if wanted.is_empty() || dependencies::is_compatible(wanted, found.normalized()) {
        return Ok(());
    }
    Err(Error::KubeVersion {
        wanted: wanted.clone(),
        found: found.version.clone(),
    })
}

fn release_view(release: &Release) -> Map {
    Map::from_iter([
        ("Name", Value::from(release.name.as_str())),
        ("Namespace", Value::from(release.namespace.as_str())),
        ("IsInstall", Value::Bool(!release.is_upgrade)),
        ("IsUpgrade", Value::Bool(release.is_upgrade)),
        ("Revision", Value::Int(release.revision)),
        ("Service", Value::from("Helm")),
    ])
}
