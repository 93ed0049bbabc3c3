//! Go's `text/tabwriter`: columns that are as wide as their widest cell.
//!
//! A cell ends with a tab (or with a form feed or line break, which end the line too). A column is a block of such cells in
//! consecutive lines; the last cell of a line belongs to no column.

/// How a [`format`] lays out its cells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Least width of a cell, padding included.
    pub min_width: usize,
    /// Width of a tab, where padding is made of tabs.
    pub tab_width: usize,
    /// Added to the width of the widest cell.
    pub padding: usize,
    /// What fills up a cell: `\t` or any other ASCII character.
    pub pad_char: char,
    /// Cells stand at the right of their column (Go's `AlignRight`).
    pub align_right: bool,
    /// Columns are separated by `|` (Go's `Debug`).
    pub bars: bool,
}

impl Layout {
    /// A layout without flags, as `tabwriter.NewWriter(w, min_width, tab_width, padding, pad_char, 0)`.
    #[must_use]
    pub fn new(min_width: usize, tab_width: usize, padding: usize, pad_char: char) -> Layout {
        Layout {
            min_width,
            tab_width,
            padding,
            pad_char,
            align_right: false,
            bars: false,
        }
    }
}

/// What a tabwriter prints for `text`, flushed at its end.
#[must_use]
pub fn format(text: &str, layout: Layout) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut block: Vec<Vec<&str>> = Vec::new();
    let mut rest = text;
    // A line without tabs ends the columns of the lines above it, so these can be written, and so does a form feed.
    while let Some(end) = rest.find(['\n', '\x0c']) {
        let cells: Vec<&str> = rest[..end].split('\t').collect();
        let flush = rest.as_bytes()[end] == b'\x0c' || cells.len() == 1;
        block.push(cells);
        rest = &rest[end + 1..];
        if flush {
            write_block(&mut out, &block, layout);
            block.clear();
        }
    }
    let unfinished = !rest.is_empty();
    if unfinished {
        block.push(rest.split('\t').collect());
    }
    write_block(&mut out, &block, layout);
    if unfinished {
        out.pop();
    }
    out
}

fn write_block(out: &mut String, lines: &[Vec<&str>], layout: Layout) {
    let mut widths = Vec::new();
    let mut written = 0;
    lay_out(
        out,
        lines,
        layout,
        &mut widths,
        0,
        lines.len(),
        &mut written,
    );
    while written < lines.len() {
        write_line(out, &lines[written], &widths, layout);
        written += 1;
    }
}

/// Finds the column that starts at cell `widths.len()` in the lines `from..to`, and within it the columns to its right.
fn lay_out(
    out: &mut String,
    lines: &[Vec<&str>],
    layout: Layout,
    widths: &mut Vec<usize>,
    from: usize,
    to: usize,
    written: &mut usize,
) {
    let column = widths.len();
    let mut line = from;
    while line < to {
        if column + 1 >= lines[line].len() {
            line += 1;
            continue;
        }
        while *written < line {
            write_line(out, &lines[*written], widths, layout);
            *written += 1;
        }
        let block = lines[line..to]
            .iter()
            .take_while(|cells| column + 1 < cells.len())
            .count();
        widths.push(column_width(&lines[line..line + block], column, layout));
        lay_out(out, lines, layout, widths, line, line + block, written);
        while *written < line + block {
            write_line(out, &lines[*written], widths, layout);
            *written += 1;
        }
        widths.pop();
        line += block;
    }
}

fn column_width(block: &[Vec<&str>], column: usize, layout: Layout) -> usize {
    let cells = block.iter().map(|cells| cells[column].chars().count());
    let widest = cells.max().unwrap_or(0);
    (widest + layout.padding).max(layout.min_width)
}

fn write_line(out: &mut String, cells: &[&str], widths: &[usize], layout: Layout) {
    for (i, cell) in cells.iter().enumerate() {
        if i > 0 && layout.bars {
            out.push('|');
        }
        let length = cell.chars().count();
        // The last cell of a line has no width: it belongs to no column.
        match widths.get(i) {
            None => out.push_str(cell),
            Some(width) if layout.align_right => {
                write_padding(out, length, *width, layout);
                out.push_str(cell);
            }
            Some(width) => {
                out.push_str(cell);
                write_padding(out, length, *width, layout);
            }
        }
    }
    out.push('\n');
}

fn write_padding(out: &mut String, length: usize, width: usize, layout: Layout) {
    if layout.pad_char == '\t' {
        if layout.tab_width > 0 {
            // The column's width becomes the next multiple of the tab's.
            let missing = width.div_ceil(layout.tab_width) * layout.tab_width - length;
            out.extend(std::iter::repeat_n(
                '\t',
                missing.div_ceil(layout.tab_width),
            ));
        }
        return;
    }
    out.extend(std::iter::repeat_n(
        layout.pad_char,
        width.saturating_sub(length),
    ));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_end_where_a_line_has_no_cell_in_them() {
        let kubectl = Layout::new(6, 4, 3, ' ');
        assert_eq!(
            format("NAME\tREADY\tAGE\nnginx\t1/1\t5d\n", kubectl),
            "NAME    READY   AGE\nnginx   1/1     5d\n"
        );
        assert_eq!(
            format(
                "Name:\tx\nLabels:\ta=b\n\tc=d\nplain\nLong name:\ty\n",
                Layout::new(0, 8, 2, ' ')
            ),
            "Name:    x\nLabels:  a=b\n         c=d\nplain\nLong name:  y\n"
        );
        assert_eq!(
            format("a\tb\tc\nlonger\tx\nq\tr\ts\n", Layout::new(0, 8, 1, ' ')),
            "a      b c\nlonger x\nq      r s\n"
        );
    }

    #[test]
    fn tabs_pad_to_multiples() {
        assert_eq!(
            format("a\tb\nlonger name\tc\n", Layout::new(8, 8, 1, '\t')),
            "a\t\tb\nlonger name\tc\n"
        );
        assert_eq!(
            format("12345678\tb\nx\tc\n", Layout::new(8, 8, 1, '\t')),
            "12345678\tb\nx\t\tc\n"
        );
    }

    #[test]
    fn flags() {
        let plain = Layout::new(5, 0, 0, '.');
        assert_eq!(
            format(
                "a\tbb\tc",
                Layout {
                    align_right: true,
                    ..plain
                }
            ),
            "....a...bbc"
        );
        assert_eq!(
            format(
                "a\tb\tc\n",
                Layout {
                    bars: true,
                    ..Layout::new(0, 8, 1, ' ')
                }
            ),
            "a |b |c\n"
        );
    }
}
