//! A first look.
use gapkit::shape::PointSet;
#[test]
fn boxes_apart() {
    let a = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let b = a.map(|[x, y, z]| [x + 2.0, y, z]);
    let r = gapkit::distance(&PointSet::new(&a).unwrap(), &PointSet::new(&b).unwrap());
    assert_eq!(r.distance, 1.0);
}
