//! The files of the kubeconfig, read and written.

use std::fs;
use std::path::{Path, PathBuf};

use cobra::{Invocation, Io};
use serde_json::{Map, Value, json};

use crate::manifest_yaml::KUBERNETES_YAML;
use crate::session::Session;
use crate::{CommandError, object};

/// A list of the kubeconfig, with the field that holds what an entry says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Section {
    Clusters,
    Contexts,
    Users,
}

impl Section {
    fn field(self) -> &'static str {
        match self {
            Section::Clusters => "clusters",
            Section::Contexts => "contexts",
            Section::Users => "users",
        }
    }

    /// What one entry is called.
    pub(super) fn entry(self) -> &'static str {
        match self {
            Section::Clusters => "cluster",
            Section::Contexts => "context",
            Section::Users => "user",
        }
    }

    /// The fields that an entry has even if they are empty.
    fn always(self) -> &'static [&'static str] {
        match self {
            Section::Clusters => &["server"],
            Section::Contexts => &["cluster", "user"],
            Section::Users => &[],
        }
    }
}

/// The files in order; the first to name a thing wins.
pub(super) struct Files(Vec<File>);

struct File {
    path: PathBuf,
    /// The path as it was given.
    shown: String,
    exists: bool,
    config: Value,
}

impl Files {
    /// Reads the files; those that are not there are empty.
    pub(super) fn read(
        invocation: &Invocation<Session>,
        io: &Io<'_>,
    ) -> Result<Files, CommandError> {
        let files = paths(invocation, io).into_iter().map(|shown| {
            let path = io.resolve(&shown);
            let text = match fs::read(&path) {
                Ok(text) => Some(text),
                Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
                Err(error) => return Err(error.into()),
            };
            let exists = text.is_some();
            let config = goyaml::yaml_to_json(&text.unwrap_or_default(), &KUBERNETES_YAML)
                .map_err(|error| {
                    CommandError::told(format!("error loading config file {shown:?}: {error}"))
                })?;
            let config = if config.is_object() {
                config
            } else {
                json!({})
            };
            Ok(File {
                path,
                shown,
                exists,
                config,
            })
        });
        Ok(Files(files.collect::<Result<_, CommandError>>()?))
    }

    /// The name of the current context; empty if there is none.
    pub(super) fn current(&self) -> String {
        let names = self
            .0
            .iter()
            .map(|file| object::shown(&file.config["current-context"]));
        names
            .into_iter()
            .find(|name| !name.is_empty())
            .unwrap_or_default()
    }

    /// The entries of a section, by name.
    pub(super) fn entries(&self, section: Section) -> Map<String, Value> {
        let mut entries = Map::new();
        for file in &self.0 {
            for item in object::items(&file.config[section.field()]) {
                let name = object::shown(&item["name"]);
                entries
                    .entry(name)
                    .or_insert_with(|| item[section.entry()].clone());
            }
        }
        entries
    }

    /// What one entry says.
    pub(super) fn entry(&self, section: Section, name: &str) -> Option<Value> {
        self.entries(section).remove(name)
    }

    /// The file that a new thing goes to, as it was given.
    pub(super) fn default_file(&self) -> &str {
        self.0
            .get(self.default_index())
            .map_or("", |file| &file.shown)
    }

    fn default_index(&self) -> usize {
        let there = self.0.iter().position(|file| file.exists);
        there.unwrap_or(self.0.len().saturating_sub(1))
    }

    /// The folder of the file that has an entry, or would get it.
    pub(super) fn folder_of(&self, section: Section, name: &str) -> PathBuf {
        let file = self.0.get(self.index_of(section, name));
        file.and_then(|file| file.path.parent())
            .unwrap_or(Path::new("/"))
            .to_owned()
    }

    fn index_of(&self, section: Section, name: &str) -> usize {
        let has = |file: &File| {
            object::items(&file.config[section.field()])
                .iter()
                .any(|item| item["name"] == name)
        };
        self.0
            .iter()
            .position(has)
            .unwrap_or_else(|| self.default_index())
    }

    /// Sets what an entry says, or takes it away, and writes the file.
    pub(super) fn set(
        &mut self,
        section: Section,
        name: &str,
        content: Option<Value>,
    ) -> Result<(), CommandError> {
        let index = self.index_of(section, name);
        let Some(file) = self.0.get_mut(index) else {
            return Ok(());
        };
        let mut items = object::items(&file.config[section.field()]).to_vec();
        items.retain(|item| item["name"] != name);
        if let Some(content) = content {
            let mut item = json!({"name": name});
            item[section.entry()] = content;
            items.push(item);
        }
        file.config[section.field()] = items.into();
        file.write()
    }

    /// Sets the current context, in the file that has one, and writes it.
    pub(super) fn set_current(&mut self, name: &str) -> Result<(), CommandError> {
        let has = |file: &File| !object::shown(&file.config["current-context"]).is_empty();
        let index = self
            .0
            .iter()
            .position(has)
            .unwrap_or_else(|| self.default_index());
        let Some(file) = self.0.get_mut(index) else {
            return Ok(());
        };
        file.config["current-context"] = name.into();
        file.write()
    }

    /// Sets whether output has colours, or says nothing of it, in the first file that is there, and writes it.
    pub(super) fn set_colors(&mut self, colors: Option<bool>) -> Result<(), CommandError> {
        let index = self.default_index();
        let Some(file) = self.0.get_mut(index) else {
            return Ok(());
        };
        match (colors, file.config["preferences"].as_object_mut()) {
            (Some(colors), _) => file.config["preferences"]["colors"] = colors.into(),
            (None, Some(preferences)) => drop(preferences.remove("colors")),
            (None, None) => {}
        }
        file.write()
    }

    /// Everything together, as one kubeconfig.
    pub(super) fn merged(&self) -> Value {
        let mut merged = json!({"current-context": self.current()});
        let mut preferences = self.0.iter().map(|file| &file.config["preferences"]);
        if let Some(first) = preferences.find(|preferences| preferences.is_object()) {
            merged["preferences"] = first.clone();
        }
        for section in [Section::Clusters, Section::Contexts, Section::Users] {
            let items: Vec<Value> = self
                .entries(section)
                .into_iter()
                .map(|(name, content)| {
                    let mut item = json!({"name": name});
                    item[section.entry()] = content;
                    item
                })
                .collect();
            merged[section.field()] = items.into();
        }
        complete(&merged)
    }
}

impl File {
    fn write(&self) -> Result<(), CommandError> {
        if let Some(folder) = self.path.parent() {
            fs::create_dir_all(folder)?;
        }
        // The content is private: a new file must not be readable for others for a moment.
        let mut text = goyaml::json_to_yaml(&complete(&self.config));
        if !text.ends_with('\n') {
            text.push('\n');
        }
        let folder = self.path.parent().unwrap_or(Path::new("/"));
        let mut file = tempfile::NamedTempFile::new_in(folder)?;
        std::io::Write::write_all(&mut file, text.as_bytes())?;
        file.persist(&self.path)
            .map_err(|error| CommandError::from(error.error))?;
        Ok(())
    }
}

/// The configuration as it is written: with every section, sorted by name, and with what entries always have.
pub(super) fn complete(config: &Value) -> Value {
    let mut complete = config.clone();
    complete["apiVersion"] = "v1".into();
    complete["kind"] = "Config".into();
    complete["current-context"] = object::shown(&config["current-context"]).into();
    if let Some(fields) = complete.as_object_mut()
        && fields
            .get("preferences")
            .is_some_and(|value| *value == json!({}))
    {
        fields.remove("preferences");
    }
    for section in [Section::Clusters, Section::Contexts, Section::Users] {
        let mut items = object::items(&config[section.field()]).to_vec();
        items.sort_by_key(|item| object::shown(&item["name"]));
        for item in &mut items {
            let content = object::entry(item, section.entry());
            for field in section.always() {
                if content[*field].is_null() {
                    content[*field] = "".into();
                }
            }
        }
        complete[section.field()] = match items.is_empty() {
            true => Value::Null,
            false => items.into(),
        };
    }
    complete
}

fn paths(invocation: &Invocation<Session>, io: &Io<'_>) -> Vec<String> {
    let explicit = invocation.flags.string("kubeconfig");
    if !explicit.is_empty() {
        return vec![explicit.to_owned()];
    }
    match io.env.non_empty("KUBECONFIG") {
        Some(list) => list
            .split(':')
            .filter(|path| !path.is_empty())
            .map(str::to_owned)
            .collect(),
        None => vec![format!(
            "{}/.kube/config",
            io.env.get("HOME").unwrap_or_default()
        )],
    }
}
