//! Whose an object is, or might become: what a change of it means for its owner.

use std::sync::Arc;

use apimachinery::selector;
use clientgo::{Delta, Key, Object, Resource, WorkQueue, resources};

use crate::context::Context;
use crate::label_index;

/// The owner that controls an object, if it is of this kind.
pub(crate) fn owner_key(object: &Object, kind: &str) -> Option<Key> {
    let owner = object.controller().filter(|owner| owner.kind() == kind)?;
    Some(Key::new(object.namespace(), owner.name()))
}

/// Whether `spec.selector` of an owner selects an object. One that cannot be read selects nothing.
pub(crate) fn selects(owner: &Object, object: &Object) -> bool {
    selector::from_label_selector(Some(&owner["spec"]["selector"]))
        .is_ok_and(|selector| object.is_selected_by(&selector))
}

/// Adds to a queue the owners, objects of a resource, of every pod that is added, changed or deleted, before the change and after it. A pod that
/// nobody controls concerns those that select it.
pub(crate) fn enqueue_owners_of_pods(
    context: &Context,
    resource: &Resource,
    queue: &Arc<WorkQueue<Key>>,
) {
    let owners = context.cache(resource);
    label_index::keep_by_selectors(&owners);
    label_index::keep_by_labels(&context.cache(&resources::PODS));
    let (kind, queue) = (resource.kind.clone(), Arc::clone(queue));
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        if let Delta::Updated(old, _) = delta {
            owner_key(old, &kind)
                .into_iter()
                .for_each(|key| queue.add(key));
        }
        match owner_key(pod, &kind) {
            Some(owner) => queue.add(owner),
            None if pod.controller().is_none() => label_index::selecting(&owners, pod)
                .iter()
                .filter(|owner| selects(owner, pod))
                .for_each(|owner| queue.add(owner.key())),
            None => {}
        }
    });
}
