//! `kustomize edit fix --vars`: variables become replacements.
//!
//! Each `$(NAME)` in the files of the kustomization becomes `NAME_PLACEHOLDER`, and a replacement writes the variable's value there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use cobra::Failure;
use filesys::{Disk, FileSystem};
use goyaml::{Data, Dialect, Node, ReadOptions};
use kustomize::EditableKustomization;
use serde_json::{Map, Value, json};

/// The replacements for the variables of a kustomization, and the files as they are to be afterwards.
#[derive(Debug, Default)]
pub(super) struct Conversion {
    replacements: Vec<Value>,
    files: BTreeMap<PathBuf, String>,
}

impl Conversion {
    /// Decides what takes the place of the variables; nothing is written yet.
    ///
    /// # Errors
    /// A file cannot be read, or a variable stands where no replacement can put its value.
    pub(super) fn of(kustomization: &EditableKustomization, root: &Path) -> Result<Self, Failure> {
        let mut conversion = Self::default();
        for path in files_of(kustomization, root) {
            let text = String::from_utf8_lossy(&Disk.read(&path)?).into_owned();
            conversion.files.insert(path, text);
        }
        for var in kustomization.list("vars") {
            conversion.convert(&var)?;
        }
        Ok(conversion)
    }

    /// Writes the files and puts the replacements in the place of the variables.
    pub(super) fn apply(self, kustomization: &mut EditableKustomization) -> Result<(), Failure> {
        for (path, text) in self.files {
            if Disk.read(&path)? != text.as_bytes() {
                Disk.write(&path, text.as_bytes())?;
            }
        }
        let mut replacements = kustomization.list("replacements");
        replacements.extend(self.replacements);
        kustomization.set("replacements", Value::Array(replacements));
        kustomization.set("vars", Value::Null);
        Ok(())
    }

    fn convert(&mut self, var: &Value) -> Result<(), Failure> {
        let name = var["name"].as_str().unwrap_or_default();
        let variable = format!("$({name})");
        let mut targets = Vec::new();
        for text in self
            .files
            .values_mut()
            .filter(|text| text.contains(&variable))
        {
            let documents =
                goyaml::parse_documents(text.as_bytes(), &ReadOptions::new(Dialect::V3))?;
            for object in &documents {
                let select = selector(object);
                let mut path = Vec::new();
                find(object, &mut path, &mut |path, value| {
                    if value.contains(&variable) {
                        targets.push(target(&select, path, options(value, &variable)?));
                    }
                    Ok(())
                })?;
            }
            *text = text.replace(&variable, &format!("{name}_PLACEHOLDER"));
        }
        if !targets.is_empty() {
            self.replacements
                .push(json!({ "source": source(var), "targets": targets }));
        }
        Ok(())
    }
}

/// The files of the kustomization itself that hold objects or patches of objects.
fn files_of(kustomization: &EditableKustomization, root: &Path) -> Vec<PathBuf> {
    let mut names = kustomization.texts("resources");
    names.extend(kustomization.texts("patchesStrategicMerge"));
    let patches = kustomization.list("patches");
    names.extend(
        patches
            .iter()
            .filter_map(|patch| Some(patch["path"].as_str()?.to_owned())),
    );
    names
        .iter()
        .map(|name| root.join(name))
        .filter(|path| Disk.exists(path) && !Disk.is_dir(path))
        .collect()
}

/// Visits the texts of an object with the path to each.
fn find(
    node: &Node,
    path: &mut Vec<String>,
    visit: &mut impl FnMut(&[String], &str) -> Result<(), Failure>,
) -> Result<(), Failure> {
    match &node.data {
        Data::Scalar(text) => visit(path, text),
        Data::Sequence(items) => items.iter().enumerate().try_for_each(|(index, item)| {
            path.push(index.to_string());
            find(item, path, visit)?;
            path.pop();
            Ok(())
        }),
        Data::Mapping(pairs) => pairs.iter().try_for_each(|(key, value)| {
            path.push(key.as_str().unwrap_or_default().replace('.', "\\."));
            find(value, path, visit)?;
            path.pop();
            Ok(())
        }),
        Data::Alias(_) => Ok(()),
    }
}

/// Which part of a text the variable is: all of it, or one between delimiters.
fn options(value: &str, variable: &str) -> Result<Option<Value>, Failure> {
    if value == variable {
        return Ok(None);
    }
    let Some((before, behind)) = value.split_once(variable) else {
        return Ok(None);
    };
    let delimiter = match (before.chars().last(), behind.chars().next()) {
        (Some(left), Some(right)) if left == right => left,
        (Some(delimiter), None) | (None, Some(delimiter)) => delimiter,
        (Some(_), Some(_)) | (None, None) => {
            return Err(Failure::new(format!(
                "cannot convert all vars to replacements; {variable} is not delimited"
            )));
        }
    };
    let index = before.matches(delimiter).count();
    Ok(Some(
        json!({ "delimiter": delimiter.to_string(), "index": index }),
    ))
}

fn target(select: &Value, path: &[String], options: Option<Value>) -> Value {
    let mut target = json!({ "fieldPaths": [path.join(".")], "select": select });
    if let Some(options) = options {
        target["options"] = options;
    }
    target
}

/// What selects an object.
fn selector(object: &Node) -> Value {
    let text = |path: &[&str]| {
        object
            .lookup(path)
            .and_then(Node::as_str)
            .unwrap_or_default()
    };
    id(
        text(&["apiVersion"]),
        text(&["kind"]),
        text(&["metadata", "name"]),
        text(&["metadata", "namespace"]),
    )
}

/// The object and field that a variable takes its value from.
fn source(var: &Value) -> Value {
    let text = |name: &str| var["objref"][name].as_str().unwrap_or_default();
    let mut source = id(
        text("apiVersion"),
        text("kind"),
        text("name"),
        text("namespace"),
    );
    if let Some(path) = var["fieldref"]["fieldpath"]
        .as_str()
        .filter(|path| !path.is_empty())
    {
        // Replacements part the index of a list by dots too.
        source["fieldPath"] = path.replace('[', ".").replace(']', "").into();
    }
    source
}

fn id(api_version: &str, kind: &str, name: &str, namespace: &str) -> Value {
    let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
    let fields = [
        ("group", group),
        ("version", version),
        ("kind", kind),
        ("name", name),
        ("namespace", namespace),
    ];
    let given = fields.into_iter().filter(|(_, value)| !value.is_empty());
    Value::Object(
        given
            .map(|(field, value)| (field.to_owned(), value.into()))
            .collect::<Map<_, _>>(),
    )
}

#[cfg(test)]
mod tests {
    use super::options;
    use serde_json::json;

    #[test]
    fn a_part_of_a_text_is_told_by_its_delimiter() {
        let part = |value| options(value, "$(V)").ok();
        assert_eq!(part("$(V)"), Some(None));
        assert_eq!(
            part("x-$(V)"),
            Some(Some(json!({"delimiter": "-", "index": 1})))
        );
        assert_eq!(
            part("$(V):80"),
            Some(Some(json!({"delimiter": ":", "index": 0})))
        );
        assert_eq!(
            part("a/b/$(V)/c"),
            Some(Some(json!({"delimiter": "/", "index": 2})))
        );
        assert_eq!(part("http://$(V):80"), None);
    }
}
