//! The script that shows a run in ParaView.

use std::fmt::Write;
use std::path::Path;

/// What a script does with the series of a demo.
pub(super) struct View {
    /// What bodies can be coloured by: the first unless `--colour` says another.
    pub(super) colours: &'static [Colour],
    /// Whether the edges of elements are drawn.
    pub(super) has_edges: bool,
    /// How contacts are shown unless `--contacts` says otherwise: as arrows, points or none.
    pub(super) contacts: &'static str,
    /// Bodies let be seen what is behind them where it is less than 1: contacts are between bodies.
    pub(super) opacity: f64,
    /// The vectors of contacts that are drawn as arrows, and how long these are.
    pub(super) vectors: &'static str,
    pub(super) arrow: f64,
    /// Where the camera is, and what it is turned to.
    pub(super) eye: [f64; 3],
    pub(super) center: [f64; 3],
    /// Half the width of the ground; none if it is 0.
    pub(super) ground: f64,
}

/// Data that bodies are coloured by.
pub(super) enum Colour {
    /// Data of cells: a colour for each value, which are counted from `first`.
    Categories { array: &'static str, first: u32, names: &'static [&'static str] },
    /// Data of points or cells: a colour map from zero to the largest value of all times, and what
    /// it is called with its unit.
    Range { array: &'static str, of: &'static str, legend: &'static str },
}

/// Colours that are told apart, also through each other; none is that of arrows.
const PALETTE: [[f64; 3]; 9] = [
    [0.66, 0.54, 0.38],
    [0.80, 0.12, 0.16],
    [0.13, 0.55, 0.30],
    [0.96, 0.70, 0.10],
    [0.00, 0.55, 0.72],
    [0.45, 0.18, 0.60],
    [0.95, 0.45, 0.12],
    [0.10, 0.22, 0.62],
    [0.55, 0.82, 0.35],
];

const CODE: &str = include_str!("view.py");

impl View {
    /// The text of `view.py` for a run in this folder.
    pub(super) fn script(&self, title: &str, folder: &Path) -> String {
        let title = title.lines().next().unwrap_or_default();
        // Only a help for where ParaView does not say where the script is.
        let folder = std::path::absolute(folder).unwrap_or_else(|_| folder.to_path_buf());
        let mut text = format!(
            "# {title}\n\
             # Shows the bodies and the contacts of this folder in ParaView; runs from any folder:\n\
             #     paraview --script=DIR/view.py\n\
             #     pvpython DIR/view.py --screenshot picture.png --time 0.5\n\
             # Without --time it shows the output with the most contacts; --colour and --contacts choose\n\
             # what is seen, as do the constants below. Without a display pvpython may need\n\
             # `xvfb-run -a` before it.\n\n\
             # Where the run was written, for when ParaView does not say where this file is.\n\
             FOLDER = {}\n\
             SERIES = [\"bodies.pvd\", \"contacts.pvd\"]\n\n",
            literal(&folder.to_string_lossy())
        );
        let _ = write!(
            text,
            "# What bodies can be coloured by, the first unless told: of points or cells, the legend, and\n\
             # values, names and colours, or none for a range over all times.\n\
             COLOURS = {{\n{}}}\n\
             EDGES = {}\nOPACITY = {:?}\n\n\
             # How contacts are shown: arrows, points or none. Arrows along these data, and how long.\n\
             CONTACTS = {}\nVECTORS = {}\nARROW = {:?}\n\n\
             EYE = {:?}\nCENTER = {:?}\n\
             # Half the width of the ground, if there is one.\n\
             GROUND = {:?}\n",
            self.colours.iter().map(entry).collect::<String>(),
            if self.has_edges { "True" } else { "False" },
            self.opacity,
            literal(self.contacts),
            literal(self.vectors),
            self.arrow,
            self.eye,
            self.center,
            self.ground
        );
        text + CODE
    }
}

/// An entry of `COLOURS`.
fn entry(colour: &Colour) -> String {
    match colour {
        Colour::Range { array, of, legend } => {
            format!("    {}: ({}, {}, []),\n", literal(array), literal(of), literal(legend))
        }
        Colour::Categories { array, .. } => {
            let name = literal(array);
            format!("    {name}: (\"CELLS\", {name}, [\n{}    ]),\n", colour.categories())
        }
    }
}

impl Colour {
    /// The lines of the categories: value, name, colour.
    fn categories(&self) -> String {
        let Self::Categories { first, names, .. } = *self else { return String::new() };
        // The first colour is that of the one large body; bodies that are alike have the others.
        let colours = PALETTE.iter().skip(usize::from(names.len() < PALETTE.len())).cycle();
        let lines = names.iter().zip(colours).zip(first..);
        lines
            .map(|((name, colour), value)| {
                format!("        ({value}, {}, {colour:?}),\n", literal(name))
            })
            .collect()
    }
}

/// A string as Python writes it.
fn literal(text: &str) -> String {
    let mut literal = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => literal.extend(['\\', c]),
            c if c.is_control() => {
                let _ = write!(literal, "\\U{:08x}", u32::from(c));
            }
            c => literal.push(c),
        }
    }
    literal + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_of_any_kind_is_one_string_of_python() {
        let windows = literal(r#"C:\new "run""#);
        assert_eq!(windows, r#""C:\\new \"run\"""#);
        assert_eq!(literal("a\nb\u{85}ü"), r#""a\U0000000ab\U00000085ü""#);
    }

    #[test]
    fn colours_differ_from_each_other_and_from_arrows() {
        const ARROW: [f64; 3] = [1.0, 0.0, 0.75];
        assert!(CODE.contains(&format!("ARROW_COLOUR = {ARROW:?}")));
        let all: Vec<[f64; 3]> = PALETTE.into_iter().chain([ARROW]).collect();
        for (i, a) in all.iter().enumerate() {
            for b in &all[..i] {
                let distance: f64 = a.iter().zip(b).map(|(a, b)| (a - b).abs()).sum();
                assert!(distance > 0.25, "{a:?} {b:?}");
            }
        }
    }
}
