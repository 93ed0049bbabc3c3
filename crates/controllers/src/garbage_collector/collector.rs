use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use apimachinery::{Packed, Tree};
use clientgo::{
    Api, ApiError, Informers, Object, Outcome, PatchType, Propagation, WorkQueue, run_workers,
};
use parking_lot::Mutex;
use serde_json::{Value, json};

use super::graph::{Deletion, Graph, Node};
use super::owners::{CollectError, Owners, classify};
use super::{FOREGROUND, ORPHAN};

/// How long to wait before looking again at an object with an owner that only the server knows.
const UNOBSERVED_PAUSE: Duration = Duration::from_secs(2);

/// So many objects are worked on at a time, as many as Kubernetes does by default.
const WORKERS: usize = 20;

/// Works on the objects that the graph calls for.
pub(super) struct Collector {
    api: Api,
    graph: Arc<Mutex<Graph>>,
    /// The caches stay alive as long as somebody works on what they tell.
    _informers: Arc<Informers>,
}

impl Collector {
    pub(super) fn new(api: Api, graph: Arc<Mutex<Graph>>, informers: Arc<Informers>) -> Self {
        Collector {
            api,
            graph,
            _informers: informers,
        }
    }

    /// Works until the queue is closed.
    pub(super) async fn run(self, queue: Arc<WorkQueue<String>>) {
        run_workers(WORKERS, &queue, "garbage-collector", u32::MAX, |uid| {
            self.process(&queue, uid)
        })
        .await;
    }

    async fn process(
        &self,
        queue: &WorkQueue<String>,
        uid: String,
    ) -> Result<Outcome, CollectError> {
        let Some(node) = self.graph.lock().node(&uid).cloned() else {
            return Ok(Outcome::Done);
        };
        match node.deletion {
            Deletion::Orphan => self.orphan_dependents(&uid, &node).await?,
            Deletion::Foreground => self.finish_foreground(queue, &uid, &node).await?,
            Deletion::Plain => {}
            Deletion::None => return self.delete_if_abandoned(&uid, &node).await,
        }
        Ok(Outcome::Done)
    }

    async fn delete_if_abandoned(&self, uid: &str, node: &Node) -> Result<Outcome, CollectError> {
        let Some(object) = self.live(node, uid).await? else {
            return Ok(Outcome::Done);
        };
        if object.owner_references().next().is_none() {
            return Ok(Outcome::Done);
        }
        let owners = classify(&self.api, &self.graph, &object).await?;
        let has_dependents = self.graph.lock().dependents(uid).next().is_some();
        match decide(&object, &owners, has_dependents) {
            // No watch will tell of the end of an owner whose kind is not watched yet.
            Verdict::Keep if self.has_unobserved_owner(&object) => {
                return Ok(Outcome::RequeueAfter(UNOBSERVED_PAUSE));
            }
            Verdict::Keep => {}
            Verdict::Forget(gone) => self.forget_owners(node, &object, &gone).await?,
            Verdict::Delete(propagation) => match self
                .api
                .delete(&node.resource, &object, Some(propagation), None)
                .await
            {
                Err(error) if !error.is_not_found() && !error.is_conflict() => {
                    return Err(error.into());
                }
                _ => {}
            },
        }
        Ok(Outcome::Done)
    }

    fn has_unobserved_owner(&self, object: &Object) -> bool {
        let graph = self.graph.lock();
        object
            .owner_references()
            .any(|owner| graph.node(owner.uid()).is_none())
    }

    /// Calls for what still blocks the deletion, or lets the owner go.
    async fn finish_foreground(
        &self,
        queue: &WorkQueue<String>,
        uid: &str,
        node: &Node,
    ) -> Result<(), ApiError> {
        let blocking = self.graph.lock().blocking_dependents(uid);
        if blocking.is_empty() {
            return self.remove_finalizer(uid, node, FOREGROUND).await;
        }
        let graph = self.graph.lock();
        let idle = |uid: &&String| {
            graph
                .node(uid)
                .is_some_and(|node| node.deletion != Deletion::Foreground)
        };
        blocking
            .iter()
            .filter(idle)
            .for_each(|uid| queue.add(uid.clone()));
        Ok(())
    }

    async fn orphan_dependents(&self, uid: &str, node: &Node) -> Result<(), ApiError> {
        let dependents: Vec<(String, Node)> = self
            .graph
            .lock()
            .dependents(uid)
            .map(|(uid, node)| (uid.to_owned(), node.clone()))
            .collect();
        let owner = BTreeSet::from([uid.to_owned()]);
        for (dependent_uid, dependent) in dependents {
            if let Some(object) = self.live(&dependent, &dependent_uid).await? {
                self.forget_owners(&dependent, &object, &owner).await?;
            }
        }
        self.remove_finalizer(uid, node, ORPHAN).await
    }

    /// The object as the server has it now; none if it is gone or another one has its name.
    async fn live(&self, node: &Node, uid: &str) -> Result<Option<Object>, ApiError> {
        match self.api.get(&node.resource, &node.key).await {
            Ok(object) if object.uid() == uid => Ok(Some(object)),
            Ok(_) => Ok(None),
            Err(error) if error.is_not_found() => Ok(None),
            Err(error) => Err(error),
        }
    }

    async fn forget_owners(
        &self,
        node: &Node,
        object: &Object,
        gone: &BTreeSet<String>,
    ) -> Result<(), ApiError> {
        let kept: Vec<&Packed> = object["metadata"]["ownerReferences"]
            .items()
            .filter(|owner| owner["uid"].as_str().is_none_or(|uid| !gone.contains(uid)))
            .collect();
        let kept = if kept.is_empty() {
            Value::Null
        } else {
            json!(kept)
        };
        self.patch_metadata(node, object, json!({"ownerReferences": kept}))
            .await
    }

    async fn remove_finalizer(
        &self,
        uid: &str,
        node: &Node,
        finalizer: &str,
    ) -> Result<(), ApiError> {
        let Some(object) = self.live(node, uid).await? else {
            return Ok(());
        };
        if !object.has_finalizer(finalizer) {
            return Ok(());
        }
        let kept: Vec<&str> = object
            .finalizers()
            .filter(|name| *name != finalizer)
            .collect();
        self.patch_metadata(node, &object, json!({"finalizers": kept}))
            .await
    }

    /// Patches the metadata of an object as it was read; a change in between is a conflict.
    async fn patch_metadata(
        &self,
        node: &Node,
        object: &Object,
        mut metadata: Value,
    ) -> Result<(), ApiError> {
        metadata["uid"] = object.uid().into();
        metadata["resourceVersion"] = object.resource_version().into();
        let patch = json!({"metadata": metadata});
        match self
            .api
            .patch(&node.resource, &node.key, "", PatchType::Merge, &patch)
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }
}

/// What becomes of an object with owners.
#[derive(Debug, PartialEq, Eq)]
enum Verdict {
    /// It stays as it is.
    Keep,
    /// It stays, but without the references to these owners.
    Forget(BTreeSet<String>),
    /// It goes.
    Delete(Propagation),
}

fn decide(object: &Object, owners: &Owners, has_dependents: bool) -> Verdict {
    if !owners.solid.is_empty() {
        let gone: BTreeSet<String> = owners
            .dangling
            .iter()
            .chain(&owners.waiting)
            .cloned()
            .collect();
        return if gone.is_empty() {
            Verdict::Keep
        } else {
            Verdict::Forget(gone)
        };
    }
    if !owners.waiting.is_empty() && has_dependents {
        return Verdict::Delete(Propagation::Foreground);
    }
    Verdict::Delete(if object.has_finalizer(ORPHAN) {
        Propagation::Orphan
    } else if object.has_finalizer(FOREGROUND) {
        Propagation::Foreground
    } else {
        Propagation::Background
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn owners(solid: &[&str], dangling: &[&str], waiting: &[&str]) -> Owners {
        let owned = |uids: &[&str]| uids.iter().map(|uid| (*uid).to_owned()).collect();
        Owners {
            solid: owned(solid),
            dangling: owned(dangling),
            waiting: owned(waiting),
        }
    }

    #[test]
    fn one_solid_owner_is_enough() {
        let object = Object::new(&json!({}));
        let decided = |owners: &Owners, dependents| decide(&object, owners, dependents);
        assert_eq!(decided(&owners(&["a"], &[], &[]), false), Verdict::Keep);
        let gone = BTreeSet::from(["b".to_owned(), "c".to_owned()]);
        assert_eq!(
            decided(&owners(&["a"], &["b"], &["c"]), false),
            Verdict::Forget(gone)
        );
        assert_eq!(
            decided(&owners(&[], &["b"], &[]), true),
            Verdict::Delete(Propagation::Background)
        );
        assert_eq!(
            decided(&owners(&[], &[], &["c"]), true),
            Verdict::Delete(Propagation::Foreground)
        );
        assert_eq!(
            decided(&owners(&[], &[], &["c"]), false),
            Verdict::Delete(Propagation::Background)
        );
    }

    #[test]
    fn a_finalizer_of_its_own_says_how_it_goes() {
        let object = Object::new(&json!({"metadata": {"finalizers": [ORPHAN]}}));
        assert_eq!(
            decide(&object, &owners(&[], &["b"], &[]), false),
            Verdict::Delete(Propagation::Orphan)
        );
    }
}
