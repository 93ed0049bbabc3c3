//! Where a story happens: commands are shown and run, claims are checked.

use std::io::{self, Write};
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use cobra::{Capture, Io, Terminals};
use tokio::runtime::Handle;

use super::tee::Tee;

/// What came of a command.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) code: u8,
    /// What it printed and what it complained, one after the other.
    pub(super) text: String,
}

/// The place of a story: a cluster, and a screen.
pub(super) struct Stage<'s, 'io> {
    io: &'s mut Io<'io>,
    client: kube::Client,
    runtime: Handle,
    colored: bool,
    broken: usize,
    kept: usize,
    began: Instant,
}

const TITLE: Style = Style::new().bold();
const COMMAND: Style = AnsiColor::Cyan.on_default();
const KEPT: Style = AnsiColor::Green.on_default();
const BROKEN: Style = AnsiColor::Red.on_default().bold();

impl<'s, 'io> Stage<'s, 'io> {
    /// A stage over a cluster whose tasks live on `runtime`.
    pub(super) fn new(
        io: &'s mut Io<'io>,
        client: kube::Client,
        runtime: Handle,
    ) -> Stage<'s, 'io> {
        let colored = io.terminals.stdout && io.env.non_empty("NO_COLOR").is_none();
        Stage {
            io,
            client,
            runtime,
            colored,
            broken: 0,
            kept: 0,
            began: Instant::now(),
        }
    }

    /// How many claims did not come true.
    pub(super) fn broken(&self) -> usize {
        self.broken
    }

    /// Begins a chapter.
    pub(super) fn chapter(&mut self, title: &str) -> io::Result<()> {
        let title = self.styled(TITLE, title);
        writeln!(self.io.stdout, "\n{title}")
    }

    /// Says a sentence.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.io.stdout, "{text}")
    }

    /// Shows a kubectl command, runs it and shows what it prints while it prints.
    pub(super) fn kubectl(&mut self, line: &str, stdin: &str) -> io::Result<Outcome> {
        let shown = self.styled(COMMAND, &format!("$ kubectl {line}"));
        writeln!(self.io.stdout, "  {shown}")?;
        for line in stdin.lines() {
            writeln!(
                self.io.stdout,
                "  {}{line}",
                if self.colored { "" } else { "> " }
            )?;
        }
        self.io.stdout.flush()?;
        let (mut out, mut err) = (Vec::new(), Vec::new());
        let code = {
            let mut inner = Io {
                stdin: Box::new(stdin.as_bytes()),
                stdout: Box::new(Tee::new(&mut *self.io.stdout, &mut out)),
                stderr: Box::new(&mut err),
                terminals: Terminals::default(),
                env: self.io.env.clone(),
                cwd: self.io.cwd.clone(),
            };
            kubectl::run_in_process(
                &words(line),
                &mut inner,
                self.client.clone(),
                self.runtime.clone(),
            )
        };
        Tee::new(&mut *self.io.stdout, &mut out).write_all(&err)?;
        self.io.stdout.flush()?;
        Ok(Outcome {
            code,
            text: String::from_utf8_lossy(&out).into_owned(),
        })
    }

    /// What a kubectl command prints; the command itself is not shown.
    pub(super) fn ask(&self, line: &str) -> String {
        let mut capture = Capture::default();
        kubectl::run_in_process(
            &words(line),
            &mut capture.io(),
            self.client.clone(),
            self.runtime.clone(),
        );
        capture.out()
    }

    /// Shows a command that must succeed.
    pub(super) fn succeeds(&mut self, line: &str) -> io::Result<Outcome> {
        self.succeeds_with(line, "")
    }

    /// Shows a command that must succeed, with its input.
    pub(super) fn succeeds_with(&mut self, line: &str, stdin: &str) -> io::Result<Outcome> {
        let outcome = self.kubectl(line, stdin)?;
        if outcome.code != 0 {
            self.claim(&format!("exit code {} instead of 0", outcome.code), false)?;
        }
        Ok(outcome)
    }

    /// Claims something, and says whether it is so.
    pub(super) fn claim(&mut self, what: &str, is_so: bool) -> io::Result<()> {
        let (mark, style) = if is_so {
            ("ok", KEPT)
        } else {
            ("NOT SO", BROKEN)
        };
        if is_so {
            self.kept += 1;
        } else {
            self.broken += 1;
        }
        let mark = self.styled(style, mark);
        writeln!(self.io.stdout, "  {mark}: {what}")?;
        self.io.stdout.flush()
    }

    /// Ends the story with how it went.
    pub(super) fn close(&mut self) -> io::Result<()> {
        let (kept, broken) = (self.kept, self.broken);
        let seconds = self.began.elapsed().as_secs_f32();
        let verdict =
            format!("{kept} claims came true, {broken} did not, in {seconds:.1} seconds.");
        let verdict = self.styled(if broken == 0 { KEPT } else { BROKEN }, &verdict);
        writeln!(self.io.stdout, "\n{verdict}")?;
        self.io.stdout.flush()
    }

    fn styled(&self, style: Style, text: &str) -> String {
        if self.colored {
            format!("{style}{text}{style:#}")
        } else {
            text.to_owned()
        }
    }
}

/// The words of a command line; single quotes keep blanks together.
fn words(line: &str) -> Vec<String> {
    let mut words = Vec::new();
    for (i, part) in line.split('\'').enumerate() {
        if i % 2 == 1 {
            match words.last_mut() {
                Some(last) if !line_breaks_word(line, i) => String::push_str(last, part),
                _ => words.push(part.to_owned()),
            }
        } else {
            words.extend(part.split_whitespace().map(str::to_owned));
        }
    }
    words
}

/// Whether the quoted part stands apart from the word before it.
fn line_breaks_word(line: &str, part: usize) -> bool {
    line.split('\'')
        .nth(part - 1)
        .is_none_or(|before| before.is_empty() || before.ends_with(' '))
}

#[cfg(test)]
mod tests {
    use super::words;

    #[test]
    fn quotes_keep_blanks_together() {
        assert_eq!(
            words("get pods -o 'a b' x='c d'"),
            ["get", "pods", "-o", "a b", "x=c d"]
        );
    }
}
