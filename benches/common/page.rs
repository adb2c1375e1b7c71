//! Tables in Markdown: printed, and written to a page of `docs/benchmarks`.

use std::fmt::Write;

/// A table of a bench.
pub(crate) struct Table {
    /// How the command line names it.
    pub(crate) name: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// Measures, and writes the rows.
    pub(crate) fill: fn(&mut String),
}

/// Runs the tables that the command line names and prints them; if it names none, runs all of them
/// and also writes `docs/benchmarks/<file>` under this heading.
pub(crate) fn run(tables: &[Table], file: &str, heading: &str) {
    let chosen: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-')).collect();
    let mut page = format!("{heading}{}", machine());
    for table in tables {
        if !chosen.is_empty() && !chosen.iter().any(|name| name == table.name) {
            continue;
        }
        let mut section = format!("\n## {}\n\n{}\n\n", table.title, table.text);
        (table.fill)(&mut section);
        print!("{section}");
        write!(page, "{section}").expect("String");
    }
    if chosen.is_empty() {
        let path = format!("{}/docs/benchmarks/{file}", env!("CARGO_MANIFEST_DIR"));
        std::fs::write(path, page).expect("docs/benchmarks can be written");
    }
}

/// What the machine says of its processor, since ratios depend on it too.
fn machine() -> String {
    let text = std::fs::read_to_string("/proc/cpuinfo").unwrap_or_default();
    let of = |name: &str| {
        let line = text.lines().find(|line| line.split(':').next().map(str::trim) == Some(name))?;
        line.split(':').nth(1).map(str::trim)
    };
    match [of("model name"), of("cpu family"), of("model")] {
        [Some(name), Some(family), Some(model)] => {
            format!("\nProcessor: {name}, family {family}, model {model}.\n")
        }
        _ => String::new(),
    }
}
