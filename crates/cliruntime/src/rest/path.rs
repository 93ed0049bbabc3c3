//! Where in the API something is.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};

/// What Go's `url.Values.Encode` leaves alone.
const QUERY: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'_')
    .remove(b'.')
    .remove(b'~');

const SEGMENT: &AsciiSet = &QUERY
    .remove(b':')
    .remove(b'@')
    .remove(b'$')
    .remove(b'&')
    .remove(b'+')
    .remove(b'=');

/// The path of a resource: group, version, namespace, plural, and perhaps a name and a subresource.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResourcePath<'a> {
    /// The API group; empty for the core one.
    pub group: &'a str,
    /// The version of the group.
    pub version: &'a str,
    /// Empty for cluster scope or all namespaces.
    pub namespace: &'a str,
    /// The plural name.
    pub resource: &'a str,
    /// Empty for the collection.
    pub name: &'a str,
    /// Empty for the object itself.
    pub subresource: &'a str,
}

impl<'a> ResourcePath<'a> {
    /// The collection of a resource of version `v1`, in one namespace or, where that is empty, in all.
    pub fn v1(group: &'a str, resource: &'a str, namespace: &'a str) -> Self {
        ResourcePath {
            group,
            version: "v1",
            namespace,
            resource,
            ..ResourcePath::default()
        }
    }

    /// The path as it stands in a request.
    pub fn to_path(&self) -> String {
        let mut path = match self.group {
            "" => format!("/api/{}", self.version),
            group => format!("/apis/{group}/{}", self.version),
        };
        if !self.namespace.is_empty() {
            path.push_str("/namespaces/");
            push_segment(&mut path, self.namespace);
        }
        for segment in [self.resource, self.name, self.subresource] {
            if !segment.is_empty() {
                path.push('/');
                push_segment(&mut path, segment);
            }
        }
        path
    }
}

fn push_segment(path: &mut String, segment: &str) {
    path.extend(utf8_percent_encode(segment, SEGMENT));
}

/// The parameters of a request; they are sent in the order of their names.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query(Vec<(String, String)>);

impl Query {
    /// No parameters.
    pub fn new() -> Query {
        Query::default()
    }

    /// Adds a parameter.
    #[must_use]
    pub fn with(mut self, name: &str, value: impl Into<String>) -> Query {
        self.push(name, value);
        self
    }

    /// Adds a parameter unless its value is empty.
    #[must_use]
    pub fn with_non_empty(self, name: &str, value: &str) -> Query {
        if value.is_empty() {
            self
        } else {
            self.with(name, value)
        }
    }

    /// Adds a parameter.
    pub fn push(&mut self, name: &str, value: impl Into<String>) {
        self.0.push((name.to_owned(), value.into()));
    }

    /// Whether the parameter is there.
    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(known, _)| known == name)
    }

    pub(super) fn append_to(&self, path: &str) -> String {
        let mut sorted = self.0.clone();
        sorted.sort_by(|(a, _), (b, _)| a.cmp(b));
        let mut uri = path.to_owned();
        let mut separator = if path.contains('?') { '&' } else { '?' };
        for (name, value) in sorted {
            uri.push(separator);
            uri.extend(utf8_percent_encode(&name, QUERY));
            uri.push('=');
            uri.extend(utf8_percent_encode(&value, QUERY));
            separator = '&';
        }
        uri
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parameters_are_sorted_and_escaped() {
        let query = Query::new()
            .with("limit", "500")
            .with("labelSelector", "app=web,x in (a, b)");
        assert_eq!(
            query.append_to("/api"),
            "/api?labelSelector=app%3Dweb%2Cx%20in%20%28a%2C%20b%29&limit=500"
        );
    }

    #[test]
    fn core_resources_have_no_group() {
        let path = ResourcePath {
            version: "v1",
            namespace: "x",
            resource: "pods",
            name: "a",
            ..Default::default()
        };
        assert_eq!(path.to_path(), "/api/v1/namespaces/x/pods/a");
        let path = ResourcePath {
            group: "apps",
            version: "v1",
            resource: "deployments",
            ..Default::default()
        };
        assert_eq!(path.to_path(), "/apis/apps/v1/deployments");
    }
}
