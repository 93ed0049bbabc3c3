//! Evicting or deleting pods, and waiting until they are gone.

use std::future::Future;
use std::io;
use std::pin::Pin;
use std::time::Duration;

use cobra::{Flags, Io};
use futures::StreamExt;
use futures::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::time::{Instant, sleep_until, timeout_at};

use super::pods::full_name;
use crate::deletion::{self, wait_until_gone};
use crate::dry_run::DryRun;
use crate::resource::Info;
use crate::session::Factory;
use crate::{CommandError, object};
use cliruntime::{ApiError, ApiResource, Query, Rest};

/// How long to wait before a pod is tried again that a disruption budget holds.
const RETRY: Duration = Duration::from_secs(5);

/// How pods are removed.
pub(super) struct Removal {
    evicts: bool,
    dry_run: DryRun,
    grace_period: Option<i64>,
    timeout: Duration,
}

/// A pod that has yet to be evicted, and when to try.
struct Due<'a> {
    pod: &'a Value,
    at: Instant,
}

type Gone<'a> = Pin<Box<dyn Future<Output = (&'a Value, Result<(), String>)> + 'a>>;

impl Removal {
    pub(super) async fn new(
        flags: &Flags,
        dry_run: DryRun,
        factory: &Factory<'_>,
        io: &mut Io<'_>,
    ) -> Result<Removal, CommandError> {
        let discovery = factory.discovery(io).await?;
        let can_evict = discovery.resources().iter().any(|resource| {
            resource.group.is_empty()
                && resource.resource == "pods"
                && resource
                    .subresources
                    .iter()
                    .any(|subresource| subresource == "eviction")
        });
        Ok(Removal {
            evicts: can_evict && !flags.bool("disable-eviction"),
            dry_run,
            grace_period: Some(flags.int("grace-period")).filter(|seconds| *seconds >= 0),
            timeout: deletion::timeout(flags.duration("timeout")),
        })
    }

    /// Removes the pods and tells of each when it is gone; gives what went wrong.
    pub(super) async fn run(
        &self,
        pods: &[&Value],
        rest: &Rest,
        io: &mut Io<'_>,
    ) -> io::Result<Vec<String>> {
        let start = Instant::now();
        let deadline = start + self.timeout;
        let mut due: Vec<Due<'_>> = pods.iter().map(|pod| Due { pod, at: start }).collect();
        let mut going: FuturesUnordered<Gone<'_>> = FuturesUnordered::new();
        let mut errors = Vec::new();
        while !due.is_empty() || !going.is_empty() {
            let now = Instant::now();
            let (ready, later): (Vec<_>, Vec<_>) = due.into_iter().partition(|due| due.at <= now);
            due = later;
            for Due { pod, .. } in ready {
                self.announce(pod, io)?;
                match self.remove(pod, rest).await {
                    Ok(()) if self.dry_run == DryRun::Server => {}
                    Ok(()) => going.push(Box::pin(gone(pod, rest, deadline))),
                    Err(error) if error.is_not_found() => {}
                    Err(error) if error.is_too_many_requests() => {
                        writeln!(
                            io.stderr,
                            "error when evicting {} (will retry after 5s): {error}",
                            named(pod)
                        )?;
                        due.push(Due {
                            pod,
                            at: Instant::now() + RETRY,
                        });
                    }
                    Err(error) if self.evicts => {
                        errors.push(format!("error when evicting {}: {error}", named(pod)));
                    }
                    Err(error) => return Ok(vec![error.to_string()]),
                }
            }
            if Instant::now() >= deadline {
                for Due { pod, .. } in due.drain(..) {
                    errors.push(format!(
                        "error when evicting {}: global timeout reached: {}",
                        named(pod),
                        go_duration(self.timeout)
                    ));
                }
            }
            let next = due.iter().map(|due| due.at).min().unwrap_or(deadline);
            tokio::select! {
                Some((pod, outcome)) = going.next() => self.tell(pod, outcome, &mut errors, io)?,
                () = sleep_until(next.min(deadline)), if !due.is_empty() => {}
                else => {}
            }
        }
        Ok(errors)
    }

    fn announce(&self, pod: &Value, io: &mut Io<'_>) -> io::Result<()> {
        if self.evicts {
            let suffix = self.dry_run.suffix();
            writeln!(io.stdout, "evicting pod {}{suffix}", full_name(pod))?;
        }
        Ok(())
    }

    fn tell(
        &self,
        pod: &Value,
        outcome: Result<(), String>,
        errors: &mut Vec<String>,
        io: &mut Io<'_>,
    ) -> io::Result<()> {
        let did = match self.evicts {
            true => "evicted",
            false => "deleted",
        };
        match outcome {
            Ok(()) => writeln!(io.stdout, "pod/{} {did}", object::name(pod))?,
            Err(reason) => errors.push(format!(
                "error when waiting for pod {:?} in namespace {:?} to terminate: {reason}",
                object::name(pod),
                object::namespace(pod)
            )),
        }
        Ok(())
    }

    async fn remove(&self, pod: &Value, rest: &Rest) -> Result<(), ApiError> {
        let mut options = json!({});
        if let Some(seconds) = self.grace_period {
            options["gracePeriodSeconds"] = seconds.into();
        }
        if self.dry_run == DryRun::Server {
            options["dryRun"] = json!(["All"]);
        }
        let info = info(pod);
        if !self.evicts {
            return rest
                .delete(&info.path(), &Query::new(), &options)
                .await
                .map(drop);
        }
        let eviction = json!({
            "apiVersion": "policy/v1", "kind": "Eviction",
            "metadata": {"name": info.name, "namespace": info.namespace},
            "deleteOptions": options,
        });
        rest.post(&info.subresource_path("eviction"), &Query::new(), &eviction)
            .await
            .map(drop)
    }
}

/// Waits until the pod is gone, until the deadline at most.
async fn gone<'a>(
    pod: &'a Value,
    rest: &Rest,
    deadline: Instant,
) -> (&'a Value, Result<(), String>) {
    let info = info(pod);
    let outcome = match timeout_at(deadline, wait_until_gone(&info, object::uid(pod), rest)).await {
        Err(_) => Err("context deadline exceeded".to_owned()),
        Ok(outcome) => outcome.map_err(|error| error.to_string()),
    };
    (pod, outcome)
}

/// `pods/"web" -n "shop"`: how complaints name a pod.
fn named(pod: &Value) -> String {
    format!(
        "pods/{:?} -n {:?}",
        object::name(pod),
        object::namespace(pod)
    )
}

fn go_duration(duration: Duration) -> String {
    gostd::time::Duration(i64::try_from(duration.as_nanos()).unwrap_or(i64::MAX)).to_string()
}

fn info(pod: &Value) -> Info {
    Info {
        object: Value::Null,
        resource: ApiResource {
            version: "v1".to_owned(),
            kind: "Pod".to_owned(),
            resource: "pods".to_owned(),
            namespaced: true,
            ..ApiResource::default()
        },
        namespace: object::namespace(pod).to_owned(),
        name: object::name(pod).to_owned(),
        source: String::new(),
    }
}
