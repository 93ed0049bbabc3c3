//! The world as a command sees it.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::path::PathBuf;

/// The environment variables of a run.
#[derive(Clone, Debug, Default)]
pub struct Env(BTreeMap<String, String>);

impl Env {
    /// The value of a variable, if it is set (an empty one is).
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.get(name).map(String::as_str)
    }

    /// The value of a variable, unless it is unset or empty.
    pub fn non_empty(&self, name: &str) -> Option<&str> {
        self.get(name).filter(|value| !value.is_empty())
    }

    /// All variables in the order of their names.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0
            .iter()
            .map(|(name, value)| (name.as_str(), value.as_str()))
    }
}

impl FromIterator<(String, String)> for Env {
    fn from_iter<I: IntoIterator<Item = (String, String)>>(variables: I) -> Self {
        Env(variables.into_iter().collect())
    }
}

/// Which of the three streams are terminals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Terminals {
    /// Input comes from a person.
    pub stdin: bool,
    /// Output goes to a person.
    pub stdout: bool,
    /// Complaints go to a person.
    pub stderr: bool,
}

/// The streams, the environment and the directory that a command works with.
pub struct Io<'a> {
    /// Where input comes from.
    pub stdin: Box<dyn Read + 'a>,
    /// Where results go.
    pub stdout: Box<dyn Write + 'a>,
    /// Where complaints and notes go.
    pub stderr: Box<dyn Write + 'a>,
    /// Which streams are terminals.
    pub terminals: Terminals,
    /// The environment variables.
    pub env: Env,
    /// The directory that relative paths start from.
    pub cwd: PathBuf,
}

impl Io<'_> {
    /// A path as the command's user means it: relative ones start from the working directory.
    pub fn resolve(&self, path: &str) -> PathBuf {
        self.cwd.join(path)
    }
}

/// A world that keeps what a command writes: for tests, and for showing one command inside another.
#[derive(Debug, Default)]
pub struct Capture {
    /// What the command will read.
    pub stdin: Vec<u8>,
    /// What it wrote to its output.
    pub stdout: Vec<u8>,
    /// What it complained.
    pub stderr: Vec<u8>,
    /// The environment variables that it sees.
    pub env: Env,
    /// The directory that relative paths start from.
    pub cwd: PathBuf,
}

impl Capture {
    /// The world over these buffers.
    pub fn io(&mut self) -> Io<'_> {
        Io {
            stdin: Box::new(self.stdin.as_slice()),
            stdout: Box::new(&mut self.stdout),
            stderr: Box::new(&mut self.stderr),
            terminals: Terminals::default(),
            env: self.env.clone(),
            cwd: self.cwd.clone(),
        }
    }

    /// The output as text.
    pub fn out(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }

    /// The complaints as text.
    pub fn err(&self) -> String {
        String::from_utf8_lossy(&self.stderr).into_owned()
    }
}
