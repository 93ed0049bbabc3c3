//! Bodies of custom resources: `metadata` has its types, everything else the fields of the schema.

use schema::Definition;
use serde_json::Value;

use super::prune::prune;
use super::structural::Structural;
use crate::decode::{self, Decoded};

/// The definition of `metadata`, which is the same in every object.
pub(crate) fn object_meta() -> Option<&'static Definition> {
    schema::definition("io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta")
}

/// Drops and tells what the schema does not know, and checks the types inside `metadata`.
pub(crate) fn conform(mut object: Value, schema: &Structural) -> Decoded {
    let mut strict = Vec::new();
    let mut type_error = None;
    if let Some(metadata) = object.get_mut("metadata") {
        let decoded = decode::conform(metadata.take(), |_| object_meta());
        let told = decoded.strict.iter();
        strict.extend(told.map(|odd| odd.replacen("field \"", "field \"metadata.", 1)));
        type_error = decoded.type_error;
        *metadata = decoded.object;
    }
    let dropped = prune(&mut object, schema);
    strict.extend(
        dropped
            .iter()
            .map(|path| format!("unknown field \"{path}\"")),
    );
    Decoded {
        object,
        strict,
        type_error,
    }
}
