use http::{Method, Request};
use kube::Client;
use serde::Serialize;
use serde_json::{Value, json};

use crate::{Key, Object, PatchType, Resource};

/// What becomes of the dependents of a deleted object.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Propagation {
    /// The object goes at once, the garbage collector follows.
    Background,
    /// The object stays until its blocking dependents are gone.
    Foreground,
    /// The dependents stay.
    Orphan,
}

impl Propagation {
    /// The word of `propagationPolicy`.
    #[must_use]
    pub fn as_str(self) -> &'static str {
        match self {
            Propagation::Background => "Background",
            Propagation::Foreground => "Foreground",
            Propagation::Orphan => "Orphan",
        }
    }
}

/// The objects of a list and the revision at which it was taken.
#[derive(Debug)]
pub struct List {
    /// The objects, with the `apiVersion` and `kind` that lists leave out.
    pub items: Vec<Object>,
    /// `metadata.resourceVersion` of the list.
    pub resource_version: String,
}

/// A request that the API refused, or that did not reach it.
#[derive(Debug, thiserror::Error)]
#[error("{}", self.message())]
pub struct ApiError(#[from] kube::Error);

impl ApiError {
    /// The message of the `Status`, or what kept the request from an answer.
    #[must_use]
    pub fn message(&self) -> String {
        match &self.0 {
            kube::Error::Api(status) => status.message.clone(),
            other => other.to_string(),
        }
    }

    /// The machine-readable reason of the `Status`, empty without one.
    #[must_use]
    pub fn reason(&self) -> &str {
        match &self.0 {
            kube::Error::Api(status) => &status.reason,
            _ => "",
        }
    }

    /// The HTTP code of the `Status`, 0 without an answer.
    #[must_use]
    pub fn code(&self) -> u16 {
        match &self.0 {
            kube::Error::Api(status) => status.code,
            _ => 0,
        }
    }

    /// The object is not there.
    #[must_use]
    pub fn is_not_found(&self) -> bool {
        self.reason() == "NotFound"
    }

    /// Somebody else wrote the object in between, or a precondition failed.
    #[must_use]
    pub fn is_conflict(&self) -> bool {
        self.reason() == "Conflict"
    }

    /// The name is taken.
    #[must_use]
    pub fn is_already_exists(&self) -> bool {
        self.reason() == "AlreadyExists"
    }

    /// The namespace accepts no new objects because it is going away.
    #[must_use]
    pub fn is_namespace_terminating(&self) -> bool {
        match &self.0 {
            kube::Error::Api(status) => status
                .details
                .iter()
                .flat_map(|details| &details.causes)
                .any(|cause| cause.reason == "NamespaceTerminating"),
            _ => false,
        }
    }
}

/// Reads and writes objects under one field manager.
#[derive(Clone)]
pub struct Api {
    client: Client,
    field_manager: &'static str,
}

impl Api {
    /// An API whose writes are recorded under `field_manager`.
    #[must_use]
    pub fn new(client: Client, field_manager: &'static str) -> Self {
        Api {
            client,
            field_manager,
        }
    }

    /// The client under this one.
    #[must_use]
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// Reads one object.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn get(&self, resource: &Resource, key: &Key) -> Result<Object, ApiError> {
        self.send(Method::GET, &object_path(resource, key, ""), None, None)
            .await
    }

    /// Lists the objects of a namespace, or of all when `namespace` is empty. `query` is appended to the path as it is.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn list(
        &self,
        resource: &Resource,
        namespace: &str,
        query: &str,
    ) -> Result<List, ApiError> {
        let path = format!("{}?{query}", resource.collection_path(namespace));
        let mut list: Value = self
            .client
            .request(request(Method::GET, &path, None, Vec::new())?)
            .await?;
        let resource_version = list["metadata"]["resourceVersion"]
            .as_str()
            .unwrap_or_default()
            .to_owned();
        let Value::Array(items) = list["items"].take() else {
            return Ok(List {
                items: Vec::new(),
                resource_version,
            });
        };
        let items = items
            .into_iter()
            .map(|item| with_type(resource, item))
            .collect();
        Ok(List {
            items,
            resource_version,
        })
    }

    /// Creates an object in a namespace.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn create(
        &self,
        resource: &Resource,
        namespace: &str,
        body: &(impl Serialize + ?Sized + Sync),
    ) -> Result<Object, ApiError> {
        let path = self.managed(&resource.collection_path(namespace));
        self.send(
            Method::POST,
            &path,
            Some("application/json"),
            Some(text(body)?),
        )
        .await
    }

    /// Posts to a subresource of an object, such as `binding`.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn create_subresource(
        &self,
        resource: &Resource,
        key: &Key,
        subresource: &str,
        body: &(impl Serialize + ?Sized + Sync),
    ) -> Result<Object, ApiError> {
        let path = self.managed(&object_path(resource, key, subresource));
        self.send(
            Method::POST,
            &path,
            Some("application/json"),
            Some(text(body)?),
        )
        .await
    }

    /// Replaces an object, or one of its subresources when that is not empty.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn update(
        &self,
        resource: &Resource,
        key: &Key,
        subresource: &str,
        body: &(impl Serialize + ?Sized + Sync),
    ) -> Result<Object, ApiError> {
        let path = self.managed(&object_path(resource, key, subresource));
        self.send(
            Method::PUT,
            &path,
            Some("application/json"),
            Some(text(body)?),
        )
        .await
    }

    /// Patches an object, or one of its subresources when that is not empty.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn patch(
        &self,
        resource: &Resource,
        key: &Key,
        subresource: &str,
        patch_type: PatchType,
        body: &(impl Serialize + ?Sized + Sync),
    ) -> Result<Object, ApiError> {
        let path = self.managed(&object_path(resource, key, subresource));
        self.send(
            Method::PATCH,
            &path,
            Some(patch_type.content_type()),
            Some(text(body)?),
        )
        .await
    }

    /// Deletes an object if it still has this uid. `grace_period_seconds` of none leaves the period to the object.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn delete(
        &self,
        resource: &Resource,
        object: &Object,
        propagation: Option<Propagation>,
        grace_period_seconds: Option<i64>,
    ) -> Result<Object, ApiError> {
        let mut options = json!({"apiVersion": "v1", "kind": "DeleteOptions", "preconditions": {"uid": object.uid()}});
        if let Some(policy) = propagation {
            options["propagationPolicy"] = policy.as_str().into();
        }
        if let Some(seconds) = grace_period_seconds {
            options["gracePeriodSeconds"] = seconds.into();
        }
        let path = object_path(resource, &object.key(), "");
        self.send(
            Method::DELETE,
            &path,
            Some("application/json"),
            Some(options.to_string()),
        )
        .await
    }

    /// Deletes all objects of a resource in a namespace.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn delete_collection(
        &self,
        resource: &Resource,
        namespace: &str,
    ) -> Result<(), ApiError> {
        let options =
            json!({"apiVersion": "v1", "kind": "DeleteOptions", "propagationPolicy": "Background"});
        self.send(
            Method::DELETE,
            &resource.collection_path(namespace),
            Some("application/json"),
            Some(options.to_string()),
        )
        .await
        .map(drop)
    }

    /// Reads a document that is not an object of a resource, such as discovery.
    ///
    /// # Errors
    /// The API refused or could not be reached.
    pub async fn raw(&self, path: &str) -> Result<Value, ApiError> {
        Ok(self
            .client
            .request(request(Method::GET, path, None, Vec::new())?)
            .await?)
    }

    async fn send(
        &self,
        method: Method,
        path: &str,
        content_type: Option<&str>,
        body: Option<String>,
    ) -> Result<Object, ApiError> {
        let body = body.unwrap_or_default();
        Ok(self
            .client
            .request(request(method, path, content_type, body.into_bytes())?)
            .await?)
    }

    fn managed(&self, path: &str) -> String {
        format!("{path}?fieldManager={}", self.field_manager)
    }
}

fn text(body: &(impl Serialize + ?Sized)) -> Result<String, kube::Error> {
    serde_json::to_string(body).map_err(kube::Error::SerdeError)
}

pub(crate) fn request(
    method: Method,
    path: &str,
    content_type: Option<&str>,
    body: Vec<u8>,
) -> Result<Request<Vec<u8>>, kube::Error> {
    let mut builder = Request::builder()
        .method(method)
        .uri(path)
        .header(http::header::ACCEPT, "application/json");
    if let Some(content_type) = content_type {
        builder = builder.header(http::header::CONTENT_TYPE, content_type);
    }
    builder.body(body).map_err(kube::Error::HttpError)
}

fn with_type(resource: &Resource, mut item: Value) -> Object {
    if let Value::Object(fields) = &mut item {
        fields.insert("apiVersion".to_owned(), resource.api_version().into());
        fields.insert("kind".to_owned(), resource.kind.as_ref().into());
    }
    Object::new(&item)
}

fn object_path(resource: &Resource, key: &Key, subresource: &str) -> String {
    let collection = resource.collection_path(&key.namespace);
    if subresource.is_empty() {
        format!("{collection}/{}", key.name)
    } else {
        format!("{collection}/{}/{subresource}", key.name)
    }
}
