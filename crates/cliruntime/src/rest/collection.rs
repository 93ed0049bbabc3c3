//! Collections, read page by page.

use serde_json::Value;

use super::{ApiError, Query, Rest};

/// The objects of a collection.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// The objects in the order of the server.
    pub items: Vec<Value>,
    /// The version of the last page, from which a watch goes on.
    pub resource_version: String,
}

impl Rest {
    /// Reads the whole collection at a path, `chunk_size` objects at a time; all at once if that is 0.
    ///
    /// # Errors
    /// The server refused, or could not be reached.
    pub async fn collection(
        &self,
        path: &str,
        query: &Query,
        chunk_size: i64,
    ) -> Result<Collection, ApiError> {
        let mut collection = Collection::default();
        let mut token = String::new();
        loop {
            let mut page_query = query.clone();
            if chunk_size > 0 {
                page_query.push("limit", chunk_size.to_string());
            }
            let page_query = page_query.with_non_empty("continue", &token);
            let mut page = self.get(path, &page_query).await?.json()?;
            if let Some(items) = page["items"].as_array_mut() {
                collection.items.append(items);
            }
            let text = |field: &str| {
                page["metadata"][field]
                    .as_str()
                    .unwrap_or_default()
                    .to_owned()
            };
            (token, collection.resource_version) = (text("continue"), text("resourceVersion"));
            if token.is_empty() {
                return Ok(collection);
            }
        }
    }
}
