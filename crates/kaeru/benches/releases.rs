//! Releases on an embedded cluster: what a chart of 50 objects takes, beside the real helm on the same cluster; how long a long history
//! takes to list; and whether server-side apply takes its time in proportion.
//!
//! `cargo bench -p kaeru --bench releases` prints one line a figure, in wall time.
#![expect(clippy::print_stdout, reason = "a benchmark prints what it measured")]

use std::error::Error;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::{Duration, Instant};

use tempfile::TempDir;
use testkit::{Peer, peer};

type Outcome<T> = Result<T, Box<dyn Error>>;

const ROUNDS: usize = 7;
const REVISIONS: usize = 1000;

fn main() -> Outcome<()> {
    let bench = Bench::start()?;
    bench.releases()?;
    bench.history()?;
    bench.server_side_apply()
}

/// A cluster in a process of its own.
struct Bench {
    folder: TempDir,
}

impl Drop for Bench {
    fn drop(&mut self) {
        // Where nothing runs there is nothing to end.
        drop(self.run(Path::new(KAERU), &["down", "--data", &self.path("data")]));
    }
}

const KAERU: &str = env!("CARGO_BIN_EXE_kaeru");

impl Bench {
    fn start() -> Outcome<Bench> {
        let bench = Bench {
            folder: tempfile::tempdir()?,
        };
        let (data, kubeconfig) = (bench.path("data"), bench.path("kubeconfig"));
        let up = ["up", "--detach", "--port", "0", "--data", &data];
        bench.run(
            Path::new(KAERU),
            &[&up[..], &["--kubeconfig", &kubeconfig]].concat(),
        )?;
        Ok(bench)
    }

    fn path(&self, name: &str) -> String {
        self.folder.path().join(name).display().to_string()
    }

    /// Runs a command that has to succeed, and says how long it took.
    fn run(&self, program: &Path, args: &[&str]) -> Outcome<Duration> {
        let begin = Instant::now();
        let output = Command::new(program)
            .args(args)
            .env("KUBECONFIG", self.path("kubeconfig"))
            .env("HOME", self.folder.path())
            .output()?;
        let took = begin.elapsed();
        if output.status.success() {
            Ok(took)
        } else {
            let complaint = String::from_utf8_lossy(&output.stderr);
            Err(format!("{} {}: {complaint}", program.display(), args.join(" ")).into())
        }
    }

    fn helm(&self, tool: &Tool, args: &[&str]) -> Outcome<Duration> {
        self.run(&tool.program, &[tool.words, args].concat())
    }

    fn releases(&self) -> Outcome<()> {
        let chart = self.path("fifty");
        write_chart(Path::new(&chart), 50)?;
        let mut rows = vec![self.rounds(&Tool::kaeru(), &chart)?];
        match peer(Peer::Helm) {
            Some(program) => rows.push(self.rounds(
                &Tool {
                    program,
                    words: &[],
                },
                &chart,
            )?),
            None => println!("skipped: the real helm is not installed"),
        }
        println!(
            "{:<44}{:>10}{:>10}{:>8}",
            "a chart of 50 objects", "kaeru", "helm", "ratio"
        );
        for (at, what) in STEPS.iter().enumerate() {
            let ours = rows[0][at];
            let theirs = rows.get(1).map(|row| row[at]);
            let ratio = theirs.map(|theirs| theirs.as_secs_f64() / ours.as_secs_f64());
            println!(
                "{what:<44}{:>10}{:>10}{:>8}",
                milliseconds(ours),
                theirs.map_or_else(|| "-".to_owned(), milliseconds),
                ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.1}x")),
            );
        }
        Ok(())
    }

    /// The median of each step over some rounds.
    fn rounds(&self, tool: &Tool, chart: &str) -> Outcome<[Duration; 3]> {
        let mut times: [Vec<Duration>; 3] = Default::default();
        for _ in 0..ROUNDS {
            times[0].push(self.helm(tool, &["install", "r", chart])?);
            times[1].push(self.helm(tool, &["upgrade", "r", chart, "--set", "v=2"])?);
            times[2].push(self.helm(tool, &["rollback", "r", "1"])?);
            self.helm(tool, &["uninstall", "r"])?;
        }
        Ok(times.map(median))
    }

    fn history(&self) -> Outcome<()> {
        let kaeru = Tool::kaeru();
        let chart = self.path("one");
        write_chart(Path::new(&chart), 1)?;
        self.helm(&kaeru, &["install", "long", &chart])?;
        for _ in 1..REVISIONS {
            self.helm(&kaeru, &["upgrade", "long", &chart, "--history-max", "0"])?;
        }
        let listed = |tool: &Tool| -> Outcome<Duration> {
            let runs: Outcome<Vec<Duration>> = (0..ROUNDS)
                .map(|_| self.helm(tool, &["history", "long", "--max", "1000"]))
                .collect();
            Ok(median(runs?))
        };
        let theirs = peer(Peer::Helm)
            .map(|program| {
                listed(&Tool {
                    program,
                    words: &[],
                })
            })
            .transpose()?;
        println!(
            "{:<44}{:>10}{:>10}",
            "history of 1,000 revisions (goal 50 ms)",
            milliseconds(listed(&kaeru)?),
            theirs.map_or_else(|| "-".to_owned(), milliseconds)
        );
        Ok(())
    }

    fn server_side_apply(&self) -> Outcome<()> {
        for count in [1000, 5000, 10_000] {
            let manifest = self.path("many.yaml");
            let mut text = String::new();
            for number in 0..count {
                write!(
                    text,
                    "---\napiVersion: v1\nkind: ConfigMap\nmetadata: {{name: many-{number}}}\ndata: {{key: '{number}'}}\n"
                )?;
            }
            fs::write(&manifest, text)?;
            let args = ["kubectl", "apply", "--server-side", "-f", &manifest];
            let created = self.run(Path::new(KAERU), &args)?;
            let again = self.run(Path::new(KAERU), &args)?;
            println!(
                "server-side apply of {count:>6}{:<17}{:>10}{:>10} again",
                "",
                milliseconds(created),
                milliseconds(again)
            );
            let delete = ["kubectl", "delete", "-f", &manifest, "--wait=false"];
            self.run(Path::new(KAERU), &delete)?;
        }
        Ok(())
    }
}

const STEPS: [&str; 3] = ["install", "upgrade", "rollback"];

/// A helm: a program, and the words that come before its own.
struct Tool {
    program: PathBuf,
    words: &'static [&'static str],
}

impl Tool {
    fn kaeru() -> Tool {
        Tool {
            program: PathBuf::from(KAERU),
            words: &["helm"],
        }
    }
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort();
    times[times.len() / 2]
}

fn milliseconds(time: Duration) -> String {
    format!("{:.0} ms", time.as_secs_f64() * 1000.0)
}

/// A chart of so many objects of several kinds, which all show a value.
fn write_chart(folder: &Path, objects: usize) -> Outcome<()> {
    fs::create_dir_all(folder.join("templates"))?;
    fs::write(
        folder.join("Chart.yaml"),
        "apiVersion: v2\nname: many\nversion: 1.0.0\n",
    )?;
    fs::write(folder.join("values.yaml"), "v: 1\n")?;
    for number in 0..objects {
        let template = KINDS[number % KINDS.len()].replace("NUMBER", &number.to_string());
        fs::write(folder.join(format!("templates/{number}.yaml")), template)?;
    }
    Ok(())
}

const KINDS: [&str; 5] = [
    "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: many-NUMBER}\ndata: {v: '{{ .Values.v }}'}\n",
    "apiVersion: v1\nkind: Secret\nmetadata: {name: many-NUMBER}\nstringData: {v: '{{ .Values.v }}'}\n",
    "apiVersion: v1\nkind: ServiceAccount\nmetadata: {name: many-NUMBER, labels: {v: '{{ .Values.v }}'}}\n",
    "apiVersion: v1\nkind: Service\nmetadata: {name: many-NUMBER, labels: {v: '{{ .Values.v }}'}}\nspec: {selector: {app: many-NUMBER}, ports: [{port: 8080}]}\n",
    "apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: many-NUMBER, labels: {v: '{{ .Values.v }}'}}\nspec:\n  replicas: 0\n  selector: {matchLabels: {app: many-NUMBER}}\n  template:\n    metadata: {labels: {app: many-NUMBER}}\n    spec: {containers: [{name: app, image: nginx}]}\n",
];
