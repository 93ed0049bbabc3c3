//! Pairs: the same command by the real kubectl and by ours, each on a cluster of its own to which the same was done.
//!
//! A file of `tests/pairs` is a session: files, commands, and what the real kubectl printed for each. Ours must print the
//! same. Where the real one is installed it is run as well, so that what was recorded is what it prints today; with
//! `KAERU_RECORD` set, what it prints is written down.

mod cluster;
mod normal;
mod session;

use std::fs;
use std::path::{Path, PathBuf};

use testkit::{Peer, peer};

use cluster::Running;
use session::{Printed, Session, Step};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs")
}

fn read(topic: &str) -> Session {
    let path = folder().join(format!("{topic}.txt"));
    Session::parse(&fs::read_to_string(&path).unwrap())
}

/// Plays a session, step by step, and gives what each printed.
fn play(session: &Session, run: impl Fn(&Running, &Step) -> Printed) -> Vec<Printed> {
    let running = Running::start(&session.files);
    session
        .steps
        .iter()
        .map(|step| run(&running, step))
        .collect()
}

fn complaints(who: &str, session: &Session, printed: &[Printed]) -> Vec<String> {
    let pairs = session.steps.iter().zip(printed);
    pairs
        .filter(|(step, printed)| step.compared && step.expected != **printed)
        .map(|(step, printed)| {
            format!(
                "{who}: kubectl {}\n{}rather than\n{}",
                step.line, printed, step.expected
            )
        })
        .collect()
}

fn compare(topic: &str) {
    let mut session = read(topic);
    let mut complaints_of = Vec::new();
    match peer(Peer::Kubectl) {
        Some(real) => {
            let printed = play(&session, |running, step| running.real(&real, step));
            if std::env::var_os("KAERU_RECORD").is_some() {
                for (step, printed) in session.steps.iter_mut().zip(printed) {
                    step.expected = printed;
                }
                let path = folder().join(format!("{topic}.txt"));
                fs::write(path, session.to_string()).unwrap();
            } else {
                complaints_of.extend(complaints("theirs", &session, &printed));
            }
        }
        None => println!("skipped: the real kubectl is not installed"),
    }
    let printed = play(&session, Running::ours);
    complaints_of.extend(complaints("ours", &session, &printed));
    let compared = session.steps.iter().filter(|step| step.compared).count();
    println!("{compared} pairs compared");
    assert!(
        complaints_of.is_empty(),
        "{} of {compared} differ:\n{}",
        complaints_of.len(),
        complaints_of.join("\n")
    );
}

macro_rules! topics {
    ($($topic:ident),+ $(,)?) => {
        $(#[test]
        fn $topic() {
            compare(stringify!($topic));
        })+

        const TOPICS: &[&str] = &[$(stringify!($topic)),+];
    };
}

topics! {
    access, config, create, debug, describe, edit, exec, explain, forward, logs, nodes, objects, set, top, waits,
}

/// Every file is played, and what was agreed on is there.
#[test]
fn there_are_enough_of_them() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter_map(|path| Some(path.file_stem()?.to_string_lossy().into_owned()))
        .collect();
    files.sort();
    assert_eq!(files, TOPICS);
    let pairs: usize = TOPICS
        .iter()
        .map(|topic| {
            read(topic)
                .steps
                .iter()
                .filter(|step| step.compared)
                .count()
        })
        .sum();
    assert!(pairs >= 300, "{pairs} pairs");
}
