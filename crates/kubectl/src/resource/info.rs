//! One object that a command works on.

use serde_json::Value;

use crate::object;
use cliruntime::ApiResource;
use cliruntime::{ApiError, Query, ResourcePath, Rest};

/// An object, where it is served, and where it came from.
#[derive(Clone, Debug)]
pub(crate) struct Info {
    /// The object; null where only its name is known.
    pub(crate) object: Value,
    /// What serves it.
    pub(crate) resource: ApiResource,
    /// Its namespace; empty for cluster scope.
    pub(crate) namespace: String,
    /// Its name; empty where the server is to make one up.
    pub(crate) name: String,
    /// The file that it was read from, `STDIN`, or nothing.
    pub(crate) source: String,
}

impl Info {
    /// The path of the object.
    pub(crate) fn path(&self) -> String {
        self.resource_path("").to_path()
    }

    /// The path of a subresource of the object.
    pub(crate) fn subresource_path(&self, subresource: &str) -> String {
        self.resource_path(subresource).to_path()
    }

    /// The path of the collection that the object belongs to.
    pub(crate) fn collection_path(&self) -> String {
        ResourcePath {
            name: "",
            ..self.resource_path("")
        }
        .to_path()
    }

    fn resource_path<'a>(&'a self, subresource: &'a str) -> ResourcePath<'a> {
        ResourcePath {
            group: &self.resource.group,
            version: &self.resource.version,
            namespace: &self.namespace,
            resource: &self.resource.resource,
            name: &self.name,
            subresource,
        }
    }

    /// `deployment.apps/web`: how results name the object.
    pub(crate) fn object_name(&self) -> String {
        format!("{}/{}", self.resource.kind_and_group(), self.name)
    }

    /// Reads the object from the server.
    ///
    /// # Errors
    /// If the server refuses; an object that is not there in a namespace that is not there either is told as such.
    pub(crate) async fn read(&self, rest: &Rest) -> Result<Value, ApiError> {
        let answer = rest.get(&self.path(), &Query::new()).await?;
        answer.json()
    }

    /// Takes over what the server answered.
    pub(crate) fn refresh(&mut self, object: Value) {
        if !object::name(&object).is_empty() {
            self.name = object::name(&object).to_owned();
        }
        self.object = object;
    }
}
