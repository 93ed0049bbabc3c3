//! What roles and bindings must look like.

use apimachinery::field::{Error, ErrorList, FieldPath};
use apimachinery::validation::is_path_segment_name;
use serde_json::{Value, json};

use super::GROUP;
use crate::strategy::Strategy;

/// Roles; those of the whole cluster may have paths in their rules.
pub(crate) struct Role {
    pub(crate) namespaced: bool,
}

/// Bindings keep their role.
pub(crate) struct Binding {
    pub(crate) namespaced: bool,
}

impl Strategy for Role {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        for (index, rule) in items(&object["rules"]).enumerate() {
            let path = FieldPath::new("rules").index(index);
            self.rule(&mut errors, rule, &path);
        }
        errors
    }
}

impl Role {
    fn rule(&self, errors: &mut ErrorList, rule: &Value, path: &FieldPath) {
        let is_empty = |field: &str| items(&rule[field]).next().is_none();
        if is_empty("verbs") {
            let detail = "verbs must contain at least one value";
            errors.push(Error::required(&path.child("verbs"), detail));
        }
        if !is_empty("nonResourceURLs") {
            let (path, urls) = (path.child("nonResourceURLs"), &rule["nonResourceURLs"]);
            if self.namespaced {
                let detail = "namespaced rules cannot apply to non-resource URLs";
                errors.push(Error::invalid(&path, urls.clone(), detail));
            }
            if ["apiGroups", "resources", "resourceNames"]
                .into_iter()
                .any(|field| !is_empty(field))
            {
                let detail = "rules cannot apply to both regular resources and non-resource URLs";
                errors.push(Error::invalid(&path, urls.clone(), detail));
            }
            return;
        }
        if is_empty("apiGroups") {
            let detail = "resource rules must supply at least one api group";
            errors.push(Error::required(&path.child("apiGroups"), detail));
        }
        if is_empty("resources") {
            let detail = "resource rules must supply at least one resource";
            errors.push(Error::required(&path.child("resources"), detail));
        }
    }
}

impl Strategy for Binding {
    fn validate(&self, object: &Value) -> ErrorList {
        let mut errors = ErrorList::new();
        let (role, path) = (&object["roleRef"], FieldPath::new("roleRef"));
        if text(&role["apiGroup"]) != GROUP {
            let group = text(&role["apiGroup"]);
            errors.push(Error::not_supported(
                &path.child("apiGroup"),
                group,
                [GROUP],
            ));
        }
        let kinds = ["Role", "ClusterRole"];
        let kinds = if self.namespaced {
            &kinds[..]
        } else {
            &kinds[1..]
        };
        let kind = text(&role["kind"]);
        if !kinds.contains(&kind) {
            let supported = kinds.iter().copied();
            errors.push(Error::not_supported(&path.child("kind"), kind, supported));
        }
        name(&mut errors, text(&role["name"]), &path.child("name"));
        for (index, subject) in items(&object["subjects"]).enumerate() {
            let path = FieldPath::new("subjects").index(index);
            self.subject(&mut errors, subject, &path);
        }
        errors
    }

    fn validate_update(&self, new: &Value, old: &Value) -> ErrorList {
        let mut errors = self.validate(new);
        let (role, path) = (&new["roleRef"], FieldPath::new("roleRef"));
        if *role != old["roleRef"] {
            // The real server shows the fields by their Go names.
            let shown =
                json!({"APIGroup": role["apiGroup"], "Kind": role["kind"], "Name": role["name"]});
            errors.push(Error::invalid(&path, shown, "cannot change roleRef"));
        }
        errors
    }
}

impl Binding {
    fn subject(&self, errors: &mut ErrorList, subject: &Value, path: &FieldPath) {
        let (name, kind) = (text(&subject["name"]), text(&subject["kind"]));
        if name.is_empty() {
            errors.push(Error::required(&path.child("name"), ""));
        }
        let wanted_group = match kind {
            "ServiceAccount" => "",
            "User" | "Group" => GROUP,
            _ => {
                let supported = ["ServiceAccount", "User", "Group"];
                errors.push(Error::not_supported(&path.child("kind"), kind, supported));
                return;
            }
        };
        if kind == "ServiceAccount" {
            for wrong in is_path_segment_name(name) {
                errors.push(Error::invalid(&path.child("name"), name, wrong));
            }
            if !self.namespaced && text(&subject["namespace"]).is_empty() {
                errors.push(Error::required(&path.child("namespace"), ""));
            }
        }
        let group = text(&subject["apiGroup"]);
        if group != wanted_group {
            let path = path.child("apiGroup");
            errors.push(Error::not_supported(&path, group, [wanted_group]));
        }
    }
}

fn name(errors: &mut ErrorList, name: &str, path: &FieldPath) {
    if name.is_empty() {
        errors.push(Error::required(path, ""));
    }
    for wrong in is_path_segment_name(name) {
        errors.push(Error::invalid(path, name, wrong));
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rules_are_complete() {
        let cases = [
            (
                json!({"verbs": [], "apiGroups": [""], "resources": ["pods"]}),
                "rules[0].verbs: Required value: verbs must contain at least one value",
            ),
            (
                json!({"verbs": ["get"], "resources": ["pods"]}),
                "rules[0].apiGroups: Required value: resource rules must supply at least one api group",
            ),
            (
                json!({"verbs": ["get"], "apiGroups": [""]}),
                "rules[0].resources: Required value: resource rules must supply at least one resource",
            ),
            (
                json!({"verbs": ["get"], "nonResourceURLs": ["/x"]}),
                "rules[0].nonResourceURLs: Invalid value: [\"/x\"]: namespaced rules cannot apply to non-resource URLs",
            ),
        ];
        for (rule, expected) in cases {
            let role = Role { namespaced: true };
            let object = json!({"rules": [rule]});
            assert_eq!(role.validate(&object).to_string(), expected);
        }
    }

    #[test]
    fn bindings_name_a_role_and_somebody() {
        let binding = Binding { namespaced: false };
        let role = json!({"apiGroup": GROUP, "kind": "ClusterRole", "name": "view"});
        let cases = [
            (
                json!({"kind": "Robot", "name": "r"}),
                "subjects[0].kind: Unsupported value: \"Robot\": supported values: \"ServiceAccount\", \"User\", \"Group\"",
            ),
            (
                json!({"kind": "ServiceAccount", "name": "r"}),
                "subjects[0].namespace: Required value",
            ),
            (
                json!({"kind": "User", "name": "u"}),
                "subjects[0].apiGroup: Unsupported value: \"\": supported values: \"rbac.authorization.k8s.io\"",
            ),
        ];
        for (subject, expected) in cases {
            let object = json!({"roleRef": role, "subjects": [subject]});
            assert_eq!(binding.validate(&object).to_string(), expected);
        }
    }
}
