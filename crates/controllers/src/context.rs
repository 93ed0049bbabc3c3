use std::sync::Arc;

use apimachinery::Clock;
use clientgo::{
    Api, ApiError, Cache, Informers, Key, Object, PatchType, Propagation, Recorder, Resource,
    WorkQueue,
};
use serde_json::Value;

/// What a controller reads, writes and tells the time with.
#[derive(Clone)]
pub(crate) struct Context {
    pub(crate) api: Api,
    pub(crate) informers: Arc<Informers>,
    pub(crate) clock: Arc<dyn Clock>,
}

impl Context {
    pub(crate) fn cache(&self, resource: &Resource) -> Arc<Cache> {
        self.informers.cache(resource)
    }

    /// A recorder that speaks for the named controller.
    pub(crate) fn recorder(&self, component: &'static str) -> Recorder {
        Recorder::start(self.api.clone(), Arc::clone(&self.clock), component, "")
    }

    /// Adds the key of every object that is added, changed or deleted to a queue.
    pub(crate) fn enqueue_changes(&self, resource: &Resource, queue: &Arc<WorkQueue<Key>>) {
        let queue = Arc::clone(queue);
        self.cache(resource)
            .subscribe(move |delta| queue.add(delta.object().key()));
    }

    pub(crate) async fn create(
        &self,
        resource: &Resource,
        namespace: &str,
        body: &Value,
    ) -> Result<Object, ApiError> {
        self.observed(resource, self.api.create(resource, namespace, body).await)
    }

    /// Replaces an object, or one of its subresources when that is not empty. The body's `resourceVersion` must be current.
    pub(crate) async fn update(
        &self,
        resource: &Resource,
        subresource: &str,
        body: &Value,
    ) -> Result<Object, ApiError> {
        let metadata = &body["metadata"];
        let key = Key::new(
            metadata["namespace"].as_str().unwrap_or_default(),
            metadata["name"].as_str().unwrap_or_default(),
        );
        self.observed(
            resource,
            self.api.update(resource, &key, subresource, body).await,
        )
    }

    pub(crate) async fn patch(
        &self,
        resource: &Resource,
        key: &Key,
        patch_type: PatchType,
        body: &Value,
    ) -> Result<Object, ApiError> {
        self.observed(
            resource,
            self.api.patch(resource, key, "", patch_type, body).await,
        )
    }

    pub(crate) async fn patch_status(
        &self,
        resource: &Resource,
        key: &Key,
        patch_type: PatchType,
        body: &Value,
    ) -> Result<Object, ApiError> {
        let answer = self
            .api
            .patch(resource, key, "status", patch_type, body)
            .await;
        self.observed(resource, answer)
    }

    /// Deletes an object if it is still the same one.
    pub(crate) async fn delete(
        &self,
        resource: &Resource,
        object: &Object,
        propagation: Option<Propagation>,
    ) -> Result<(), ApiError> {
        let answer = self.api.delete(resource, object, propagation, None).await?;
        // An object that stays for now is answered as it is then; one that is gone may be answered by a mere Status.
        if answer.uid() == object.uid() && answer.is_deleting() {
            self.cache(resource).observe(&answer);
        }
        Ok(())
    }

    fn observed(
        &self,
        resource: &Resource,
        answer: Result<Object, ApiError>,
    ) -> Result<Object, ApiError> {
        if let Ok(object) = &answer {
            self.cache(resource).observe(object);
        }
        answer
    }
}
