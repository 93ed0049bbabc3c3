//! What roles allow, for people: taken apart, and put together by what it is about.

use serde_json::Value;

use crate::object::{items, shown};

/// The rows of a table of rules: resources, paths, names of objects, verbs.
pub(crate) fn rows<'a>(rules: impl Iterator<Item = &'a Value>) -> Vec<[String; 4]> {
    let mut compact = compact(rules.flat_map(taken_apart));
    compact.sort_by_key(Rule::sort_key);
    compact.iter().map(Rule::row).collect()
}

/// What is allowed, taken apart as far as it goes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Rule {
    verbs: Vec<String>,
    group: Option<String>,
    resource: Option<String>,
    resource_names: Vec<String>,
    urls: Vec<String>,
}

impl Rule {
    /// Whether the other rule is about the same, so that only verbs tell them apart.
    fn about_the_same(&self, other: &Rule) -> bool {
        self.resource.is_some()
            && self.group == other.group
            && self.resource == other.resource
            && self.resource_names == other.resource_names
    }

    /// The text by which the real tool sorts: its debug form.
    fn sort_key(&self) -> String {
        format!(
            "&PolicyRule{{Verbs:[{}],APIGroups:[{}],Resources:[{}],ResourceNames:[{}],NonResourceURLs:[{}],}}",
            self.verbs.join(" "),
            self.group.as_deref().unwrap_or_default(),
            self.resource.as_deref().unwrap_or_default(),
            self.resource_names.join(" "),
            self.urls.join(" ")
        )
    }

    fn row(&self) -> [String; 4] {
        let list = |texts: &[String]| format!("[{}]", texts.join(" "));
        [
            self.target(),
            list(&self.urls),
            list(&self.resource_names),
            list(&self.verbs),
        ]
    }

    /// `deployments.apps/scale`.
    fn target(&self) -> String {
        let resource = self.resource.as_deref().unwrap_or_default();
        let (plural, subresource) = match resource.split_once('/') {
            Some((plural, subresource)) => (plural, format!("/{subresource}")),
            None => (resource, String::new()),
        };
        match self.group.as_deref() {
            Some(group) if !group.is_empty() => format!("{plural}.{group}{subresource}"),
            _ => format!("{plural}{subresource}"),
        }
    }
}

fn taken_apart(rule: &Value) -> Vec<Rule> {
    let mut parts = Vec::new();
    let verbs = texts(&rule["verbs"]);
    let names: Vec<Vec<String>> = match texts(&rule["resourceNames"]) {
        names if names.is_empty() => vec![Vec::new()],
        names => names.into_iter().map(|name| vec![name]).collect(),
    };
    for group in texts(&rule["apiGroups"]) {
        for resource in texts(&rule["resources"]) {
            for verb in &verbs {
                parts.extend(names.iter().map(|resource_names| Rule {
                    verbs: vec![verb.clone()],
                    group: Some(group.clone()),
                    resource: Some(resource.clone()),
                    resource_names: resource_names.clone(),
                    urls: Vec::new(),
                }));
            }
        }
    }
    for url in texts(&rule["nonResourceURLs"]) {
        parts.extend(verbs.iter().map(|verb| Rule {
            verbs: vec![verb.clone()],
            urls: vec![url.clone()],
            ..Rule::default()
        }));
    }
    parts
}

fn compact(rules: impl Iterator<Item = Rule>) -> Vec<Rule> {
    let mut compact: Vec<Rule> = Vec::new();
    for rule in rules {
        match compact.iter_mut().find(|known| known.about_the_same(&rule)) {
            Some(known) => {
                for verb in rule.verbs {
                    if !known.verbs.contains(&verb) {
                        known.verbs.push(verb);
                    }
                }
            }
            None => compact.push(rule),
        }
    }
    compact
}

fn texts(list: &Value) -> Vec<String> {
    items(list).iter().map(shown).collect()
}
