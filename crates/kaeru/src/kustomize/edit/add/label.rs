//! Adding labels and annotations.

use cobra::{Command, Failure, Flag, Invocation, Io};
use kustomize::EditableKustomization;
use serde_json::{Map, Value, json};

use crate::kustomize::kustomization_file::rewrite;
use crate::kustomize::pairs;

pub(super) static LABEL: Command<()> = Command::new(
    "label",
    "Adds one or more commonLabels to kustomization.yaml",
)
.example("\n		add label {labelKey1:labelValue1} {labelKey2:labelValue2}")
.flags(&[&[
    Flag::bool("force", "overwrite commonLabel if it already exists").short('f'),
    Flag::bool(
        "include-templates",
        "include labels in templates (requires --without-selector)",
    ),
    Flag::bool(
        "without-selector",
        "using add labels without selector option",
    ),
]])
.run(add_label);

pub(super) static ANNOTATION: Command<()> = Command::new(
    "annotation",
    "Adds one or more commonAnnotations to kustomization.yaml",
)
.example("\n		add annotation {annotationKey1:annotationValue1} {annotationKey2:annotationValue2}")
.flags(&[&[Flag::bool("force", "overwrite commonAnnotation if it already exists").short('f')]])
.run(|invocation, _, io| {
    let pairs = parse(invocation, "annotation")?;
    rewrite(io, |kustomization| {
        let mut map = kustomization.map("commonAnnotations");
        put(
            &mut map,
            pairs,
            "annotation",
            invocation.flags.bool("force"),
        )?;
        kustomization.set("commonAnnotations", Value::Object(map));
        Ok(())
    })
});

fn parse(invocation: &Invocation<()>, what: &str) -> Result<Vec<(String, String)>, Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new(format!("must specify {what}")));
    }
    pairs::parse(&invocation.args, what)
}

fn add_label(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    let flags = &invocation.flags;
    let (without_selector, templates, force) = (
        flags.bool("without-selector"),
        flags.bool("include-templates"),
        flags.bool("force"),
    );
    if templates && !without_selector {
        return Err(Failure::new(
            "--without-selector flag must be specified for --include-templates to work",
        ));
    }
    let pairs = parse(invocation, "label")?;
    rewrite(io, |kustomization| {
        if without_selector {
            return add_without_selector(kustomization, pairs, templates, force);
        }
        let mut map = kustomization.map("commonLabels");
        put(&mut map, pairs, "label", force)?;
        kustomization.set("commonLabels", Value::Object(map));
        Ok(())
    })
}

/// Adds to the first entry of `labels` of the same kind, or makes one.
fn add_without_selector(
    kustomization: &mut EditableKustomization,
    pairs: Vec<(String, String)>,
    templates: bool,
    force: bool,
) -> Result<(), Failure> {
    let mut labels = kustomization.list("labels");
    let flag = |entry: &Value, name: &str| entry[name].as_bool().unwrap_or(false);
    let alike = |entry: &&mut Value| {
        !flag(entry, "includeSelectors") && flag(entry, "includeTemplates") == templates
    };
    if let Some(entry) = labels.iter_mut().find(alike) {
        let mut map = entry["pairs"].as_object().cloned().unwrap_or_default();
        put(&mut map, pairs, "label", force)?;
        entry["pairs"] = Value::Object(map);
    } else {
        let mut map = Map::new();
        put(&mut map, pairs, "label", force)?;
        labels.push(if templates {
            json!({ "includeTemplates": true, "pairs": map })
        } else {
            json!({ "pairs": map })
        });
    }
    kustomization.set("labels", Value::Array(labels));
    Ok(())
}

fn put(
    map: &mut Map<String, Value>,
    pairs: Vec<(String, String)>,
    what: &str,
    force: bool,
) -> Result<(), Failure> {
    for (key, value) in pairs {
        if map.contains_key(&key) && !force {
            return Err(Failure::new(format!(
                "{what} {key} already in kustomization file. Use --force to override."
            )));
        }
        map.insert(key, value.into());
    }
    Ok(())
}
