//! An answer that comes in pieces.

use http_body_util::BodyExt;
use kube::client::Body;

/// The body of an answer, as it comes.
pub struct ByteStream {
    body: Body,
}

impl ByteStream {
    pub(super) fn new(body: Body) -> ByteStream {
        ByteStream { body }
    }

    /// The next piece; none at the end, or when the connection breaks.
    pub async fn next(&mut self) -> Option<Vec<u8>> {
        loop {
            let frame = self.body.frame().await?.ok()?;
            if let Some(data) = frame.data_ref() {
                return Some(data.to_vec());
            }
        }
    }
}
