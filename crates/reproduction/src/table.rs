//! Tables, written as CSV and as Markdown.

/// A table with a name for its file.
#[derive(Debug, Clone)]
pub(super) struct Table {
    /// The name of the .csv file, without its ending.
    pub(super) name: &'static str,
    title: String,
    columns: Vec<String>,
    rows: Vec<Vec<String>>,
}

impl Table {
    pub(super) fn new(name: &'static str, title: impl Into<String>, columns: &[&str]) -> Self {
        let columns = columns.iter().map(|&column| column.to_owned()).collect();
        Self { name, title: title.into(), columns, rows: Vec::new() }
    }

    pub(super) fn row(&mut self, cells: Vec<String>) {
        debug_assert_eq!(cells.len(), self.columns.len(), "{}", self.name);
        self.rows.push(cells);
    }

    pub(super) fn csv(&self) -> String {
        let quoted = |cell: &String| {
            let plain = !cell.contains([',', '"']);
            if plain { cell.clone() } else { format!("\"{}\"", cell.replace('"', "\"\"")) }
        };
        let line = |row: &Vec<String>| row.iter().map(quoted).collect::<Vec<_>>().join(",") + "\n";
        std::iter::once(&self.columns).chain(&self.rows).map(line).collect()
    }

    pub(super) fn markdown(&self) -> String {
        let escaped = |cell: &String| cell.replace('|', "\\|");
        let line = |row: &Vec<String>| {
            format!("| {} |\n", row.iter().map(escaped).collect::<Vec<_>>().join(" | "))
        };
        let rule = format!("|{}\n", "---|".repeat(self.columns.len()));
        let rows: String = self.rows.iter().map(line).collect();
        format!("**{}**\n\n{}{rule}{rows}", self.title, line(&self.columns))
    }
}

/// A number with three or four digits.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    if !value.is_finite() {
        format!("{value}")
    } else if value == 0.0 || (value.fract() == 0.0 && size < 1e6) {
        format!("{value:.0}")
    } else if !(1e-3..1e6).contains(&size) {
        format!("{value:.2e}")
    } else {
        let digits = (2 - size.log10().floor() as i32).clamp(0, 5) as usize;
        format!("{value:.digits$}")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_quoted_in_csv_and_escaped_in_markdown() {
        let mut table = Table::new("t", "Title", &["a", "|b|"]);
        table.row(vec!["x, y".into(), "1".into()]);
        assert_eq!(table.csv(), "a,|b|\n\"x, y\",1\n");
        assert_eq!(table.markdown(), "**Title**\n\n| a | \\|b\\| |\n|---|---|\n| x, y | 1 |\n");
    }

    #[test]
    fn numbers_are_short() {
        for (value, text) in
            [(0.0, "0"), (12.0, "12"), (0.5, "0.500"), (123.4, "123"), (2.5e-9, "2.50e-9")]
        {
            assert_eq!(number(value), text);
        }
    }
}
