//! `*semver.Version` as a template sees it.

use gotmpl::{Function, Kind, Object, Str, Type, Value};

use super::Version;
use crate::function::{Argument, nullary, unary};

/// A version, or a pointer to one: `semver` gives pointers, the methods that count on give versions.
#[derive(Clone, Debug)]
pub(crate) struct VersionObject {
    pub(crate) version: Version,
    is_pointer: bool,
}

impl VersionObject {
    const POINTER: Type = Type::Named("*semver.Version", Kind::Ptr);
    const STRUCT: Type = Type::Named("semver.Version", Kind::Struct);

    pub(super) fn pointer(version: Version) -> VersionObject {
        VersionObject {
            version,
            is_pointer: true,
        }
    }
}

/// The parameter of `Compare` and the like.
struct Other(Option<Version>);

impl Argument for Other {
    const TYPE: Type = VersionObject::POINTER;
    fn take(value: &Value) -> Self {
        Other(match value {
            Value::Object(object) => object
                .downcast_ref::<VersionObject>()
                .map(|object| object.version.clone()),
            _ => None,
        })
    }
}

impl Object for VersionObject {
    fn go_type(&self) -> Type {
        if self.is_pointer {
            VersionObject::POINTER
        } else {
            VersionObject::STRUCT
        }
    }

    fn string(&self) -> Option<Str> {
        Some(Str::from(self.version.to_string()))
    }

    fn equals(&self, other: &dyn Object) -> bool {
        other.downcast_ref::<VersionObject>().is_some_and(|other| {
            self.is_pointer == other.is_pointer
                && self.version.original() == other.version.original()
        })
    }

    fn method(&self, name: &str) -> Option<Function> {
        let version = self.version.clone();
        let constant = |value: Value| Some(nullary(move || value.clone()));
        let next = |version| {
            constant(Value::object(VersionObject {
                version,
                is_pointer: false,
            }))
        };
        let compare = |holds: fn(std::cmp::Ordering) -> Value| {
            let version = version.clone();
            Some(unary(move |other: Other| {
                let other = other.0.ok_or(crate::lists::NIL_DEREFERENCE)?;
                Ok(holds(version.cmp(&other)))
            }))
        };
        match name {
            "Major" => constant(Value::Uint64(version.major)),
            "Minor" => constant(Value::Uint64(version.minor)),
            "Patch" => constant(Value::Uint64(version.patch)),
            "Prerelease" => constant(Value::from(version.prerelease)),
            "Metadata" => constant(Value::from(version.metadata)),
            "Original" => constant(Value::from(version.original())),
            "String" => constant(Value::from(version.to_string())),
            "IncMajor" => next(version.next_major()),
            "IncMinor" => next(version.next_minor()),
            "IncPatch" => next(version.next_patch()),
            "Compare" => compare(|ordering| Value::Int(ordering as i64)),
            "Equal" => compare(|ordering| Value::Bool(ordering.is_eq())),
            "LessThan" => compare(|ordering| Value::Bool(ordering.is_lt())),
            "LessThanEqual" => compare(|ordering| Value::Bool(ordering.is_le())),
            "GreaterThan" => compare(|ordering| Value::Bool(ordering.is_gt())),
            "GreaterThanEqual" => compare(|ordering| Value::Bool(ordering.is_ge())),
            _ => None,
        }
    }
}
