//! Sets of nodes and elements: the same in both formats, and told with their line if they are wrong.

use gapkit::mesh::read::{self, Contents, SetKind};

const DYNA: &str = "*KEYWORD\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n5,0,0,1\n6,1,0,1\n\
*ELEMENT_SOLID\n10,1,1,2,4,5\n*ELEMENT_SHELL\n10,2,1,2,3,4\n11,2,1,2,6,5\n*ELEMENT_BEAM\n12,3,5,6\n";

const NASTRAN: &str = "GRID,1,,0.,0.,0.\nGRID,2,,1.,0.,0.\nGRID,3,,1.,1.,0.\nGRID,4,,0.,1.,0.\n\
GRID,5,,0.,0.,1.\nGRID,6,,1.,0.,1.\nCTETRA,10,1,1,2,4,5\nCQUAD4,20,2,1,2,3,4\nCQUAD4,21,2,1,2,6,5\n\
CROD,22,3,5,6\n";

fn dyna(sets: &str) -> Result<Contents, read::ReadError> {
    read::parse("x.k", format!("{DYNA}{sets}*END\n").as_bytes())
}

fn nastran(sets: &str) -> Result<Contents, read::ReadError> {
    read::parse("x.bdf", format!("{NASTRAN}{sets}ENDDATA\n").as_bytes())
}

/// Kind, number and title of each set, and the places of its nodes, elements, shells and beams.
fn list(contents: &Contents) -> Vec<(SetKind, u64, &str, [Vec<u32>; 4])> {
    let of = |set| {
        let read::Members { nodes, elements, shells, beams } = contents.members(set);
        (set.kind, set.number, set.name.as_str(), [nodes, elements, shells, beams])
    };
    contents.sets.iter().map(of).collect()
}

#[test]
fn sets_of_dyna_have_their_members() {
    let text = "*SET_NODE_LIST_TITLE\nlower side\n         7       0.0\n         4         1         2\n\
                         3         0\n*SET_NODE_GENERATE\n8\n5,99\n*SET_SOLID\n7\n10\n\
                *SET_SHELL_LIST\n9\n10\n11\n*SET_SHELL_LIST_GENERATE\n10\n11,4000000000\n\
                *SET_BEAM\n3\n12\n*SET_PART_LIST\n4\n1,3\n*SET_NODE_ADD\n5\n7,8\n*SET_SEGMENT\n1\n1,2,3,4\n";
    let contents = dyna(text).unwrap();
    let none = Vec::new;
    let wanted = [
        (SetKind::Nodes, 7, "lower side", [vec![0, 1, 2, 3], none(), none(), none()]),
        (SetKind::Nodes, 8, "", [vec![4, 5], none(), none(), none()]),
        (SetKind::Solids, 7, "", [none(), vec![0], none(), none()]),
        (SetKind::Shells, 9, "", [none(), none(), vec![0, 1], none()]),
        (SetKind::Shells, 10, "", [none(), none(), vec![1], none()]),
        (SetKind::Beams, 3, "", [none(), none(), none(), vec![0]]),
        (SetKind::Regions, 4, "", [none(), vec![0], none(), vec![0]]),
    ];
    assert_eq!(list(&contents), wanted);
    let set = &contents.sets[0];
    assert_eq!(set.ranges, [[1, 1], [2, 2], [3, 3], [4, 4]]);
    assert!(set.has(4) && !set.has(5) && !set.has(0));
}

#[test]
fn sets_of_nastran_have_their_members() {
    let text = "SET1,7,4,1,THRU,3\nSET1           8       5    THRU      99\nSET3,9,ELEM,20,21,10\n\
                SET3,4,PROP,1,3\nSET3,5,GRID,1,2,3,4,5\n,6,1\nSET3,6,OTHER,1\n";
    let contents = nastran(text).unwrap();
    let none = Vec::new;
    let wanted = [
        (SetKind::Nodes, 7, "", [vec![0, 1, 2, 3], none(), none(), none()]),
        (SetKind::Nodes, 8, "", [vec![4, 5], none(), none(), none()]),
        (SetKind::Elements, 9, "", [none(), vec![0], vec![0, 1], none()]),
        (SetKind::Regions, 4, "", [none(), vec![0], none(), vec![0]]),
        (SetKind::Nodes, 5, "", [vec![0, 1, 2, 3, 4, 5], none(), none(), none()]),
    ];
    assert_eq!(list(&contents), wanted);
    // More fields than any element has.
    let long: String = (0..20).map(|_| ",1,2,3,4,5,6,1,2\n").collect();
    let contents = nastran(&format!("SET3,5,GRID,1\n{long}")).unwrap();
    assert_eq!(contents.members(&contents.sets[0]).nodes, [0, 1, 2, 3, 4, 5]);
}

#[test]
fn wrong_sets_are_told_with_their_line() {
    let of = |text: &str| match text.strip_prefix('*') {
        Some(_) => dyna(text).unwrap_err().to_string(),
        None => nastran(text).unwrap_err().to_string(),
    };
    let lines = |text: &str| text.lines().count();
    let missing = of("*SET_NODE_LIST\n3\n1,77\n");
    assert!(missing.contains("set 3 has node 77, which does not exist"), "{missing}");
    assert!(missing.starts_with(&format!("x.k:{}: ", lines(DYNA) + 2)), "{missing}");
    let letters = of("*SET_NODE_LIST\n3\n1,x\n");
    assert!(letters.contains("expected the number of a member of a set, found `x`"), "{letters}");
    assert!(letters.starts_with(&format!("x.k:{}: ", lines(DYNA) + 3)), "{letters}");
    let through = of("SET1,3,THRU,4\n");
    assert!(through.contains("a number before THRU"), "{through}");
    let last = of("SET1,3,1,THRU\n");
    assert!(last.starts_with(&format!("x.bdf:{}: ", lines(NASTRAN) + 1)), "{last}");
    assert!(of("SET1,3,1,2,78\n").contains("set 3 has node 78"));
}

#[test]
fn many_sets_of_everything_take_no_more_memory_than_their_lines() {
    let nodes: String = (7..4007).map(|i| format!("GRID,{i},,{i}.,0.,0.\n")).collect();
    let sets: String = (0..4000).map(|i| format!("SET1,{i},1,THRU,99999999\n")).collect();
    let text = format!("{NASTRAN}{nodes}{sets}");
    let (contents, peak) = super::damage::peak(|| read::parse("x.bdf", text.as_bytes()).unwrap());
    assert_eq!(contents.members(&contents.sets[3999]).nodes.len(), 4006);
    assert!(peak < super::damage::allowance(text.as_bytes()), "{peak}");
}
