//! Bases in git repositories and files over HTTP.

use std::io::{BufRead, BufReader, Write};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::Command;

use filesys::Disk;
use kustomize::{Error, NetworkRemote, Options};

const CONFIG_MAP: &str = "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: settings\n";

/// A directory with a kustomization of these resources, and a cache beside it.
struct Project {
    directory: tempfile::TempDir,
}

impl Project {
    fn new(resources: &[&str]) -> Self {
        let project = Self {
            directory: tempfile::tempdir().expect("a directory"),
        };
        let entries: String = resources
            .iter()
            .map(|resource| format!("- {resource}\n"))
            .collect();
        project.write("app/kustomization.yaml", &format!("resources:\n{entries}"));
        project
    }

    fn path(&self, name: &str) -> PathBuf {
        self.directory
            .path()
            .canonicalize()
            .expect("an absolute path")
            .join(name)
    }

    fn write(&self, name: &str, text: &str) {
        let path = self.path(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("made");
        std::fs::write(path, text).expect("written");
    }

    fn build(&self) -> Result<String, Error> {
        let remote = NetworkRemote::new(self.path("cache"));
        let options = Options {
            remote: &remote,
            ..Options::default()
        };
        kustomize::build(&Disk, &self.path("app"), &options)
            .and_then(|resources| resources.to_yaml())
    }

    /// Commits everything below a directory and gives the commit.
    fn commit(&self, repository: &str) -> String {
        let git = |arguments: &[&str]| {
            let identity = [
                "-c",
                "user.name=t",
                "-c",
                "user.email=t@example.com",
                "-c",
                "init.defaultBranch=main",
            ];
            let output = Command::new("git")
                .args(identity)
                .args(arguments)
                .current_dir(self.path(repository))
                .output()
                .expect("git runs");
            assert!(
                output.status.success(),
                "{}",
                String::from_utf8_lossy(&output.stderr)
            );
            String::from_utf8_lossy(&output.stdout).trim().to_owned()
        };
        git(&["init", "-q"]);
        git(&["add", "-A"]);
        git(&["commit", "-q", "-m", "c"]);
        git(&["rev-parse", "HEAD"])
    }
}

#[expect(clippy::print_stdout, reason = "says that a test did not run")]
fn git_is_missing() -> bool {
    let missing = Command::new("git").arg("--version").output().is_err();
    if missing {
        println!("skipped: git is not installed");
    }
    missing
}

#[test]
fn bases_in_a_repository_share_one_clone() {
    if git_is_missing() {
        return;
    }
    let project = Project::new(&[]);
    project.write(
        "repo/a/kustomization.yaml",
        "namePrefix: a-\nresources: [c.yaml]\n",
    );
    project.write("repo/a/c.yaml", CONFIG_MAP);
    project.write(
        "repo/b/kustomization.yaml",
        "namePrefix: b-\nresources: [../a]\n",
    );
    let commit = project.commit("repo");
    let repository = project.path("repo");
    let url = |directory: &str, query: &str| {
        format!("file://{}//{directory}{query}", repository.display())
    };
    let entries = format!(
        "resources:\n- {}\n- {}\n",
        url("a", ""),
        url("b", "?ref=main")
    );
    project.write("app/kustomization.yaml", &entries);
    let expected = format!(
        "{}---\n{}",
        CONFIG_MAP.replace("settings", "a-settings"),
        CONFIG_MAP.replace("settings", "b-a-settings")
    );
    assert_eq!(project.build().expect("built"), expected);

    let clones: Vec<_> = walk(&project.path("cache"))
        .into_iter()
        .filter(|path| path.ends_with(&commit))
        .collect();
    assert_eq!(clones.len(), 1, "one clone for both");

    // A commit that is kept needs no repository any more.
    project.write(
        "app/kustomization.yaml",
        &format!("resources: ['{}']\n", url("a", &format!("?ref={commit}"))),
    );
    std::fs::rename(&repository, project.path("gone")).expect("moved away");
    assert_eq!(
        project.build().expect("built"),
        CONFIG_MAP.replace("settings", "a-settings")
    );
}

fn walk(directory: &Path) -> Vec<PathBuf> {
    std::fs::read_dir(directory)
        .expect("a directory")
        .flat_map(|entry| std::fs::read_dir(entry.expect("an entry").path()).expect("a directory"))
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

#[test]
fn a_base_must_stay_in_its_repository() {
    if git_is_missing() {
        return;
    }
    let project = Project::new(&[]);
    project.write(
        "repo/a/kustomization.yaml",
        "resources: [../../../../../../../../../../..]\n",
    );
    project.commit("repo");
    project.write(
        "app/kustomization.yaml",
        &format!(
            "resources: ['file://{}//a']\n",
            project.path("repo").display()
        ),
    );
    let error = project.build().expect_err("refused").to_string();
    assert!(
        error.contains(
            "security; bases in kustomizations found in cloned git repos must be within the repo"
        ),
        "{error}"
    );
}

#[test]
fn a_missing_repository_is_an_error() {
    if git_is_missing() {
        return;
    }
    let project = Project::new(&["file:///nowhere/at/all.git//a"]);
    let error = project.build().expect_err("refused").to_string();
    assert!(
        error.contains("failed to run '")
            && error.contains("fetch --depth=1 file:///nowhere/at/all.git HEAD"),
        "{error}"
    );
}

/// Answers one request for each of these responses and gives the address.
fn serve(responses: Vec<String>) -> String {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let address = listener.local_addr().expect("an address");
    std::thread::spawn(move || {
        for response in responses {
            let (mut stream, _) = listener.accept().expect("a connection");
            let mut lines = BufReader::new(stream.try_clone().expect("a second handle")).lines();
            while lines
                .next()
                .is_some_and(|line| line.is_ok_and(|line| !line.is_empty()))
            {}
            stream.write_all(response.as_bytes()).expect("answered");
        }
    });
    format!("http://{address}")
}

fn response(status: &str, headers: &str, body: &str) -> String {
    format!(
        "HTTP/1.1 {status}\r\n{headers}Content-Length: {}\r\n\r\n{body}",
        body.len()
    )
}

#[test]
fn a_file_over_http() {
    let server = serve(vec![
        response("302 Found", "Location: /there.yaml\r\n", ""),
        response("200 OK", "", CONFIG_MAP),
    ]);
    let project = Project::new(&[&format!("{server}/c.yaml")]);
    assert_eq!(project.build().expect("built"), CONFIG_MAP);
}

#[test]
fn an_answer_that_is_no_success() {
    let server = serve(vec![response("404 Not Found", "", "no")]);
    let url = format!("{server}/c.yaml");
    let error = Project::new(&[&url])
        .build()
        .expect_err("refused")
        .to_string();
    assert_eq!(
        error,
        format!(
            "accumulating resources: accumulating resources from '{url}': HTTP Error: status code 404 (Not Found)"
        )
    );
}

#[test]
fn no_server() {
    // The port was free a moment ago and nobody listens there now.
    let address = TcpListener::bind("127.0.0.1:0")
        .and_then(|listener| listener.local_addr())
        .expect("a free port");
    let error = Project::new(&[&format!("http://{address}/c.yaml")])
        .build()
        .expect_err("refused")
        .to_string();
    let text =
        format!("Get \"http://{address}/c.yaml\": dial tcp {address}: connect: connection refused");
    assert!(error.contains(&text), "{error}");
}
