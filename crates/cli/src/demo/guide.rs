//! What stands beside the files of a run: how to look at them.

use super::folder::Folder;
use super::view::View;
use crate::error::Error;

/// How the files of a demo are looked at.
pub(super) struct Presentation<'a> {
    /// The first line of README.txt.
    pub(super) title: &'a str,
    /// What the two series and the ledger hold.
    pub(super) bodies: &'static str,
    pub(super) contacts: &'static str,
    pub(super) columns: &'static str,
    /// The units of everything.
    pub(super) units: &'static str,
    /// Names of bodies, planes among them, by their numbers.
    pub(super) names: &'static [&'static str],
    pub(super) can_resume: bool,
    pub(super) view: View,
    /// What the axes of the plot are called.
    pub(super) axes: [&'static str; 2],
}

/// What demos of real sizes are in.
pub(super) const SI: &str = "SI: lengths in m, times in s, velocities in m/s, forces in N, pressure and stress in Pa, energies in J";

/// The series and the ledger of deformable bodies; how they are shown is for the demo to say.
pub(super) const DEFORMABLE: Presentation = Presentation {
    title: "",
    bodies: "\
nodes have displacement, velocity, and
                of contacts traction (force over area) and pressure (against the outward normal); elements have
                von_mises (equivalent stress), body and piece (the convex piece that detection works on);
                body_names (field data) names the bodies",
    contacts: "that push: gap, normal, force on body_b, pressure, body_a, body_b, id, age",
    columns: "\
step, time and time step; what limits the time step; kinetic, elastic, gravity and contact
energy; what friction and damping took; external work; their total, and how much it differs from that at the start in
percent of the most energy that has been kinetic, elastic and in contacts so far; the part of this error that is due
to contacts whose areas change under load; linear and angular momentum; the deepest overlap of
surfaces over the shortest edge, and the largest closure of a contact over the offset at which contacts begin to
push, both as detection has them in all steps since the last output; contacts; the most overlaps at a time that were
too deep for contacts to push, which should be none; the worst convexity defect of a piece,
in mean edges; and what a test of every node and edge against every facet, without the code that finds contacts, says
of overlaps.",
    units: SI,
    names: &[],
    can_resume: true,
    view: View {
        colours: &[],
        has_edges: true,
        opacity: 1.0,
        contacts: "points",
        vectors: "force",
        arrow: 1.0,
        eye: [0.0; 3],
        center: [0.0; 3],
        ground: 0.0,
    },
    axes: ["time (s)", "energy (J)"],
};

impl Presentation<'_> {
    /// Writes README.txt and view.py.
    pub(super) fn write(&self, folder: &Folder) -> Result<(), Error> {
        folder.write("README.txt", self.text().as_bytes())?;
        folder.write("view.py", self.view.script(self.title, folder.path()).as_bytes())
    }

    fn text(&self) -> String {
        let Self { title, bodies, contacts, columns, units, .. } = self;
        let state = "state.bin       where the run ended: the same command with --resume goes on from there.\n";
        let pairs = "\
pairs.csv       for each output and each two bodies that have met: contacts that push, the force on body_b,
                the elastic energy of contacts, and what normal forces, friction and damping took so far.\n";
        let [state, pairs] = [state, pairs].map(|text| if self.can_resume { text } else { "" });
        format!(
            "{title}\n\n\
             bodies.pvd      the bodies over time: open it in ParaView; {bodies}.\n\
             contacts.pvd    the contacts {contacts}.\n\
             \x20               Everything in a file is of its time, which single files tell, too.\n\
             view.py         opens both in ParaView, with colours, a legend and contacts; from any folder:\n\
             \x20                   paraview --script=DIR/view.py\n\
             \x20                   pvpython DIR/view.py --screenshot picture.png --time 0.5\n\
             \x20               It begins with the output that has the most contacts, or is nearest to --time. --colour NAME\n\
             \x20               colours bodies by other data, --contacts arrows, points or none shows contacts. Where there is\n\
             \x20               no display, pvpython of some systems needs xvfb-run -a before it.\n\
             ledger.csv      the energy ledger, one line for each output; the columns are explained below.\n\
             ledger.svg      its plot.\n\
             {pairs}\
             {state}\
             run.lock        keeps a second run out of the folder while one is going on.\n\n\
             Units: {units}.\n\n\
             Columns of ledger.csv: {columns}\n"
        )
    }
}
