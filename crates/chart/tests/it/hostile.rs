//! Archives that want out, or want everything.

use std::io::Write;
use std::path::Path;

use chart::{Chart, LoadError, LoadOptions};
use flate2::Compression;
use flate2::write::GzEncoder;

const CHART_YAML: &[u8] = b"apiVersion: v2\nname: web\nversion: 1.0.0\n";

fn header(path: &str, size: u64, kind: tar::EntryType) -> tar::Header {
    let mut header = tar::Header::new_gnu();
    // The path is written as it is: the library would refuse the ones that matter here.
    let name = &mut header.as_old_mut().name;
    name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_size(size);
    header.set_mode(0o644);
    header.set_entry_type(kind);
    header.set_cksum();
    header
}

/// An archive of a good chart with these entries behind it.
fn archive(path: &Path, add: impl FnOnce(&mut tar::Builder<GzEncoder<std::fs::File>>)) {
    let file = std::fs::File::create(path).expect("a file");
    let mut builder = tar::Builder::new(GzEncoder::new(file, Compression::fast()));
    append(&mut builder, "web/Chart.yaml", CHART_YAML);
    add(&mut builder);
    let gzip = builder.into_inner().expect("the archive ends");
    gzip.finish()
        .expect("the archive ends")
        .flush()
        .expect("the archive is written");
}

fn append<W: Write>(builder: &mut tar::Builder<W>, path: &str, data: &[u8]) {
    let header = header(path, data.len() as u64, tar::EntryType::Regular);
    builder.append(&header, data).expect("an entry");
}

fn load(add: impl FnOnce(&mut tar::Builder<GzEncoder<std::fs::File>>)) -> Result<Chart, String> {
    let directory = tempfile::tempdir().expect("a directory");
    let path = directory.path().join("web.tgz");
    archive(&path, add);
    let options = LoadOptions {
        max_files: 100,
        ..LoadOptions::default()
    };
    let loaded = Chart::load_with(&path, &options).map(|loaded| loaded.chart);
    let entries = std::fs::read_dir(directory.path())
        .expect("the directory")
        .count();
    assert_eq!(entries, 1, "nothing is written");
    loaded.map_err(|error| match error {
        LoadError::Archive(fault) => format!("unable to load chart archive: {fault}"),
        other => other.to_string(),
    })
}

#[test]
fn a_good_archive_is_loaded() {
    let chart = load(|builder| append(builder, "web/templates/a.yaml", b"a: 1")).expect("a chart");
    assert_eq!(chart.name(), "web");
    assert_eq!(chart.templates[0].name, "templates/a.yaml");
}

#[test]
fn paths_that_lead_out_are_refused() {
    for path in [
        "web/../../etc/passwd",
        "../web/a",
        "web/templates/../../../a",
    ] {
        let refused = load(|builder| append(builder, path, b"x")).expect_err("a refusal");
        assert_eq!(
            refused,
            "unable to load chart archive: chart illegally references parent directory"
        );
    }
}

#[test]
fn absolute_paths_are_refused() {
    for path in ["/web/templates/a.yaml", "//web/a", "/etc/passwd"] {
        let refused = load(|builder| append(builder, path, b"a: 1")).expect_err("a refusal");
        assert_eq!(
            refused,
            "unable to load chart archive: chart illegally contains absolute paths"
        );
    }
}

#[test]
fn links_and_devices_are_refused() {
    for kind in [
        tar::EntryType::Symlink,
        tar::EntryType::Link,
        tar::EntryType::Char,
        tar::EntryType::Fifo,
    ] {
        let refused = load(|builder| {
            let mut header = header("web/templates/secret", 0, kind);
            header.set_link_name("/etc/passwd").expect("a short name");
            header.set_cksum();
            builder.append(&header, std::io::empty()).expect("an entry");
        });
        assert_eq!(
            refused.expect_err("a refusal"),
            "unable to load chart archive: chart contains an entry that is neither a file nor a directory"
        );
    }
}

#[test]
fn a_bomb_is_refused_before_it_is_unpacked() {
    let size = 1 << 30;
    let refused = load(|builder| {
        let header = header("web/zeros", size, tar::EntryType::Regular);
        let zeros = std::io::Read::take(std::io::repeat(0), 1 << 20);
        // The entry promises more than there is; the promise is enough.
        builder.append(&header, zeros).expect("an entry");
    });
    assert_eq!(
        refused.expect_err("a refusal"),
        "unable to load chart archive: decompressed chart is larger than the maximum size 104857600"
    );
}

#[test]
fn too_many_entries_are_refused() {
    let refused = load(|builder| {
        for index in 0..200 {
            append(builder, &format!("web/f{index}"), b"");
        }
    });
    assert_eq!(
        refused.expect_err("a refusal"),
        "unable to load chart archive: chart has more than 100 files"
    );
}
