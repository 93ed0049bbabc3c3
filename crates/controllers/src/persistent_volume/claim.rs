//! What becomes of a claim.

use clientgo::{ApiError, EventType, Key, Object, Outcome, Recorder, resources};
use serde_json::json;

use super::bind::{bind, set_claim_status};
use super::matching::{find, is_promised};
use super::provision::{PROVISIONER, provision, waits_for_consumer};
use super::{
    BIND_COMPLETED, CLAIM_PROTECTION, COMPONENT, SELECTED_NODE, candidates, class_of, volume_of,
    without_finalizer,
};
use crate::context::Context;
use crate::pod;

pub(super) struct Controller {
    context: Context,
    recorder: Recorder,
    provisioner: Recorder,
}

impl Controller {
    pub(super) fn new(context: &Context) -> Self {
        Controller {
            context: context.clone(),
            recorder: context.recorder(COMPONENT),
            provisioner: context.recorder(PROVISIONER),
        }
    }

    pub(super) async fn sync(&self, key: Key) -> Result<Outcome, ApiError> {
        let Some(claim) = self
            .context
            .cache(&resources::PERSISTENT_VOLUME_CLAIMS)
            .get(&key)
        else {
            return Ok(Outcome::Done);
        };
        if claim.is_deleting() {
            self.unprotect(&claim).await?;
        } else if let Some(name) = volume_of(&claim) {
            self.bind_to_named(&claim, name).await?;
        } else {
            self.find_volume(&claim).await?;
        }
        Ok(Outcome::Done)
    }

    /// Lets a claim go that is to be deleted, once no pod uses it.
    async fn unprotect(&self, claim: &Object) -> Result<(), ApiError> {
        let pods = candidates::pods_with(&self.context.cache(&resources::PODS), claim);
        let uses = |pod: &Object| !pod::is_ended(pod) && !pod::node_name(pod).is_empty();
        if !claim.has_finalizer(CLAIM_PROTECTION) || pods.iter().any(uses) {
            return Ok(());
        }
        let body = without_finalizer(claim, CLAIM_PROTECTION);
        match self
            .context
            .update(&resources::PERSISTENT_VOLUME_CLAIMS, "", &body)
            .await
        {
            Err(error) if !error.is_not_found() => Err(error),
            _ => Ok(()),
        }
    }

    async fn bind_to_named(&self, claim: &Object, name: &str) -> Result<(), ApiError> {
        let volume = self
            .context
            .cache(&resources::PERSISTENT_VOLUMES)
            .get(&Key::new("", name));
        let was_bound = claim.annotation(BIND_COMPLETED).is_some();
        match volume {
            Some(volume) if volume["spec"]["claimRef"].is_null() || is_promised(&volume, claim) => {
                bind(&self.context, claim, &volume).await
            }
            Some(_) if was_bound => {
                self.lose(
                    claim,
                    "ClaimMisbound",
                    "Two claims are bound to the same volume, this one is bound incorrectly",
                )
                .await
            }
            None if was_bound => {
                self.lose(
                    claim,
                    "ClaimLost",
                    "Bound claim has lost its PersistentVolume. Data on the volume is lost!",
                )
                .await
            }
            _ => Ok(()),
        }
    }

    async fn lose(&self, claim: &Object, reason: &str, message: &str) -> Result<(), ApiError> {
        if claim["status"]["phase"] != "Lost" {
            self.recorder
                .event(claim, EventType::Warning, reason, message);
        }
        set_claim_status(&self.context, claim, &json!({"phase": "Lost"})).await
    }

    async fn find_volume(&self, claim: &Object) -> Result<(), ApiError> {
        let class = class_of(claim);
        let class_object = self
            .context
            .cache(&resources::STORAGE_CLASSES)
            .get(&Key::new("", class));
        let waits = class_object.as_ref().is_some_and(waits_for_consumer)
            && claim.annotation(SELECTED_NODE).is_none();
        let volumes = self.context.cache(&resources::PERSISTENT_VOLUMES);
        let volumes = candidates::volumes_for(&volumes, claim);
        if !waits && let Some(volume) = find(claim, &volumes) {
            return bind(&self.context, claim, volume).await;
        }
        let (type_, reason, message) = match class_object {
            None if class.is_empty() => {
                let message =
                    "no persistent volumes available for this claim and no storage class is set";
                (EventType::Normal, "FailedBinding", message.to_owned())
            }
            None => (
                EventType::Warning,
                "ProvisioningFailed",
                format!("storageclass.storage.k8s.io \"{class}\" not found"),
            ),
            Some(_) if waits => {
                let message = "waiting for first consumer to be created before binding";
                (
                    EventType::Normal,
                    "WaitForFirstConsumer",
                    message.to_owned(),
                )
            }
            Some(class) if class["provisioner"] == PROVISIONER => {
                return self.provision(claim, &class).await;
            }
            Some(class) => {
                let provisioner = class["provisioner"].as_str().unwrap_or_default();
                let message = format!(
                    "Waiting for a volume to be created either by the external provisioner '{provisioner}' or manually by the system \
                     administrator. If volume creation is delayed, please verify that the provisioner is running and correctly registered."
                );
                (EventType::Normal, "ExternalProvisioning", message)
            }
        };
        self.recorder.event(claim, type_, reason, &message);
        Ok(())
    }

    async fn provision(&self, claim: &Object, class: &Object) -> Result<(), ApiError> {
        let message = format!(
            "External provisioner is provisioning volume for claim \"{}\"",
            claim.key()
        );
        self.provisioner
            .event(claim, EventType::Normal, "Provisioning", &message);
        let name = provision(&self.context, claim, class).await?;
        let message = format!("Successfully provisioned volume {name}");
        self.provisioner
            .event(claim, EventType::Normal, "ProvisioningSucceeded", &message);
        match self
            .context
            .cache(&resources::PERSISTENT_VOLUMES)
            .get(&Key::new("", &name))
        {
            Some(volume) => bind(&self.context, claim, &volume).await,
            None => Ok(()),
        }
    }
}
