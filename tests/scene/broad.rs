//! The pairs of boxes from the trees are those from looking at all.

use gapkit::broad::{Bounds, Forest, brute_pairs, pairs};
use proptest::prelude::*;

/// Boxes of which many touch: corners are on a coarse grid. Some are empty.
fn boxes() -> impl Strategy<Value = Vec<Bounds>> {
    let one = ((0i32..30, 0i32..30, 0i32..30), (0i32..6, 0i32..6, 0i32..6), 0u32..20);
    proptest::collection::vec(one, 0..700).prop_map(|list| {
        let bounds = |((x, y, z), (a, b, c), kind): ((i32, i32, i32), (i32, i32, i32), u32)| {
            let min = [x, y, z].map(|x| f64::from(x) * 0.5);
            let size = [a, b, c].map(|a| f64::from(a) * 0.5);
            if kind == 0 {
                return Bounds::EMPTY;
            }
            Bounds { min, max: [0, 1, 2].map(|k| min[k] + size[k]) }
        };
        list.into_iter().map(bounds).collect()
    })
}

/// What pairs are by definition.
fn by_hand(boxes: &[Bounds], allowed: impl Fn(u32, u32) -> bool) -> Vec<[u32; 2]> {
    let mut pairs = Vec::new();
    for i in 0..boxes.len() {
        for j in i + 1..boxes.len() {
            let (a, b) = (&boxes[i], &boxes[j]);
            let apart = (0..3).any(|k| a.max[k] < b.min[k] || b.max[k] < a.min[k]);
            if !apart && allowed(i as u32, j as u32) {
                pairs.push([i as u32, j as u32]);
            }
        }
    }
    pairs
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn trees_find_the_pairs_that_brute_force_finds(
        boxes in boxes(),
        cuts in proptest::collection::vec(0usize..700, 0..5),
        modulus in 1u32..4,
    ) {
        let mut cuts: Vec<usize> = cuts.into_iter().map(|cut| cut.min(boxes.len())).collect();
        cuts.extend([0, boxes.len()]);
        cuts.sort_unstable();
        let ranges: Vec<_> = cuts.windows(2).map(|pair| pair[0]..pair[1]).collect();
        let allowed = |i: u32, j: u32| modulus == 1 || !(i + j).is_multiple_of(modulus);
        let wanted = by_hand(&boxes, allowed);
        let forest = Forest::new(&boxes, &ranges);
        prop_assert_eq!(&pairs(&boxes, &forest, allowed), &wanted);
        prop_assert_eq!(&brute_pairs(&boxes, allowed), &wanted);
    }

    #[test]
    fn a_forest_reports_each_box_that_meets_the_query_once(boxes in boxes(), query in boxes()) {
        let forest = Forest::new(&boxes, std::slice::from_ref(&(0..boxes.len())));
        for query in query.iter().filter(|query| query.min[0] <= query.max[0]).take(20) {
            let mut found = Vec::new();
            forest.each(query, |number| found.push(number));
            found.sort_unstable();
            let meets = |i: &u32| {
                let one = &boxes[*i as usize];
                (0..3).all(|k| one.min[k] <= query.max[k] && query.min[k] <= one.max[k])
            };
            let wanted: Vec<u32> = (0..boxes.len() as u32).filter(meets).collect();
            prop_assert_eq!(found, wanted);
        }
    }
}

#[test]
fn everything_is_reported_by_a_forest_of_everything() {
    let mut found = Vec::new();
    Forest::everything(4).each(&Bounds::around([[0.0; 3]]), |number| found.push(number));
    assert_eq!(found, [0, 1, 2, 3]);
}
