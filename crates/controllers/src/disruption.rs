//! The disruption controller: how many pods of each PodDisruptionBudget may be evicted now.

mod expected;
mod status;

use apimachinery::selector;
use clientgo::{ApiError, Delta, EventType, Key, Object, Outcome, Recorder, resources, run_worker};

use crate::context::Context;
use crate::controllers::Running;
use crate::label_index;

/// Starts the controller.
pub(crate) fn start(context: &Context, running: &mut Running) {
    let queue = running.queue();
    context.enqueue_changes(&resources::POD_DISRUPTION_BUDGETS, &queue);
    let budgets = context.cache(&resources::POD_DISRUPTION_BUDGETS);
    label_index::keep_by_selectors(&budgets);
    label_index::keep_by_labels(&context.cache(&resources::PODS));
    let on_pod = queue.clone();
    context.cache(&resources::PODS).subscribe(move |delta| {
        let pod = delta.object();
        let before = match delta {
            Delta::Updated(old, _) => Some(old),
            Delta::Added(_) | Delta::Deleted(_) => None,
        };
        for pod in [Some(pod), before].into_iter().flatten() {
            label_index::selecting(&budgets, pod)
                .iter()
                .filter(|budget| selects(budget, pod))
                .for_each(|budget| on_pod.add(budget.key()));
        }
    });
    // What the pods are meant to be is read off these.
    context.cache(&resources::REPLICA_SETS);
    context.cache(&resources::STATEFUL_SETS);
    let budgets = context.cache(&resources::POD_DISRUPTION_BUDGETS);
    let on_scale = queue.clone();
    context
        .cache(&resources::DEPLOYMENTS)
        .subscribe(move |delta| {
            let Delta::Updated(old, new) = delta else {
                return;
            };
            if old["spec"]["replicas"] != new["spec"]["replicas"] {
                // The budgets of its pods: those know no other owner than a ReplicaSet.
                let pod = Object::new(&new["spec"]["template"].to_value());
                label_index::selecting_in(&budgets, new.namespace(), &pod)
                    .iter()
                    .for_each(|budget| on_scale.add(budget.key()));
            }
        });
    let recorder = context.recorder("controllermanager");
    let context = context.clone();
    running.spawn(async move {
        run_worker(&queue, "disruption", u32::MAX, |key| {
            sync(&context, &recorder, key)
        })
        .await;
    });
}

fn selects(budget: &Object, pod: &Object) -> bool {
    let selector = &budget["spec"]["selector"];
    selector::from_label_selector(Some(selector).filter(|selector| !selector.is_null()))
        .is_ok_and(|selector| pod.is_selected_by(&selector))
}

async fn sync(context: &Context, recorder: &Recorder, key: Key) -> Result<Outcome, ApiError> {
    let Some(budget) = context.cache(&resources::POD_DISRUPTION_BUDGETS).get(&key) else {
        return Ok(Outcome::Done);
    };
    let pods = match selector::from_label_selector(Some(&budget["spec"]["selector"])) {
        Ok(selector) => {
            label_index::selected(&context.cache(&resources::PODS), &key.namespace, &selector)
        }
        Err(_) => Vec::new(),
    };
    if pods.is_empty() && budget["status"]["observedGeneration"].is_null() {
        recorder.event(
            &budget,
            EventType::Normal,
            "NoPods",
            "No matching pods found",
        );
    }
    let now = context.clock.now();
    let (status, recheck) = match expected::expected(context, &budget, &pods) {
        Ok(expected) => status::status(&budget, &pods, expected, now),
        Err(why) => {
            recorder.event(
                &budget,
                EventType::Warning,
                "CalculateExpectedPodCountFailed",
                &format!("Failed to calculate the number of expected pods: {why}"),
            );
            (status::failed(&budget, &why, now), None)
        }
    };
    if budget["status"] != status {
        let mut body = budget.to_value();
        body["status"] = status;
        context
            .update(&resources::POD_DISRUPTION_BUDGETS, "status", &body)
            .await?;
    }
    Ok(recheck.map_or(Outcome::Done, Outcome::RequeueAfter))
}
