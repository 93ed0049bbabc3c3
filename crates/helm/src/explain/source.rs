//! A line of a text with a position marked.

/// The line of `text` that has the byte at `offset`, with the byte marked.
pub(super) fn excerpt(file: &str, text: &str, offset: usize) -> String {
    let mut offset = offset.min(text.len());
    while !text.is_char_boundary(offset) {
        offset -= 1;
    }
    let start = text[..offset]
        .rfind('\n')
        .map_or(0, |line_break| line_break + 1);
    let end = text[offset..]
        .find('\n')
        .map_or(text.len(), |length| offset + length);
    let number = 1 + text[..start].matches('\n').count();
    let column = text[start..offset].chars().count();
    let line = text[start..end].replace('\t', " ");
    let gutter = number.to_string();
    let blank = " ".repeat(gutter.len());
    let mark = " ".repeat(column);
    format!("\n\n{blank} --> {file}:{number}\n{gutter} | {line}\n{blank} | {mark}^")
}

/// Lines around the line `number` of `text`, which is marked.
pub(crate) fn around(text: &str, number: usize) -> String {
    const CONTEXT: usize = 3;
    let first = number.saturating_sub(CONTEXT).max(1);
    let width = (number + CONTEXT).to_string().len();
    let lines = text
        .lines()
        .enumerate()
        .map(|(index, line)| (index + 1, line));
    let lines = lines.skip(first - 1).take(number + CONTEXT + 1 - first);
    lines
        .map(|(index, line)| {
            let mark = if index == number { '>' } else { ' ' };
            format!("\n{mark} {index:>width$} | {line}")
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_position_is_marked_below_its_line() {
        let text = "a: b\n  c: {{ .x }}\n";
        let shown = excerpt("t.yaml", text, 10);
        assert_eq!(shown, "\n\n  --> t.yaml:2\n2 |   c: {{ .x }}\n  |      ^");
    }

    #[test]
    fn the_line_is_marked_among_its_neighbours() {
        assert_eq!(around("a\nb\nc\n", 2), "\n  1 | a\n> 2 | b\n  3 | c");
    }
}
