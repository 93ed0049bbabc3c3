//! How many pods a change costs while it is made.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use kube::Client;
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::task::JoinHandle;

const EVERY: Duration = Duration::from_millis(20);

/// Counts the pods with a label again and again, and keeps the highest number.
pub(super) struct Census {
    most: Arc<AtomicUsize>,
    counting: JoinHandle<()>,
}

impl Census {
    /// Begins to count the pods of the namespace `default` with this label, `name=value`.
    pub(super) fn begin(runtime: &Handle, client: &Client, label: &str) -> Self {
        let most = Arc::new(AtomicUsize::new(0));
        let path = format!(
            "/api/v1/namespaces/default/pods?labelSelector={}",
            label.replace('=', "%3D")
        );
        let (client, highest) = (client.clone(), Arc::clone(&most));
        let counting = runtime.spawn(async move {
            while let Ok(count) = count(&client, &path).await {
                highest.fetch_max(count, Ordering::Relaxed);
                tokio::time::sleep(EVERY).await;
            }
        });
        Census { most, counting }
    }

    /// Ends the counting and gives the highest number.
    pub(super) fn end(self) -> usize {
        self.counting.abort();
        self.most.load(Ordering::Relaxed)
    }
}

/// The pods that are not on their way out.
async fn count(client: &Client, path: &str) -> Result<usize, kube::Error> {
    let request = http::Request::get(path)
        .body(Vec::new())
        .map_err(kube::Error::HttpError)?;
    let list: Value = client.request(request).await?;
    let pods = list["items"].as_array().into_iter().flatten();
    Ok(pods
        .filter(|pod| pod["metadata"]["deletionTimestamp"].is_null())
        .count())
}
