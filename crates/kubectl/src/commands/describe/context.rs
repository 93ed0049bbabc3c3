//! What describers need besides the object.

use serde_json::Value;

use cliruntime::{ApiError, Query, ResourcePath, Rest};

/// The server, and how much of it to show.
pub(super) struct Context<'a> {
    pub(super) rest: &'a Rest,
    /// Whether events are to be shown.
    pub(super) show_events: bool,
    /// How many objects to ask for at once; all of them if 0.
    pub(super) chunk_size: i64,
}

impl Context<'_> {
    /// Every item of a collection, page by page.
    ///
    /// # Errors
    /// If the server refuses.
    pub(super) async fn list(&self, path: &str, query: Query) -> Result<Vec<Value>, ApiError> {
        let collection = self.rest.collection(path, &query, self.chunk_size).await?;
        Ok(collection.items)
    }

    /// The objects of a built-in resource in a namespace that a label selector finds.
    ///
    /// # Errors
    /// If the server refuses.
    pub(super) async fn list_in(
        &self,
        group: &str,
        resource: &str,
        namespace: &str,
        selector: &str,
    ) -> Result<Vec<Value>, ApiError> {
        let path = ResourcePath::v1(group, resource, namespace);
        let query = Query::new().with_non_empty("labelSelector", selector);
        self.list(&path.to_path(), query).await
    }
}
