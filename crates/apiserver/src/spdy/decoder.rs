use bytes::{Buf as _, Bytes, BytesMut};
use flate2::{Decompress, FlushDecompress};

use super::dictionary::dictionary;
use super::{CONTROL, FIN, Frame, GO_AWAY, HEADERS, PING, RST_STREAM, SYN_REPLY, SYN_STREAM};
use super::{SpdyError, VERSION};

/// A frame may have so many bytes.
const MAX_FRAME: usize = 1 << 20;
/// The headers of a frame may have so many bytes.
const MAX_HEADERS: usize = 64 << 10;
/// What every frame begins with.
const HEAD: usize = 8;

/// Turns bytes into frames.
pub(crate) struct Decoder {
    buffer: BytesMut,
    inflate: Decompress,
}

impl Decoder {
    pub(crate) fn new() -> Self {
        Decoder {
            buffer: BytesMut::new(),
            inflate: Decompress::new(true),
        }
    }

    /// Takes in what has arrived.
    pub(crate) fn push(&mut self, bytes: &[u8]) {
        self.buffer.extend_from_slice(bytes);
    }

    /// The next whole frame, if it is there. Frames that nobody cares about are passed over.
    pub(crate) fn next_frame(&mut self) -> Result<Option<Frame>, SpdyError> {
        while self.buffer.len() >= HEAD {
            let mut head = &self.buffer[..HEAD];
            let (first, second) = (head.get_u32(), head.get_u32());
            let [flags, ..] = second.to_be_bytes();
            let length = (second & 0xff_ffff) as usize;
            if length > MAX_FRAME {
                return Err(SpdyError::TooLong(length));
            }
            if first & CONTROL != 0 && version(first) != VERSION {
                return Err(SpdyError::Version(version(first)));
            }
            if self.buffer.len() < HEAD + length {
                return Ok(None);
            }
            self.buffer.advance(HEAD);
            let body = self.buffer.split_to(length).freeze();
            let is_last = flags & FIN != 0;
            if first & CONTROL == 0 {
                let id = first;
                return Ok(Some(Frame::Data {
                    id,
                    data: body,
                    is_last,
                }));
            }
            let [_, _, high, low] = first.to_be_bytes();
            let kind = u16::from_be_bytes([high, low]);
            if let Some(frame) = self.control(kind, body, is_last)? {
                return Ok(Some(frame));
            }
        }
        Ok(None)
    }

    fn control(
        &mut self,
        kind: u16,
        mut body: Bytes,
        is_last: bool,
    ) -> Result<Option<Frame>, SpdyError> {
        let id = match kind {
            SYN_STREAM | SYN_REPLY | RST_STREAM | PING | HEADERS => {
                body.try_get_u32().map_err(|_| SpdyError::Short(kind))?
            }
            GO_AWAY => return Ok(Some(Frame::GoAway)),
            _ => return Ok(None),
        };
        let id = id & !CONTROL;
        Ok(match kind {
            SYN_STREAM => {
                // The stream that it belongs to, and its priority.
                let rest = body.get(6..).ok_or(SpdyError::Short(kind))?;
                let headers = self.headers(rest)?;
                Some(Frame::SynStream {
                    id,
                    headers,
                    is_last,
                })
            }
            RST_STREAM => Some(Frame::RstStream { id }),
            PING => Some(Frame::Ping { id }),
            // Their headers go through the same compression, so they are read even where nobody wants them.
            _ => {
                self.headers(&body)?;
                None
            }
        })
    }

    fn headers(&mut self, compressed: &[u8]) -> Result<Vec<(String, String)>, SpdyError> {
        let text = self.inflated(compressed)?;
        let mut text = &text[..];
        let count = text.try_get_u32().map_err(|_| SpdyError::Headers)?;
        let mut headers = Vec::new();
        for _ in 0..count {
            let (name, value) = (word(&mut text)?, word(&mut text)?);
            headers.push((name.to_ascii_lowercase(), value));
        }
        Ok(headers)
    }

    fn inflated(&mut self, compressed: &[u8]) -> Result<Vec<u8>, SpdyError> {
        let start = self.inflate.total_in();
        let mut out = Vec::with_capacity(1 << 10);
        loop {
            let read = usize::try_from(self.inflate.total_in() - start).unwrap_or(usize::MAX);
            let rest = compressed.get(read..).unwrap_or_default();
            if rest.is_empty() {
                return Ok(out);
            }
            let before = (read, out.len());
            let result = self
                .inflate
                .decompress_vec(rest, &mut out, FlushDecompress::Sync);
            match result {
                Err(error) if error.needs_dictionary().is_some() => {
                    let primed = self.inflate.set_dictionary(&dictionary());
                    primed.map_err(|_| SpdyError::Headers)?;
                    continue;
                }
                Err(_) => return Err(SpdyError::Headers),
                Ok(_) => {}
            }
            if out.len() > MAX_HEADERS {
                return Err(SpdyError::Headers);
            }
            if out.len() == out.capacity() {
                out.reserve(out.len());
            } else if self.inflate.total_in() == start + before.0 as u64 && out.len() == before.1 {
                return Err(SpdyError::Headers);
            }
        }
    }
}

fn version(first: u32) -> u16 {
    let [high, low, ..] = (first & !CONTROL).to_be_bytes();
    u16::from_be_bytes([high, low])
}

fn word(text: &mut &[u8]) -> Result<String, SpdyError> {
    let length = text.try_get_u32().map_err(|_| SpdyError::Headers)? as usize;
    let word = text.get(..length).ok_or(SpdyError::Headers)?;
    let word = String::from_utf8(word.to_vec()).map_err(|_| SpdyError::Headers)?;
    text.advance(length);
    Ok(word)
}
