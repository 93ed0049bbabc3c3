//! Metadata as templates see it.

use gotmpl::{List, Map, Type, Value};

use super::{Dependency, Maintainer, Metadata};
use crate::yaml;

impl Metadata {
    /// `.Chart`: a map with capitalised keys.
    pub(crate) fn view(&self, is_root: bool) -> Map {
        let text = |text: &str| Value::from(text);
        let annotations = if self.annotations.is_empty() {
            Map::nil(&Type::String)
        } else {
            let entries = self.annotations.iter();
            let entries = entries.map(|(key, value)| (gotmpl::Str::from(key), text(value)));
            Map::of(&Type::String, entries.collect())
        };
        Map::from_iter([
            ("APIVersion", text(&self.api_version)),
            ("Annotations", Value::Map(annotations)),
            ("AppVersion", text(&self.app_version)),
            ("Condition", text(&self.condition)),
            ("Dependencies", list(&self.dependencies, Dependency::view)),
            ("Deprecated", Value::Bool(self.deprecated)),
            ("Description", text(&self.description)),
            ("Home", text(&self.home)),
            ("Icon", text(&self.icon)),
            ("IsRoot", Value::Bool(is_root)),
            ("Keywords", list(&self.keywords, |word| text(word))),
            ("KubeVersion", text(&self.kube_version)),
            ("Maintainers", list(&self.maintainers, Maintainer::view)),
            ("Name", text(&self.name)),
            ("Sources", list(&self.sources, |source| text(source))),
            ("Tags", text(&self.tags)),
            ("Type", text(&self.chart_type)),
            ("Version", text(&self.version)),
        ])
    }
}

impl Maintainer {
    fn view(&self) -> Value {
        Value::Map(Map::from_iter([
            ("Email", Value::from(self.email.as_str())),
            ("Name", Value::from(self.name.as_str())),
            ("URL", Value::from(self.url.as_str())),
        ]))
    }
}

impl Dependency {
    fn view(&self) -> Value {
        let text = |text: &str| Value::from(text);
        Value::Map(Map::from_iter([
            ("Alias", text(&self.alias)),
            ("Condition", text(&self.condition)),
            ("Enabled", Value::Bool(self.enabled)),
            ("ImportValues", list(&self.import_values, yaml::to_value)),
            ("Name", text(&self.name)),
            ("Repository", text(&self.repository)),
            ("Tags", list(&self.tags, |tag| text(tag))),
            ("Version", text(&self.version)),
        ]))
    }
}

fn list<T>(items: &[T], view: impl Fn(&T) -> Value) -> Value {
    Value::List(List::new(items.iter().map(view).collect()))
}
