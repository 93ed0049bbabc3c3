//! Tables as Helm prints them.

use std::fmt;

/// Rows of cells, each filled up to the width of its column, the last one too, with tabs between.
pub(crate) struct Table {
    rows: Vec<Vec<String>>,
    /// The longest that a cell may be; 0 for any length.
    max_width: usize,
}

impl Table {
    pub(crate) fn new() -> Table {
        Table {
            rows: Vec::new(),
            max_width: 0,
        }
    }

    /// Cells that are longer end in dots.
    pub(crate) fn max_width(mut self, width: usize) -> Table {
        self.max_width = width;
        self
    }

    pub(crate) fn row<'a>(&mut self, cells: impl IntoIterator<Item = &'a str>) {
        let cells = cells.into_iter().map(|cell| self.fitted(cell));
        let cells = cells.collect();
        self.rows.push(cells);
    }

    fn fitted(&self, cell: &str) -> String {
        const DOTS: &str = "...";
        if self.max_width == 0 || cell.chars().count() <= self.max_width {
            return cell.to_owned();
        }
        let kept = self.max_width.saturating_sub(DOTS.len());
        let kept: String = cell.chars().take(kept).collect();
        format!("{kept}{DOTS}")
    }
}

impl fmt::Display for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let columns = self.rows.iter().map(Vec::len).max().unwrap_or(0);
        let widths: Vec<usize> = (0..columns)
            .map(|column| {
                let cells = self.rows.iter().filter_map(|row| row.get(column));
                cells.map(|cell| line_width(cell)).max().unwrap_or(0)
            })
            .collect();
        for row in &self.rows {
            let cells = row.iter().zip(&widths);
            let cells: Vec<Vec<String>> = cells.map(|(cell, width)| lines(cell, *width)).collect();
            let height = cells.iter().map(Vec::len).max().unwrap_or(0);
            for line in 0..height {
                let texts = cells.iter().zip(&widths).map(|(lines, width)| {
                    let text = lines.get(line).map_or("", String::as_str);
                    format!("{text:width$}")
                });
                writeln!(f, "{}", texts.collect::<Vec<_>>().join("\t"))?;
            }
        }
        Ok(())
    }
}

/// The width of a cell is that of its widest line.
fn line_width(cell: &str) -> usize {
    let widths = cell.split('\n').map(|line| line.chars().count());
    widths.max().unwrap_or(0)
}

/// The lines of a cell. One that is wider than its column as a whole, because it has several lines, is cut.
fn lines(cell: &str, width: usize) -> Vec<String> {
    let breaks = cell.matches('\n').count();
    if cell.chars().count() - breaks <= width {
        return cell.split('\n').map(str::to_owned).collect();
    }
    let mut kept = String::new();
    let mut left = width.saturating_sub(3);
    for c in cell.chars() {
        if c != '\n' && left == 0 {
            break;
        }
        left -= usize::from(c != '\n');
        kept.push(c);
    }
    kept.push_str("...");
    kept.split('\n').map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use super::Table;

    #[test]
    fn cells_are_filled_up_and_long_ones_cut() {
        let mut table = Table::new().max_width(6);
        table.row(["A", "B"]);
        table.row(["one", "seventy"]);
        assert_eq!(table.to_string(), "A  \tB     \none\tsev...\n");
    }

    #[test]
    fn a_cell_of_several_lines_is_cut_to_the_widest() {
        let mut table = Table::new();
        table.row(["A", "DESCRIPTION"]);
        table.row(["1", "not ready: 0/12\nlate"]);
        assert_eq!(
            table.to_string(),
            "A\tDESCRIPTION    \n1\tnot ready: 0...\n"
        );
    }
}
