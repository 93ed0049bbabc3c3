//! Folded texts, which change on their way through kustomize.
//!
//! Before it is printed, an object is written as YAML in the styles of its source and read again. go-yaml writes a folded text (`>`) with an
//! empty line behind every line that does not begin with a space, also where the next line does; that line is there when the text is read.

use goyaml::{Data, Dialect, Node, ReadOptions, Style};

/// Gives every folded text in a tree the value that it has after being written and read.
pub(crate) fn refold_all(node: &mut Node) {
    match &mut node.data {
        Data::Scalar(text) => {
            if node.style == Style::Folded {
                if let Some(refolded) = refolded(text) {
                    *text = refolded.into();
                }
                // It is written only once.
                node.style = Style::Literal;
            }
        }
        // In a flow collection there are no folded texts.
        Data::Sequence(items) if node.style != Style::Flow => items.iter_mut().for_each(refold_all),
        Data::Mapping(pairs) if node.style != Style::Flow => {
            pairs.iter_mut().for_each(|(_, value)| refold_all(value));
        }
        Data::Sequence(_) | Data::Mapping(_) | Data::Alias(_) => {}
    }
}

fn refolded(text: &str) -> Option<String> {
    let foldable = !text.is_empty() && !text.ends_with(' ') && !text.contains(" \n");
    if !foldable
        || text
            .chars()
            .any(|c| c.is_control() && c != '\n' && c != '\t')
    {
        return None;
    }
    let written = format!("- >{}\n{}", hints(text), written(text));
    let read =
        goyaml::parse_document(written.as_bytes(), &ReadOptions::new(Dialect::V3)).ok()??;
    read.items().first()?.as_str().map(str::to_owned)
}

/// The indicators behind `>`: how far the text is indented, if that is not to be seen, and what becomes of the newlines at its end.
fn hints(text: &str) -> String {
    let indentation = if text.starts_with([' ', '\n']) {
        "2"
    } else {
        ""
    };
    let chomping = match text.strip_suffix('\n') {
        None => "-",
        Some(rest) if rest.is_empty() || rest.ends_with('\n') => "+",
        Some(_) => "",
    };
    format!("{indentation}{chomping}")
}

fn written(text: &str) -> String {
    // go-yaml looks at the first letter of the text where it should look at the one behind the newlines.
    let blank_start = text
        .trim_start_matches('\n')
        .chars()
        .next()
        .is_none_or(|c| c == ' ' || c == '\t');
    let mut out = String::new();
    let (mut breaks, mut leading_space) = (true, true);
    for c in text.chars() {
        if c == '\n' {
            if !breaks && !leading_space && !blank_start {
                out.push('\n');
            }
            breaks = true;
        } else {
            if breaks {
                out.push_str("  ");
                leading_space = c == ' ' || c == '\t';
            }
            breaks = false;
        }
        out.push(c);
    }
    if !text.ends_with('\n') {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::refolded;

    #[test]
    fn a_more_indented_line_moves_away() {
        assert_eq!(
            refolded("{\n  \"a\": 1\n}\n").as_deref(),
            Some("{\n\n  \"a\": 1\n}\n")
        );
        assert_eq!(refolded("one line\n").as_deref(), Some("one line\n"));
        assert_eq!(refolded("a\nb\n").as_deref(), Some("a\nb\n"));
    }
}
