//! The tar stream of a chart, packed, written to a file and loaded.
#![no_main]

use std::io::Write;

use chart::{Chart, LoadOptions};
use flate2::Compression;
use flate2::write::GzEncoder;
use libfuzzer_sys::fuzz_target;

fuzz_target!(|tar: &[u8]| {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(tar).expect("memory takes everything");
    let packed = gzip.finish().expect("memory takes everything");
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("chart.tgz");
    std::fs::write(&path, packed).expect("a file");
    let options = LoadOptions {
        max_bytes: 1 << 20,
        max_files: 1_000,
    };
    drop(Chart::load_with(&path, &options));
});
