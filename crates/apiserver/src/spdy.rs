//! SPDY/3.1 as Kubernetes speaks it: frames of streams over one connection, without flow control.
//!
//! Nothing here reads or writes: bytes go in and frames come out, and the other way round.

mod decoder;
mod dictionary;
mod encoder;

use bytes::Bytes;

pub(crate) use decoder::Decoder;
pub(crate) use encoder::Encoder;

/// The version in every control frame.
const VERSION: u16 = 3;
/// The bit that tells control frames from data.
const CONTROL: u32 = 1 << 31;
/// The flag of the last frame of a direction of a stream.
const FIN: u8 = 1;

const SYN_STREAM: u16 = 1;
const SYN_REPLY: u16 = 2;
const RST_STREAM: u16 = 3;
const PING: u16 = 6;
const GO_AWAY: u16 = 7;
const HEADERS: u16 = 8;

/// A frame that somebody cares about.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Frame {
    /// A new stream; names of headers are in lower case.
    SynStream {
        id: u32,
        headers: Vec<(String, String)>,
        is_last: bool,
    },
    /// A part of a stream.
    Data { id: u32, data: Bytes, is_last: bool },
    /// The end of both directions of a stream.
    RstStream { id: u32 },
    /// A question that is answered by the same.
    Ping { id: u32 },
    /// No more streams will come.
    GoAway,
}

/// Why a connection cannot go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SpdyError {
    #[error("a frame of version {0} of SPDY")]
    Version(u16),
    #[error("a frame of {0} bytes")]
    TooLong(usize),
    #[error("a frame of type {0} that is cut short")]
    Short(u16),
    #[error("headers that cannot be read")]
    Headers,
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
        let owned = |(name, value): &(&str, &str)| ((*name).to_owned(), (*value).to_owned());
        pairs.iter().map(owned).collect()
    }

    #[test]
    fn what_one_side_writes_the_other_reads() {
        let mut encoder = Encoder::new();
        let (mut decoder, mut bytes) = (Decoder::new(), Vec::new());
        let first = headers(&[
            ("streamtype", "error"),
            ("port", "8080"),
            ("requestid", "0"),
        ]);
        let second = headers(&[("streamtype", "data"), ("port", "8080"), ("requestid", "0")]);
        bytes.extend(encoder.syn_stream(1, &first));
        bytes.extend(encoder.syn_stream(3, &second));
        bytes.extend(encoder.data(3, b"hello", false));
        bytes.extend(encoder.data(1, b"", true));
        bytes.extend(encoder.ping(5));
        bytes.extend(encoder.rst_stream(3));
        let mut frames = Vec::new();
        // However the bytes are cut, the frames are the same.
        for part in bytes.chunks(7) {
            decoder.push(part);
            while let Some(frame) = decoder.next_frame().expect("they are well formed") {
                frames.push(frame);
            }
        }
        let syn = |id, headers: &[(String, String)]| Frame::SynStream {
            id,
            headers: headers.to_vec(),
            is_last: false,
        };
        let data = |id, data: &'static [u8], is_last| Frame::Data {
            id,
            data: Bytes::from_static(data),
            is_last,
        };
        assert_eq!(
            frames,
            [
                syn(1, &first),
                syn(3, &second),
                data(3, b"hello", false),
                data(1, b"", true),
                Frame::Ping { id: 5 },
                Frame::RstStream { id: 3 },
            ]
        );
    }

    #[test]
    fn frames_that_make_no_sense_end_the_connection() {
        for (bytes, error) in [
            (&[0x80, 2, 0, 1, 0, 0, 0, 0][..], SpdyError::Version(2)),
            (
                &[0, 0, 0, 1, 0, 255, 255, 255],
                SpdyError::TooLong(0xff_ffff),
            ),
            (&[0x80, 3, 0, 6, 0, 0, 0, 1, 0], SpdyError::Short(6)),
            (
                &[
                    0x80, 3, 0, 1, 0, 0, 0, 12, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 9, 9,
                ],
                SpdyError::Headers,
            ),
        ] {
            let mut decoder = Decoder::new();
            decoder.push(bytes);
            assert_eq!(decoder.next_frame(), Err(error));
        }
    }
}
