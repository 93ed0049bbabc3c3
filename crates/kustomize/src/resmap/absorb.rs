//! Taking in what a generator made.

use super::ResMap;
use crate::error::{Error, ErrorKind, Result};
use crate::resource::{Behavior, Resource};

impl ResMap {
    /// Takes in generated resources: each is new, replaces one that is there, or is merged with it.
    pub(crate) fn absorb_all(
        &mut self,
        generated: impl IntoIterator<Item = Resource>,
    ) -> Result<()> {
        generated
            .into_iter()
            .try_for_each(|resource| self.absorb(resource))
    }

    fn absorb(&mut self, resource: Resource) -> Result<()> {
        let id = resource.cur_id();
        let behavior = resource.behavior.unwrap_or_default();
        let matches = self.with_any_id(&id);
        let [position] = matches[..] else {
            return match (matches.is_empty(), behavior) {
                (true, Behavior::Merge | Behavior::Replace) => {
                    let text = format!(
                        "id {} does not exist; cannot merge or replace",
                        id.go_syntax(self.openapi())
                    );
                    Err(Error::new(ErrorKind::Generate, text).hint(self.nearest(&id)))
                }
                (true, Behavior::Create | Behavior::Unspecified) => self.append(resource),
                (false, _) => {
                    let all: Vec<_> = matches
                        .iter()
                        .map(|position| self.get(*position).cur_id().to_string())
                        .collect();
                    let text = format!(
                        "found multiple objects [{}] that could accept merge of {id}",
                        all.join(" ")
                    );
                    Err(Error::new(ErrorKind::Generate, text))
                }
            };
        };
        match behavior {
            Behavior::Replace => self.transform_at(position, |old, _| {
                *old = with_metadata_of(resource, old)?;
                Ok(())
            }),
            Behavior::Merge => self.transform_at(position, |old, _| {
                let mut data = old.data("data");
                data.extend(resource.data("data"));
                let mut binary_data = old.data("binaryData");
                binary_data.extend(resource.data("binaryData"));
                let origin = old.origin.clone();
                let mut merged = with_metadata_of(resource, old)?;
                merged.set_data("data", data)?;
                merged.set_data("binaryData", binary_data)?;
                merged.origin = origin.or(merged.origin);
                *old = merged;
                Ok(())
            }),
            Behavior::Create | Behavior::Unspecified => {
                let text = format!(
                    "id {} exists; can not use behavior: '{}', behavior must be merge or replace",
                    id.go_syntax(self.openapi()),
                    behavior.as_str()
                );
                Err(Error::new(ErrorKind::Generate, text))
            }
        }
    }
}

/// Gives a generated resource the name, namespace and history of the one that it takes the place of, and its labels and annotations below
/// the new ones. Its name gets a hash if those of both would.
fn with_metadata_of(mut resource: Resource, old: &Resource) -> Result<Resource> {
    let mut labels = old.labels();
    labels.extend(resource.labels());
    resource.set_labels(labels)?;
    let mut annotations = old.annotations();
    annotations.extend(resource.annotations());
    resource.set_annotations(annotations)?;
    resource.set_name(old.name())?;
    resource.set_namespace(old.namespace())?;
    resource.needs_hash &= old.needs_hash;
    resource.behavior = old.behavior;
    resource.previous.clone_from(&old.previous);
    resource.prefixes.clone_from(&old.prefixes);
    resource.suffixes.clone_from(&old.suffixes);
    resource.ref_var_names.clone_from(&old.ref_var_names);
    Ok(resource)
}
