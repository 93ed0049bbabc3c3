//! Descriptions in lines of a width.

/// Breaks lines at blanks where they are longer than the width; a word that is longer stays whole.
pub(super) fn wrapped(text: &str, width: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrap(line, width)).collect();
    lines.join("\n")
}

fn wrap(line: &str, width: usize) -> String {
    let start = line.len() - line.trim_start().len();
    let mut out = line[..start].to_owned();
    let mut column = out.chars().count();
    for (i, word) in line[start..].split(' ').enumerate() {
        let length = word.chars().count();
        if i > 0 {
            if column + 1 + length > width {
                out.push('\n');
                column = 0;
            } else {
                out.push(' ');
                column += 1;
            }
        }
        out.push_str(word);
        column += length;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::wrapped;

    #[test]
    fn long_words_stand_alone() {
        assert_eq!(
            wrapped("one two three\n - four\n\nfourteenletters x", 9),
            "one two\nthree\n - four\n\nfourteenletters\nx"
        );
    }
}
