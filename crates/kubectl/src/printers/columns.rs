//! Cells in columns that never become narrower while they are printed.

/// The least width of a column, gap included.
const MINIMUM: usize = 6;
const GAP: usize = 3;

/// Columns of one table, printed piece by piece: a later piece can only widen them.
#[derive(Debug, Default)]
pub(crate) struct Columns {
    widths: Vec<usize>,
}

impl Columns {
    /// Lays out some more rows; all rows of a table have as many cells.
    pub(crate) fn layout(&mut self, rows: &[Vec<String>]) -> String {
        for row in rows {
            for (i, cell) in row.iter().enumerate() {
                let width = (cell.chars().count() + GAP).max(MINIMUM);
                match self.widths.get_mut(i) {
                    Some(known) => *known = width.max(*known),
                    None => self.widths.push(width),
                }
            }
        }
        let mut text = String::new();
        for row in rows {
            for (i, cell) in row.iter().enumerate() {
                text.push_str(cell);
                if i + 1 < row.len() {
                    let padding = self.widths[i] - cell.chars().count();
                    text.extend(std::iter::repeat_n(' ', padding));
                }
            }
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Columns;

    fn rows(rows: &[&[&str]]) -> Vec<Vec<String>> {
        rows.iter()
            .map(|row| row.iter().map(|cell| (*cell).to_owned()).collect())
            .collect()
    }

    #[test]
    fn columns_are_as_wide_as_the_widest_cell_so_far() {
        let mut columns = Columns::default();
        assert_eq!(
            columns.layout(&rows(&[&["NAME", "N"], &["web", "1"]])),
            "NAME   N\nweb    1\n"
        );
        assert_eq!(columns.layout(&rows(&[&["longer", "2"]])), "longer   2\n");
        assert_eq!(columns.layout(&rows(&[&["x", "3"]])), "x        3\n");
    }

    #[test]
    fn a_column_has_six_places_at_least() {
        assert_eq!(
            Columns::default().layout(&rows(&[&["A", "B", "C"]])),
            "A     B     C\n"
        );
    }
}
