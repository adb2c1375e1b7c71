//! Table I: the faces of two bodies that hold the witness points, and the face of the simplex.

use gapkit::Vec3;
use gapkit::gjk::SubAlgorithm;
use gapkit::shape::PointSet;
use nalgebra::Rotation3;

use crate::Error;
use crate::bodies::rotation;
use crate::claim::Bound::AtLeast;
use crate::claim::Claim;
use crate::published::{Gjk, Rules};
use crate::random::Random;
use crate::table::{Table, number};

/// The face of a body that is nearest to the other one.
#[derive(Debug, Clone, Copy)]
enum Face {
    Vertex,
    Edge,
    Polygon,
}

/// The rows of Table I: faces of both bodies, and how many vertices the simplex keeps.
const ROWS: [(Face, Face, usize); 6] = [
    (Face::Vertex, Face::Vertex, 1),
    (Face::Vertex, Face::Edge, 2),
    (Face::Vertex, Face::Polygon, 3),
    (Face::Edge, Face::Edge, 3),
    (Face::Edge, Face::Polygon, 3),
    (Face::Polygon, Face::Polygon, 3),
];

/// The vertices that all bodies of this kind have above their face.
const TOP: [[f64; 3]; 4] = [[-1.0, -1.0, 2.0], [1.0, -1.0, 2.0], [1.0, 1.0, 2.0], [-1.0, 1.0, 2.0]];

impl Face {
    fn name(self) -> &'static str {
        match self {
            Self::Vertex => "vertex",
            Self::Edge => "edge",
            Self::Polygon => "polygon",
        }
    }

    /// A body that stands on this face at height 0, about the vertical axis.
    fn body(self) -> Vec<Vec3> {
        let lowest: &[[f64; 3]] = match self {
            Self::Vertex => &[[0.0; 3]],
            Self::Edge => &[[-1.0, 0.0, 0.0], [1.0, 0.0, 0.0]],
            Self::Polygon => {
                &[[-1.0, -0.9, 0.0], [0.8, -1.0, 0.0], [0.9, 1.0, 0.0], [-0.7, 0.8, 0.0]]
            }
        };
        lowest.iter().chain(&TOP).map(|&p| p.into()).collect()
    }
}

/// A row of the table, measured.
pub(super) struct Combination {
    faces: [Face; 2],
    expected: usize,
    /// By sub-algorithm: the share of pairs that keep as many vertices as the paper says.
    shares: [f64; SUBS.len()],
}

const SUBS: [SubAlgorithm; 3] =
    [SubAlgorithm::JohnsonBackup, SubAlgorithm::LiteralSignedVolumes, SubAlgorithm::SignedVolumes];

/// How many vertices each sub-algorithm keeps for pairs at random.
pub(super) fn measure(count: usize) -> Result<Vec<Combination>, Error> {
    let mut random = Random::new(1);
    let mut rows = Vec::new();
    for (a, b, expected) in ROWS {
        let mut agreed = [0.0; SUBS.len()];
        for _ in 0..count {
            let [a, b] = pair(a, b, &mut random);
            let a = PointSet::new(&a).map_err(Error::Body)?;
            let b = PointSet::new(&b).map_err(Error::Body)?;
            for (sub, agreed) in SUBS.iter().zip(&mut agreed) {
                let rules = Rules::printed(1e-14).guarded();
                let found = Gjk { sub: *sub, rules }.run((&a, &b), &[], |_| ());
                *agreed += f64::from(u8::from(found.face.len() == expected));
            }
        }
        rows.push(Combination {
            faces: [a, b],
            expected,
            shares: agreed.map(|n| n / count as f64),
        });
    }
    Ok(rows)
}

/// Two bodies that face each other across a gap, turned about it at random, and the whole turned at random. They
/// are aside of each other by less than what would let other faces be nearer.
fn pair(above: Face, below: Face, random: &mut Random) -> [Vec<[f64; 3]>; 2] {
    let all = rotation(random);
    let about = |angle: f64| Rotation3::from_axis_angle(&Vec3::z_axis(), angle);
    // Edges that are nearly parallel need not cross.
    let angle = random.between(0.0, std::f64::consts::TAU);
    let (turn, other) = (about(angle), about(angle + random.between(0.5, 2.6)));
    let aside = Vec3::new(random.between(-0.2, 0.2), random.between(-0.2, 0.2), 0.0);
    let gap = Vec3::z() * random.between(1.0, 2.0);
    let place = |p: Vec3| (all * (turn * p + gap + aside)).into();
    let mirrored = |p: Vec3| (all * (other * Vec3::new(p.x, p.y, -p.z))).into();
    [
        above.body().into_iter().map(place).collect(),
        below.body().into_iter().map(mirrored).collect(),
    ]
}

pub(super) fn table(rows: &[Combination]) -> Table {
    let columns = ["face of A", "face of B", "vertices kept, paper"];
    let more = ["share, JB", "share, SV", "share, ours"];
    let title = "Table I: share of pairs whose simplex keeps as many vertices as the paper says";
    let mut table = Table::new("faces_table1", title, &[&columns[..], &more].concat());
    for Combination { faces, expected, shares } in rows {
        let mut cells: Vec<String> = faces.iter().map(|face| face.name().to_owned()).collect();
        cells.push(expected.to_string());
        cells.extend(shares.map(number));
        table.row(cells);
    }
    table
}

pub(super) fn claims(rows: &[Combination]) -> Vec<Claim> {
    let least = |sub: usize| rows.iter().map(|row| row.shares[sub]).fold(f64::INFINITY, f64::min);
    vec![Claim::reproduced(
        "faces-1",
        "Table I: share of pairs with that many vertices, Signed Volumes, least of all rows",
        least(1),
        AtLeast(0.99),
    )]
}
