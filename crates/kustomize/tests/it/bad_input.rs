//! Input of every kind that is wrong: an error, never a panic.

use std::path::{Path, PathBuf};

use filesys::{DirEntry, Disk, FileSystem, FileType, Memory, PathError};
use kustomize::{Error, ErrorKind, Options};

fn build(files: &dyn FileSystem, root: &str) -> Result<String, Error> {
    kustomize::build(files, Path::new(root), &Options::default())
        .and_then(|resources| resources.to_yaml())
}

/// A kustomization in memory with one resource file of these bytes.
fn with_resource(bytes: &[u8]) -> Memory {
    let files: Memory = [("/app/kustomization.yaml", "resources: [r.yaml]\n")]
        .into_iter()
        .collect();
    files
        .write(Path::new("/app/r.yaml"), bytes)
        .expect("written to memory");
    files
}

fn refusal(bytes: &[u8]) -> Error {
    build(&with_resource(bytes), "/app").expect_err("refused")
}

#[test]
fn binary_and_broken_text() {
    for bytes in [
        &b"\x00\x01\x02\xff\xfe"[..],
        b"a: \xff\xff\n",
        b"\xef\xbb\xbf\x00",
        b"kind: [",
        b"\t\ta",
        b"%YAML 9.9\n---\na",
        b"? [a]\n: b\n",
    ] {
        let error = refusal(bytes);
        assert!(
            matches!(
                error.kind(),
                ErrorKind::MalformedYaml | ErrorKind::Accumulate
            ),
            "{bytes:?}: {error}"
        );
        assert_eq!(error.place().map(|place| place.line), Some(1), "{error}");
    }
}

#[test]
fn deep_nesting_is_refused() {
    let text = format!(
        "kind: X\nmetadata: {{name: x}}\na: {}{}\n",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert_eq!(refusal(text.as_bytes()).kind(), ErrorKind::MalformedYaml);
}

#[test]
fn aliases_that_explode_are_refused() {
    let mut text =
        "apiVersion: v1\nkind: X\nmetadata: {name: x}\na0: &a0 [x, x, x, x, x, x, x, x, x, x]\n"
            .to_owned();
    for level in 1..12 {
        let below = format!("*a{}", level - 1);
        text.push_str(&format!(
            "a{level}: &a{level} [{}]\n",
            [below.as_str(); 10].join(", ")
        ));
    }
    assert_eq!(refusal(text.as_bytes()).kind(), ErrorKind::MalformedYaml);
}

#[test]
fn a_long_chain_of_bases_ends_in_an_error() {
    let names: Vec<_> = (0..400)
        .map(|level| {
            (
                format!("/b{level}/kustomization.yaml"),
                format!("resources: [../b{}]\n", level + 1),
            )
        })
        .collect();
    let files: Memory = names
        .iter()
        .map(|(path, text)| (path.as_str(), text.as_str()))
        .collect();
    let error = build(&files, "/b0").expect_err("refused");
    assert!(
        error
            .to_string()
            .ends_with("more than 64 kustomizations stand on each other"),
        "{error}"
    );
}

#[test]
fn files_that_cannot_be_read() {
    let directory = tempfile::tempdir().expect("a directory");
    let root = directory.path().canonicalize().expect("an absolute path");
    std::fs::write(root.join("kustomization.yaml"), "resources: [r.yaml]\n").expect("written");
    std::os::unix::fs::symlink("/etc/hostname", root.join("r.yaml")).expect("linked");
    let error = build(&Disk, &root.to_string_lossy()).expect_err("refused");
    assert!(error.to_string().contains("security; file"), "{error}");

    std::fs::remove_file(root.join("r.yaml")).expect("removed");
    std::os::unix::fs::symlink("r.yaml", root.join("r.yaml")).expect("linked to itself");
    let error = build(&Disk, &root.to_string_lossy()).expect_err("refused");
    assert_eq!(error.kind(), ErrorKind::Load, "{error}");
}

#[test]
fn every_prefix_of_a_kustomization_is_taken_or_refused() {
    let text = "resources: [r.yaml]\npatches:\n- patch: |-\n    [{\"op\": \"add\", \"path\": \"/a\", \"value\": 1}]\n  target: {kind: X}\nreplacements:\n- \
                sourceValue: x\n  targets: [{select: {kind: X}, fieldPaths: [a.0.\"b\"]}]\n";
    for length in 0..text.len() {
        let files: Memory = [
            ("/app/kustomization.yaml", &text[..length]),
            (
                "/app/r.yaml",
                "apiVersion: v1\nkind: X\nmetadata: {name: x}\n",
            ),
        ]
        .into_iter()
        .collect();
        match build(&files, "/app") {
            Ok(yaml) => assert!(yaml.is_empty() || yaml.contains("kind: X")),
            Err(error) => assert!(!error.to_string().is_empty()),
        }
    }
}

/// A tree in which one directory and what is in it may not be read.
struct Sealed {
    files: Memory,
    directory: &'static str,
}

impl Sealed {
    fn guarded(&self, operation: &'static str, path: &Path) -> Result<(), PathError> {
        if path.starts_with(self.directory) {
            let denied = std::io::ErrorKind::PermissionDenied.into();
            return Err(PathError::new(operation, path, denied));
        }
        Ok(())
    }
}

impl FileSystem for Sealed {
    fn working_directory(&self) -> Result<PathBuf, PathError> {
        self.files.working_directory()
    }

    fn read(&self, path: &Path) -> Result<Vec<u8>, PathError> {
        self.guarded("open", path)?;
        self.files.read(path)
    }

    fn lstat(&self, path: &Path) -> Result<FileType, PathError> {
        if path != Path::new(self.directory) {
            self.guarded("lstat", path)?;
        }
        self.files.lstat(path)
    }

    fn stat(&self, path: &Path) -> Result<FileType, PathError> {
        if path != Path::new(self.directory) {
            self.guarded("stat", path)?;
        }
        self.files.stat(path)
    }

    fn read_link(&self, path: &Path) -> Result<PathBuf, PathError> {
        self.files.read_link(path)
    }

    fn read_dir(&self, path: &Path) -> Result<Vec<DirEntry>, PathError> {
        self.guarded("open", path)?;
        self.files.read_dir(path)
    }

    fn write(&self, path: &Path, contents: &[u8]) -> Result<(), PathError> {
        self.files.write(path, contents)
    }

    fn create_dir_all(&self, path: &Path) -> Result<(), PathError> {
        self.files.create_dir_all(path)
    }

    fn remove_all(&self, path: &Path) -> Result<(), PathError> {
        self.files.remove_all(path)
    }
}

#[test]
fn directories_that_may_not_be_read() {
    let sealed = |text: &str, directory| Sealed {
        files: [
            ("/app/kustomization.yaml", text),
            ("/app/sub/r.yaml", "kind: X\nmetadata: {name: x}\n"),
            ("/base/kustomization.yaml", "resources: []\n"),
        ]
        .into_iter()
        .collect(),
        directory,
    };
    for (text, directory, complaint) in [
        (
            "resources: [sub/r.yaml]\n",
            "/app/sub",
            "lstat /app/sub/r.yaml: permission denied",
        ),
        (
            "configMapGenerator: [{name: a, files: [sub/r.yaml]}]\n",
            "/app/sub",
            "lstat /app/sub/r.yaml: permission denied",
        ),
        (
            "resources: [../base]\n",
            "/base",
            "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/base'",
        ),
        (
            "resources: []\n",
            "/app",
            "unable to find one of 'kustomization.yaml', 'kustomization.yml' or 'Kustomization' in directory '/app'",
        ),
    ] {
        let error = build(&sealed(text, directory), "/app").expect_err("refused");
        assert!(error.to_string().ends_with(complaint), "{error}");
    }
}
