//! What stands beside the files of a run: how to look at them.

use super::folder::Folder;
use crate::cli::error::Error;

const FILES: &str = "\
bodies.pvd      the bodies over time: open it in ParaView. Nodes have displacement and velocity, elements have
                von_mises (equivalent stress), body and piece (the convex piece that detection works on).
contacts.pvd    the contacts that push: gap, normal, force on body_b, pressure, body_a, body_b, id, age.
view.py         opens both in ParaView with colours and arrows: paraview --script=view.py
ledger.csv      the energy ledger, one line for each output; the columns are explained below.
ledger.svg      its plot.
state.bin       where the run ended: the same command with --resume goes on from there.

Columns of ledger.csv: step, time and time step; what limits the time step; kinetic, elastic, gravity and contact
energy; what friction and damping took; external work; their total, and how much it differs from that at the start in
percent of the most energy that has been kinetic, elastic and in contacts so far; the part of this error that is due
to contacts that begin, end or change features under load; linear and angular momentum; the deepest overlap of
surfaces over the shortest edge, and the largest closure of a contact over the offset at which contacts begin to
push, both as detection has them; contacts; the worst convexity defect of a piece, in mean edges; and what a test of
every node and edge against every facet, without the code that finds contacts, says of overlaps.
";

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
arrows.OrientationArray = ["POINTS", "force"]
arrows.ScaleArray = ["POINTS", "No scale array"]
arrows.ScaleFactor = ARROW
arrows.GlyphMode = "All Points"
drawn = Show(arrows, view)
drawn.DiffuseColor = [0.8, 0.1, 0.1]
ColorBy(drawn, None)

ground = Plane(Origin=[-2, -2, 0], Point1=[2, -2, 0], Point2=[-2, 2, 0])
Show(ground, view).DiffuseColor = [0.85, 0.85, 0.85]

GetAnimationScene().UpdateAnimationUsingDataTimeSteps()
view.CameraPosition = [1.9, -2.6, 1.5]
view.CameraFocalPoint = [0.0, 0.0, 0.4]
view.CameraViewUp = [0.0, 0.0, 1.0]
Render()
"#;

/// Writes README.txt and view.py. `colour` names the data of cells to colour bodies by; `arrow` is the length
/// of arrows.
pub(super) fn write(folder: &Folder, title: &str, colour: &str, arrow: f64) -> Result<(), Error> {
    folder.write("README.txt", format!("{title}\n\n{FILES}").as_bytes())?;
    let view = VIEW.replace("COLOUR", colour).replace("ARROW", &arrow.to_string());
    folder.write("view.py", view.as_bytes())
}
