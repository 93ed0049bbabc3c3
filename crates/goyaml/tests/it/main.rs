//! What goyaml does, against recordings of the real tools and against itself.

#![expect(
    clippy::unwrap_used,
    reason = "a test stops at what is not as it should be"
)]

mod kustomize;
mod libyaml;
mod limits;
mod recorded;
mod round_trip;
mod short_cut;
mod styled;

use std::path::PathBuf;

fn cases(kind: &str) -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("tests/cases")
        .join(kind)
}
