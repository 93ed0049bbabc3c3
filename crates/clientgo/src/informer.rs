use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::Tree;
use futures::StreamExt;
use http::Method;
use kube::Client;
use kube::core::WatchEvent;
use parking_lot::Mutex;
use serde_json::{Map, json};
use tokio::sync::watch;
use tokio::task::JoinHandle;

use crate::api::{ApiError, request};
use crate::{Api, Cache, Object, Resource};

/// How long the server is asked to keep a watch open.
const WATCH_SECONDS: u32 = 290;
const FIRST_PAUSE: Duration = Duration::from_millis(100);
const LONGEST_PAUSE: Duration = Duration::from_secs(30);

/// One cache per resource, each kept up to date by one list and watch that all its readers share.
///
/// The watch is a loop of our own: kube-runtime's watcher wants typed metadata, which would decode everything twice, and its pauses have
/// jitter from an unseeded source.
pub struct Informers {
    client: Client,
    keep: Keep,
    informers: Mutex<BTreeMap<Resource, Informer>>,
}

/// What of each object goes into the cache.
#[derive(Clone, Copy)]
enum Keep {
    Everything,
    /// Type and metadata without labels and annotations: enough to know who owns whom.
    Ownership,
}

struct Informer {
    cache: Arc<Cache>,
    synced: watch::Receiver<bool>,
    task: JoinHandle<()>,
}

impl Informers {
    /// An empty set that reads through this client.
    #[must_use]
    pub fn new(client: Client) -> Self {
        Informers {
            client,
            keep: Keep::Everything,
            informers: Mutex::default(),
        }
    }

    /// An empty set whose objects have no more than what tells who owns whom.
    #[must_use]
    pub fn metadata_only(client: Client) -> Self {
        Informers {
            client,
            keep: Keep::Ownership,
            informers: Mutex::default(),
        }
    }

    /// The cache of a resource. The first call starts to fill it.
    pub fn cache(&self, resource: &Resource) -> Arc<Cache> {
        let mut informers = self.informers.lock();
        let informer = informers
            .entry(resource.clone())
            .or_insert_with(|| Informer::start(self.client.clone(), resource.clone(), self.keep));
        Arc::clone(&informer.cache)
    }

    /// Waits until every cache has taken in its first list.
    pub async fn synced(&self) {
        let receivers: Vec<_> = self
            .informers
            .lock()
            .values()
            .map(|informer| informer.synced.clone())
            .collect();
        for mut synced in receivers {
            // A closed channel means that the informer was stopped: nothing more will come.
            drop(synced.wait_for(|synced| *synced).await);
        }
    }

    /// Ends the watch of a resource that is served no longer.
    pub fn stop(&self, resource: &Resource) {
        if let Some(informer) = self.informers.lock().remove(resource) {
            informer.task.abort();
        }
    }
}

impl Drop for Informers {
    fn drop(&mut self) {
        for informer in self.informers.lock().values() {
            informer.task.abort();
            // Subscribers hold caches, which hold subscribers.
            informer.cache.clear_subscribers();
        }
    }
}

impl Informer {
    fn start(client: Client, resource: Resource, keep: Keep) -> Self {
        let cache = Arc::new(Cache::default());
        let (sender, synced) = watch::channel(false);
        let reflector = Reflector {
            api: Api::new(client, ""),
            resource,
            keep,
            cache: Arc::clone(&cache),
            synced: sender,
        };
        let task = tokio::spawn(reflector.run());
        Informer {
            cache,
            synced,
            task,
        }
    }
}

struct Reflector {
    api: Api,
    resource: Resource,
    keep: Keep,
    cache: Arc<Cache>,
    synced: watch::Sender<bool>,
}

impl Keep {
    fn of(self, object: Object) -> Object {
        match self {
            Keep::Everything => object,
            Keep::Ownership => {
                let mut metadata = Map::new();
                for (name, value) in object["metadata"].fields() {
                    if !matches!(name, "annotations" | "labels") {
                        metadata.insert(name.to_owned(), value.to_value());
                    }
                }
                Object::new(
                    &json!({"apiVersion": object["apiVersion"], "kind": object["kind"], "metadata": metadata}),
                )
            }
        }
    }
}

/// Why a watch has ended.
enum WatchEnd {
    /// The server closed it: it goes on from this revision.
    Resume(String),
    /// The revision is too old: everything must be listed again.
    Relist,
}

impl Reflector {
    async fn run(self) {
        let mut pause = FIRST_PAUSE;
        loop {
            match self.list_and_watch(&mut pause).await {
                Ok(()) => {}
                Err(error) => {
                    tracing::debug!(resource = %self.resource.plural, %error, "list and watch to be tried again");
                    tokio::time::sleep(pause).await;
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
            }
        }
    }

    async fn list_and_watch(&self, pause: &mut Duration) -> Result<(), ApiError> {
        let list = self.api.list(&self.resource, "", "").await?;
        let items = list
            .items
            .into_iter()
            .map(|object| self.keep.of(object))
            .collect();
        self.cache
            .replace(items, list.resource_version.parse().unwrap_or_default());
        self.synced.send_replace(true);
        let mut version = list.resource_version;
        loop {
            match self.watch(version).await? {
                WatchEnd::Resume(last) => version = last,
                WatchEnd::Relist => return Ok(()),
            }
            *pause = FIRST_PAUSE;
        }
    }

    async fn watch(&self, mut version: String) -> Result<WatchEnd, ApiError> {
        let collection = self.resource.collection_path("");
        let path = format!(
            "{collection}?watch=true&allowWatchBookmarks=true&timeoutSeconds={WATCH_SECONDS}&resourceVersion={version}"
        );
        let request = request(Method::GET, &path, None, Vec::new())?;
        let events = match self.api.client().request_events::<Object>(request).await {
            Ok(events) => events,
            Err(kube::Error::Api(status)) if status.code == 410 => return Ok(WatchEnd::Relist),
            Err(error) => return Err(error.into()),
        };
        let mut events = std::pin::pin!(events);
        while let Some(event) = events.next().await {
            match event? {
                WatchEvent::Added(object) | WatchEvent::Modified(object) => {
                    object.resource_version().clone_into(&mut version);
                    self.cache.apply(self.keep.of(object));
                }
                WatchEvent::Deleted(object) => {
                    object.resource_version().clone_into(&mut version);
                    self.cache.remove(self.keep.of(object));
                }
                WatchEvent::Bookmark(bookmark) => version = bookmark.metadata.resource_version,
                WatchEvent::Error(status) if status.code == 410 => return Ok(WatchEnd::Relist),
                WatchEvent::Error(status) => return Err(kube::Error::Api(status).into()),
            }
        }
        Ok(WatchEnd::Resume(version))
    }
}

impl std::fmt::Debug for Informers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(self.informers.lock().keys()).finish()
    }
}
