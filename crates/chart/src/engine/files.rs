//! `.Files`.

use std::rc::Rc;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use gotmpl::{Function, Kind, List, Map, Object, Str, Type, Value};

use crate::file::File;
use crate::glob::Glob;

/// The files of a chart that templates can read: a map of their bytes with methods.
#[derive(Clone, Debug)]
pub(super) struct Files(Rc<Vec<(Str, Str)>>);

impl Files {
    pub(super) fn new(files: &[File]) -> Files {
        let mut entries: Vec<_> = files
            .iter()
            .map(|file| (Str::from(file.name.as_str()), file.data.clone()))
            .collect();
        entries.sort_by(|a, b| a.0.cmp(&b.0));
        Files(Rc::new(entries))
    }

    fn get(&self, name: &Value) -> Option<&Str> {
        let Value::String(name) = name else {
            return None;
        };
        let entries = &self.0;
        let index = entries
            .binary_search_by(|(other, _)| other.cmp(name))
            .ok()?;
        Some(&entries[index].1)
    }

    fn glob(&self, pattern: &Value) -> Files {
        let Value::String(pattern) = pattern else {
            return self.clone();
        };
        let glob = Glob::parse(&pattern.to_str()).unwrap_or_else(Glob::everything);
        let matching = self
            .0
            .iter()
            .filter(|(name, _)| glob.matches(&name.to_str()));
        Files(Rc::new(matching.cloned().collect()))
    }

    /// The files by their base names, as values of a manifest.
    fn by_base_name(&self, data: impl Fn(&Str) -> String) -> Value {
        if self.0.is_empty() {
            return Value::from("");
        }
        let entries = self.0.iter().map(|(name, content)| {
            let name = name.to_str();
            (
                gostd::path::base(&name).to_owned(),
                serde_json::Value::from(data(content)),
            )
        });
        let map: serde_json::Map<_, _> = entries.collect();
        let text = goyaml::json_to_yaml(&serde_json::Value::Object(map));
        Value::from(text.strip_suffix('\n').unwrap_or(&text))
    }
}

impl Object for Files {
    fn go_type(&self) -> Type {
        Type::Named("engine.files", Kind::Map)
    }

    fn method(&self, name: &str) -> Option<Function> {
        let files = self.clone();
        Some(match name {
            "Get" => Function::new(&[Type::String], move |arguments| {
                Ok(files.get(&arguments[0]).cloned().unwrap_or_default().into())
            }),
            "GetBytes" => Function::new(&[Type::String], move |arguments| {
                let data = files.get(&arguments[0]).cloned().unwrap_or_default();
                Ok(List::bytes(data).into())
            }),
            "Glob" => Function::new(&[Type::String], move |arguments| {
                Ok(Value::object(files.glob(&arguments[0])))
            }),
            "Lines" => Function::new(&[Type::String], move |arguments| {
                let data = files.get(&arguments[0]).cloned().unwrap_or_default();
                Ok(lines(&data))
            }),
            "AsConfig" => Function::new(&[], move |_| {
                Ok(files.by_base_name(|data| data.to_str().into_owned()))
            }),
            "AsSecrets" => Function::new(&[], move |_| {
                Ok(files.by_base_name(|data| STANDARD.encode(data)))
            }),
            _ => return None,
        })
    }

    fn underlying(&self) -> Option<Value> {
        const BYTES: &Type = &Type::List(&Type::Uint8);
        let entries = self.0.iter();
        let entries =
            entries.map(|(name, data)| (name.clone(), Value::List(List::bytes(data.clone()))));
        Some(Value::Map(Map::of(BYTES, entries.collect())))
    }
}

/// The lines of a file; the line break at its end ends no line of its own.
fn lines(data: &Str) -> Value {
    let text = data.as_bytes();
    if text.is_empty() {
        return Value::strings(Vec::<Str>::new());
    }
    let text = text.strip_suffix(b"\n").unwrap_or(text);
    Value::strings(text.split(|byte| *byte == b'\n').map(Str::from))
}
