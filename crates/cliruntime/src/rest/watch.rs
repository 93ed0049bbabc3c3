//! A stream of changes.

use http_body_util::BodyExt;
use kube::client::Body;
use serde_json::Value;

use super::ApiError;

/// A change that a watch reports.
#[derive(Debug, Clone, PartialEq)]
pub struct WatchEvent {
    /// `ADDED`, `MODIFIED`, `DELETED` or `BOOKMARK`.
    pub kind: String,
    /// The object, or a table of one row.
    pub object: Value,
}

/// An open watch.
pub struct Watch {
    body: Body,
    buffer: Vec<u8>,
    /// The texts of the warnings that came with the answer.
    pub warnings: Vec<String>,
}

impl Watch {
    pub(super) fn new(body: Body, warnings: Vec<String>) -> Watch {
        Watch {
            body,
            buffer: Vec::new(),
            warnings,
        }
    }

    /// The next change; none when the server has ended the stream.
    ///
    /// Dropping the future between two events loses nothing.
    ///
    /// # Errors
    /// If the connection breaks, or the server reports an error in the stream.
    pub async fn next(&mut self) -> Result<Option<WatchEvent>, ApiError> {
        loop {
            if let Some(end) = self.buffer.iter().position(|byte| *byte == b'\n') {
                let line: Vec<u8> = self.buffer.drain(..=end).collect();
                if line.trim_ascii().is_empty() {
                    continue;
                }
                return read_event(&line).map(Some);
            }
            let Some(frame) = self.body.frame().await else {
                return Ok(None);
            };
            // A connection that breaks ends a watch as well as one that closes: the caller asks anew.
            let Ok(frame) = frame else { return Ok(None) };
            if let Some(data) = frame.data_ref() {
                self.buffer.extend_from_slice(data);
            }
        }
    }
}

fn read_event(line: &[u8]) -> Result<WatchEvent, ApiError> {
    let mut event: Value =
        serde_json::from_slice(line).map_err(|error| ApiError::NotJson(error.to_string()))?;
    let kind = event["type"].as_str().unwrap_or_default().to_owned();
    let object = event["object"].take();
    if kind == "ERROR" {
        return Err(ApiError::from_status(object));
    }
    Ok(WatchEvent { kind, object })
}
