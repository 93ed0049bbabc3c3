//! A rendered document that is no YAML.

use chart::{Chart, HeadError, ManifestError};

use super::source::around;

/// The rendered lines around the fault, and the line of a template that they look like.
pub(super) fn failure(error: &ManifestError, chart: &Chart) -> String {
    let line = match &error.source {
        HeadError::Yaml(fault) => usize::try_from(fault.line()).unwrap_or(1).max(1),
        HeadError::Type { place, .. } => line_of_field(place, &error.content),
    };
    let mut out = format!(
        "\n\nrendered from {}, line {line} of the document:",
        error.path
    );
    out.push_str(&around(&error.content, line));
    let rendered = error.content.lines().nth(line - 1).unwrap_or_default();
    if let Some(origin) = origin(rendered, &error.path, chart) {
        out.push_str(&origin);
    }
    out
}

/// The line of a field of a document, which `place` names as Go does (`struct field .metadata.name of type string`);
/// the first one if it is about the whole document.
fn line_of_field(place: &str, content: &str) -> usize {
    let path = place.strip_prefix("struct field .");
    let path = path.and_then(|rest| rest.split(' ').next());
    let key = path.and_then(|path| path.split('.').next());
    let is_field = |line: &str| key.is_some_and(|key| line.starts_with(&format!("{key}:")));
    content.lines().position(is_field).unwrap_or(0) + 1
}

/// The line that a rendered one comes from: of the template itself, else of one that others include.
fn origin(rendered: &str, path: &str, chart: &Chart) -> Option<String> {
    if let Some(template) = chart.template(path)
        && let Some((number, text)) = alike(rendered, &template.data.to_str())
    {
        return Some(format!(
            "\nwhich looks like line {number} of the template:\n{number} | {text}"
        ));
    }
    let (path, number, text) = in_partials(rendered, chart, chart.name())?;
    Some(format!(
        "\nwhich looks like line {number} of {path}:\n{number} | {text}"
    ))
}

/// A line like the rendered one in the files that are there to be included.
fn in_partials(rendered: &str, chart: &Chart, path: &str) -> Option<(String, usize, String)> {
    let own = chart.templates.iter().find_map(|file| {
        if !gostd::path::base(&file.name).starts_with('_') {
            return None;
        }
        let (number, text) = alike(rendered, &file.data.to_str())?;
        Some((format!("{path}/{}", file.name), number, text))
    });
    own.or_else(|| {
        chart.dependencies.iter().find_map(|dependency| {
            let path = format!("{path}/charts/{}", dependency.name());
            in_partials(rendered, dependency, &path)
        })
    })
}

/// The line of a template that shares the longest start with a rendered line, blanks aside.
fn alike(rendered: &str, template: &str) -> Option<(usize, String)> {
    const ENOUGH: usize = 3;
    let rendered = rendered.trim();
    let shared = |line: &str| {
        let pairs = line.trim().chars().zip(rendered.chars());
        pairs.take_while(|(a, b)| a == b).count()
    };
    let lines = template.lines().enumerate();
    let ranked = lines.map(|(index, line)| (shared(line), std::cmp::Reverse(index), line));
    let (length, std::cmp::Reverse(index), line) =
        ranked.max_by_key(|(length, index, _)| (*length, *index))?;
    (length >= ENOUGH).then(|| (index + 1, line.to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rendered_line_is_traced_to_the_line_with_the_same_start() {
        let template = "a: 1\ndata:\n  key: {{ .Values.x }}\n";
        let found = alike("  key: {unclosed", template);
        assert_eq!(found, Some((3, "  key: {{ .Values.x }}".to_owned())));
        assert_eq!(alike("zz", template), None);
    }
}
