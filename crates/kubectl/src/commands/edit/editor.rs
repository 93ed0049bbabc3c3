//! The person's editor, and the file that it is given.

use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use cobra::{Env, Io};

use crate::CommandError;

/// A program that changes a file.
#[derive(Clone, Debug)]
pub(super) struct Editor {
    /// As the environment names it, with its arguments.
    named: String,
    /// The shell that understands quotes.
    shell: String,
    /// Where files are made.
    temporary: PathBuf,
    cwd: PathBuf,
    env: Env,
}

/// What a person has saved.
pub(super) struct Saved {
    pub(super) path: PathBuf,
    pub(super) bytes: Vec<u8>,
}

impl Editor {
    /// The editor of `KUBE_EDITOR` or `EDITOR`; `vi` where neither is set.
    pub(super) fn of(io: &Io<'_>) -> Editor {
        let set = |name: &str| io.env.non_empty(name);
        let named = set("KUBE_EDITOR").or_else(|| set("EDITOR"));
        Editor {
            named: named.unwrap_or("vi").to_owned(),
            shell: set("SHELL").unwrap_or("/bin/bash").to_owned(),
            temporary: set("TMPDIR").map_or_else(std::env::temp_dir, |folder| io.resolve(folder)),
            cwd: io.cwd.clone(),
            env: io.env.clone(),
        }
    }

    /// Gives the text to the editor in a new file, and waits until the editor ends. The file stays.
    ///
    /// # Errors
    /// The file cannot be made or read, or the editor fails.
    pub(super) fn change(&self, text: &[u8], extension: &str) -> Result<Saved, CommandError> {
        let trouble = |error: std::io::Error| CommandError::told(error.to_string());
        let mut file = tempfile::Builder::new()
            .prefix("kubectl-edit-")
            .suffix(extension)
            .tempfile_in(&self.temporary)
            .map_err(trouble)?;
        file.write_all(text).map_err(trouble)?;
        let (_, path) = file
            .keep()
            .map_err(|error| CommandError::told(error.to_string()))?;
        let ended = self
            .command(&path)
            .current_dir(&self.cwd)
            .env_clear()
            .envs(self.env.iter())
            .status();
        if !ended.is_ok_and(|status| status.success()) {
            // Nobody has seen what is in it.
            let _ = fs::remove_file(&path);
            return Err(CommandError::told(format!(
                "there was a problem with the editor {:?}",
                self.shown()
            )));
        }
        let bytes = fs::read(&path).map_err(trouble)?;
        Ok(Saved { path, bytes })
    }

    /// The editor with the file as its last argument; through a shell if quotes are to be understood.
    fn command(&self, path: &Path) -> Command {
        if self.needs_shell() {
            let mut command = Command::new(&self.shell);
            let line = format!("{} {}", self.named, path.display());
            command.arg("-c").arg(line);
            return command;
        }
        let mut words = self.named.split(' ');
        let mut command = Command::new(words.next().unwrap_or_default());
        command.args(words).arg(path);
        command
    }

    fn needs_shell(&self) -> bool {
        self.named.contains(['"', '\'', '\\'])
    }

    /// The words of the command, as complaints show them.
    fn shown(&self) -> String {
        match self.needs_shell() {
            true => format!("{} -c {}", self.shell, self.named),
            false => self.named.clone(),
        }
    }
}
