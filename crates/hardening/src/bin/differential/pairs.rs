//! Pairs of bodies that are made the same way everywhere: no library draws their numbers.

use gapkit::shape::PointSet;

/// Vertices of both bodies: each number of lanes full, nearly full and overfull.
pub(crate) const SIZES: [[usize; 2]; 10] =
    [[4, 4], [1, 4], [3, 3], [5, 8], [8, 8], [3, 9], [16, 16], [17, 64], [64, 64], [70, 70]];

/// Two bodies.
#[derive(Debug, Clone)]
pub(crate) struct Pair {
    pub(crate) a: Vec<[f64; 3]>,
    pub(crate) b: Vec<[f64; 3]>,
}

impl Pair {
    /// Calls a function with both as shapes.
    pub(crate) fn ask(&self, mut ask: impl FnMut(&PointSet, &PointSet)) {
        let sets = (PointSet::new(&self.a), PointSet::new(&self.b));
        let (Ok(a), Ok(b)) = sets else { unreachable!("finite points") };
        ask(&a, &b);
    }

    /// The same pair with B farther along an axis.
    pub(crate) fn moved(&self, by: f64) -> Self {
        let b = self.b.iter().map(|&[x, y, z]| [x + by, y - 0.5 * by, z]).collect();
        Self { a: self.a.clone(), b }
    }
}

/// A linear congruential generator.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        self.0 >> 11
    }

    /// A number from -1 to 1.
    fn unit(&mut self) -> f64 {
        self.bits() as f64 / (1u64 << 52) as f64 - 1.0
    }

    fn below(&mut self, count: u64) -> u64 {
        (self.bits() >> 20) % count
    }
}

/// So many pairs of a size: a third anywhere, a third on a grid with shared corners and flush faces, and
/// the others a grid that is off by rounding, flat, or stretched.
pub(crate) fn pairs(size: [usize; 2], seed: u64, count: usize) -> Vec<Pair> {
    let mut random = Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) + 1);
    (0..count).map(|_| pair(size, &mut random)).collect()
}

fn pair(size: [usize; 2], random: &mut Random) -> Pair {
    let kind = random.below(6);
    let apart = [0.0, 0.5, 1.0, 2.0, 2.5][random.below(5) as usize];
    let stretch = [1.0, 1e-9, 1e-3, 1e6][random.below(4) as usize];
    let mut point = |x: f64| {
        [0, 1, 2].map(|k| {
            let grid = (random.below(9) as f64 - 4.0) / 4.0;
            let c = match kind {
                0 | 1 | 5 => random.unit(),
                2 | 3 => grid,
                _ => grid * (1.0 + f64::EPSILON * (random.below(5) as f64 - 2.0)),
            };
            match (kind, k) {
                (_, 0) => c + x,
                (3, 2) => 0.0,
                (5, 2) => c * stretch,
                _ => c,
            }
        })
    };
    let a = (0..size[0]).map(|_| point(0.0)).collect();
    let b = (0..size[1]).map(|_| point(apart)).collect();
    Pair { a, b }
}
