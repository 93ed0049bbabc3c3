//! Files as archives.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Component, Path, PathBuf};

use tar::{Archive, Builder, EntryType};

/// Where an archive comes from.
pub(super) struct Origin {
    pub(super) namespace: String,
    pub(super) pod: String,
    pub(super) path: String,
}

/// Writes a file or a directory under another name; links stay links.
///
/// # Errors
/// It cannot be read, or nobody takes the archive.
pub(super) fn pack(source: &Path, name: &str, to: impl Write) -> io::Result<()> {
    let mut archive = Builder::new(to);
    archive.follow_symlinks(false);
    if source.is_dir() {
        archive.append_dir_all(name, source)?;
    } else {
        archive.append_path_with_name(source, name)?;
    }
    archive.into_inner().map(drop)
}

/// Writes the files of an archive to where the copy is to be, which texts call `shown`. Gives the warnings about what was left out: links, and files that would not be
/// below the destination.
///
/// # Errors
/// The archive is not one of what was asked for, or a file cannot be written.
pub(super) fn unpack(
    archive: impl Read,
    origin: &Origin,
    to: &Path,
    shown: &str,
) -> io::Result<Vec<String>> {
    let prefix = prefix(&origin.path);
    let named = |rest: &str| match rest.trim_matches('/') {
        "" => shown.to_owned(),
        rest => format!("{}/{rest}", shown.trim_end_matches('/')),
    };
    let mut warnings = Vec::new();
    let mut archive = Archive::new(archive);
    for entry in archive.entries()? {
        let mut entry = entry?;
        let name = String::from_utf8_lossy(&entry.path_bytes()).into_owned();
        let Some(rest) = name.strip_prefix(&prefix) else {
            return Err(io::Error::other("tar contents corrupted"));
        };
        let Some(path) = below(to, rest) else {
            warnings.push(format!(
                "warning: file {:?} is outside target destination, skipping",
                named(rest)
            ));
            continue;
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder)?;
        }
        match entry.header().entry_type() {
            EntryType::Directory => fs::create_dir_all(&path)?,
            EntryType::Symlink => {
                warnings.push(skipped(&entry, &named(rest), origin, warnings.is_empty()));
            }
            _ => {
                let mut file = File::create(&path).map_err(|error| told(&named(rest), &error))?;
                io::copy(&mut entry, &mut file)?;
            }
        }
    }
    Ok(warnings)
}

/// What the names in an archive of a path begin with: tar leaves out what leads out of the root.
fn prefix(path: &str) -> String {
    let mut names: Vec<&str> = Vec::new();
    for name in path.split('/') {
        match name {
            "" | "." => {}
            ".." => drop(names.pop()),
            name => names.push(name),
        }
    }
    names.join("/")
}

/// The path below a folder; none if it is not below it.
fn below(folder: &Path, rest: &str) -> Option<PathBuf> {
    let mut path = folder.to_owned();
    for part in Path::new(rest.trim_start_matches('/')).components() {
        match part {
            Component::Normal(name) => path.push(name),
            Component::CurDir => {}
            Component::ParentDir | Component::RootDir | Component::Prefix(_) => return None,
        }
    }
    Some(path)
}

fn skipped(
    entry: &tar::Entry<'_, impl Read>,
    path: &str,
    origin: &Origin,
    is_first: bool,
) -> String {
    let target = entry.link_name_bytes().unwrap_or_default();
    let mut warning = format!(
        "warning: skipping symlink: {:?} -> {:?}",
        path,
        String::from_utf8_lossy(&target)
    );
    if is_first {
        warning += &format!(
            " (consider using \"kubectl exec -n {:?} {:?} -- tar cf - {:?} | tar xf -\")",
            origin.namespace, origin.pod, origin.path
        );
    }
    warning
}

fn told(path: &str, error: &io::Error) -> io::Error {
    let why = match error.kind() {
        io::ErrorKind::IsADirectory => "is a directory".to_owned(),
        io::ErrorKind::PermissionDenied => "permission denied".to_owned(),
        _ => error.to_string(),
    };
    io::Error::other(format!("open {path}: {why}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn origin(path: &str) -> Origin {
        Origin {
            namespace: "default".to_owned(),
            pod: "web".to_owned(),
            path: path.to_owned(),
        }
    }

    #[test]
    fn what_is_packed_comes_out_below_the_destination() {
        let folder = tempfile::tempdir().expect("there is room");
        let source = folder.path().join("source");
        fs::create_dir_all(source.join("deep")).expect("it can be made");
        fs::write(source.join("deep/file"), "content").expect("it can be written");
        std::os::unix::fs::symlink("/etc/passwd", source.join("link")).expect("it can be made");
        let mut archive = Vec::new();
        pack(&source, "var", &mut archive).expect("it can be packed");
        let to = folder.path().join("to");
        let warnings =
            unpack(&*archive, &origin("/../var/"), &to, "to").expect("it can be unpacked");
        let written = fs::read_to_string(to.join("deep/file")).expect("it is there");
        assert_eq!(written, "content");
        assert!(!to.join("link").exists());
        assert_eq!(
            warnings,
            [
                "warning: skipping symlink: \"to/link\" -> \"/etc/passwd\" (consider using \"kubectl exec -n \"default\" \"web\" -- tar cf - \
                 \"/../var/\" | tar xf -\")"
            ]
        );
        let other =
            unpack(&*archive, &origin("/etc"), &to, "to").expect_err("it is of something else");
        assert_eq!(other.to_string(), "tar contents corrupted");
        let mut file = Vec::new();
        pack(&to.join("deep/file"), "var", &mut file).expect("it can be packed");
        let taken = unpack(&*file, &origin("var"), &to, "to").expect_err("a directory is there");
        assert_eq!(taken.to_string(), "open to: is a directory");
    }

    #[test]
    fn a_name_that_leads_out_is_left_out() {
        let mut header = tar::Header::new_gnu();
        let name = b"var/../../outside";
        header.as_old_mut().name[..name.len()].copy_from_slice(name);
        header.set_size(1);
        header.set_mode(0o644);
        header.set_cksum();
        let mut archive = Builder::new(Vec::new());
        archive
            .append(&header, &b"x"[..])
            .expect("it can be packed");
        let archive = archive.into_inner().expect("it is whole");
        let folder = tempfile::tempdir().expect("there is room");
        let to = folder.path().join("to");
        let warnings = unpack(&*archive, &origin("var"), &to, "to").expect("it is skipped");
        assert_eq!(warnings.len(), 1, "{warnings:?}");
        assert!(!folder.path().join("outside").exists());
        assert!(!to.exists());
    }
}
