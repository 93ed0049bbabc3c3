//! People who use a service while it is changed.

use std::io;
use std::net::SocketAddrV4;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use cluster::InMemoryCluster;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::runtime::Handle;
use tokio::sync::watch;
use tokio::task::JoinSet;

/// How many ask at the same time.
const VISITORS: usize = 4;
/// How long each of them thinks before it asks again.
const REST: Duration = Duration::from_millis(2);
/// How long somebody waits for an answer.
const PATIENCE: Duration = Duration::from_secs(2);
/// So many answers in a row must agree before the visitors count as moved.
const AGREEING: usize = 100;
/// How long it may take until they have moved.
const LONGEST_MOVE: Duration = Duration::from_secs(20);

/// One request and what came of it.
#[derive(Clone, Debug)]
pub(super) struct Visit {
    /// When the answer had come, or the visitor had given up.
    pub(super) at: Instant,
    /// The image of the container that answered; nothing if nobody did.
    pub(super) image: Option<String>,
}

/// Visitors who ask a service over and over until they are sent home.
pub(super) struct Visitors {
    runtime: Handle,
    visits: watch::Sender<Vec<Visit>>,
    tasks: JoinSet<()>,
}

impl Visitors {
    /// Sends visitors to an address in the cluster.
    pub(super) fn send(runtime: &Handle, cluster: &Arc<InMemoryCluster>, to: SocketAddrV4) -> Self {
        let visits = watch::Sender::new(Vec::new());
        let mut tasks = JoinSet::new();
        for _ in 0..VISITORS {
            let (cluster, visits) = (Arc::clone(cluster), visits.clone());
            let visitor = async move {
                loop {
                    let asked = tokio::time::timeout(PATIENCE, ask(&cluster, to)).await;
                    let image = asked.ok().and_then(Result::ok).flatten();
                    let visit = Visit {
                        at: Instant::now(),
                        image,
                    };
                    visits.send_modify(|visits| visits.push(visit));
                    tokio::time::sleep(REST).await;
                }
            };
            tasks.spawn_on(visitor, runtime);
        }
        Visitors {
            runtime: runtime.clone(),
            visits,
            tasks,
        }
    }

    /// Waits until everybody is answered by an image, and says whether it came to that.
    pub(super) fn all_meet(&self, image: &str) -> bool {
        let began = Instant::now();
        while began.elapsed() < LONGEST_MOVE {
            let visits = self.visits.borrow();
            let newest = visits.iter().rev().take_while(|visit| visit.at > began);
            let agreeing = newest.take_while(|visit| visit.image.as_deref() == Some(image));
            if agreeing.count() >= AGREEING {
                return true;
            }
            drop(visits);
            thread::sleep(REST);
        }
        false
    }

    /// Waits for so many more answers.
    pub(super) fn let_pass(&self, visits: usize) {
        let before = self.visits.borrow().len();
        let began = Instant::now();
        while self.visits.borrow().len() < before + visits && began.elapsed() < LONGEST_MOVE {
            thread::sleep(REST);
        }
    }

    /// What was answered since an instant.
    pub(super) fn since(&self, instant: Instant) -> Vec<Visit> {
        let visits = self.visits.borrow();
        visits
            .iter()
            .filter(|visit| visit.at > instant)
            .cloned()
            .collect()
    }

    /// Sends everybody home and gives all their visits.
    pub(super) fn leave(mut self) -> Vec<Visit> {
        self.runtime.block_on(self.tasks.shutdown());
        self.visits.send_replace(Vec::new())
    }
}

/// The share of answers that an image gave, in percent.
pub(super) fn share(visits: &[Visit], image: &str) -> f64 {
    let by_it = visits
        .iter()
        .filter(|visit| visit.image.as_deref() == Some(image));
    100.0 * by_it.count() as f64 / visits.len().max(1) as f64
}

/// How long after an instant somebody was still answered by another image than this one.
pub(super) fn moved_in(visits: &[Visit], since: Instant, image: &str) -> Duration {
    let last = visits
        .iter()
        .rfind(|visit| visit.image.as_deref().is_some_and(|by| by != image));
    last.map_or(Duration::ZERO, |visit| {
        visit.at.saturating_duration_since(since)
    })
}

/// How many found nobody.
pub(super) fn failed(visits: &[Visit]) -> usize {
    visits.iter().filter(|visit| visit.image.is_none()).count()
}

/// Asks once; the answer names the image that gave it.
async fn ask(cluster: &InMemoryCluster, to: SocketAddrV4) -> io::Result<Option<String>> {
    let mut connection = cluster.connect(to).await?;
    let request = format!("GET / HTTP/1.1\r\nHost: {to}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    connection.read_to_string(&mut answer).await?;
    let image = answer.lines().find_map(|line| line.strip_prefix("image: "));
    Ok(image.map(str::to_owned))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_takes_until_the_last_answer_of_another_image() {
        let start = Instant::now();
        let visit = |millis, image: Option<&str>| Visit {
            at: start + Duration::from_millis(millis),
            image: image.map(str::to_owned),
        };
        let visits = [
            visit(1, Some("new")),
            visit(2, Some("old")),
            visit(3, Some("new")),
            visit(4, Some("old")),
            visit(5, None),
        ];
        assert_eq!(moved_in(&visits, start, "old"), Duration::from_millis(3));
        assert_eq!(moved_in(&visits[3..], start, "old"), Duration::ZERO);
        assert_eq!(failed(&visits), 1);
        assert!((share(&visits, "old") - 40.0).abs() < f64::EPSILON);
    }
}
