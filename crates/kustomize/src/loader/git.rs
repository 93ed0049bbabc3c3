//! Repositories fetched by the installed git, kept by commit.

use std::cell::RefCell;
use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::mpsc;
use std::time::Duration;

use sha2::{Digest, Sha256};

use super::http::HttpClient;
use super::{Fetched, Remote, RemoteError, RepoSpec};

/// Fetches from the network: repositories with the installed `git`, files over HTTP and HTTPS.
///
/// A repository at a commit is fetched once and then kept in the cache directory; bases that name the same revision share it.
#[derive(Debug)]
pub struct NetworkRemote {
    cache: GitCache,
    http: HttpClient,
}

impl NetworkRemote {
    /// Keeps repositories in `cache`, a directory that is made when it is first needed.
    pub fn new(cache: PathBuf) -> Self {
        Self {
            cache: GitCache {
                directory: cache,
                clones: RefCell::default(),
            },
            http: HttpClient,
        }
    }
}

impl Remote for NetworkRemote {
    fn clone_repository(&self, spec: &RepoSpec) -> Result<PathBuf, RemoteError> {
        self.cache.clone_repository(spec)
    }

    fn get(&self, url: &str) -> Result<Fetched, RemoteError> {
        self.http.get(url).map_err(|reason| RemoteError::Http {
            url: url.to_owned(),
            reason,
        })
    }
}

/// Clones by repository and commit.
#[derive(Debug)]
pub(crate) struct GitCache {
    directory: PathBuf,
    /// What this run has resolved already, by repository, revision and whether with submodules.
    clones: RefCell<HashMap<(String, String, bool), PathBuf>>,
}

impl GitCache {
    fn clone_repository(&self, spec: &RepoSpec) -> Result<PathBuf, RemoteError> {
        let key = (spec.clone_spec(), spec.reference.clone(), spec.submodules);
        if let Some(clone) = self.clones.borrow().get(&key) {
            return Ok(clone.clone());
        }
        let clone = self.find_or_fetch(spec)?;
        self.clones.borrow_mut().insert(key, clone.clone());
        Ok(clone)
    }

    fn find_or_fetch(&self, spec: &RepoSpec) -> Result<PathBuf, RemoteError> {
        let git = Git {
            timeout: spec.timeout,
        };
        let repository = self.directory.join(digest(&spec.clone_spec()));
        let suffix = if spec.submodules { "" } else { "-plain" };
        let place = |commit: &str| repository.join(format!("{commit}{suffix}"));
        if let Some(kept) = git
            .resolve(spec)
            .map(|commit| place(&commit))
            .filter(|kept| kept.is_dir())
        {
            return Ok(kept);
        }
        let failed = |error: std::io::Error| {
            RemoteError::Directory(format!("mkdir {}: {error}", repository.display()))
        };
        std::fs::create_dir_all(&repository).map_err(failed)?;
        let fresh = tempfile::Builder::new()
            .prefix("fetch-")
            .tempdir_in(&repository)
            .map_err(failed)?;
        let commit = git.fetch(spec, fresh.path())?;
        let kept = place(&commit);
        let fresh = fresh.keep();
        match std::fs::rename(&fresh, &kept) {
            Ok(()) => Ok(kept),
            // Somebody else was faster with the same commit.
            Err(_) if kept.is_dir() => {
                // What is left over costs space and nothing else.
                drop(std::fs::remove_dir_all(&fresh));
                Ok(kept)
            }
            Err(error) => Err(failed(error)),
        }
    }
}

fn digest(text: &str) -> String {
    Sha256::digest(text)
        .iter()
        .take(16)
        .map(|byte| format!("{byte:02x}"))
        .collect()
}

struct Git {
    timeout: Duration,
}

impl Git {
    /// The commit that a revision is now, if the repository tells.
    fn resolve(&self, spec: &RepoSpec) -> Option<String> {
        let is_commit =
            |text: &str| text.len() == 40 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if is_commit(&spec.reference) {
            return Some(spec.reference.clone());
        }
        let reference = if spec.reference.is_empty() {
            "HEAD"
        } else {
            &spec.reference
        };
        let output = self
            .run(
                Path::new("/"),
                &["ls-remote", &spec.clone_spec(), reference],
            )
            .ok()?;
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        // A tag that is an object of its own is listed twice; what it points at has `^{}` behind it. It is fetched as the commit.
        let lines = || text.lines().filter_map(|line| line.split_once('\t'));
        let peeled = lines().find(|(_, name)| name.ends_with("^{}"));
        peeled
            .or_else(|| lines().next())
            .map(|(commit, _)| commit.to_owned())
            .filter(|commit| is_commit(commit))
    }

    /// Fetches one revision into an empty directory and gives its commit.
    fn fetch(&self, spec: &RepoSpec, directory: &Path) -> Result<String, RemoteError> {
        let url = spec.clone_spec();
        let reference = if spec.reference.is_empty() {
            "HEAD"
        } else {
            &spec.reference
        };
        self.run(directory, &["init"])?;
        self.run(directory, &["remote", "add", "origin", &url])?;
        self.run(directory, &["fetch", "--depth=1", &url, reference])?;
        self.run(directory, &["checkout", "FETCH_HEAD"])?;
        if spec.submodules {
            self.run(directory, &["submodule", "update", "--init", "--recursive"])?;
        }
        let head = self.run(directory, &["rev-parse", "HEAD"])?;
        Ok(String::from_utf8_lossy(&head.stdout).trim().to_owned())
    }

    fn run(&self, directory: &Path, arguments: &[&str]) -> Result<Output, RemoteError> {
        let program = find_git().ok_or(RemoteError::NoGit)?;
        let command = format!("{} {}", program.display(), arguments.join(" "));
        let child = Command::new(&program)
            .args(arguments)
            .current_dir(directory)
            .env("GIT_TERMINAL_PROMPT", "0")
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|_| RemoteError::NoGit)?;
        let id = child.id();
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || sender.send(child.wait_with_output()));
        let Ok(outcome) = receiver.recv_timeout(self.timeout) else {
            kill(id);
            return Err(RemoteError::Timeout {
                limit: format!("{}s", self.timeout.as_secs_f64()),
                command,
            });
        };
        let output = outcome.map_err(|_| RemoteError::NoGit)?;
        if output.status.success() {
            return Ok(output);
        }
        let status = output.status.code().map_or_else(
            || "signal: killed".to_owned(),
            |code| format!("exit status {code}"),
        );
        let text = [output.stdout, output.stderr].concat();
        Err(RemoteError::Git {
            command,
            output: String::from_utf8_lossy(&text).into_owned(),
            status,
        })
    }
}

fn kill(id: u32) {
    if let Some(pid) = i32::try_from(id)
        .ok()
        .and_then(rustix::process::Pid::from_raw)
    {
        // That it has ended by itself meanwhile is as good.
        rustix::process::kill_process(pid, rustix::process::Signal::KILL).ok();
    }
}

fn find_git() -> Option<PathBuf> {
    let path = std::env::var_os("PATH")?;
    std::env::split_paths(&path)
        .map(|directory| directory.join("git"))
        .find(|program| program.is_file())
}
