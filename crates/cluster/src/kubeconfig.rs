use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use apiserver::Identity;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;

use crate::data_dir::write_private;

/// The first line of every kubeconfig that a cluster writes, by which it knows its own.
const MARK: &str = "# Written by kaeru for as long as its cluster runs.";

/// Why the kubeconfig cannot be written.
#[derive(Debug, thiserror::Error)]
pub enum KubeconfigError {
    /// There is a file that somebody else has written.
    #[error("{} is there and was not written by kaeru; name another file with --kubeconfig", .0.display())]
    Foreign(PathBuf),
    /// The system refused.
    #[error("write {}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
}

/// Writes the kubeconfig of an administrator, readable by nobody else.
pub(crate) fn write(
    path: &Path,
    server: &str,
    authority: &str,
    admin: &Identity,
) -> Result<(), KubeconfigError> {
    match fs::read_to_string(path) {
        Ok(present) if !present.is_empty() && !present.starts_with(MARK) => {
            return Err(KubeconfigError::Foreign(path.to_owned()));
        }
        _ => {}
    }
    let written = write_private(path, text(server, authority, admin).as_bytes());
    written.map_err(|source| KubeconfigError::Write {
        path: path.to_owned(),
        source,
    })
}

/// Takes the kubeconfig away if it is still the one that a cluster wrote.
pub(crate) fn remove(path: &Path) {
    if fs::read_to_string(path).is_ok_and(|present| present.starts_with(MARK)) {
        // What cannot be removed is overwritten by the next cluster.
        drop(fs::remove_file(path));
    }
}

fn text(server: &str, authority: &str, admin: &Identity) -> String {
    let authority = STANDARD.encode(authority);
    let certificate = STANDARD.encode(&admin.certificate);
    let key = STANDARD.encode(&admin.key);
    format!(
        "{MARK}
apiVersion: v1
kind: Config
clusters:
- cluster:
    certificate-authority-data: {authority}
    server: {server}
  name: kaeru
contexts:
- context:
    cluster: kaeru
    user: kaeru-admin
  name: kaeru
current-context: kaeru
users:
- name: kaeru-admin
  user:
    client-certificate-data: {certificate}
    client-key-data: {key}
"
    )
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    #[test]
    fn only_its_own_file_is_overwritten_and_removed() {
        let dir = tempfile::tempdir().expect("there is a place for temporary files");
        let path = dir.path().join("kubeconfig");
        let admin = Identity {
            certificate: "cert".to_owned(),
            key: "key".to_owned(),
        };
        write(&path, "https://127.0.0.1:1", "ca", &admin).expect("nothing is there");
        write(&path, "https://127.0.0.1:2", "ca", &admin).expect("it is its own");
        let text = fs::read_to_string(&path).expect("it is there");
        assert!(text.contains("    server: https://127.0.0.1:2\n"), "{text}");
        assert!(text.contains("    client-key-data: a2V5\n"), "{text}");
        let mode = fs::metadata(&path)
            .expect("it is there")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o600);
        remove(&path);
        assert!(!path.exists());
        fs::write(&path, "apiVersion: v1\n").expect("it is writable");
        let error =
            write(&path, "https://127.0.0.1:3", "ca", &admin).expect_err("it is somebody else's");
        assert!(error.to_string().ends_with(
            "kubeconfig is there and was not written by kaeru; name another file with --kubeconfig"
        ));
        remove(&path);
        assert!(path.exists());
    }
}
