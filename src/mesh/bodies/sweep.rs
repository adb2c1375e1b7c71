//! A flat cross-section that is moved through space.

use crate::mesh::{ElementKind, Elements};

/// A triangulated region of the plane; triangles are counterclockwise.
pub(super) struct Section {
    pub(super) points: Vec<[f64; 2]>,
    pub(super) triangles: Vec<[u32; 3]>,
}

impl Section {
    /// A disc around the origin: a fan of triangles inside, rings of quadrilaterals around it.
    pub(super) fn disc(radius: f64, sides: usize, rings: usize) -> Self {
        let mut points = vec![[0.0, 0.0]];
        for ring in 1..=rings {
            let r = radius * (ring as f64 / rings as f64);
            points.extend((0..sides).map(|side| {
                let (sin, cos) = (std::f64::consts::TAU * side as f64 / sides as f64).sin_cos();
                [r * cos, r * sin]
            }));
        }
        let node = |ring: usize, side: usize| (1 + ring * sides + side % sides) as u32;
        let mut triangles = Vec::new();
        for side in 0..sides {
            triangles.push([0, node(0, side), node(0, side + 1)]);
        }
        for ring in 1..rings {
            for side in 0..sides {
                let (a, b) = (node(ring - 1, side), node(ring, side));
                let (c, d) = (node(ring, side + 1), node(ring - 1, side + 1));
                triangles.extend([[a, b, c], [a, c, d]]);
            }
        }
        Self { points, triangles }
    }

    /// A grid of rows and columns of points, given row by row: columns go to the right, rows up.
    pub(super) fn grid(points: Vec<[f64; 2]>, columns: usize) -> Self {
        let rows = points.len() / columns;
        let mut triangles = Vec::new();
        for row in 1..rows {
            for column in 1..columns {
                let upper = (row * columns + column) as u32;
                let lower = upper - columns as u32;
                triangles.extend([[lower - 1, lower, upper], [lower - 1, upper, upper - 1]]);
            }
        }
        Self { points, triangles }
    }

    /// The permutation of the points of a disc by a rotation of `turn` sides.
    pub(super) fn turned_disc(sides: usize, rings: usize, turn: usize) -> Vec<u32> {
        let place = |ring: usize, side: usize| (1 + ring * sides + (side + turn) % sides) as u32;
        let outer = (0..rings).flat_map(|ring| (0..sides).map(move |side| place(ring, side)));
        std::iter::once(0).chain(outer).collect()
    }

    /// Wedges between the section at its places 0, 1, ..., and between the last and the first if
    /// the sweep is `closed`: it then says which point of the first place follows each point of the
    /// last. Each place must be ahead of the one before, in the direction from which the section is
    /// seen counterclockwise.
    pub(super) fn sweep(
        &self,
        places: usize,
        closed: Option<&[u32]>,
        place: impl Fn(usize, [f64; 2]) -> [f64; 3],
    ) -> Elements {
        let mut elements = Elements::default();
        for at in 0..places {
            elements.nodes.extend(self.points.iter().map(|&point| place(at, point)));
        }
        let steps = if closed.is_some() { places } else { places - 1 };
        let node = |at: usize, point: u32| match closed {
            Some(follows) if at == places => follows[point as usize],
            _ => (at * self.points.len()) as u32 + point,
        };
        for step in 0..steps {
            for triangle in &self.triangles {
                let [a, b, c] = triangle.map(|point| node(step + 1, point));
                let [d, e, f] = triangle.map(|point| node(step, point));
                let number = elements.kinds.len() as u64;
                elements.push(ElementKind::Wedge6, &[a, b, c, d, e, f], number, 0);
            }
        }
        elements
    }
}
