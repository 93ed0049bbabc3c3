//! Runs one pod until it is gone.

use std::net::Ipv4Addr;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::{Clock, PackedTree};
use clientgo::{Api, EventType, Object, PatchType, Recorder, resources};
use futures::StreamExt;
use futures::future::BoxFuture;
use futures::stream::FuturesUnordered;
use tokio::sync::watch;
use tokio::time::Instant;

use super::status::patch;
use super::{Checked, Pod};
use crate::container::Now;
use crate::effect::Effect;
use crate::images::Images;
use crate::runtime::{Runtime, Started};
use crate::scenario::Scenario;

const RETRY_PAUSE: Duration = Duration::from_secs(1);

/// What the pods of one node share.
pub(crate) struct NodeShare {
    pub(crate) api: Api,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) recorder: Recorder,
    pub(crate) images: Images,
    pub(crate) runtime: Arc<Runtime>,
    pub(crate) scenario: Arc<Scenario>,
    pub(crate) node: String,
    pub(crate) address: String,
}

struct Worker {
    node: Arc<NodeShare>,
    pod: Pod,
    address: Ipv4Addr,
    /// The status that was written last.
    written: Option<PackedTree>,
    checks: FuturesUnordered<BoxFuture<'static, Checked>>,
}

/// Runs a pod. It ends when the sender of its states is dropped, which says that the object is gone.
pub(crate) async fn run(node: Arc<NodeShare>, mut states: watch::Receiver<Object>) {
    let object = states.borrow_and_update().clone();
    let address = match node.runtime.assign_address(&object) {
        Ok(address) => address,
        Err(error) => {
            node.recorder.event(
                &object,
                EventType::Warning,
                "FailedCreatePodSandBox",
                &error.to_string(),
            );
            return;
        }
    };
    let (pod, problem) = Pod::new(object.clone(), &node.scenario, now(&*node.clock));
    if let Some(problem) = problem {
        let message = format!("annotation kaeru.dev/{problem}");
        node.recorder
            .event(&object, EventType::Warning, "FailedSimulation", &message);
    }
    let runtime = Arc::clone(&node.runtime);
    let mut worker = Worker {
        node,
        pod,
        address,
        written: None,
        checks: FuturesUnordered::new(),
    };
    worker.observe(object.clone());
    worker.run(&mut states).await;
    runtime.remove(&object);
}

impl Worker {
    async fn run(&mut self, states: &mut watch::Receiver<Object>) {
        loop {
            let next = match self.step().await {
                Step::Over => return,
                Step::WaitUntil(next) => next,
            };
            let wait = async {
                match next {
                    Some(next) => tokio::time::sleep_until(next).await,
                    None => std::future::pending().await,
                }
            };
            tokio::select! {
                biased;
                changed = states.changed() => {
                    if changed.is_err() {
                        return;
                    }
                    let object = states.borrow_and_update().clone();
                    self.observe(object);
                }
                Some(checked) = self.checks.next() => {
                    let mut effects = Vec::new();
                    self.pod.checked(&checked, now(&*self.node.clock), &mut effects);
                    self.perform(effects);
                }
                () = wait => {}
            }
        }
    }

    fn observe(&mut self, object: Object) {
        let mut effects = Vec::new();
        self.pod
            .observe(object, now(&*self.node.clock), &mut effects);
        self.perform(effects);
    }

    /// Takes the steps that are due and writes what has come of them.
    async fn step(&mut self) -> Step {
        let mut effects = Vec::new();
        self.pod
            .advance(&self.node.images, now(&*self.node.clock), &mut effects);
        self.perform(effects);
        let written = self.write_status().await;
        if self.pod.is_over() {
            return self.delete().await;
        }
        match written {
            Ok(()) => Step::WaitUntil(self.pod.next_step()),
            Err(()) => Step::WaitUntil(Some(Instant::now() + RETRY_PAUSE)),
        }
    }

    async fn write_status(&mut self) -> Result<(), ()> {
        let now = now(&*self.node.clock);
        let address = self.address.to_string();
        let status = self.pod.status(&self.node.address, &address, now);
        if self.written.as_ref() == Some(&status) {
            return Ok(());
        }
        let object = &self.pod.object;
        let patch = patch(object.uid(), &status);
        match self
            .node
            .api
            .patch(
                &resources::PODS,
                &object.key(),
                "status",
                PatchType::Strategic,
                &*patch,
            )
            .await
        {
            Ok(_) => self.written = Some(status),
            // It is gone: the watch will say so.
            Err(error) if error.is_not_found() => self.written = Some(status),
            Err(error) => {
                tracing::debug!(pod = %object.key(), %error, "status to be written again");
                return Err(());
            }
        }
        Ok(())
    }

    /// Lets the object go, now that nothing of it runs.
    async fn delete(&mut self) -> Step {
        match self
            .node
            .api
            .delete(&resources::PODS, &self.pod.object, None, Some(0))
            .await
        {
            Err(error) if !error.is_not_found() => {
                tracing::debug!(pod = %self.pod.object.key(), %error, "to be deleted again");
                Step::WaitUntil(Some(Instant::now() + RETRY_PAUSE))
            }
            _ => Step::Over,
        }
    }

    fn perform(&mut self, effects: Vec<Effect>) {
        for effect in effects {
            let pod = &self.pod.object;
            match effect {
                Effect::Event {
                    field_path,
                    type_,
                    reason,
                    message,
                } => {
                    self.node
                        .recorder
                        .event_on_field(pod, &field_path, type_, reason, &message);
                }
                Effect::BackOff { container } => self.tell_back_off(&container),
                Effect::Start { container } => self.start(&container),
                Effect::Listen { container } => self.listen(&container),
                Effect::Refuse { container } => self.node.runtime.refuse(pod, &container),
                Effect::Close { container, code } => {
                    self.node.runtime.close(pod, &container, code);
                }
                Effect::Check {
                    container,
                    run,
                    kind,
                    check,
                    timeout,
                } => {
                    let runtime = Arc::clone(&self.node.runtime);
                    let result = runtime.check(self.address, check, timeout);
                    self.checks.push(Box::pin(async move {
                        Checked {
                            container,
                            run,
                            kind,
                            result: result.await,
                        }
                    }));
                }
            }
        }
    }

    fn tell_back_off(&self, container: &str) {
        let Some(spec) = self.pod.container(container) else {
            return;
        };
        let pod = &self.pod.object;
        let place = format!("{}_{}({})", pod.name(), pod.namespace(), pod.uid());
        let message = format!("Back-off restarting failed container {container} in pod {place}");
        self.node.recorder.event_on_field(
            pod,
            &spec.field_path(),
            EventType::Warning,
            "BackOff",
            &message,
        );
    }

    fn start(&self, container: &str) {
        let Some(spec) = self.pod.container(container) else {
            return;
        };
        self.node.runtime.start(&Started {
            pod: &self.pod.object,
            address: self.address,
            node: &self.node.node,
            container,
            image: &spec.image,
            ports: &spec.ports,
        });
    }

    fn listen(&self, container: &str) {
        let Some(spec) = self.pod.container(container) else {
            return;
        };
        let pod = &self.pod.object;
        for problem in self.node.runtime.listen(pod, container) {
            self.node.recorder.event_on_field(
                pod,
                &spec.field_path(),
                EventType::Warning,
                "FailedListen",
                &problem,
            );
        }
    }
}

/// What comes after a step.
enum Step {
    /// The pod is gone.
    Over,
    /// The next step is due then, if nothing happens before.
    WaitUntil(Option<Instant>),
}

fn now(clock: &dyn Clock) -> Now {
    Now {
        instant: Instant::now(),
        time: clock.now(),
    }
}
