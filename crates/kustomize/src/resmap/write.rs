//! Resources to text.

use std::collections::BTreeSet;

use goyaml::{Dialect, Document, Layout, ReadOptions};

use super::ResMap;
use crate::error::{Error, ErrorKind, Result};
use crate::resid::NOT_A_NAMESPACE;
use crate::resource::Resource;

impl ResMap {
    /// All resources as one YAML text, the way kustomize prints them.
    ///
    /// # Errors
    /// A resource has a repeated key, a key that is no string, or a number that JSON does not have.
    pub fn to_yaml(&self) -> Result<String> {
        let mut out = String::new();
        for resource in self {
            if !out.is_empty() {
                out.push_str("---\n");
            }
            resource.write_yaml(&mut out)?;
        }
        Ok(out)
    }
}

impl ResMap {
    /// Each resource as a text of its own, with a file name made of its id. The namespace stands in it where there are several.
    ///
    /// # Errors
    /// As for [`ResMap::to_yaml`].
    pub fn to_files(&self) -> Result<Vec<(String, String)>> {
        let namespaces: BTreeSet<_> = self
            .iter()
            .map(|resource| self.namespace_of(resource))
            .collect();
        let several = namespaces
            .iter()
            .filter(|namespace| namespace.as_str() != NOT_A_NAMESPACE)
            .count()
            > 1;
        self.iter()
            .map(|resource| Ok((self.file_name(resource, several), resource.to_yaml()?)))
            .collect()
    }

    fn namespace_of(&self, resource: &Resource) -> String {
        resource
            .cur_id()
            .effective_namespace(self.openapi())
            .to_owned()
    }

    fn file_name(&self, resource: &Resource, with_namespace: bool) -> String {
        let id = resource.cur_id();
        let namespace = self.namespace_of(resource);
        let namespace = if with_namespace && namespace != NOT_A_NAMESPACE {
            namespace.as_str()
        } else {
            ""
        };
        let parts = [
            namespace,
            &id.gvk.group,
            &id.gvk.version,
            &id.gvk.kind,
            &id.name,
        ];
        let name = parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect::<Vec<_>>()
            .join("_");
        // A name comes from the input and must not lead out of the directory.
        format!("{}.yaml", name.to_lowercase().replace(['/', '\\'], "_"))
    }
}

impl Resource {
    /// The resource as YAML text, without its neighbours.
    ///
    /// # Errors
    /// As for [`ResMap::to_yaml`].
    pub fn to_yaml(&self) -> Result<String> {
        let mut out = String::new();
        self.write_yaml(&mut out)?;
        Ok(out)
    }

    fn write_yaml(&self, out: &mut String) -> Result<()> {
        goyaml::to_canonical(&self.node, Dialect::V3, out).map_err(|error| {
            if let goyaml::ErrorKind::Unmarshal(lines) = &error.kind {
                let text = self.rewritten_fault().unwrap_or_else(|| error.to_string());
                let text = format!("{}: {text}", crate::godump::nil());
                let hint = format!(
                    "these lines count in the object alone; as it was read: {}",
                    lines.join("; ")
                );
                return Error::new(ErrorKind::Emit, text)
                    .at(|| self.source.place(&self.node, error.position.line))
                    .hint(hint);
            }
            // Where the object does not even decode, there is nothing to show.
            let decoded = matches!(error.kind, goyaml::ErrorKind::Json(_));
            let object = if decoded {
                crate::godump::map(&self.node)
            } else {
                crate::godump::nil()
            };
            let text = format!("{object}: {error}");
            let fault = Error::new(ErrorKind::Emit, text).hint(format!("in {}", self.cur_id()));
            if decoded {
                fault.hint("a key that reads as a number or a boolean must stand in quotes")
            } else {
                fault
            }
        })
    }

    /// What is at fault when the object is written and read again, which is how kustomize comes by the lines that it names.
    fn rewritten_fault(&self) -> Option<String> {
        let document = Document {
            root: self.node.clone(),
            ..Document::default()
        };
        let text = document.to_yaml(Layout::V3_COMPACT);
        let read =
            goyaml::parse_document(text.as_bytes(), &ReadOptions::new(Dialect::V3)).ok()??;
        let fault = goyaml::to_canonical(&read, Dialect::V3, &mut String::new()).err()?;
        Some(fault.to_string())
    }

    /// The resource as compact JSON, as it stands in some messages.
    pub(crate) fn to_json(&self) -> String {
        let options = goyaml::DecodeOptions {
            dialect: Dialect::V3,
            strict: true,
        };
        match goyaml::to_json(&self.node, &options) {
            Ok(value) => crate::gojson::to_string(&value),
            Err(error) => format!("<{error}>"),
        }
    }
}
