//! One look at a Deployment: sort out its ReplicaSets, take one step, tell how it stands.

use std::time::Duration;

use apimachinery::{Packed, packed::Fields, selector};
use clientgo::{ApiError, EventType, Object, Recorder, resources};
use serde_json::Value;

use super::conditions::{
    self, DEPLOYMENT_PAUSED, DEPLOYMENT_RESUMED, PROGRESS_DEADLINE_EXCEEDED, PROGRESSING, condition,
};
use super::new_replica_set::{self, NewReplicaSetError};
use super::replica_sets::{ReplicaSets, Scale};
use super::{
    Deployment, Strategy, annotations, history, progress, recreate, rolling, scaling, status,
};
use crate::claim::{Claimant, claim};
use crate::context::Context;
use crate::label_index;
use crate::replica_set::ReplicaSet;

/// Why a look at a Deployment ended early.
#[derive(Debug, thiserror::Error)]
pub(super) enum SyncError {
    /// A request was refused or did not reach the server.
    #[error(transparent)]
    Api(#[from] ApiError),
    /// The ReplicaSet of the template could not be made.
    #[error(transparent)]
    NewReplicaSet(#[from] NewReplicaSetError),
}

/// A look at a Deployment in progress.
pub(super) struct Sync<'a> {
    pub(super) context: &'a Context,
    pub(super) recorder: &'a Recorder,
    /// The Deployment as this look's own writes have left it.
    pub(super) deployment: Deployment,
}

/// Whether the ReplicaSet of the present template is made where it is missing.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Missing {
    Create,
    Leave,
}

impl Sync<'_> {
    /// Looks at the Deployment and gives the time after which to look again, if any.
    pub(super) async fn run(&mut self) -> Result<Option<Duration>, SyncError> {
        let selector = &self.deployment.0["spec"]["selector"];
        if is_empty_selector(selector) {
            return self.refuse_empty_selector().await;
        }
        let Ok(selector) = selector::from_label_selector(Some(selector)) else {
            return Ok(None);
        };
        let owned = self.claim_replica_sets(&selector).await?;
        if self.deployment.0.is_deleting() {
            let sets = self.replica_sets(owned).await?;
            return self.write_status(&sets).await.map(|()| None);
        }
        self.note_pause().await?;
        if self.deployment.is_paused() {
            let sets = self.replica_sets(owned).await?;
            return self.scale(sets, true).await;
        }
        let sets = self.replica_sets(owned).await?;
        if scaling::is_scaling_event(&self.deployment, &sets) {
            return self.scale(sets, false).await;
        }
        match self.deployment.strategy() {
            Strategy::RollingUpdate => self.roll(sets).await,
            Strategy::Recreate => self.recreate(sets).await,
        }
    }

    async fn claim_replica_sets(
        &self,
        selector: &selector::LabelSelector,
    ) -> Result<Vec<Object>, ApiError> {
        let cache = self.context.cache(&resources::REPLICA_SETS);
        let mut candidates = cache.controlled_by(self.deployment.0.uid());
        candidates.extend(label_index::orphans(
            &cache,
            self.deployment.0.namespace(),
            selector,
        ));
        let claimant = Claimant {
            resource: &resources::DEPLOYMENTS,
            object: &self.deployment.0,
            selector,
            finalizer: None,
        };
        claim(self.context, claimant, &resources::REPLICA_SETS, candidates).await
    }

    /// Sorts the ReplicaSets and brings the new one's notes up to date, if it is there.
    async fn replica_sets(&mut self, owned: Vec<Object>) -> Result<ReplicaSets, SyncError> {
        let sets = ReplicaSets::observe(&self.deployment, owned);
        new_replica_set::bring_up_to_date(self, sets, Missing::Leave).await
    }

    /// Makes the ReplicaSet of the present template if there is none yet.
    async fn with_new(&mut self, sets: ReplicaSets) -> Result<ReplicaSets, SyncError> {
        if sets.new.is_some() {
            Ok(sets)
        } else {
            new_replica_set::bring_up_to_date(self, sets, Missing::Create).await
        }
    }

    async fn roll(&mut self, sets: ReplicaSets) -> Result<Option<Duration>, SyncError> {
        let mut sets = self.with_new(sets).await?;
        let step = match rolling::scale_new(&self.deployment, &sets) {
            Some(scale) => vec![scale],
            None => rolling::scale_down_old(&self.deployment, &sets),
        };
        if step.is_empty() {
            self.clean_up_if_complete(&sets).await?;
        }
        self.apply(&mut sets, &step).await?;
        self.write_rollout_status(&sets).await
    }

    async fn recreate(&mut self, mut sets: ReplicaSets) -> Result<Option<Duration>, SyncError> {
        let step = recreate::scale_down_old(&sets);
        if !step.is_empty() {
            self.apply(&mut sets, &step).await?;
            return self.write_rollout_status(&sets).await;
        }
        if recreate::old_pods_run(self.context, &sets) {
            return self.write_rollout_status(&sets).await;
        }
        sets = self.with_new(sets).await?;
        let wanted = self.deployment.wanted();
        let step: Vec<Scale> = sets
            .new
            .iter()
            .filter(|new| new.wanted() != wanted)
            .map(|new| Scale::new(new, wanted))
            .collect();
        self.apply(&mut sets, &step).await?;
        self.clean_up_if_complete(&sets).await?;
        self.write_rollout_status(&sets).await
    }

    async fn scale(
        &mut self,
        mut sets: ReplicaSets,
        clean_up: bool,
    ) -> Result<Option<Duration>, SyncError> {
        let step = scaling::plan(&self.deployment, &sets);
        self.apply(&mut sets, &step).await?;
        if clean_up {
            self.clean_up(&sets).await?;
        }
        self.write_status(&sets).await?;
        Ok(None)
    }

    async fn apply(&self, sets: &mut ReplicaSets, step: &[Scale]) -> Result<(), ApiError> {
        for scale in step {
            let Some(set) = sets.all().find(|set| set.name() == scale.replica_set) else {
                continue;
            };
            let scaled = self.scale_replica_set(set, scale.replicas).await?;
            sets.replace(scaled);
        }
        Ok(())
    }

    async fn scale_replica_set(
        &self,
        set: &ReplicaSet,
        replicas: i64,
    ) -> Result<ReplicaSet, ApiError> {
        let former = set.wanted();
        if former == replicas && annotations::sizes_are_current(set, &self.deployment) {
            return Ok(set.clone());
        }
        let mut body = set.0.to_value();
        body["spec"]["replicas"] = replicas.into();
        annotations::note_sizes(annotations_of(&mut body), &self.deployment);
        let scaled = ReplicaSet(
            self.context
                .update(&resources::REPLICA_SETS, "", &body)
                .await?,
        );
        if former != replicas {
            let direction = if former < replicas { "up" } else { "down" };
            let message = format!(
                "Scaled {direction} replica set {} from {former} to {replicas}",
                set.name()
            );
            self.recorder.event(
                &self.deployment.0,
                EventType::Normal,
                "ScalingReplicaSet",
                &message,
            );
        }
        Ok(scaled)
    }

    async fn clean_up_if_complete(&self, sets: &ReplicaSets) -> Result<(), ApiError> {
        if progress::is_complete(&self.deployment, &self.deployment.0["status"]) {
            self.clean_up(sets).await?;
        }
        Ok(())
    }

    async fn clean_up(&self, sets: &ReplicaSets) -> Result<(), ApiError> {
        for set in history::to_clean_up(&self.deployment, sets) {
            match self
                .context
                .api
                .delete(&resources::REPLICA_SETS, &set.0, None, None)
                .await
            {
                Err(error) if !error.is_not_found() => return Err(error),
                _ => {}
            }
        }
        Ok(())
    }

    /// Writes the counts, and what is to be said of the progress of a rollout.
    async fn write_rollout_status(
        &mut self,
        sets: &ReplicaSets,
    ) -> Result<Option<Duration>, SyncError> {
        let now = self.context.clock.now();
        let mut status = status::status(&self.deployment, sets, now);
        progress::describe(&self.deployment, sets, &mut status, now);
        if self.deployment.0["status"] != status {
            self.update_status(status.clone()).await?;
        }
        Ok(progress::next_check(&self.deployment, &status, now))
    }

    /// Writes the counts alone.
    async fn write_status(&mut self, sets: &ReplicaSets) -> Result<(), SyncError> {
        let status = status::status(&self.deployment, sets, self.context.clock.now());
        if self.deployment.0["status"] != status {
            self.update_status(status).await?;
        }
        Ok(())
    }

    /// Tells in the status that the Deployment was paused or resumed, so that the time in between does not count against its deadline.
    async fn note_pause(&mut self) -> Result<(), ApiError> {
        if self.deployment.progress_deadline().is_none() {
            return Ok(());
        }
        let current = conditions::get(&self.deployment.0["status"], PROGRESSING)
            .map(|current| &current["reason"]);
        if current.is_some_and(|reason| reason == PROGRESS_DEADLINE_EXCEEDED) {
            return Ok(());
        }
        let was_paused = current.is_some_and(|reason| reason == DEPLOYMENT_PAUSED);
        let (reason, message) = match (self.deployment.is_paused(), was_paused) {
            (true, false) => (DEPLOYMENT_PAUSED, "Deployment is paused"),
            (false, true) => (DEPLOYMENT_RESUMED, "Deployment is resumed"),
            _ => return Ok(()),
        };
        let mut status = self.deployment.0["status"].to_value();
        conditions::set(
            &mut status,
            condition(
                PROGRESSING,
                "Unknown",
                reason,
                message,
                self.context.clock.now(),
            ),
        );
        self.update_status(status).await
    }

    async fn refuse_empty_selector(&mut self) -> Result<Option<Duration>, SyncError> {
        let message = "This deployment is selecting all pods. A non-empty selector is required.";
        self.recorder.event(
            &self.deployment.0,
            EventType::Warning,
            "SelectingAll",
            message,
        );
        if status::count(&self.deployment.0["status"], "observedGeneration")
            < self.deployment.0.generation()
        {
            let mut status = self.deployment.0["status"].to_value();
            status["observedGeneration"] = self.deployment.0.generation().into();
            self.update_status(status).await?;
        }
        Ok(None)
    }

    /// Replaces the status; the annotations of the body are written with it.
    pub(super) async fn update_status(&mut self, status: Value) -> Result<(), ApiError> {
        let mut body = self.deployment.0.to_value();
        body["status"] = status;
        self.write_with_status(body).await
    }

    pub(super) async fn write_with_status(&mut self, body: Value) -> Result<(), ApiError> {
        self.deployment = Deployment(
            self.context
                .update(&resources::DEPLOYMENTS, "status", &body)
                .await?,
        );
        Ok(())
    }
}

/// The annotations of an object, made if there are none.
pub(super) fn annotations_of(body: &mut Value) -> &mut serde_json::Map<String, Value> {
    let annotations = &mut body["metadata"]["annotations"];
    if !annotations.is_object() {
        *annotations = Value::Object(serde_json::Map::new());
    }
    annotations
        .as_object_mut()
        .expect("it was just made an object")
}

fn is_empty_selector(selector: &Packed) -> bool {
    selector.as_object().is_some_and(Fields::is_empty)
}
