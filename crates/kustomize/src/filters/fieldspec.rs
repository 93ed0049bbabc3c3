//! Walking to a field.

use goyaml::{Data, Node, Tag};

use crate::error::{Context, Error, ErrorKind, Result};
use crate::fieldspec::FieldSpec;
use crate::gvk::Gvk;
use crate::resource::Resource;
use crate::rnode;

/// What is made at the end of a path where the field is missing and the spec says `create`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Create {
    /// Nothing: the object is left alone.
    Nothing,
    /// A string that is still empty.
    String,
    /// An integer that is still empty.
    Int,
    /// An empty map.
    Mapping,
}

impl Create {
    fn make(self) -> Node {
        match self {
            Self::Nothing | Self::String | Self::Int => Node::scalar(""),
            Self::Mapping => Node::mapping(Vec::new()),
        }
    }

    /// Gives a null that is to hold something the shape for it.
    fn reshape(self, node: &mut Node) {
        match self {
            Self::Nothing => {}
            Self::String => node.tag = Tag::Str,
            Self::Int => node.tag = Tag::Int,
            Self::Mapping => {
                node.data = Data::Mapping(Vec::new());
                node.tag = Tag::Map;
            }
        }
    }
}

/// A [`FieldSpec`] with its path taken apart.
#[derive(Clone, Debug)]
pub(crate) struct Filter {
    spec: FieldSpec,
    segments: Vec<Segment>,
    create: Create,
}

#[derive(Clone, Debug)]
struct Segment {
    name: String,
    /// Whether the field must hold a list, and is therefore not made.
    sequence: bool,
}

impl Filter {
    /// Prepares a spec; what is missing is made as `create` says, if the spec allows.
    pub(crate) fn new(spec: &FieldSpec, create: Create) -> Self {
        let segment = |name: String| match name.strip_suffix("[]") {
            Some(stripped) => Segment {
                name: stripped.to_owned(),
                sequence: true,
            },
            None => Segment {
                name,
                sequence: false,
            },
        };
        let create = if spec.create { create } else { Create::Nothing };
        Self {
            spec: spec.clone(),
            segments: spec.segments().into_iter().map(segment).collect(),
            create,
        }
    }

    pub(crate) fn all(specs: &[FieldSpec], create: Create) -> Vec<Self> {
        specs.iter().map(|spec| Self::new(spec, create)).collect()
    }

    pub(crate) fn spec(&self) -> &FieldSpec {
        &self.spec
    }

    /// Calls `set` on each field that the path leads to, if the object is of the spec's type.
    pub(crate) fn apply(
        &self,
        resource: &mut Resource,
        gvk: &Gvk,
        set: &mut dyn FnMut(&mut Node) -> Result<()>,
    ) -> Result<()> {
        if !gvk.is_selected(&self.spec.gvk) {
            return Ok(());
        }
        self.walk(&mut resource.node, &self.segments, set)
            .map_err(|error| {
                error.context(format!(
                    "considering field '{}' of object {}",
                    self.spec.path,
                    resource.cur_id()
                ))
            })
    }

    fn walk(
        &self,
        node: &mut Node,
        path: &[Segment],
        set: &mut dyn FnMut(&mut Node) -> Result<()>,
    ) -> Result<()> {
        let Some((segment, rest)) = path.split_first() else {
            return set(node);
        };
        if rnode::is_null(node) {
            return Ok(());
        }
        match &mut node.data {
            Data::Sequence(items) => items
                .iter_mut()
                .try_for_each(|item| self.walk(item, path, set))
                .map_err(|error| {
                    error.context(format!("visit traversal on path: {}", shown(path)))
                }),
            Data::Mapping(_) => self.step(node, segment, rest, set),
            Data::Scalar(_) | Data::Alias(_) => Err(Error::new(
                ErrorKind::Transform,
                "expected sequence or mapping node",
            )),
        }
    }

    /// Goes on through a field of a map.
    fn step(
        &self,
        node: &mut Node,
        segment: &Segment,
        rest: &[Segment],
        set: &mut dyn FnMut(&mut Node) -> Result<()>,
    ) -> Result<()> {
        if segment.name.is_empty() {
            return Err(Error::new(
                ErrorKind::Transform,
                "cannot set or create an empty field name",
            ));
        }
        let create = match self.create {
            Create::Nothing => Create::Nothing,
            _ if segment.sequence => Create::Nothing,
            create if rest.is_empty() => create,
            Create::String | Create::Int | Create::Mapping => Create::Mapping,
        };
        let field = if create == Create::Nothing {
            node.get_mut(&segment.name)
        } else {
            Some(
                rnode::field_or_insert(node, &segment.name, || create.make())
                    .context(format!("fieldName: {}", segment.name))?,
            )
        };
        let Some(field) = field else { return Ok(()) };
        if rnode::is_null(field) {
            create.reshape(field);
        }
        self.walk(field, rest, set)
    }
}

fn shown(path: &[Segment]) -> String {
    let names: Vec<_> = path
        .iter()
        .map(|segment| {
            if segment.sequence {
                format!("{}[]", segment.name)
            } else {
                segment.name.clone()
            }
        })
        .collect();
    format!("[{}]", names.join(" "))
}
