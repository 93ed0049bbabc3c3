//! What form of answer a client accepts.

use apimachinery::{Status, StatusDetails};

/// The form of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Accepted {
    pub(crate) format: Format,
    pub(crate) shape: Shape,
}

/// How objects are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Format {
    Json,
    /// JSON with line breaks, for people.
    Pretty,
    Yaml,
}

/// What is made of objects.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Shape {
    /// Nothing: they are written as they are.
    Object,
    /// A table, in this version of `meta.k8s.io`.
    Table(&'static str),
    /// Only their metadata, in this version of `meta.k8s.io`.
    Metadata(&'static str),
}

impl Accepted {
    pub(crate) const JSON: Self = Self {
        format: Format::Json,
        shape: Shape::Object,
    };

    /// Chooses the first form of an `Accept` header that the server can give.
    ///
    /// # Errors
    /// 406 if there is none.
    pub(crate) fn of(accept: Option<&str>) -> Result<Self, Status> {
        let accept = accept.unwrap_or_default();
        if accept.trim().is_empty() {
            return Ok(Self::JSON);
        }
        let mut unknown_shape = false;
        for clause in accept.split(',') {
            match Self::clause(clause) {
                Clause::Accepted(accepted) => return Ok(accepted),
                Clause::UnknownShape => unknown_shape = true,
                Clause::Unknown => {}
            }
        }
        Err(if unknown_shape {
            Status::not_acceptable(
                "only the following media types are accepted: application/json, application/yaml, application/vnd.kubernetes.protobuf",
            )
        } else {
            Self::unavailable()
        })
    }

    /// 406 of a form that the server does not have.
    pub(crate) fn unavailable() -> Status {
        Status::not_acceptable(
            "406: Not Acceptable\n\nAvailable representations: application/json, application/yaml, application/vnd.kubernetes.protobuf, application/json;stream=watch, application/vnd.kubernetes.protobuf;stream=watch",
        )
        .with_details(StatusDetails::default())
    }

    fn clause(clause: &str) -> Clause {
        let mut parts = clause.split(';').map(str::trim);
        let format = match parts.next().unwrap_or_default() {
            "application/json" | "*/*" | "application/*" => Format::Json,
            "application/yaml" => Format::Yaml,
            _ => return Clause::Unknown,
        };
        let (mut convert, mut version, mut group) = ("", "", "");
        for part in parts {
            match part.split_once('=') {
                Some(("as", value)) => convert = value,
                Some(("v", value)) => version = value,
                Some(("g", value)) => group = value,
                Some(_) | None => {}
            }
        }
        let version = match version {
            "v1" => "meta.k8s.io/v1",
            "v1beta1" => "meta.k8s.io/v1beta1",
            _ if convert.is_empty() => "",
            _ => return Clause::UnknownShape,
        };
        let shape = match (convert, group) {
            ("", _) => Shape::Object,
            ("Table", "meta.k8s.io") => Shape::Table(version),
            ("PartialObjectMetadata" | "PartialObjectMetadataList", "meta.k8s.io") => {
                Shape::Metadata(version)
            }
            _ => return Clause::UnknownShape,
        };
        Clause::Accepted(Self { format, shape })
    }
}

enum Clause {
    Accepted(Accepted),
    UnknownShape,
    Unknown,
}
