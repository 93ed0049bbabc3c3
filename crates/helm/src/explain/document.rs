//! A rendered document that is no YAML.

use chart::{Chart, HeadError, ManifestError};

use super::source::around;

/// The rendered lines around the fault, and the line of the template that they look like.
pub(super) fn failure(error: &ManifestError, chart: &Chart) -> String {
    let HeadError::Yaml(fault) = &error.source else {
        return String::new();
    };
    let line = usize::try_from(fault.line()).unwrap_or(1).max(1);
    let mut out = format!(
        "\n\nrendered from {}, line {line} of the document:",
        error.path
    );
    out.push_str(&around(&error.content, line));
    let rendered = error.content.lines().nth(line - 1).unwrap_or_default();
    let template = chart.template(&error.path);
    if let Some((number, text)) = template.and_then(|file| origin(rendered, &file.data.to_str())) {
        out.push_str(&format!(
            "\nwhich looks like line {number} of the template:\n{number} | {text}"
        ));
    }
    out
}

/// The line of a template that shares the longest start with a rendered line, blanks aside.
fn origin(rendered: &str, template: &str) -> Option<(usize, String)> {
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
        let found = origin("  key: {unclosed", template);
        assert_eq!(found, Some((3, "  key: {{ .Values.x }}".to_owned())));
        assert_eq!(origin("zz", template), None);
    }
}
