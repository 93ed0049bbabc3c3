//! The names of all fields, and which of them are left out when empty.

use serde_json::{Map, Value};

use Shape::{Always, Any, List, Plain, Struct};

/// What a value is made of.
#[derive(Clone, Copy, Debug)]
pub(super) enum Shape {
    /// Kept as it is.
    Any,
    /// A list or map without fields of its own.
    Plain,
    /// Fields by name; those that are empty are left out.
    Struct(&'static [(&'static str, Shape)]),
    List(&'static Shape),
    /// Fields by name, written even where nothing was.
    Always(&'static [(&'static str, Shape)]),
}

const SELECTOR: Shape = Struct(&[
    ("group", Plain),
    ("version", Plain),
    ("kind", Plain),
    ("name", Plain),
    ("namespace", Plain),
    ("annotationSelector", Plain),
    ("labelSelector", Plain),
]);
const PATCH: Shape = Struct(&[
    ("path", Plain),
    ("patch", Plain),
    ("target", SELECTOR),
    (
        "options",
        Struct(&[("allowNameChange", Plain), ("allowKindChange", Plain)]),
    ),
]);
const FIELD_SPEC: Shape = Struct(&[
    ("group", Plain),
    ("version", Plain),
    ("kind", Plain),
    ("path", Plain),
    ("create", Plain),
]);
const GENERATOR_OPTIONS: Shape = Struct(&[
    ("labels", Plain),
    ("annotations", Plain),
    ("disableNameSuffixHash", Plain),
    ("immutable", Plain),
]);
const GENERATOR: Shape = Struct(&[
    ("namespace", Plain),
    ("name", Plain),
    ("behavior", Plain),
    ("literals", Plain),
    ("files", Plain),
    ("envs", Plain),
    ("env", Plain),
    ("options", GENERATOR_OPTIONS),
    ("type", Plain),
]);
const IMAGE: Shape = Struct(&[
    ("name", Plain),
    ("newName", Plain),
    ("tagSuffix", Plain),
    ("newTag", Plain),
    ("digest", Plain),
]);
const FIELD_OPTIONS: Shape = Struct(&[
    ("delimiter", Plain),
    ("index", Plain),
    ("encoding", Plain),
    ("create", Plain),
]);
const REPLACEMENT: Shape = Struct(&[
    ("path", Plain),
    ("sourceValue", Plain),
    (
        "source",
        Struct(&[
            ("group", Plain),
            ("version", Plain),
            ("kind", Plain),
            ("name", Plain),
            ("namespace", Plain),
            ("fieldPath", Plain),
            ("options", FIELD_OPTIONS),
        ]),
    ),
    (
        "targets",
        List(&Struct(&[
            ("select", SELECTOR),
            ("reject", List(&SELECTOR)),
            ("fieldPaths", Plain),
            ("options", FIELD_OPTIONS),
        ])),
    ),
]);
const VAR: Shape = Struct(&[
    ("name", Plain),
    (
        "objref",
        Always(&[
            ("apiVersion", Plain),
            ("group", Plain),
            ("version", Plain),
            ("kind", Plain),
            ("name", Plain),
            ("namespace", Plain),
        ]),
    ),
    ("fieldref", Always(&[("fieldPath", Plain)])),
]);
const HELM_CHART: Shape = Struct(&[
    ("name", Plain),
    ("version", Plain),
    ("repo", Plain),
    ("releaseName", Plain),
    ("namespace", Plain),
    ("additionalValuesFiles", Plain),
    ("valuesFile", Plain),
    ("valuesInline", Any),
    ("valuesMerge", Plain),
    ("includeCRDs", Plain),
    ("skipHooks", Plain),
    ("apiVersions", Plain),
    ("kubeVersion", Plain),
    ("nameTemplate", Plain),
    ("skipTests", Plain),
    ("debug", Plain),
    ("devel", Plain),
]);

/// The fields of a kustomization file.
pub(super) const FIELDS: &[(&str, Shape)] = &[
    ("kind", Plain),
    ("apiVersion", Plain),
    (
        "metadata",
        Struct(&[
            ("name", Plain),
            ("namespace", Plain),
            ("labels", Plain),
            ("annotations", Plain),
        ]),
    ),
    ("openapi", Plain),
    ("namePrefix", Plain),
    ("nameSuffix", Plain),
    ("namespace", Plain),
    ("commonLabels", Plain),
    (
        "labels",
        List(&Struct(&[
            ("pairs", Plain),
            ("includeSelectors", Plain),
            ("includeTemplates", Plain),
            ("fields", List(&FIELD_SPEC)),
        ])),
    ),
    ("commonAnnotations", Plain),
    ("patchesStrategicMerge", Plain),
    ("patchesJson6902", List(&PATCH)),
    ("patches", List(&PATCH)),
    ("images", List(&IMAGE)),
    ("imageTags", List(&IMAGE)),
    ("replacements", List(&REPLACEMENT)),
    (
        "replicas",
        List(&Struct(&[("name", Plain), ("count", Plain)])),
    ),
    ("vars", List(&VAR)),
    (
        "sortOptions",
        Struct(&[
            ("order", Plain),
            (
                "legacySortOptions",
                Struct(&[("orderFirst", Any), ("orderLast", Any)]),
            ),
        ]),
    ),
    ("resources", Plain),
    ("components", Plain),
    ("crds", Plain),
    ("bases", Plain),
    ("configMapGenerator", List(&GENERATOR)),
    ("secretGenerator", List(&GENERATOR)),
    (
        "helmGlobals",
        Struct(&[("chartHome", Plain), ("configHome", Plain)]),
    ),
    ("helmCharts", List(&HELM_CHART)),
    ("helmChartInflationGenerator", Any),
    ("generatorOptions", GENERATOR_OPTIONS),
    ("configurations", Plain),
    ("generators", Plain),
    ("transformers", Plain),
    ("validators", Plain),
    ("buildMetadata", Plain),
];

impl Shape {
    /// A value with its fields under their right names and without those that are empty.
    pub(super) fn canonical(self, value: Value) -> Value {
        match (self, value) {
            (Struct(fields) | Always(fields), Value::Object(object)) => {
                Value::Object(canonical_fields(fields, object))
            }
            (List(shape), Value::Array(items)) => items
                .into_iter()
                .map(|item| shape.canonical(item))
                .collect(),
            (_, value) => value,
        }
    }

    fn is_struct(self) -> bool {
        matches!(self, Struct(_) | Always(_))
    }
}

fn canonical_fields(fields: &[(&str, Shape)], object: Map<String, Value>) -> Map<String, Value> {
    let mut canonical = Map::new();
    for (key, value) in object {
        let Some((name, shape)) = fields
            .iter()
            .find(|(name, _)| name.eq_ignore_ascii_case(&key))
        else {
            continue;
        };
        let value = shape.canonical(value);
        // A pointer to an empty struct is not nothing.
        if !is_empty(&value) || (shape.is_struct() && value.is_object()) {
            canonical.insert((*name).to_owned(), value);
        }
    }
    for (name, shape) in fields {
        if matches!(shape, Always(_)) && !canonical.contains_key(*name) {
            canonical.insert((*name).to_owned(), Value::Object(Map::new()));
        }
    }
    canonical
}

/// Whether a value is what its type starts with.
pub(super) fn is_empty(value: &Value) -> bool {
    match value {
        Value::Null | Value::Bool(false) => true,
        Value::Bool(true) => false,
        Value::Number(number) => number.as_f64() == Some(0.0),
        Value::String(text) => text.is_empty(),
        Value::Array(items) => items.is_empty(),
        Value::Object(fields) => fields.is_empty(),
    }
}
