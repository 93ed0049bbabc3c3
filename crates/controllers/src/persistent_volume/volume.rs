//! What becomes of a volume.

use clientgo::{ApiError, EventType, Key, Object, Outcome, Recorder, resources};

use super::bind::set_volume_phase;
use super::provision::PROVISIONER;
use super::{COMPONENT, PROVISIONED_BY, VOLUME_PROTECTION, claim_of, without_finalizer};
use crate::context::Context;

pub(super) struct Controller {
    context: Context,
    recorder: Recorder,
}

impl Controller {
    pub(super) fn new(context: &Context) -> Self {
        Controller {
            context: context.clone(),
            recorder: context.recorder(COMPONENT),
        }
    }

    pub(super) async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let Some(volume) = self.context.cache(&resources::PERSISTENT_VOLUMES).get(&key) else {
            return Ok(Outcome::Done);
        };
        let claim = claim_of(&volume).map(|key| {
            self.context
                .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
                .get(&key)
        });
        let uid = volume["spec"]["claimRef"]["uid"]
            .as_str()
            .unwrap_or_default();
        let is_claimed = matches!(&claim, Some(Some(claim)) if claim.uid() == uid);
        if volume.is_deleting() {
            if !is_claimed && volume.has_finalizer(VOLUME_PROTECTION) {
                return self.unprotect(&volume).await.map(|()| Outcome::Done);
            }
            return Ok(Outcome::Done);
        }
        match claim {
            None => set_volume_phase(&self.context, &volume, "Available").await?,
            Some(_) if uid.is_empty() => {
                set_volume_phase(&self.context, &volume, "Available").await?;
            }
            // The claim says when both are bound.
            Some(_) if is_claimed => {}
            Some(_) => self.release(&volume).await?,
        }
        Ok(Outcome::Done)
    }

    async fn unprotect(&self, volume: &Object) -> Result<(), ApiError> {
        let body = without_finalizer(volume, VOLUME_PROTECTION);
        match self
            .context
            .update(&resources::PERSISTENT_VOLUMES, "", &body)
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    /// The claim is gone: the volume goes too if it is to be deleted and the provisioner here can do that.
    async fn release(&self, volume: &Object) -> Result<(), ApiError> {
        // The cache of claims may be behind the one of volumes.
        if let Some(key) = claim_of(volume) {
            match self
                .context
                .api
                .get(&resources::PERSISTENT_VOLUME_CLAIMS, &key)
                .await
            {
                Ok(claim) if volume["spec"]["claimRef"]["uid"] == claim.uid() => return Ok(()),
                Err(error) if !error.is_not_found() => return Err(error),
                _ => {}
            }
        }
        if volume["spec"]["persistentVolumeReclaimPolicy"] != "Delete" {
            return set_volume_phase(&self.context, volume, "Released").await;
        }
        if volume.annotation(PROVISIONED_BY) == Some(PROVISIONER) {
            return match self
                .context
                .delete(&resources::PERSISTENT_VOLUMES, volume, None)
                .await
            {
                Err(error) if !error.is_not_found() => Err(error),
                _ => Ok(()),
            };
        }
        if volume["status"]["phase"] != "Failed" {
            let message = "error getting deleter volume plugin for volume \"".to_owned()
                + volume.name()
                + "\": no deletable volume plugin matched";
            self.recorder
                .event(volume, EventType::Warning, "VolumeFailedDelete", &message);
        }
        set_volume_phase(&self.context, volume, "Failed").await
    }
}
