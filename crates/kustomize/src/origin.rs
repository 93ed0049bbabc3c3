//! Where a resource comes from, for `buildMetadata`.

use crate::resid::ResId;

/// The file, repository or generator that an object comes from, or the transformer that changed it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) path: String,
    pub(crate) repo: String,
    pub(crate) reference: String,
    pub(crate) configured_in: String,
    pub(crate) configured_by: ConfiguredBy,
}

/// The configuration object of a generator or transformer.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ConfiguredBy {
    pub(crate) api_version: String,
    pub(crate) kind: String,
    pub(crate) name: String,
    pub(crate) namespace: String,
}

impl Origin {
    /// The origin of what lies at `path` below this one; a git URL starts anew there.
    pub(crate) fn append(&self, path: &str) -> Self {
        match crate::loader::RepoSpec::parse(path) {
            Ok(spec) => Self {
                repo: spec.clone_spec(),
                reference: spec.reference.clone(),
                path: spec.path,
                ..Self::default()
            },
            Err(_) => Self {
                path: join(&self.path, path),
                ..self.clone()
            },
        }
    }

    /// The origin of what a transformer or generator that stands here does.
    pub(crate) fn configured_by_builtin(&self, file_name: &str, kind: &str) -> Self {
        let configured_by = ConfiguredBy {
            api_version: "builtin".to_owned(),
            kind: kind.to_owned(),
            ..ConfiguredBy::default()
        };
        Self {
            configured_in: join(&self.path, file_name),
            configured_by,
            path: String::new(),
            ..self.clone()
        }
    }

    /// The origin of what the transformer or generator configured by an object does, which itself comes from here.
    pub(crate) fn configured_by_object(&self, id: &ResId, api_version: &str) -> Self {
        let configured_by = ConfiguredBy {
            api_version: api_version.to_owned(),
            kind: id.gvk.kind.to_string(),
            name: id.name.to_string(),
            namespace: id.namespace.to_string(),
        };
        Self {
            configured_in: self.path.clone(),
            configured_by,
            path: String::new(),
            ..self.clone()
        }
    }

    /// The value of the annotation that names the origin.
    pub(crate) fn to_yaml(&self) -> String {
        self.lines().into_iter().map(|line| line + "\n").collect()
    }

    /// The fields in their order, those of `configuredBy` indented.
    fn lines(&self) -> Vec<String> {
        let field = |name: &str, value: &str| {
            (!value.is_empty()).then(|| format!("{name}: {}", scalar(value)))
        };
        let by = &self.configured_by;
        let configured_by = [
            field("apiVersion", &by.api_version),
            field("kind", &by.kind),
            field("name", &by.name),
            field("namespace", &by.namespace),
        ];
        let configured_by: Vec<_> = configured_by
            .into_iter()
            .flatten()
            .map(|line| format!("  {line}"))
            .collect();
        let header = (!configured_by.is_empty()).then(|| "configuredBy:".to_owned());
        let fields = [
            field("path", &self.path),
            field("repo", &self.repo),
            field("ref", &self.reference),
            field("configuredIn", &self.configured_in),
        ];
        fields
            .into_iter()
            .chain([header])
            .flatten()
            .chain(configured_by)
            .collect()
    }
}

/// The value of the annotation that lists transformations.
pub(crate) fn list_yaml(origins: &[Origin]) -> String {
    let entry = |origin: &Origin| {
        let lines = origin.lines().into_iter().enumerate();
        lines
            .map(|(index, line)| format!("{}{line}\n", if index == 0 { "- " } else { "  " }))
            .collect::<String>()
    };
    origins.iter().map(entry).collect()
}

fn scalar(text: &str) -> String {
    goyaml::json_to_yaml(&serde_json::Value::from(text))
        .trim_end()
        .to_owned()
}

fn join(directory: &str, path: &str) -> String {
    filesys::clean(&std::path::Path::new(directory).join(path))
        .to_string_lossy()
        .into_owned()
}
