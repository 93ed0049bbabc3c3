//! Slices as objects: what those of one owner have in common, and how changes of them are written.

use clientgo::{ApiError, Object, Resource, resources};
use serde_json::{Map, Value, json};

use crate::context::Context;

/// The label by which slices belong to a Service.
pub(super) const SERVICE_NAME: &str = "kubernetes.io/service-name";
const MANAGED_BY: &str = "endpointslice.kubernetes.io/managed-by";
const LAST_CHANGE: &str = "endpoints.kubernetes.io/last-change-trigger-time";

/// The object whose endpoints a set of slices tells of.
pub(super) struct SliceOwner<'a> {
    pub(super) kind: Resource,
    pub(super) object: &'a Object,
    pub(super) service: &'a str,
    /// The controller that looks after the slices.
    pub(super) managed_by: &'static str,
    /// Labels besides those that tell of the owner and the controller.
    pub(super) labels: Map<String, Value>,
    /// When what a new slice tells of has come about.
    pub(super) last_change: Option<&'a str>,
}

/// A step towards the slices that should be there.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Change {
    Create(Value),
    Update(Value),
    Delete(Object),
}

impl SliceOwner<'_> {
    /// The slices that there are.
    pub(super) fn existing(&self, context: &Context) -> Vec<Object> {
        let mut slices = context
            .cache(&resources::ENDPOINT_SLICES)
            .controlled_by(self.object.uid());
        slices.retain(|slice| {
            slice.label(MANAGED_BY) == Some(self.managed_by) && !slice.is_deleting()
        });
        slices
    }

    /// The labels of every slice.
    pub(super) fn slice_labels(&self) -> Value {
        let mut labels = self.labels.clone();
        labels.insert(SERVICE_NAME.to_owned(), self.service.into());
        labels.insert(MANAGED_BY.to_owned(), self.managed_by.into());
        labels.into()
    }

    /// A new slice; without endpoints it says that there are none.
    pub(super) fn new_slice(&self, ports: &[Value], endpoints: Vec<Value>) -> Value {
        let mut metadata = json!({
            "generateName": format!("{}-", self.service),
            "labels": self.slice_labels(),
            "ownerReferences": [{
                "apiVersion": self.kind.api_version(), "kind": self.kind.kind, "name": self.object.name(), "uid": self.object.uid(),
                "controller": true, "blockOwnerDeletion": true,
            }],
        });
        if let Some(time) = self.last_change {
            metadata["annotations"] = json!({LAST_CHANGE: time});
        }
        json!({
            "apiVersion": "discovery.k8s.io/v1", "kind": "EndpointSlice", "metadata": metadata, "addressType": "IPv4",
            "endpoints": none_if_empty(endpoints), "ports": none_if_empty(ports.to_vec()),
        })
    }

    /// A slice that is there, with other contents.
    pub(super) fn changed(&self, slice: &Object, ports: &[Value], endpoints: Vec<Value>) -> Value {
        let mut changed = slice.to_value();
        changed["metadata"]["labels"] = self.slice_labels();
        if let Some(annotations) = changed["metadata"]["annotations"].as_object_mut() {
            annotations.remove(LAST_CHANGE);
        }
        changed["endpoints"] = none_if_empty(endpoints);
        changed["ports"] = none_if_empty(ports.to_vec());
        changed
    }
}

fn none_if_empty(items: Vec<Value>) -> Value {
    if items.is_empty() {
        Value::Null
    } else {
        items.into()
    }
}

/// Writes the changes. Who deletes a slice or a namespace in between has his way.
pub(super) async fn write(
    context: &Context,
    namespace: &str,
    changes: Vec<Change>,
) -> Result<(), ApiError> {
    let slices = &resources::ENDPOINT_SLICES;
    for change in changes {
        let written = match &change {
            Change::Create(slice) => context.create(slices, namespace, slice).await,
            Change::Update(slice) => context.update(slices, "", slice).await,
            Change::Delete(slice) => context.api.delete(slices, slice, None, None).await,
        };
        match written {
            Err(error) if !error.is_not_found() && !error.is_namespace_terminating() => {
                return Err(error);
            }
            _ => {}
        }
    }
    Ok(())
}
