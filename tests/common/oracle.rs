//! The exact distance of two point sets.
//!
//! Every f64 is an integer times a power of two, so the vertices become integers on a common
//! exponent and GJK runs on them without rounding: directions are unnormalised, supports are found
//! by exact inner products, and the nearest face is the one whose weights are all positive and
//! whose plane has the other vertices behind it. The norm decreases strictly, so the search ends,
//! and it ends with a proof: no vertex of the difference lies in front of the last plane.

use std::cmp::Ordering;
use std::ops::{Add, Neg, Sub};

use dashu::base::{BitTest, SquareRoot, UnsignedAbs};
use dashu::integer::{IBig, UBig};
use gapkit::num::dd::{Dd, Dd3};

/// The exact answer.
#[derive(Debug, Clone)]
pub struct Exact {
    /// The squared distance is `num / den`, times four to the power of `exponent`.
    pub num: UBig,
    /// See `num`.
    pub den: UBig,
    /// See `num`.
    pub exponent: i32,
    /// The distance to more than 100 bits.
    pub distance: Dd,
    /// The unit vector from A to B along the shortest connection; `None` at distance zero.
    pub direction: Option<Dd3>,
    /// How many support vertices were searched for.
    pub iterations: usize,
}

impl Exact {
    /// Whether the bodies have a common point.
    pub fn is_zero(&self) -> bool {
        self.num.is_zero()
    }
}

/// A vector of integers.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Int3(pub(super) [IBig; 3]);

impl Int3 {
    pub(super) fn dot(&self, b: &Self) -> IBig {
        let [p, q] = [&self.0, &b.0];
        &p[0] * &q[0] + &p[1] * &q[1] + &p[2] * &q[2]
    }

    pub(super) fn cross(&self, b: &Self) -> Self {
        let [p, q] = [&self.0, &b.0];
        let minor = |i: usize, j: usize| &p[i] * &q[j] - &p[j] * &q[i];
        Self([minor(1, 2), minor(2, 0), minor(0, 1)])
    }

    pub(super) fn is_zero(&self) -> bool {
        self.0.iter().all(IBig::is_zero)
    }
}

impl Add for &Int3 {
    type Output = Int3;
    fn add(self, b: Self) -> Int3 {
        Int3(std::array::from_fn(|i| &self.0[i] + &b.0[i]))
    }
}

impl Sub for &Int3 {
    type Output = Int3;
    fn sub(self, b: Self) -> Int3 {
        Int3(std::array::from_fn(|i| &self.0[i] - &b.0[i]))
    }
}

impl Neg for &Int3 {
    type Output = Int3;
    fn neg(self) -> Int3 {
        Int3(std::array::from_fn(|i| -&self.0[i]))
    }
}

/// The integer mantissa and the exponent of a number; the mantissa is odd or zero.
pub(super) fn decode(x: f64) -> (i64, i32) {
    let bits = x.to_bits();
    let biased = ((bits >> 52) & 0x7ff) as i32;
    let fraction = (bits & ((1 << 52) - 1)) as i64;
    let (mantissa, exponent) =
        if biased == 0 { (fraction, -1074) } else { (fraction | 1 << 52, biased - 1075) };
    if mantissa == 0 {
        return (0, i32::MAX);
    }
    let zeros = mantissa.trailing_zeros() as i32;
    let mantissa = mantissa >> zeros;
    (if x < 0.0 { -mantissa } else { mantissa }, exponent + zeros)
}

/// Both bodies as integers, and their common exponent.
pub(super) fn integers(a: &[[f64; 3]], b: &[[f64; 3]]) -> (Vec<Int3>, Vec<Int3>, i32) {
    let all = a.iter().chain(b).flatten();
    let exponent = all.map(|&c| decode(c).1).min().filter(|&e| e != i32::MAX).unwrap_or(0);
    let whole = |&c: &f64| {
        let (mantissa, own) = decode(c);
        if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << (own - exponent) as usize }
    };
    let body = |points: &[[f64; 3]]| points.iter().map(|p| Int3(p.each_ref().map(whole))).collect();
    (body(a), body(b), exponent)
}

/// A face with its nearest point inside it.
struct Face {
    /// A positive multiple of the nearest point; zero if it is the origin.
    u: Int3,
    /// `u` times any vertex of the face.
    level: IBig,
}

impl Face {
    fn new(u: Int3, p: &Int3) -> Self {
        let level = u.dot(p);
        Self { u, level }
    }

    fn at_origin() -> Self {
        Self { u: Int3([IBig::ZERO; 3]), level: IBig::ZERO }
    }
}

/// The nearest point of the face, if it is a combination of its vertices with positive weights.
fn project(s: &[&Int3]) -> Option<Face> {
    match s {
        [p] => Some(Face::new((*p).clone(), p)),
        [p, d] => {
            let e = *p - *d;
            let t = -d.dot(&e);
            let inside = t > IBig::ZERO && t < e.dot(&e);
            inside.then(|| Face::new(e.cross(d).cross(&e), d))
        }
        [p, q, d] => {
            let (e, f) = (*p - *d, *q - *d);
            let n = e.cross(&f);
            let (alpha, beta) = (n.dot(&f.cross(d)), -n.dot(&e.cross(d)));
            let rest = n.dot(&n) - &alpha - &beta;
            if [alpha, beta, rest].iter().any(|weight| *weight <= IBig::ZERO) {
                return None;
            }
            match n.dot(d).cmp(&IBig::ZERO) {
                Ordering::Less => Some(Face::new(-&n, d)),
                Ordering::Equal => Some(Face::at_origin()),
                Ordering::Greater => Some(Face::new(n, d)),
            }
        }
        [p, q, r, d] => {
            let (e, f, g) = (*p - *d, *q - *d, *r - *d);
            let volume = e.dot(&f.cross(&g));
            let mut weights =
                vec![-d.dot(&f.cross(&g)), -d.dot(&g.cross(&e)), -d.dot(&e.cross(&f))];
            weights.push(weights.iter().fold(volume.clone(), |rest, weight| rest - weight));
            let positive = volume > IBig::ZERO;
            let inside = !volume.is_zero()
                && weights
                    .iter()
                    .all(|weight| !weight.is_zero() && (*weight > IBig::ZERO) == positive);
            inside.then(Face::at_origin)
        }
        _ => unreachable!("a simplex has one to four vertices"),
    }
}

/// Reduces the simplex to the face that holds its nearest point.
fn nearest(simplex: &mut Vec<Int3>) -> Face {
    for len in 1..=simplex.len() {
        for mask in (1..1u32 << simplex.len()).filter(|mask| mask.count_ones() as usize == len) {
            let (inner, outer): (Vec<_>, Vec<_>) =
                (0..simplex.len()).partition(|i| mask >> i & 1 == 1);
            let members: Vec<&Int3> = inner.iter().map(|&i| &simplex[i]).collect();
            let Some(face) = project(&members) else { continue };
            let in_front = |&i: &usize| face.u.dot(&simplex[i]) < face.level;
            if face.u.is_zero() || !outer.iter().any(in_front) {
                *simplex = inner.into_iter().map(|i| simplex[i].clone()).collect();
                return face;
            }
        }
    }
    unreachable!("the nearest point of a simplex lies inside one of its faces")
}

/// The exact distance of the hulls of `a` and `b`.
pub fn distance(a: &[[f64; 3]], b: &[[f64; 3]]) -> Exact {
    distance_from(a, b, &[[0, 0]])
}

/// The exact distance, searched from these vertex pairs: a good guess saves iterations.
pub fn distance_from(a: &[[f64; 3]], b: &[[f64; 3]], start: &[[u32; 2]]) -> Exact {
    let (a, b, exponent) = integers(a, b);
    let (face, iterations) = search(&a, &b, start);
    conclude(&face, exponent, iterations)
}

/// Whether the bodies still meet when they are moved apart by a tiny part of the distance of
/// their centres: what tells overlap from mere touching, unless both are flat in one plane.
pub fn overlaps(a: &[[f64; 3]], b: &[[f64; 3]]) -> bool {
    const PART: usize = 90;
    let (a, b, _) = integers(a, b);
    let sum = |body: &[Int3]| body.iter().skip(1).fold(body[0].clone(), |sum, p| &sum + p);
    let times = |p: &Int3, n: usize| Int3(p.0.each_ref().map(|c| c * IBig::from(n)));
    let apart = &times(&sum(&b), a.len()) - &times(&sum(&a), b.len());
    let finer = |p: &Int3| Int3(p.0.each_ref().map(|c| c << PART));
    let a: Vec<Int3> = a.iter().map(finer).collect();
    let b: Vec<Int3> = b.iter().map(|p| &finer(p) + &apart).collect();
    search(&a, &b, &[[0, 0]]).0.u.is_zero()
}

/// The nearest face of the difference, with its proof, and how many supports it took.
fn search(a: &[Int3], b: &[Int3], start: &[[u32; 2]]) -> (Face, usize) {
    let mut simplex: Vec<Int3> = Vec::new();
    for &[i, j] in start {
        let s = &a[i as usize] - &b[j as usize];
        if !simplex.contains(&s) {
            simplex.push(s);
        }
    }
    let mut iterations = 0;
    loop {
        let face = nearest(&mut simplex);
        if face.u.is_zero() {
            return (face, iterations);
        }
        iterations += 1;
        let least = a.iter().min_by_key(|p| face.u.dot(p)).expect("a body has vertices");
        let most = b.iter().max_by_key(|p| face.u.dot(p)).expect("a body has vertices");
        let w = least - most;
        if face.u.dot(&w) >= face.level {
            return (face, iterations);
        }
        simplex.push(w);
    }
}

fn conclude(face: &Face, exponent: i32, iterations: usize) -> Exact {
    if face.u.is_zero() {
        let (num, den) = (UBig::ZERO, UBig::ONE);
        return Exact { num, den, exponent, distance: Dd::ZERO, direction: None, iterations };
    }
    let num = (&face.level * &face.level).unsigned_abs();
    let den = face.u.dot(&face.u).unsigned_abs();
    let distance = root(&num, &den, exponent);
    Exact { num, den, exponent, distance, direction: Some(unit(&-&face.u)), iterations }
}

/// The square root of `num / den`, times two to the power of `exponent`, to more than 100 bits.
pub(super) fn root(num: &UBig, den: &UBig, exponent: i32) -> Dd {
    let shift = (260 + den.bit_len()).saturating_sub(num.bit_len()).div_ceil(2);
    let root = ((num << (2 * shift)) / den).sqrt();
    rounded(&root.into(), exponent - shift as i32)
}

/// An integer times a power of two, to about 106 bits.
fn rounded(x: &IBig, exponent: i32) -> Dd {
    let drop = x.bit_len().saturating_sub(200);
    let x = x >> drop;
    let hi = x.to_f64().value();
    let (mantissa, own) = decode(hi);
    let whole = if mantissa == 0 { IBig::ZERO } else { IBig::from(mantissa) << own as usize };
    let lo = (x - whole).to_f64().value();
    // In two steps, since one factor may be out of range.
    let exponent = exponent + drop as i32;
    if exponent < -2000 {
        return Dd::ZERO;
    }
    let half = exponent / 2;
    let (p, q) = (super::power_of_two(half), super::power_of_two(exponent - half));
    Dd { hi: hi * p * q, lo: lo * p * q }
}

/// The unit vector along `u`.
fn unit(u: &Int3) -> Dd3 {
    let bits = u.0.iter().map(BitTest::bit_len).max().unwrap_or(0);
    let [x, y, z] = u.0.each_ref().map(|c| rounded(c, -(bits as i32)));
    let u = Dd3 { x, y, z };
    u.times(Dd::from(1.0) / u.dot(u).sqrt())
}

/// The exact squared distance by measuring every face of up to three vertices of the difference,
/// and at every tetrahedron: slow, and with nothing to go wrong.
pub fn brute_force(a: &[[f64; 3]], b: &[[f64; 3]]) -> (UBig, UBig, i32) {
    let (a, b, exponent) = integers(a, b);
    let s: Vec<Int3> = a.iter().flat_map(|p| b.iter().map(move |q| p - q)).collect();
    let mut best: Option<(UBig, UBig)> = None;
    let mut offer = |members: &[&Int3]| {
        let Some(face) = project(members) else { return };
        let (num, den) = if face.u.is_zero() {
            (UBig::ZERO, UBig::ONE)
        } else {
            ((&face.level * &face.level).unsigned_abs(), face.u.dot(&face.u).unsigned_abs())
        };
        if best.as_ref().is_none_or(|(n, d)| &num * d < n * &den) {
            best = Some((num, den));
        }
    };
    for i in 0..s.len() {
        offer(&[&s[i]]);
        for j in 0..i {
            offer(&[&s[i], &s[j]]);
            for k in 0..j {
                offer(&[&s[i], &s[j], &s[k]]);
                for l in 0..k {
                    offer(&[&s[i], &s[j], &s[k], &s[l]]);
                }
            }
        }
    }
    let (num, den) = best.expect("there is at least one vertex");
    (num, den, exponent)
}

/// Whether every point of A is lower along `direction + rest` than every point of B, exactly.
pub fn separates(direction: [f64; 3], rest: [f64; 3], a: &[[f64; 3]], b: &[[f64; 3]]) -> bool {
    let (direction, rest, _) = integers(&[direction], &[rest]);
    let axis = &direction[0] + &rest[0];
    let (a, b, _) = integers(a, b);
    let highest = a.iter().map(|p| axis.dot(p)).max().expect("a body has vertices");
    let lowest = b.iter().map(|p| axis.dot(p)).min().expect("a body has vertices");
    highest < lowest
}
