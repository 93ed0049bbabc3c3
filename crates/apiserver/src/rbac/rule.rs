//! The rules of roles: which verbs, on what.

use serde_json::{Map, Value};

use super::attributes::{Attributes, ResourceAttributes};

const ALL: &str = "*";

/// What a role allows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Rule {
    pub(crate) verbs: Vec<String>,
    pub(crate) groups: Vec<String>,
    pub(crate) resources: Vec<String>,
    pub(crate) names: Vec<String>,
    pub(crate) urls: Vec<String>,
}

impl Rule {
    /// The rules in a list of an object.
    pub(crate) fn list(rules: &Value) -> Vec<Self> {
        let rules = rules.as_array().into_iter().flatten();
        rules.map(Self::of).collect()
    }

    fn of(rule: &Value) -> Self {
        let texts = |field: &str| {
            let list = rule[field].as_array().into_iter().flatten();
            list.filter_map(Value::as_str).map(str::to_owned).collect()
        };
        Self {
            verbs: texts("verbs"),
            groups: texts("apiGroups"),
            resources: texts("resources"),
            names: texts("resourceNames"),
            urls: texts("nonResourceURLs"),
        }
    }

    /// Everything, and every path.
    pub(crate) fn everything() -> [Self; 2] {
        let all = || vec![ALL.to_owned()];
        let resources = Self {
            verbs: all(),
            groups: all(),
            resources: all(),
            ..Self::default()
        };
        let urls = Self {
            verbs: all(),
            urls: all(),
            ..Self::default()
        };
        [resources, urls]
    }

    /// The rule as JSON, without what is empty.
    pub(crate) fn to_value(&self) -> Value {
        let fields = [
            ("verbs", &self.verbs),
            ("apiGroups", &self.groups),
            ("resources", &self.resources),
            ("resourceNames", &self.names),
            ("nonResourceURLs", &self.urls),
        ];
        let told = fields.into_iter().filter(|(_, list)| !list.is_empty());
        Value::Object(
            told.map(|(name, list)| (name.to_owned(), Value::from(list.clone())))
                .collect::<Map<_, _>>(),
        )
    }

    /// Whether the rule allows what is asked for.
    pub(crate) fn allows(&self, attributes: &Attributes) -> bool {
        match attributes {
            Attributes::Resource(resource) => self.allows_resource(resource),
            Attributes::Path { verb, path } => {
                has(&self.verbs, verb) && self.urls.iter().any(|url| url_matches(url, path))
            }
        }
    }

    fn allows_resource(&self, asked: &ResourceAttributes) -> bool {
        let of_any_resource = || {
            let combined = asked.full_resource();
            let subresource = &asked.subresource;
            self.resources.iter().any(|resource| {
                resource == ALL
                    || *resource == combined
                    || (!subresource.is_empty() && resource.strip_prefix("*/") == Some(subresource))
            })
        };
        has(&self.verbs, &asked.verb)
            && has(&self.groups, &asked.group)
            && of_any_resource()
            && (self.names.is_empty() || self.names.contains(&asked.name))
    }

    /// Whether everything that `other` allows is allowed by this rule, too.
    fn covers(&self, other: &Self) -> bool {
        let resource_covered = |resource: &String| {
            has(&self.resources, resource)
                || resource.split_once('/').is_some_and(|(_, subresource)| {
                    self.resources.contains(&format!("*/{subresource}"))
                })
        };
        let names_covered = self.names.is_empty()
            || (!other.names.is_empty()
                && other.names.iter().all(|name| self.names.contains(name)));
        let url_covered = |path: &String| {
            self.urls
                .iter()
                .any(|url| url == path || url_matches(url, path))
        };
        other.verbs.iter().all(|verb| has(&self.verbs, verb))
            && other.groups.iter().all(|group| has(&self.groups, group))
            && other.resources.iter().all(resource_covered)
            && names_covered
            && other.urls.iter().all(url_covered)
    }

    /// The same as rules of one verb, and of one resource of one group or of one path.
    fn broken_down(&self) -> Vec<Self> {
        let mut single = Vec::new();
        let one = |text: &String| vec![text.clone()];
        for group in &self.groups {
            for resource in &self.resources {
                for verb in &self.verbs {
                    let rule = Self {
                        verbs: one(verb),
                        groups: one(group),
                        resources: one(resource),
                        ..Self::default()
                    };
                    if self.names.is_empty() {
                        single.push(rule);
                        continue;
                    }
                    single.extend(self.names.iter().map(|name| Self {
                        names: one(name),
                        ..rule.clone()
                    }));
                }
            }
        }
        for url in &self.urls {
            single.extend(self.verbs.iter().map(|verb| Self {
                verbs: one(verb),
                urls: one(url),
                ..Self::default()
            }));
        }
        single
    }

    /// As Go prints it: `{APIGroups:[""], Resources:["pods"], Verbs:["get" "list"]}`.
    fn text(&self) -> String {
        let parts = [
            ("APIGroups", &self.groups),
            ("Resources", &self.resources),
            ("NonResourceURLs", &self.urls),
            ("ResourceNames", &self.names),
            ("Verbs", &self.verbs),
        ];
        let told = parts.into_iter().filter(|(_, list)| !list.is_empty());
        let told: Vec<String> = told
            .map(|(name, list)| format!("{name}:{}", quoted(list)))
            .collect();
        format!("{{{}}}", told.join(", "))
    }
}

/// A list as Go's `%q` prints it: `["a" "b"]`.
pub(super) fn quoted(list: &[String]) -> String {
    let quoted: Vec<String> = list.iter().map(gostd::strconv::quote).collect();
    format!("[{}]", quoted.join(" "))
}

/// What some rules allow and none of those that are owned does, in words, sorted.
pub(super) fn uncovered(owned: &[Rule], wanted: &[Rule]) -> Vec<String> {
    let mut missing: Vec<Rule> = Vec::new();
    for rule in wanted.iter().flat_map(Rule::broken_down) {
        if owned.iter().any(|owner| owner.covers(&rule)) {
            continue;
        }
        let same_but_for_verbs = |known: &&mut Rule| {
            known.urls.is_empty()
                && (&known.groups, &known.resources, &known.names)
                    == (&rule.groups, &rule.resources, &rule.names)
        };
        match missing.iter_mut().find(same_but_for_verbs) {
            Some(known) if !known.verbs.contains(&rule.verbs[0]) => known.verbs.extend(rule.verbs),
            Some(_) => {}
            None => missing.push(rule),
        }
    }
    let mut told: Vec<String> = missing.iter().map(Rule::text).collect();
    told.sort();
    told
}

fn has(list: &[String], wanted: &str) -> bool {
    list.iter().any(|item| item == ALL || item == wanted)
}

/// A pattern is a path, or the beginning of paths with a star behind it.
fn url_matches(url: &str, path: &str) -> bool {
    url == path
        || url
            .strip_suffix('*')
            .is_some_and(|prefix| path.starts_with(prefix))
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn resource(verb: &str, group: &str, resource: &str, name: &str) -> Attributes {
        let (resource, subresource) = resource.split_once('/').unwrap_or((resource, ""));
        Attributes::Resource(ResourceAttributes {
            verb: verb.to_owned(),
            group: group.to_owned(),
            resource: resource.to_owned(),
            subresource: subresource.to_owned(),
            name: name.to_owned(),
            ..ResourceAttributes::default()
        })
    }

    #[test]
    fn rules_allow_what_they_name() {
        let rule = |rule: Value| Rule::of(&rule);
        let get_pods = rule(json!({"verbs": ["get"], "apiGroups": [""], "resources": ["pods"]}));
        let scale = rule(json!({"verbs": ["*"], "apiGroups": ["*"], "resources": ["*/scale"]}));
        let one = rule(
            json!({"verbs": ["get"], "apiGroups": [""], "resources": ["pods"], "resourceNames": ["a"]}),
        );
        let cases = [
            (&get_pods, resource("get", "", "pods", "x"), true),
            (&get_pods, resource("list", "", "pods", ""), false),
            (&get_pods, resource("get", "", "pods/log", "x"), false),
            (&get_pods, resource("get", "apps", "pods", "x"), false),
            (
                &scale,
                resource("update", "apps", "deployments/scale", "x"),
                true,
            ),
            (
                &scale,
                resource("update", "apps", "deployments", "x"),
                false,
            ),
            (&one, resource("get", "", "pods", "a"), true),
            (&one, resource("get", "", "pods", ""), false),
        ];
        for (rule, asked, allowed) in cases {
            assert_eq!(rule.allows(&asked), allowed, "{rule:?} {asked:?}");
        }
        let urls = rule(json!({"verbs": ["get"], "nonResourceURLs": ["/healthz", "/apis/*"]}));
        for (path, allowed) in [
            ("/healthz", true),
            ("/healthz/ping", false),
            ("/apis/apps", true),
        ] {
            let asked = Attributes::Path {
                verb: "get".to_owned(),
                path: path.to_owned(),
            };
            assert_eq!(urls.allows(&asked), allowed, "{path}");
        }
    }

    #[test]
    fn what_is_not_covered_is_told_by_resource() {
        let rules = |rules: Value| Rule::list(&rules);
        let owned =
            rules(json!([{"verbs": ["get"], "apiGroups": ["", "apps"], "resources": ["*"]}]));
        let wanted = rules(json!([
            {"verbs": ["get", "list"], "apiGroups": [""], "resources": ["secrets", "pods"]},
            {"verbs": ["get"], "nonResourceURLs": ["/metrics"]},
        ]));
        assert_eq!(
            uncovered(&owned, &wanted),
            [
                r#"{APIGroups:[""], Resources:["pods"], Verbs:["list"]}"#,
                r#"{APIGroups:[""], Resources:["secrets"], Verbs:["list"]}"#,
                r#"{NonResourceURLs:["/metrics"], Verbs:["get"]}"#,
            ]
        );
        assert!(uncovered(&Rule::everything(), &wanted).is_empty());
    }
}
