//! Sets of fields, as trees of path elements.

use std::collections::BTreeMap;

use serde_json::{Map, Value};

/// A set of paths. Elements are written as in JSON: `f:NAME`, `k:{"KEY":VALUE}`, `v:VALUE`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Set(BTreeMap<String, Node>);

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Node {
    /// Whether the path that ends here is in the set.
    member: bool,
    below: Set,
}

impl Set {
    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub(super) fn insert(&mut self, path: &[String]) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        let node = self.0.entry(first.clone()).or_default();
        if rest.is_empty() {
            node.member = true;
        } else {
            node.below.insert(rest);
        }
    }

    pub(super) fn add(&mut self, other: &Self) {
        for (element, node) in &other.0 {
            let own = self.0.entry(element.clone()).or_default();
            own.member |= node.member;
            own.below.add(&node.below);
        }
    }

    /// Takes out what `needed` names, and every path that something needed lies below: a map goes only with its last field.
    pub(super) fn spare(&mut self, needed: &Self) {
        for (element, node) in &needed.0 {
            let Some(own) = self.0.get_mut(element) else {
                continue;
            };
            own.member = false;
            own.below.spare(&node.below);
            if own.below.is_empty() {
                self.0.remove(element);
            }
        }
    }

    pub(super) fn subtract(&mut self, other: &Self) {
        for (element, node) in &other.0 {
            let Some(own) = self.0.get_mut(element) else {
                continue;
            };
            own.member &= !node.member;
            own.below.subtract(&node.below);
            if !own.member && own.below.is_empty() {
                self.0.remove(element);
            }
        }
    }

    /// The paths that are in both sets.
    pub(super) fn common(&self, other: &Self) -> Self {
        let mut common = Self::default();
        for (element, node) in &self.0 {
            let Some(theirs) = other.0.get(element) else {
                continue;
            };
            let both = Node {
                member: node.member && theirs.member,
                below: node.below.common(&theirs.below),
            };
            if both.member || !both.below.is_empty() {
                common.0.insert(element.clone(), both);
            }
        }
        common
    }

    /// The first elements of the paths, whether the path ends there, and what goes on below.
    pub(super) fn iter(&self) -> impl Iterator<Item = (&str, bool, &Self)> {
        self.0
            .iter()
            .map(|(element, node)| (&**element, node.member, &node.below))
    }

    /// The paths as conflicts name them: `.spec.containers[name="c"].image`.
    pub(super) fn paths(&self) -> Vec<String> {
        let mut paths = Vec::new();
        for (element, member, below) in self.iter() {
            let step = step(element);
            if member {
                paths.push(step.clone());
            }
            paths.extend(
                below
                    .paths()
                    .into_iter()
                    .map(|path| format!("{step}{path}")),
            );
        }
        paths
    }

    /// Takes out everything below fields of the root for which `keep` says so.
    pub(super) fn retain(&mut self, keep: impl Fn(&str) -> bool) {
        self.0
            .retain(|element, _| keep(element.strip_prefix("f:").unwrap_or_default()));
    }

    pub(super) fn from_json(fields: &Value) -> Self {
        let mut set = Self::default();
        for (element, inner) in fields.as_object().into_iter().flatten() {
            if element == "." {
                continue;
            }
            let below = Self::from_json(inner);
            let member = below.is_empty() || inner.get(".").is_some();
            set.0.insert(element.clone(), Node { member, below });
        }
        set
    }

    pub(super) fn to_json(&self) -> Value {
        let mut fields = Map::new();
        for (element, node) in &self.0 {
            let mut inner = node.below.to_json();
            if let (true, false, Value::Object(inner)) =
                (node.member, node.below.is_empty(), &mut inner)
            {
                inner.insert(".".to_owned(), Value::Object(Map::new()));
            }
            fields.insert(element.clone(), inner);
        }
        fields.into()
    }
}

/// A path element as texts show it: `.spec`, `[name="c"]`, `[="v"]`, `[0]`.
pub(super) fn step(element: &str) -> String {
    match element.split_once(':') {
        Some(("f", name)) => format!(".{name}"),
        Some(("k", key)) => {
            let key: Map<String, Value> = serde_json::from_str(key).unwrap_or_default();
            let pairs: Vec<String> = key
                .iter()
                .map(|(name, value)| format!("{name}={value}"))
                .collect();
            format!("[{}]", pairs.join(","))
        }
        Some(("i", index)) => format!("[{index}]"),
        Some((_, value)) => format!("[={value}]"),
        None => element.to_owned(),
    }
}
