//! Where a story happens: commands are shown and run, claims are checked.

use std::io::{self, Read as _, Write};
use std::net::SocketAddrV4;
use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anstyle::{AnsiColor, Style};
use cluster::InMemoryCluster;
use cobra::{Capture, Io, Terminals};
use tempfile::TempDir;
use tokio::runtime::Handle;

use super::census::Census;
use super::tee::Tee;
use super::visitors::{self, Visitors};
use super::way_back::{self, WayBack};

/// What came of a command.
#[derive(Debug)]
pub(super) struct Outcome {
    pub(super) code: u8,
    /// What it printed and what it complained, one after the other.
    pub(super) text: String,
}

/// A tool that runs its arguments against a cluster in this process and returns its exit code.
type Tool = fn(&[String], &mut Io<'_>, kube::Client, Handle) -> u8;

/// The place of a story: a cluster, and a screen.
pub(super) struct Stage<'s, 'io> {
    io: &'s mut Io<'io>,
    cluster: Arc<InMemoryCluster>,
    client: kube::Client,
    runtime: Handle,
    /// Where commands find and leave files; gone with the stage.
    workplace: TempDir,
    colored: bool,
    pauses: bool,
    chapters: usize,
    ways_back: Vec<WayBack>,
    broken: usize,
    kept: usize,
    began: Instant,
}

const TITLE: Style = Style::new().bold();
const COMMAND: Style = AnsiColor::Cyan.on_default();
const KEPT: Style = AnsiColor::Green.on_default();
const BROKEN: Style = AnsiColor::Red.on_default().bold();

impl<'s, 'io> Stage<'s, 'io> {
    /// A stage over a cluster whose tasks live on `runtime`; one that `pauses` waits for Enter before each chapter.
    ///
    /// # Errors
    ///
    /// If there is no place for files.
    pub(super) fn new(
        io: &'s mut Io<'io>,
        cluster: Arc<InMemoryCluster>,
        runtime: Handle,
        pauses: bool,
    ) -> io::Result<Stage<'s, 'io>> {
        let colored = io.terminals.stdout && io.env.non_empty("NO_COLOR").is_none();
        // A client starts a task of its own.
        let within = runtime.enter();
        let client = cluster.client();
        drop(within);
        Ok(Stage {
            io,
            client,
            cluster,
            runtime,
            workplace: TempDir::new()?,
            colored,
            pauses,
            chapters: 0,
            ways_back: Vec::new(),
            broken: 0,
            kept: 0,
            began: Instant::now(),
        })
    }

    /// How many claims did not come true.
    pub(super) fn broken(&self) -> usize {
        self.broken
    }

    /// Begins a part.
    pub(super) fn part(&mut self, title: &str) -> io::Result<()> {
        let title = self.styled(TITLE, &format!("== {title}"));
        writeln!(self.io.stdout, "\n{title}")
    }

    /// Begins a chapter.
    pub(super) fn chapter(&mut self, title: &str) -> io::Result<()> {
        if self.pauses && self.chapters > 0 {
            self.wait_for_enter()?;
        }
        self.chapters += 1;
        let title = self.styled(TITLE, &format!("{}  {title}", self.chapters));
        writeln!(self.io.stdout, "\n{title}")
    }

    fn wait_for_enter(&mut self) -> io::Result<()> {
        write!(self.io.stdout, "\n  Enter goes on. ")?;
        self.io.stdout.flush()?;
        // Byte by byte: what was typed ahead is for the next chapter.
        let mut byte = [0];
        while self.io.stdin.read(&mut byte)? > 0 && byte != *b"\n" {}
        Ok(())
    }

    /// Sends visitors to a Service.
    pub(super) fn visitors(&mut self, service: &str, port: u16) -> io::Result<Visitors> {
        let address = self.ask(&format!(
            "get service {service} -o jsonpath={{.spec.clusterIP}}"
        ));
        let address = address.parse().map_err(|_| {
            io::Error::other(format!("the Service {service} has no address: {address:?}"))
        })?;
        writeln!(
            self.io.stdout,
            "  Visitors ask the Service at {address}:{port}, without a break."
        )?;
        Ok(Visitors::send(
            &self.runtime,
            &self.cluster,
            SocketAddrV4::new(address, port),
        ))
    }

    /// Begins to count the pods that have a label.
    pub(super) fn count_pods(&self, label: &str) -> Census {
        Census::begin(&self.runtime, &self.client, label)
    }

    /// Ends the measurement of a way back: claims that every visitor was answered, and keeps for the end what it took.
    pub(super) fn is_back(
        &mut self,
        strategy: &'static str,
        took: Duration,
        wanted: usize,
        census: Census,
        visitors: Visitors,
    ) -> io::Result<()> {
        let visits = visitors.leave();
        let way = WayBack {
            strategy,
            took,
            wanted,
            most: census.end(),
            requests: visits.len(),
            failed: visitors::failed(&visits),
        };
        let claim = format!(
            "of {} requests meanwhile {} failed",
            way.requests, way.failed
        );
        self.claim(&claim, way.failed == 0 && way.requests > 0)?;
        self.ways_back.push(way);
        Ok(())
    }

    /// Says a sentence.
    pub(super) fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.io.stdout, "{text}")
    }

    /// A client of the cluster, and where its tasks live.
    pub(super) fn cluster(&self) -> (kube::Client, &Handle) {
        (self.client.clone(), &self.runtime)
    }

    /// The folder that commands start from.
    pub(super) fn workplace(&self) -> &Path {
        self.workplace.path()
    }

    /// Shows a kubectl command, runs it and shows what it prints while it prints.
    pub(super) fn kubectl(&mut self, line: &str, stdin: &str) -> io::Result<Outcome> {
        self.run("kubectl", kubectl::run_in_process, line, stdin)
    }

    /// Shows a helm command, runs it and shows what it prints.
    pub(super) fn helm(&mut self, line: &str) -> io::Result<Outcome> {
        self.run("helm", helm::run_in_process, line, "")
    }

    fn run(&mut self, name: &str, tool: Tool, line: &str, stdin: &str) -> io::Result<Outcome> {
        let shown = self.styled(COMMAND, &format!("$ {name} {line}"));
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
                cwd: self.workplace.path().to_owned(),
            };
            tool(
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

    /// Shows a kubectl command that must succeed.
    pub(super) fn succeeds(&mut self, line: &str) -> io::Result<Outcome> {
        self.succeeds_with(line, "")
    }

    /// Shows a kubectl command that must succeed, with its input.
    pub(super) fn succeeds_with(&mut self, line: &str, stdin: &str) -> io::Result<Outcome> {
        let outcome = self.kubectl(line, stdin)?;
        self.must_have_succeeded(outcome)
    }

    /// Shows a helm command that must succeed.
    pub(super) fn helm_succeeds(&mut self, line: &str) -> io::Result<Outcome> {
        let outcome = self.helm(line)?;
        self.must_have_succeeded(outcome)
    }

    fn must_have_succeeded(&mut self, outcome: Outcome) -> io::Result<Outcome> {
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

    /// Ends the story with the ways back that were measured, and with how it went.
    pub(super) fn close(&mut self) -> io::Result<()> {
        if !self.ways_back.is_empty() {
            let title = self.styled(TITLE, "The ways back, as measured just now");
            writeln!(self.io.stdout, "\n{title}")?;
            way_back::write(&self.ways_back, &mut *self.io.stdout)?;
        }
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
