//! `Chart.yaml` written anew: what an archive and `show chart` have.

use serde_json::{Map, Value};

use super::{Dependency, Maintainer, Metadata};

impl Metadata {
    /// The metadata as YAML with sorted keys; empty fields are left out, comments are not known any more.
    #[must_use]
    pub fn to_yaml(&self) -> String {
        goyaml::json_to_yaml(&Value::Object(self.to_json()))
    }

    /// The metadata as JSON; empty fields are left out.
    #[must_use]
    pub fn to_json(&self) -> Map<String, Value> {
        let mut map = Map::new();
        let texts = [
            ("apiVersion", &self.api_version),
            ("appVersion", &self.app_version),
            ("condition", &self.condition),
            ("description", &self.description),
            ("home", &self.home),
            ("icon", &self.icon),
            ("kubeVersion", &self.kube_version),
            ("name", &self.name),
            ("tags", &self.tags),
            ("type", &self.chart_type),
            ("version", &self.version),
        ];
        for (key, text) in texts {
            put_text(&mut map, key, text);
        }
        put_list(&mut map, "keywords", &self.keywords, |text| {
            Value::from(text.as_str())
        });
        put_list(&mut map, "sources", &self.sources, |text| {
            Value::from(text.as_str())
        });
        put_list(&mut map, "maintainers", &self.maintainers, maintainer);
        put_list(&mut map, "dependencies", &self.dependencies, dependency);
        if self.deprecated {
            map.insert("deprecated".to_owned(), Value::Bool(true));
        }
        if !self.annotations.is_empty() {
            let annotations = self
                .annotations
                .iter()
                .map(|(key, text)| (key.clone(), Value::from(text.as_str())));
            map.insert(
                "annotations".to_owned(),
                Value::Object(annotations.collect()),
            );
        }
        map
    }
}

fn put_text(map: &mut Map<String, Value>, key: &str, text: &str) {
    if !text.is_empty() {
        map.insert(key.to_owned(), Value::from(text));
    }
}

fn put_list<T>(map: &mut Map<String, Value>, key: &str, items: &[T], encode: impl Fn(&T) -> Value) {
    if !items.is_empty() {
        map.insert(
            key.to_owned(),
            Value::Array(items.iter().map(encode).collect()),
        );
    }
}

fn maintainer(maintainer: &Maintainer) -> Value {
    let mut map = Map::new();
    put_text(&mut map, "name", &maintainer.name);
    put_text(&mut map, "email", &maintainer.email);
    put_text(&mut map, "url", &maintainer.url);
    Value::Object(map)
}

fn dependency(dependency: &Dependency) -> Value {
    let mut map = Map::new();
    // The repository is written even where there is none.
    map.insert("name".to_owned(), Value::from(dependency.name.as_str()));
    map.insert(
        "repository".to_owned(),
        Value::from(dependency.repository.as_str()),
    );
    put_text(&mut map, "version", &dependency.version);
    put_text(&mut map, "condition", &dependency.condition);
    put_text(&mut map, "alias", &dependency.alias);
    put_list(&mut map, "tags", &dependency.tags, |tag| {
        Value::from(tag.as_str())
    });
    put_list(
        &mut map,
        "import-values",
        &dependency.import_values,
        Value::clone,
    );
    if dependency.enabled {
        map.insert("enabled".to_owned(), Value::Bool(true));
    }
    Value::Object(map)
}

/// The JSON of a dependency with its fields in the order of Helm's struct, as digests are made over it.
pub(crate) fn dependency_json(dependency: &Dependency) -> String {
    let text = |text: &str| gostd::json::string(text);
    let mut parts = vec![format!("\"name\":{}", text(&dependency.name))];
    let mut put = |key: &str, value: String, keep: bool| {
        if keep {
            parts.push(format!("\"{key}\":{value}"));
        }
    };
    let list = |items: Vec<String>| format!("[{}]", items.join(","));
    put(
        "version",
        text(&dependency.version),
        !dependency.version.is_empty(),
    );
    put("repository", text(&dependency.repository), true);
    put(
        "condition",
        text(&dependency.condition),
        !dependency.condition.is_empty(),
    );
    put(
        "tags",
        list(dependency.tags.iter().map(|tag| text(tag)).collect()),
        !dependency.tags.is_empty(),
    );
    put("enabled", "true".to_owned(), dependency.enabled);
    put(
        "import-values",
        list(
            dependency
                .import_values
                .iter()
                .map(Value::to_string)
                .collect(),
        ),
        !dependency.import_values.is_empty(),
    );
    put(
        "alias",
        text(&dependency.alias),
        !dependency.alias.is_empty(),
    );
    format!("{{{}}}", parts.join(","))
}
