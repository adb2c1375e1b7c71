//! What stands beside the files of a run: how to look at them.

use super::folder::Folder;
use crate::cli::error::Error;

/// How the files of a demo are looked at.
pub(super) struct Look<'a> {
    /// The first line of README.txt.
    pub(super) title: &'a str,
    /// What the two series and the ledger hold.
    pub(super) bodies: &'static str,
    pub(super) contacts: &'static str,
    pub(super) columns: &'static str,
    pub(super) can_resume: bool,
    /// The data of cells that bodies are coloured by.
    pub(super) colour: &'static str,
    /// The vectors of contacts that are drawn as arrows, and how long these are.
    pub(super) vectors: &'static str,
    pub(super) arrow: f64,
    /// Where the camera is, and what it looks at.
    pub(super) eye: [f64; 3],
    pub(super) center: [f64; 3],
    /// Half the width of the ground; none if it is 0.
    pub(super) ground: f64,
    /// What the axes of the plot are called.
    pub(super) axes: [&'static str; 2],
}

/// The series and the ledger of deformable bodies; how they are shown is for the demo to say.
pub(super) const DEFORMABLE: Look = Look {
    title: "",
    bodies: "\
nodes have displacement and velocity, elements have
                von_mises (equivalent stress), body and piece (the convex piece that detection works on)",
    contacts: "that push: gap, normal, force on body_b, pressure, body_a, body_b, id, age",
    columns: "\
step, time and time step; what limits the time step; kinetic, elastic, gravity and contact
energy; what friction and damping took; external work; their total, and how much it differs from that at the start in
percent of the most energy that has been kinetic, elastic and in contacts so far; the part of this error that is due
to contacts that begin, end or change features under load; linear and angular momentum; the deepest overlap of
surfaces over the shortest edge, and the largest closure of a contact over the offset at which contacts begin to
push, both as detection has them in all steps since the last output; contacts; the worst convexity defect of a piece,
in mean edges; and what a test of every node and edge against every facet, without the code that finds contacts, says
of overlaps.",
    can_resume: true,
    colour: "body",
    vectors: "force",
    arrow: 1.0,
    eye: [0.0; 3],
    center: [0.0; 3],
    ground: 0.0,
    axes: ["time (s)", "energy (J)"],
};

const VIEW: &str = r#"# Opens the series in ParaView: paraview --script=view.py
import os
from paraview.simple import *

here = os.path.dirname(os.path.abspath(__file__)) if "__file__" in globals() else os.getcwd()
view = GetActiveViewOrCreate("RenderView")

bodies = PVDReader(FileName=os.path.join(here, "bodies.pvd"))
shown = Show(bodies, view)
ColorBy(shown, ("CELLS", "COLOUR"))
shown.RescaleTransferFunctionToDataRange(True, False)
shown.SetScalarBarVisibility(view, True)

contacts = PVDReader(FileName=os.path.join(here, "contacts.pvd"))
arrows = Glyph(Input=contacts, GlyphType="Arrow")
arrows.OrientationArray = ["POINTS", "VECTORS"]
arrows.ScaleArray = ["POINTS", "No scale array"]
arrows.ScaleFactor = ARROW
arrows.GlyphMode = "All Points"
drawn = Show(arrows, view)
drawn.DiffuseColor = [0.8, 0.1, 0.1]
ColorBy(drawn, None)
GROUND
GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
view.CameraPosition = EYE
view.CameraFocalPoint = CENTER
view.CameraViewUp = [0.0, 0.0, 1.0]
Render()
"#;

impl Look<'_> {
    /// Writes README.txt and view.py.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), Error> {
        folder.write("README.txt", self.text().as_bytes())?;
        folder.write("view.py", self.script().as_bytes())
    }

    fn text(&self) -> String {
        let Self { title, bodies, contacts, columns, .. } = self;
        let state = "state.bin       where the run ended: the same command with --resume goes on from there.\n";
        let state = if self.can_resume { state } else { "" };
        format!(
            "{title}\n\n\
             bodies.pvd      the bodies over time: open it in ParaView; {bodies}.\n\
             contacts.pvd    the contacts {contacts}.\n\
             view.py         opens both in ParaView with colours and arrows: paraview --script=view.py\n\
             ledger.csv      the energy ledger, one line for each output; the columns are explained below.\n\
             ledger.svg      its plot.\n\
             {state}\
             run.lock        keeps a second run out of the folder while one is going on.\n\n\
             Columns of ledger.csv: {columns}\n"
        )
    }

    fn script(&self) -> String {
        let g = self.ground;
        let ground = format!(
            "\nground = Plane(Origin=[-{g}, -{g}, 0], Point1=[{g}, -{g}, 0], Point2=[-{g}, {g}, 0])\n\
             Show(ground, view).DiffuseColor = [0.85, 0.85, 0.85]\n"
        );
        VIEW.replace("COLOUR", self.colour)
            .replace("VECTORS", self.vectors)
            .replace("ARROW", &self.arrow.to_string())
            .replace("GROUND", if g > 0.0 { &ground } else { "" })
            .replace("EYE", &format!("{:?}", self.eye))
            .replace("CENTER", &format!("{:?}", self.center))
    }
}
