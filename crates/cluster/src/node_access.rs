use std::io;
use std::net::SocketAddrV4;
use std::sync::Arc;

use apimachinery::Timestamp;
use apiserver::{Connection, LogLine, LogQuery, NodeConnector};
use futures::future::{BoxFuture, FutureExt};
use futures::stream::{self, BoxStream, StreamExt};
use node::{Log, Runtime};

/// The server's way to the simulated containers.
pub(crate) struct NodeAccess(pub(crate) Arc<Runtime>);

impl NodeConnector for NodeAccess {
    fn connect(
        &self,
        address: SocketAddrV4,
    ) -> BoxFuture<'static, io::Result<Box<dyn Connection>>> {
        let runtime = Arc::clone(&self.0);
        async move {
            let connection = runtime.connect(*address.ip(), address.port()).await?;
            Ok(Box::new(connection) as Box<dyn Connection>)
        }
        .boxed()
    }

    fn log(
        &self,
        pod_uid: &str,
        container: &str,
        query: LogQuery,
    ) -> Option<BoxStream<'static, LogLine>> {
        let log = self.0.log(pod_uid, container, query.previous)?;
        let (present, next) = lines(&log, 0);
        let is_wanted = move |line: &LogLine| is_since(line, query.since);
        let present: Vec<LogLine> = present.into_iter().filter(is_wanted).collect();
        let skipped = query
            .tail
            .map_or(0, |tail| present.len().saturating_sub(tail));
        let present = stream::iter(present.into_iter().skip(skipped));
        if !query.follow {
            return Some(present.boxed());
        }
        Some(present.chain(later(log, next)).boxed())
    }
}

/// The lines that are written from then on, until the container ends.
fn later(log: Arc<Log>, next: u64) -> impl futures::Stream<Item = LogLine> {
    let parts = stream::unfold((log, next), async |(log, next)| {
        if !log.reaches(next).await {
            return None;
        }
        let (lines, next) = lines(&log, next);
        Some((stream::iter(lines), (log, next)))
    });
    parts.flatten()
}

fn lines(log: &Log, from: u64) -> (Vec<LogLine>, u64) {
    let (lines, next) = log.lines_from(from);
    let lines = lines.into_iter().map(|line| LogLine {
        time: line.time,
        text: line.text.into_string(),
    });
    (lines.collect(), next)
}

fn is_since(line: &LogLine, since: Option<Timestamp>) -> bool {
    since.is_none_or(|since| line.time >= since)
}
