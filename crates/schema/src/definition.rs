use apimachinery::Gvk;

use crate::message::{Message, message};
use crate::tables::definitions::{DEFINITIONS, KINDS};

/// A type of the API: a kind, or an object inside one.
#[derive(Debug)]
pub struct Definition {
    /// The name in OpenAPI documents, such as `io.k8s.api.core.v1.PodSpec`.
    pub name: &'static str,
    /// The form of its values in JSON.
    pub form: Form,
    /// Whether server-side apply and patches of a map replace the object as a whole.
    pub atomic: bool,
    /// The fields of an [`Form::Object`], sorted by name.
    pub fields: &'static [Field],
}

/// How values of a definition look in JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// An object with the fields that the definition lists.
    Object,
    /// Any value: embedded objects, JSON schemas' defaults, sets of managed fields.
    Any,
    /// A string or number such as `100m`.
    Quantity,
    /// An integer or a string such as `25%`.
    IntOrString,
    /// RFC 3339 with seconds.
    Time,
    /// RFC 3339 with microseconds.
    MicroTime,
}

/// A field of a definition.
#[derive(Debug)]
pub struct Field {
    /// The name in JSON.
    pub name: &'static str,
    /// The type of its value.
    pub shape: Shape,
    /// Whether OpenAPI requires it.
    pub required: bool,
    /// What strategic merge patches do with it.
    pub patch: PatchStrategy,
    /// What server-side apply does with a list.
    pub list_type: Option<ListType>,
    /// Whether the map or object is replaced as a whole.
    pub atomic: bool,
}

/// The type of a value.
#[derive(Debug, Clone, Copy)]
pub enum Shape {
    /// A string.
    String,
    /// Bytes, as base64 in a string.
    Bytes,
    /// True or false.
    Boolean,
    /// A number of 32 bits.
    Int32,
    /// A number of 64 bits.
    Int64,
    /// A floating-point number.
    Double,
    /// A value of a definition, by position: see [`Shape::definition`].
    Ref(u16),
    /// A list of values.
    List(&'static Shape),
    /// A map from strings to values.
    Map(&'static Shape),
}

/// What a strategic merge patch does with a field. The default replaces lists and merges maps.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PatchStrategy {
    /// The list is merged: by this key, or as a set of scalars if the key is empty.
    pub merge_key: Option<&'static str>,
    /// Keys of the live object that the patch does not name in `$retainKeys` go away.
    pub retain_keys: bool,
    /// The map is replaced instead of merged.
    pub replace: bool,
}

/// The topology of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ListType {
    /// Replaced as a whole.
    Atomic,
    /// Scalars without duplicates.
    Set,
    /// Objects told apart by these keys.
    Map(&'static [&'static str]),
}

/// Finds the definition of an OpenAPI name.
#[must_use]
pub fn definition(name: &str) -> Option<&'static Definition> {
    DEFINITIONS
        .binary_search_by(|row| row.name.cmp(name))
        .ok()
        .map(|position| &DEFINITIONS[position])
}

/// Finds the definition of a built-in kind.
#[must_use]
pub fn kind(gvk: &Gvk) -> Option<&'static Definition> {
    let wanted = (&*gvk.group, &*gvk.version, &*gvk.kind);
    KINDS
        .binary_search_by(|row| (row.0, row.1, row.2).cmp(&wanted))
        .ok()
        .map(|position| &DEFINITIONS[usize::from(KINDS[position].3)])
}

impl Definition {
    /// The field of that JSON name.
    #[must_use]
    pub fn field(&self, name: &str) -> Option<&'static Field> {
        self.fields
            .binary_search_by(|field| field.name.cmp(name))
            .ok()
            .map(|position| &self.fields[position])
    }

    /// The last part of the name: the Go type's name.
    #[must_use]
    pub fn short_name(&self) -> &'static str {
        self.name.rsplit('.').next().unwrap_or(self.name)
    }
}

impl Definition {
    /// The protobuf message that carries the same fields.
    ///
    /// A version that the numbers are not known of has those of its beta, which graduation keeps.
    #[must_use]
    pub fn message(&self) -> Option<&'static Message> {
        let go_package = self.name.strip_prefix("io.k8s.")?;
        let name = format!("k8s.io.{}", go_package.replace('-', "_"));
        message(&name).or_else(|| message(&name.replace(".v1.", ".v1beta1.")))
    }
}

impl Shape {
    /// The definition that the value itself is of; none for scalars, lists and maps.
    #[must_use]
    pub fn definition(&self) -> Option<&'static Definition> {
        match self {
            Shape::Ref(position) => Some(&DEFINITIONS[usize::from(*position)]),
            Shape::String
            | Shape::Bytes
            | Shape::Boolean
            | Shape::Int32
            | Shape::Int64
            | Shape::Double
            | Shape::List(_)
            | Shape::Map(_) => None,
        }
    }

    /// The shape of a list's or map's values.
    #[must_use]
    pub fn element(&self) -> Option<&'static Shape> {
        match self {
            Shape::List(element) | Shape::Map(element) => Some(element),
            _ => None,
        }
    }
}

impl Field {
    pub(crate) const fn new(name: &'static str, shape: Shape) -> Self {
        Field {
            name,
            shape,
            required: false,
            patch: PatchStrategy {
                merge_key: None,
                retain_keys: false,
                replace: false,
            },
            list_type: None,
            atomic: false,
        }
    }

    pub(crate) const fn required(mut self) -> Self {
        self.required = true;
        self
    }

    pub(crate) const fn merge(mut self, key: &'static str) -> Self {
        self.patch.merge_key = Some(key);
        self
    }

    pub(crate) const fn retain_keys(mut self) -> Self {
        self.patch.retain_keys = true;
        self
    }

    pub(crate) const fn replace(mut self) -> Self {
        self.patch.replace = true;
        self
    }

    pub(crate) const fn list(mut self, list_type: ListType) -> Self {
        self.list_type = Some(list_type);
        self
    }

    pub(crate) const fn atomic(mut self) -> Self {
        self.atomic = true;
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::resource::{resource_of_kind, resources};

    #[test]
    fn the_tables_are_sorted_as_the_searches_need() {
        assert!(DEFINITIONS.is_sorted_by(|a, b| a.name < b.name));
        assert!(KINDS.is_sorted_by(|a, b| (a.0, a.1, a.2) < (b.0, b.1, b.2)));
        for definition in &DEFINITIONS {
            let sorted = definition.fields.is_sorted_by(|a, b| a.name < b.name);
            assert!(sorted, "{}", definition.name);
        }
        assert!(resources().is_sorted_by(|a, b| a.gvr() < b.gvr()));
    }

    #[test]
    fn merge_keys_of_a_pod() {
        let spec = definition("io.k8s.api.core.v1.PodSpec").unwrap();
        let volumes = spec.field("volumes").unwrap();
        assert_eq!(volumes.patch.merge_key, Some("name"));
        assert!(volumes.patch.retain_keys);
        let service = definition("io.k8s.api.core.v1.ServiceSpec").unwrap();
        let ports = service.field("ports").unwrap();
        assert_eq!(ports.patch.merge_key, Some("port"));
        assert_eq!(ports.list_type, Some(ListType::Map(&["port", "protocol"])));
    }

    #[test]
    fn kinds_served_by_default_have_a_definition_and_a_message() {
        for resource in resources().iter().filter(|resource| resource.on_by_default) {
            let definition = kind(&resource.gvk());
            assert!(definition.is_some(), "{}", resource.gvk());
            let message = definition.and_then(Definition::message);
            let unknown = ["APIService", "DeviceTaintRule"].contains(&resource.kind);
            assert!(message.is_some() || unknown, "{}", resource.gvk());
        }
        let deployment = resource_of_kind(&Gvk::new("apps", "v1", "Deployment")).unwrap();
        assert_eq!(deployment.short_names, ["deploy"]);
        assert!(message("k8s.io.api.core.v1.Pod").is_some());
    }
}
