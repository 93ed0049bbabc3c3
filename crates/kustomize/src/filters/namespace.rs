//! Moving objects to a namespace.

use goyaml::{Kind, Node};

use super::fieldspec::{Create, Filter as Field};
use crate::error::{Context, Result};
use crate::fieldspec::FieldSpec;
use crate::gvk::Gvk;
use crate::openapi::OpenApi;
use crate::resource::Resource;
use crate::rnode;

/// Which subjects of role bindings are moved as well.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum RoleBindingSubjects {
    /// Those named `default`, whatever they are.
    #[default]
    DefaultOnly,
    /// All service accounts.
    AllServiceAccounts,
    /// None of them.
    None,
}

/// Sets a namespace.
#[derive(Debug)]
pub(crate) struct Filter {
    namespace: String,
    unset_only: bool,
    subjects: RoleBindingSubjects,
    metadata: Field,
    fields: Vec<Field>,
}

impl Filter {
    pub(crate) fn new(
        namespace: String,
        unset_only: bool,
        subjects: RoleBindingSubjects,
        specs: &[FieldSpec],
    ) -> Self {
        let metadata = FieldSpec::new(Gvk::default(), "metadata/namespace", true);
        let specs: Vec<_> = specs
            .iter()
            .filter(|spec| spec.path != metadata.path)
            .cloned()
            .collect();
        Self {
            namespace,
            unset_only,
            subjects,
            metadata: Field::new(&metadata, Create::String),
            fields: Field::all(&specs, Create::String),
        }
    }

    pub(crate) fn apply(&self, resource: &mut Resource, openapi: &OpenApi) -> Result<()> {
        let gvk = resource.gvk();
        if !openapi.is_cluster_scoped(&gvk) {
            self.metadata
                .apply(resource, &gvk, &mut |node| self.set(node))?;
        }
        let role_binding = matches!(gvk.kind.as_str(), "RoleBinding" | "ClusterRoleBinding");
        if role_binding {
            self.set_subjects(&mut resource.node)?;
        }
        let core = resource.api_version() == "v1";
        for field in &self.fields {
            let spec = field.spec();
            let of_subjects = role_binding
                && matches!(spec.path.as_str(), "subjects" | "subjects/namespace")
                && spec.gvk.kind.ends_with("RoleBinding");
            // Other groups have kinds called Namespace too, whose names are their own.
            if of_subjects || (spec.path == "metadata/name" && !core) {
                continue;
            }
            field
                .apply(resource, &gvk, &mut |node| self.set(node))
                .context("namespace transformation failed")?;
        }
        Ok(())
    }

    fn set(&self, node: &mut Node) -> Result<()> {
        if self.unset_only && !rnode::value(node).is_empty() {
            return Ok(());
        }
        rnode::put_scalar(node, Node::string(self.namespace.as_str()))
    }

    fn set_subjects(&self, object: &mut Node) -> Result<()> {
        let (field, value) = match self.subjects {
            RoleBindingSubjects::DefaultOnly => ("name", "default"),
            RoleBindingSubjects::AllServiceAccounts => ("kind", "ServiceAccount"),
            RoleBindingSubjects::None => return Ok(()),
        };
        let Some(subjects) = object
            .get_mut("subjects")
            .filter(|subjects| !rnode::is_null(subjects))
        else {
            return Ok(());
        };
        let set = |subject: &mut Node| {
            rnode::expect_kind(subject, Kind::Mapping).context(format!(
                "looking up {field} on (cluster)role binding subject"
            ))?;
            if subject.get(field).map(rnode::value) != Some(value) {
                return Ok(());
            }
            self.set(rnode::field_or_insert(subject, "namespace", || {
                Node::scalar("")
            })?)
        };
        rnode::elements_mut(subjects)
            .and_then(|subjects| subjects.iter_mut().try_for_each(set))
            .context("setting namespace on (cluster)role binding subjects")
    }
}
