//! The errors of a document as indented lines.

use std::collections::BTreeMap;

use jsonschema::ValidationError;
use jsonschema::error::ValidationErrorKind as Kind;

use super::message::{message, quote};

/// A line with those that explain it.
struct Line {
    path: String,
    message: String,
    causes: Vec<Line>,
}

/// All errors, a line each, each with what explains it below.
pub(super) fn lines<'a>(errors: impl Iterator<Item = ValidationError<'a>>) -> String {
    let mut out = String::new();
    let errors: Vec<_> = errors.collect();
    for line in tree(errors.iter().collect(), 0) {
        line.write(0, &mut out);
    }
    out
}

impl Line {
    fn write(&self, indent: usize, out: &mut String) {
        let blanks = " ".repeat(indent);
        out.push_str(&format!(
            "{blanks}- at {}: {}\n",
            quote(&self.path),
            self.message
        ));
        for cause in &self.causes {
            cause.write(indent + 2, out);
        }
    }
}

/// The errors of a schema, those of each `allOf` together. `skip` elements of the schema paths lead to it.
fn tree(errors: Vec<&ValidationError<'_>>, skip: usize) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut groups: BTreeMap<(Vec<String>, String), Vec<&ValidationError<'_>>> = BTreeMap::new();
    for error in decisive(errors) {
        let path = elements(error);
        let position = path
            .iter()
            .skip(skip)
            .position(|element| element == "allOf");
        match position {
            // The last element names the keyword that failed.
            Some(position) if skip + position + 2 < path.len() => {
                let prefix = path[..=skip + position].to_vec();
                let instance = group_instance(error, &path[skip + position + 2..]);
                groups.entry((prefix, instance)).or_default().push(error);
            }
            _ => lines.push(line(error)),
        }
    }
    lines.extend(groups.into_iter().map(|((prefix, path), errors)| Line {
        path,
        message: "'allOf' failed".to_owned(),
        causes: branches(errors, prefix.len()),
    }));
    lines
}

/// The errors of the branches of an `allOf`, each a line; more than one of the same branch under one line.
fn branches(errors: Vec<&ValidationError<'_>>, skip: usize) -> Vec<Line> {
    let mut by_branch: BTreeMap<String, Vec<&ValidationError<'_>>> = BTreeMap::new();
    for error in errors {
        let branch = elements(error).get(skip).cloned().unwrap_or_default();
        by_branch.entry(branch).or_default().push(error);
    }
    by_branch
        .into_values()
        .flat_map(|errors| branch(errors, skip + 1))
        .collect()
}

fn branch(errors: Vec<&ValidationError<'_>>, skip: usize) -> Vec<Line> {
    let mut lines = tree(errors, skip);
    if lines.len() < 2 {
        return lines;
    }
    let path = lines
        .iter()
        .map(|line| line.path.clone())
        .min_by_key(String::len)
        .unwrap_or_default();
    let causes = std::mem::take(&mut lines);
    vec![Line {
        path,
        message: "validation failed".to_owned(),
        causes,
    }]
}

fn line(error: &ValidationError<'_>) -> Line {
    let causes = match error.kind() {
        Kind::AnyOf { context } | Kind::OneOfNotValid { context } => {
            let own = elements(error).len();
            let errors = context.iter().map(|errors| errors.iter().collect());
            errors.flat_map(|errors| branch(errors, own + 1)).collect()
        }
        _ => Vec::new(),
    };
    Line {
        path: error.instance_path().to_string(),
        message: message(error),
        causes,
    }
}

/// The elements of the path of keywords that led to an error.
fn elements(error: &ValidationError<'_>) -> Vec<String> {
    let path = error.evaluation_path().to_string();
    path.split('/').skip(1).map(str::to_owned).collect()
}

/// The instance that an `allOf` applies to: that of the error without what the path below adds.
fn group_instance(error: &ValidationError<'_>, below: &[String]) -> String {
    let added = below.iter().filter(|element| {
        matches!(
            element.as_str(),
            "properties" | "items" | "patternProperties" | "additionalProperties"
        )
    });
    let instance = error.instance_path().to_string();
    let elements: Vec<&str> = instance.split('/').collect();
    elements[..elements.len().saturating_sub(added.count()).max(1)].join("/")
}

/// Leaves out what is not looked at once a value has the wrong type or is none of those allowed, and all but the
/// first of several missing properties, which share a line.
fn decisive<'a, 'b>(errors: Vec<&'a ValidationError<'b>>) -> Vec<&'a ValidationError<'b>> {
    let rank = |error: &ValidationError<'_>| match error.kind() {
        Kind::Type { .. } => 0,
        Kind::Enum { .. } | Kind::Constant { .. } => 1,
        _ => 2,
    };
    let place = |error: &ValidationError<'_>| {
        let path = error.evaluation_path().to_string();
        let schema = path
            .rsplit_once('/')
            .map_or(String::new(), |(schema, _)| schema.to_owned());
        (schema, error.instance_path().to_string())
    };
    let mut best: BTreeMap<(String, String), usize> = BTreeMap::new();
    for error in &errors {
        let best = best.entry(place(error)).or_insert(2);
        *best = (*best).min(rank(error));
    }
    let mut required = std::collections::BTreeSet::new();
    errors
        .into_iter()
        .filter(|error| best.get(&place(error)) == Some(&rank(error)))
        .filter(|error| {
            !matches!(error.kind(), Kind::Required { .. }) || required.insert(place(error))
        })
        .collect()
}
