//! The roles and bindings of the cluster, decoded, as they are now.

use std::collections::BTreeMap;
use std::fmt;

use apimachinery::{Gvr, Status};
use parking_lot::Mutex;
use serde_json::Value;
use store::{Range, Store, Watch};

use super::GROUP;
use super::rule::Rule;
use super::subject::Subject;
use crate::identity::User;

/// All roles and bindings. Whoever reads sees what was written before.
pub(crate) struct Policy(Mutex<State>);

struct State {
    grants: Grants,
    /// The changes that `grants` does not know yet; nothing if it has to be read anew.
    changes: Option<Watch>,
}

/// A namespace, empty for what belongs to the whole cluster, and a name.
type Place = (String, String);

/// Who was given which rules.
#[derive(Default)]
pub(crate) struct Grants {
    roles: BTreeMap<Place, Vec<Rule>>,
    bindings: BTreeMap<Place, Binding>,
}

struct Binding {
    role: RoleRef,
    subjects: Vec<Subject>,
}

/// The role that a binding gives.
#[derive(Clone, Debug)]
pub(super) struct RoleRef {
    pub(super) kind: String,
    pub(super) name: String,
}

/// A binding that concerns a user.
pub(crate) struct Grant<'a> {
    place: &'a Place,
    role: &'a RoleRef,
    subject: &'a Subject,
}

impl Policy {
    /// The roles and bindings in a store.
    pub(crate) fn of(store: &Store) -> Self {
        let mut state = State {
            grants: Grants::default(),
            changes: None,
        };
        state.catch_up(store);
        Self(Mutex::new(state))
    }

    /// Reads the grants as they are now.
    pub(crate) fn read<T>(&self, store: &Store, read: impl FnOnce(&Grants) -> T) -> T {
        let mut state = self.0.lock();
        state.catch_up(store);
        read(&state.grants)
    }
}

impl State {
    fn catch_up(&mut self, store: &Store) {
        loop {
            match self.changes.as_mut().map(Watch::try_next) {
                Some(Ok(events)) if events.is_empty() => return,
                Some(Ok(events)) => {
                    for event in events {
                        let value = event.current.map(|entry| entry.value);
                        self.grants.set(&event.key, value.as_deref());
                    }
                }
                Some(Err(_)) | None => {
                    if !self.reload(store) {
                        return;
                    }
                }
            }
        }
    }

    /// Reads everything; false if that was not possible, so that nobody is given anything.
    fn reload(&mut self, store: &Store) -> bool {
        let prefix = format!("{GROUP}/");
        self.grants = Grants::default();
        let range = Range {
            prefix: &prefix,
            ..Range::default()
        };
        let Ok(page) = store.range(range) else {
            return false;
        };
        for entry in &page.entries {
            self.grants.set(&entry.key, Some(&entry.value));
        }
        self.changes = store.watch(&prefix, page.revision).ok();
        self.changes.is_some()
    }
}

impl Grants {
    /// Takes in what the store holds under a key.
    fn set(&mut self, key: &str, value: Option<&[u8]>) {
        let parts: Vec<&str> = key.split('/').collect();
        let (resource, place) = match parts[..] {
            [_, resource, name] => (resource, (String::new(), name.to_owned())),
            [_, resource, namespace, name] => (resource, (namespace.to_owned(), name.to_owned())),
            _ => return,
        };
        let object: Option<Value> = value.and_then(|bytes| serde_json::from_slice(bytes).ok());
        match (resource, object) {
            ("roles" | "clusterroles", Some(role)) => {
                self.roles.insert(place, Rule::list(&role["rules"]));
            }
            ("roles" | "clusterroles", None) => drop(self.roles.remove(&place)),
            ("rolebindings" | "clusterrolebindings", Some(binding)) => {
                let binding = Binding::of(&binding, &place.0);
                self.bindings.insert(place, binding);
            }
            ("rolebindings" | "clusterrolebindings", None) => drop(self.bindings.remove(&place)),
            _ => {}
        }
    }

    /// Goes through the rules that a user was given, those for the whole cluster first, until `visit` says that it is enough. Roles
    /// that are not there are told in `faults`.
    pub(super) fn visit(
        &self,
        user: &User,
        namespace: &str,
        faults: &mut Vec<String>,
        mut visit: impl FnMut(&Grant<'_>, &Rule) -> bool,
    ) {
        let of = |namespace: &str| (namespace.to_owned(), String::new())..;
        let places = if namespace.is_empty() {
            vec![""]
        } else {
            vec!["", namespace]
        };
        for namespace in places {
            let bindings = self.bindings.range(of(namespace));
            let here = bindings.take_while(|(place, _)| place.0 == namespace);
            for (place, binding) in here {
                let Some(subject) = binding.subjects.iter().find(|subject| subject.is(user)) else {
                    continue;
                };
                let role = &binding.role;
                let grant = Grant {
                    place,
                    role,
                    subject,
                };
                match self.rules(role, namespace) {
                    Ok(rules) if rules.iter().all(|rule| visit(&grant, rule)) => {}
                    Ok(_) => return,
                    Err(status) => faults.push(status.message),
                }
            }
        }
    }

    /// The rules of a role that a binding in a namespace names.
    pub(super) fn rules(&self, role: &RoleRef, namespace: &str) -> Result<&[Rule], Status> {
        let (place, resource) = match &*role.kind {
            "ClusterRole" => (String::new(), "clusterrole"),
            _ => (namespace.to_owned(), "role"),
        };
        let found = self.roles.get(&(place, role.name.clone()));
        found
            .map(Vec::as_slice)
            .ok_or_else(|| Status::not_found(&Gvr::new(GROUP, "v1", resource), &role.name))
    }
}

impl Binding {
    fn of(binding: &Value, namespace: &str) -> Self {
        let subjects = binding["subjects"].as_array().into_iter().flatten();
        Self {
            role: RoleRef::of(&binding["roleRef"]),
            subjects: subjects
                .filter_map(|subject| Subject::of(subject, namespace))
                .collect(),
        }
    }
}

impl RoleRef {
    pub(super) fn of(role: &Value) -> Self {
        let text = |field: &str| role[field].as_str().unwrap_or_default().to_owned();
        Self {
            kind: text("kind"),
            name: text("name"),
        }
    }
}

impl fmt::Display for Grant<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (namespace, name) = self.place;
        if namespace.is_empty() {
            write!(f, "ClusterRoleBinding \"{name}\"")?;
        } else {
            write!(f, "RoleBinding \"{name}/{namespace}\"")?;
        }
        let RoleRef { kind, name } = self.role;
        write!(f, " of {kind} \"{name}\" to {}", self.subject)
    }
}
