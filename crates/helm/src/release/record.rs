//! The text of a record: JSON, packed with gzip, in base64.

use std::io::{Read, Write};

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;

use super::{Release, Summary};
use crate::go_json::{marshal, with_go_numbers};

/// Why a record cannot be read.
#[derive(Debug, thiserror::Error)]
pub(crate) enum RecordError {
    /// It is no base64.
    #[error("illegal base64 data: {0}")]
    Base64(#[from] base64::DecodeError),
    /// It cannot be unpacked.
    #[error("{0}")]
    Gzip(#[from] std::io::Error),
    /// It is no release.
    #[error("{0}")]
    Json(#[from] serde_json::Error),
}

const GZIP: [u8; 3] = [0x1f, 0x8b, 0x08];

/// Unpacked records beyond this are refused: they cannot come from an object of 1 MiB in good faith.
const MAX_BYTES: u64 = 512 << 20;

/// Packs a release.
///
/// # Panics
/// Never: memory takes all bytes.
pub(crate) fn encode(release: &Release) -> String {
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed
        .write_all(&marshal(release))
        .expect("memory takes all bytes");
    STANDARD.encode(packed.finish().expect("memory takes all bytes"))
}

/// Unpacks a release; records that are not packed are read, too.
///
/// # Errors
/// The text is no record.
pub(crate) fn decode(text: &[u8]) -> Result<Release, RecordError> {
    let mut release: Release = serde_json::from_slice(&unpack(text)?)?;
    release.config = release.config.map(with_go_numbers);
    if let Some(chart) = &mut release.chart {
        chart.values = chart.values.take().map(with_go_numbers);
    }
    Ok(release)
}

/// Unpacks what lists show of a release.
///
/// # Errors
/// The text is no record.
pub(crate) fn decode_summary(text: &[u8]) -> Result<Summary, RecordError> {
    Ok(serde_json::from_slice(&unpack(text)?)?)
}

fn unpack(text: &[u8]) -> Result<Vec<u8>, RecordError> {
    let bytes = STANDARD.decode(text)?;
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes);
    }
    let mut json = Vec::new();
    GzDecoder::new(bytes.as_slice())
        .take(MAX_BYTES)
        .read_to_end(&mut json)?;
    Ok(json)
}
