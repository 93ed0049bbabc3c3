use bytes::{BufMut as _, Bytes, BytesMut};
use flate2::{Compress, Compression, FlushCompress};

use super::dictionary::dictionary;
use super::{CONTROL, FIN, PING, RST_STREAM, SYN_REPLY, VERSION};

/// The status of a stream that is not wanted any more.
const CANCEL: u32 = 5;
/// What a sync of the compression adds at most to its text.
const SYNC_BYTES: usize = 64;

/// Turns frames into bytes.
pub(crate) struct Encoder {
    deflate: Compress,
}

impl Encoder {
    pub(crate) fn new() -> Self {
        let mut deflate = Compress::new(Compression::default(), true);
        // A compression that has not begun takes any text.
        drop(deflate.set_dictionary(&dictionary()));
        Encoder { deflate }
    }

    #[cfg(test)]
    pub(crate) fn syn_stream(&mut self, id: u32, headers: &[(String, String)]) -> Bytes {
        let mut body = BytesMut::new();
        body.put_u32(id);
        body.put_slice(&[0; 6]);
        body.put_slice(&self.compressed(headers));
        control(super::SYN_STREAM, &body)
    }

    /// Takes a stream on.
    pub(crate) fn syn_reply(&mut self, id: u32) -> Bytes {
        let mut body = BytesMut::new();
        body.put_u32(id);
        body.put_slice(&self.compressed(&[]));
        control(SYN_REPLY, &body)
    }

    pub(crate) fn data(&self, id: u32, data: &[u8], is_last: bool) -> Bytes {
        let mut frame = BytesMut::with_capacity(8 + data.len());
        frame.put_u32(id & !CONTROL);
        frame.put_u32(length(data) | u32::from(if is_last { FIN } else { 0 }) << 24);
        frame.put_slice(data);
        frame.freeze()
    }

    pub(crate) fn rst_stream(&self, id: u32) -> Bytes {
        let mut body = BytesMut::new();
        body.put_u32(id);
        body.put_u32(CANCEL);
        control(RST_STREAM, &body)
    }

    pub(crate) fn ping(&self, id: u32) -> Bytes {
        control(PING, &id.to_be_bytes())
    }

    fn compressed(&mut self, headers: &[(String, String)]) -> Vec<u8> {
        let mut text = BytesMut::new();
        text.put_u32(u32::try_from(headers.len()).unwrap_or_default());
        for word in headers.iter().flat_map(|(name, value)| [name, value]) {
            text.put_u32(length(word.as_bytes()));
            text.put_slice(word.as_bytes());
        }
        let mut out = Vec::with_capacity(text.len() + SYNC_BYTES);
        // Into memory that is large enough nothing can fail.
        drop(
            self.deflate
                .compress_vec(&text, &mut out, FlushCompress::Sync),
        );
        out
    }
}

fn control(kind: u16, body: &[u8]) -> Bytes {
    let mut frame = BytesMut::with_capacity(8 + body.len());
    frame.put_u32(CONTROL | u32::from(VERSION) << 16 | u32::from(kind));
    frame.put_u32(length(body));
    frame.put_slice(body);
    frame.freeze()
}

/// The length of a part of a frame: the parts that are written are far from 16 MiB.
fn length(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).unwrap_or(u32::MAX) & 0xff_ffff
}
