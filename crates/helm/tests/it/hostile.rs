//! Archives that want out, or want everything, through every command that reads one.

use std::path::Path;

use flate2::Compression;
use flate2::write::GzEncoder;

use crate::server::Server;
use crate::world::{helm_with, write};

const CHART: &[u8] = b"apiVersion: v2\nname: web\nversion: 1.0.0\n";

type Builder = tar::Builder<GzEncoder<Vec<u8>>>;

fn append(builder: &mut Builder, path: &str, kind: tar::EntryType, data: &[u8], size: u64) {
    let mut header = tar::Header::new_ustar();
    // The path is written as it is: the library would refuse the ones that matter here.
    header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
    header.set_size(size);
    header.set_entry_type(kind);
    if kind.is_symlink() {
        header.set_link_name("/etc/passwd").expect("a short name");
    }
    header.set_cksum();
    builder.append(&header, data).expect("an entry");
}

fn file(builder: &mut Builder, path: &str, data: &[u8]) {
    append(
        builder,
        path,
        tar::EntryType::Regular,
        data,
        data.len() as u64,
    );
}

/// The archive of a good chart with what is wrong behind it.
fn archive(add: impl FnOnce(&mut Builder)) -> Vec<u8> {
    let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
    file(&mut builder, "web/Chart.yaml", CHART);
    add(&mut builder);
    let encoder = builder.into_inner().expect("a tar stream");
    encoder.finish().expect("a gzip stream")
}

/// All files below a directory, the caches aside.
fn files(directory: &Path) -> Vec<String> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).expect("the directory") {
        let path = entry.expect("an entry").path();
        if path.ends_with("home") {
            continue;
        }
        if path.is_dir() {
            found.extend(files(&path));
        } else {
            found.push(path.display().to_string());
        }
    }
    found.sort();
    found
}

/// Every command refuses the archive with this reason, and leaves nothing behind.
fn refused(archive: &[u8], reason: &str) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let repository = folder.path().join("repository");
    let server = Server::of(&repository);
    let url = &server.url;
    write(
        folder.path(),
        &[
            (
                "repository/index.yaml",
                "apiVersion: v1\nentries:\n  web:\n  - {name: web, version: 1.0.0, urls: [web-1.0.0.tgz]}\n",
            ),
            (
                "parent/Chart.yaml",
                &format!(
                    "apiVersion: v2\nname: parent\nversion: 1.0.0\ndependencies:\n- {{name: web, version: 1.0.0, repository: '{url}'}}\n"
                ),
            ),
        ],
    );
    std::fs::write(repository.join("web-1.0.0.tgz"), archive).expect("a file");
    let before = files(folder.path());
    let home = folder.path().join("home").display().to_string();
    for args in [
        &["template", "x", "repository/web-1.0.0.tgz"][..],
        &["template", "x", "web", "--repo", url],
        &["lint", "repository/web-1.0.0.tgz"],
        &["show", "all", "repository/web-1.0.0.tgz"],
        &["pull", "web", "--repo", url, "--untar"],
        &["dependency", "build", "parent"],
        &["dependency", "update", "parent"],
    ] {
        let outcome = helm_with(&[("HOME", &home)], folder.path(), args);
        assert_eq!(outcome.code, 1, "{args:?}: {}", outcome.out);
        let told = format!("{}{}", outcome.out, outcome.err);
        assert!(told.contains(reason), "{args:?}: {told}");
        assert_eq!(files(folder.path()), before, "{args:?}");
    }
}

#[test]
fn paths_that_lead_out_are_refused() {
    refused(
        &archive(|builder| file(builder, "web/../../x", b"x")),
        "chart illegally references parent directory",
    );
    refused(
        &archive(|builder| file(builder, "/web/x", b"x")),
        "chart illegally contains absolute paths",
    );
}

#[test]
fn links_are_refused() {
    refused(
        &archive(|builder| {
            append(builder, "web/templates/x", tar::EntryType::Symlink, b"", 0);
        }),
        "chart contains an entry that is neither a file nor a directory",
    );
}

#[test]
fn a_gigabyte_of_zeros_is_refused() {
    // The entry promises more than there is; the promise is enough.
    refused(
        &archive(|builder| {
            append(
                builder,
                "web/zeros",
                tar::EntryType::Regular,
                &[0; 1 << 16],
                1 << 30,
            );
        }),
        "decompressed chart is larger than the maximum size 104857600",
    );
}

#[test]
fn a_hundred_thousand_entries_are_refused() {
    refused(
        &archive(|builder| {
            for index in 0..100_000 {
                file(builder, &format!("web/{index}"), b"");
            }
        }),
        "chart has more than 50000 files",
    );
}
