//! Finding and reading the kustomization file of a directory.

use goyaml::{DecodeOptions, Dialect, Node, ReadOptions};
use serde_json::Value;

use super::Kustomization;
use super::check::is_empty;
use super::deprecated::deprecated_fields;
use crate::error::{Error, ErrorKind, Place, Result};
use crate::godecode::{UnknownFields, decode};
use crate::loader::{Loader, missing_hint};
use crate::options::Reporter;

/// The names that the file may have.
pub(crate) const FILE_NAMES: &[&str] =
    &["kustomization.yaml", "kustomization.yml", "Kustomization"];

/// A kustomization as it was read, to find the lines of its entries again.
#[derive(Debug)]
pub(crate) struct KustomizationFile {
    pub(crate) name: &'static str,
    /// The path for messages.
    path: String,
    text: Vec<u8>,
    root: Option<Node>,
}

/// A step on the way to an entry.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Step<'a> {
    Field(&'a str),
    Item(usize),
}

impl KustomizationFile {
    /// Finds the one kustomization file in a loader's root.
    pub(crate) fn find(loader: &Loader<'_>) -> Result<Self> {
        let mut found = FILE_NAMES
            .iter()
            .filter_map(|name| Some((*name, loader.load(name).ok()?)));
        let root = loader.root();
        let Some((name, text)) = found.next() else {
            let text = format!(
                "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '{root}'"
            );
            let hint = missing_hint(loader.files(), &loader.absolute(FILE_NAMES[0]));
            return Err(Error::new(ErrorKind::Kustomization, text).hint(hint));
        };
        if let Some((other, _)) = found.next() {
            let text = format!("Found multiple kustomization files under: {root}\n");
            return Err(Error::new(ErrorKind::Kustomization, text)
                .hint(format!("keep one of {name} and {other}")));
        }
        Ok(Self {
            name,
            path: loader.absolute(name),
            text,
            root: None,
        })
    }

    /// Reads the fields, with their old forms brought up to date and their rules checked.
    pub(crate) fn read(
        &mut self,
        loader: &Loader<'_>,
        reporter: &mut Reporter<'_>,
    ) -> Result<Kustomization> {
        let fields = self.fields(reporter)?;
        let mut kustomization = self.decode(&fields)?;
        for (field, warning) in deprecated_fields(&fields) {
            reporter
                .deprecated(&warning)
                .map_err(|error| error.at(|| self.place(&[Step::Field(field)])))?;
        }
        kustomization.fix_deprecated();
        if is_empty(&fields) {
            let error = Error::new(ErrorKind::Kustomization, "kustomization.yaml is empty");
            return Err(error
                .at(|| self.line(1))
                .hint(format!("'{}' names nothing to build", self.path)));
        }
        let faults = kustomization.faults();
        if !faults.is_empty() {
            let text = format!(
                "Failed to read kustomization file under {}:\n{}",
                loader.root(),
                faults.join("\n")
            );
            return Err(Error::new(ErrorKind::Kustomization, text)
                .at(|| self.place(&[Step::Field("kind")])));
        }
        Ok(kustomization)
    }

    /// The file as JSON.
    fn fields(&mut self, reporter: &mut Reporter<'_>) -> Result<Value> {
        let invalid = |error: &goyaml::Error| {
            Error::new(
                ErrorKind::Kustomization,
                format!("invalid Kustomization: {error}"),
            )
        };
        let parsed = goyaml::parse_document(&self.text, &ReadOptions::new(Dialect::V2));
        let node = parsed.map_err(|error| invalid(&error).at(|| self.line(error.position.line)))?;
        let Some(node) = node else {
            return Ok(Value::Null);
        };
        let value = goyaml::to_json(
            &node,
            &DecodeOptions {
                dialect: Dialect::V2,
                strict: false,
            },
        );
        let value = value.map_err(|error| invalid(&error).at(|| self.line(error.position.line)))?;
        let repeated = repeated_key(&node).map(|key| {
            (
                key.as_str().unwrap_or_default().to_owned(),
                key.position.line,
            )
        });
        self.root = Some(node);
        if let Some((key, line)) = repeated {
            reporter
                .strict(|| format!("the key \"{key}\" is set twice"))
                .map_err(|error| error.at(|| self.line(line)))?;
        }
        Ok(value)
    }

    fn decode(&self, fields: &Value) -> Result<Kustomization> {
        let mut kustomization = Kustomization::default();
        decode(&mut kustomization, fields, UnknownFields::Refused).map_err(|text| {
            let error = Error::new(
                ErrorKind::Kustomization,
                format!("invalid Kustomization: {text}"),
            );
            let error = error.at(|| self.place_of_complaint(&text));
            match field_hint(&text).or_else(|| type_hint(&text)) {
                Some(hint) => error.hint(hint),
                None => error,
            }
        })?;
        Ok(kustomization)
    }

    /// The line of an entry, or of the part of the way to it that is there.
    pub(crate) fn place(&self, steps: &[Step<'_>]) -> Option<Place> {
        let mut node = self.root.as_ref()?;
        let mut line = node.position.line;
        for step in steps {
            match step {
                Step::Field(name) => {
                    let Some((key, value)) = node.pairs().iter().find(|(key, _)| {
                        key.as_str()
                            .is_some_and(|key| key.eq_ignore_ascii_case(name))
                    }) else {
                        break;
                    };
                    (line, node) = (key.position.line, value);
                }
                Step::Item(index) => {
                    let Some(item) = node.items().get(*index) else {
                        break;
                    };
                    (line, node) = (item.position.line, item);
                }
            }
        }
        self.line(line.max(1))
    }

    fn line(&self, line: u32) -> Option<Place> {
        Place::of_line(&self.path, &self.text, line)
    }

    /// The field that a complaint of the decoder names.
    fn place_of_complaint(&self, complaint: &str) -> Option<Place> {
        if let Some(field) = unknown_field(complaint) {
            let line = find_key(self.root.as_ref()?, field)?;
            return self.line(line);
        }
        let path = complaint.split("struct field ").nth(1)?.split(' ').next()?;
        let steps: Vec<_> = path.split('.').skip(1).map(Step::Field).collect();
        // A list on the way stands between two names; the complaint does not tell which of its entries is meant.
        self.place(&steps)
    }
}

/// For an unknown field: the known one that looks most like it.
fn field_hint(complaint: &str) -> Option<String> {
    let field = unknown_field(complaint)?;
    let near = super::FIELD_NAMES
        .iter()
        .min_by_key(|name| crate::nearest::distance(name, field))?;
    (crate::nearest::distance(near, field) <= 3).then(|| format!("did you mean \"{near}\"?"))
}

/// For a value of the wrong type: what it must be, in the words of YAML.
fn type_hint(complaint: &str) -> Option<String> {
    let (_, rest) = complaint.split_once("json: cannot unmarshal ")?;
    let (found, rest) = rest.split_once(" into Go struct field ")?;
    let (path, go_type) = rest.split_once(" of type ")?;
    let field = path.rsplit('.').next()?;
    let wanted = match go_type {
        "string" if found == "object" || found == "array" => "a string",
        "string" => "a string: put it in quotes",
        "bool" => "true or false",
        "int" | "int64" => "a whole number",
        "[]string" => "a list of strings",
        "map[string]string" => "a map of strings to strings",
        list if list.starts_with("[]") => "a list",
        _ => "a map",
    };
    Some(format!("'{field}' must be {wanted}"))
}

fn unknown_field(complaint: &str) -> Option<&str> {
    complaint
        .strip_prefix("json: unknown field \"")?
        .strip_suffix('"')
}

/// The first key that occurs twice in one map.
fn repeated_key(node: &Node) -> Option<&Node> {
    let pairs = node.pairs();
    let repeated = pairs.iter().enumerate().find(|(index, (key, _))| {
        pairs[..*index]
            .iter()
            .any(|(other, _)| other.as_str() == key.as_str())
    });
    if let Some((_, (key, _))) = repeated {
        return Some(key);
    }
    pairs
        .iter()
        .map(|(_, value)| value)
        .chain(node.items())
        .find_map(repeated_key)
}

fn find_key(node: &Node, name: &str) -> Option<u32> {
    let key = node
        .pairs()
        .iter()
        .find(|(key, _)| key.as_str() == Some(name));
    if let Some((key, _)) = key {
        return Some(key.position.line);
    }
    node.pairs()
        .iter()
        .map(|(_, value)| value)
        .chain(node.items())
        .find_map(|value| find_key(value, name))
}
