//! A build from start to end.

use std::cell::RefCell;
use std::path::Path;
use std::sync::Arc;

use filesys::FileSystem;

use crate::accumulator::ResAccumulator;
use crate::builtins::{self, HashTransformer, LabelTransformer, Transformer};
use crate::error::Result;
use crate::fieldspec::FieldSpec;
use crate::gvk::Gvk;
use crate::kustomization::{SortOptions, SortOrder};
use crate::loader::Loader;
use crate::openapi::OpenApi;
use crate::options::{Options, Reorder, Reporter};
use crate::origin;
use crate::read;
use crate::resmap::ResMap;
use crate::resource::Resource;
use crate::rnode;
use crate::target::Target;

const LOCAL_CONFIG: &str = "config.kubernetes.io/local-config";
const ORIGIN: &str = "config.kubernetes.io/origin";
const TRANSFORMATIONS: &str = "alpha.config.kubernetes.io/transformations";
const MANAGED_BY: (&str, &str) = ("app.kubernetes.io/managed-by", "kustomize-v5.8.1");

/// Annotations in which kustomize keeps its notes; they never come out.
const INTERNAL_ANNOTATIONS: &[&str] = &[
    "internal.config.kubernetes.io/previousKinds",
    "internal.config.kubernetes.io/previousNames",
    "internal.config.kubernetes.io/prefixes",
    "internal.config.kubernetes.io/suffixes",
    "internal.config.kubernetes.io/previousNamespaces",
    "internal.config.kubernetes.io/allowNameChange",
    "internal.config.kubernetes.io/allowKindChange",
    "internal.config.kubernetes.io/refBy",
    "internal.config.kubernetes.io/generatorBehavior",
    "internal.config.kubernetes.io/needsHashSuffix",
    "internal.config.kubernetes.io/path",
    "internal.config.kubernetes.io/index",
    "internal.config.kubernetes.io/seqindent",
    "internal.config.kubernetes.io/id",
    "internal.config.kubernetes.io/annotations-migration-resource-id",
    "config.kubernetes.io/path",
    "config.kubernetes.io/index",
    "config.k8s.io/id",
    "internal.config.kubernetes.io/helm-generated",
];

/// What all layers of one build share.
pub(crate) struct Build<'a> {
    pub(crate) options: &'a Options<'a>,
    pub(crate) openapi: Arc<OpenApi>,
    pub(crate) reporter: RefCell<Reporter<'a>>,
}

/// Builds the kustomization in a directory: its resources with all that the kustomization, its bases and components do to them.
///
/// Nothing is written; the result is printed with [`ResMap::to_yaml`]. Warnings, such as for deprecated fields, are dropped; see
/// [`build_with_warnings`].
///
/// # Errors
/// What kustomize would refuse, in its words, with the place in the kustomization file where it is known; with [`Options::strict`] more.
///
/// # Examples
/// ```
/// use std::path::Path;
///
/// let files: filesys::Memory = [
///     ("/app/kustomization.yaml", "resources: [config.yaml]\nnamePrefix: dev-\n"),
///     ("/app/config.yaml", "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n"),
/// ]
/// .into_iter()
/// .collect();
/// let resources = kustomize::build(&files, Path::new("/app"), &kustomize::Options::default())?;
/// assert_eq!(resources.to_yaml()?, "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: dev-settings\n");
/// # Ok::<(), kustomize::Error>(())
/// ```
pub fn build(files: &dyn FileSystem, root: &Path, options: &Options<'_>) -> Result<ResMap> {
    build_with_warnings(files, root, options, &mut |_| {})
}

/// [`build`], with each warning handed to `warn` as it comes up.
///
/// # Errors
/// As for [`build`].
pub fn build_with_warnings(
    files: &dyn FileSystem,
    root: &Path,
    options: &Options<'_>,
    warn: &mut dyn FnMut(&str),
) -> Result<ResMap> {
    let reporter = RefCell::new(Reporter {
        strict: options.strict,
        warn,
    });
    let build = Build {
        options,
        openapi: Arc::default(),
        reporter,
    };
    let loader = Loader::start(
        files,
        options.remote,
        &root.to_string_lossy(),
        options.load_restrictor,
    )?;
    let mut target = Target::load(&build, loader)?;
    target.set_schema()?;
    target.start_origin();
    let mut accumulated = target.accumulate(ResAccumulator::new(Arc::clone(&build.openapi)))?;
    finish(&build, &mut accumulated)?;
    let mut resources = accumulated.resources;
    sort(&build, &target, &mut resources)?;
    let metadata = &target.kustomization().build_metadata;
    let has = |option: &str| metadata.iter().any(|name| name == option);
    if options.managed_by_label || has("managedByLabel") {
        label_as_managed(&build, &mut resources)?;
    }
    let (origins, transformations) = (has("originAnnotations"), has("transformerAnnotations"));
    resources.transform_each(|resource, _| annotate(resource, origins, transformations))?;
    Ok(resources)
}

/// What is done once, after all layers.
fn finish(build: &Build<'_>, accumulated: &mut ResAccumulator) -> Result<()> {
    let mut reporter = build.reporter.borrow_mut();
    HashTransformer.transform(&mut accumulated.resources, &mut reporter)?;
    accumulated.fix_back_references()?;
    accumulated.resolve_vars(&mut reporter)?;
    for resource in &accumulated.resources {
        read::validate(&resource.node)?;
    }
    accumulated.resources.retain(|resource| {
        let annotations = resource.node.lookup(&["metadata", "annotations"]);
        let local = annotations
            .and_then(|annotations| annotations.get(LOCAL_CONFIG))
            .and_then(goyaml::Node::as_str);
        local.is_none_or(|value| value == "false")
    });
    accumulated.resources.refuse_repeated_ids()
}

fn sort(build: &Build<'_>, target: &Target<'_>, resources: &mut ResMap) -> Result<()> {
    let order = |word: &str| SortOptions {
        order: SortOrder(word.to_owned()),
        legacy: None,
    };
    match (&target.kustomization().sort_options, build.options.reorder) {
        (Some(options), reorder) => {
            if reorder.is_some() {
                build.reporter.borrow_mut().warn(
                    "Warning: Sorting order is set both in 'kustomization.yaml' ('sortOptions') and in a CLI flag ('--reorder'). Using the \
                     kustomization file over the CLI flag.",
                );
            }
            builtins::sort(resources, options)
                .map_err(|error| error.at(|| target.place_of("sortOptions")))
        }
        (None, None | Some(Reorder::Legacy)) => builtins::sort(resources, &order("legacy")),
        (None, Some(Reorder::None)) => Ok(()),
    }
}

fn label_as_managed(build: &Build<'_>, resources: &mut ResMap) -> Result<()> {
    let labels = [(MANAGED_BY.0.to_owned(), MANAGED_BY.1.to_owned())].into();
    let specs = vec![FieldSpec::new(Gvk::default(), "metadata/labels", true)];
    LabelTransformer::new(labels, specs).transform(resources, &mut build.reporter.borrow_mut())
}

/// Makes a resource ready to be printed: takes internal annotations off and puts on those that `buildMetadata` asks for. All annotations are strings afterwards.
fn annotate(resource: &mut Resource, origins: bool, transformations: bool) -> Result<()> {
    let written = resource.node.lookup(&["metadata", "annotations"]);
    if let Some(list) = written.filter(|list| list.items().len() % 2 == 1) {
        return Err(rnode::wrong_kind(list, goyaml::Kind::Mapping)
            .context(format!("annotations of {}", resource.cur_id())));
    }
    let mut annotations = resource.annotations();
    annotations.retain(|name, _| {
        !INTERNAL_ANNOTATIONS.contains(&name.as_str()) && name != ORIGIN && name != TRANSFORMATIONS
    });
    if let Some(origin) = resource.origin.as_ref().filter(|_| origins) {
        annotations.insert(ORIGIN.to_owned(), origin.to_yaml());
    }
    if transformations && !resource.transformations.is_empty() {
        annotations.insert(
            TRANSFORMATIONS.to_owned(),
            origin::list_yaml(&resource.transformations),
        );
    }
    resource.set_annotations(annotations)
}
