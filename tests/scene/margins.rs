//! A margin beyond the size of the scene is as good as one of that size.

use std::sync::Arc;

use gapkit::broad::Method;
use gapkit::mesh::TetMesh;
use gapkit::scene::{BodyOptions, Config, Contact, Resolution, Scene};
use gapkit::shape::{Cuboid, Pose, Sphere};

use crate::common::{assert_same, block, config, moved, shifted};

/// An L-shaped bracket of size 5: a block with a quarter taken out.
fn bracket(cells: usize) -> TetMesh {
    let whole = block([cells, 1, cells], [5.0, 1.0, 5.0]);
    let half = 2.5;
    let center = |tet: &[u32; 4], k: usize| {
        tet.iter().map(|&node| whole.nodes()[node as usize][k]).sum::<f64>() / 4.0
    };
    let keep = |tet: &&[u32; 4]| center(tet, 0) < half || center(tet, 2) < half;
    let tets = whole.tets().iter().filter(keep).copied().collect();
    TetMesh::new(whole.nodes().to_vec(), tets).expect("a bracket")
}

/// What is in a scene; each with the diagonal of it all.
#[derive(Debug, Clone, Copy)]
enum Stage {
    Brackets,
    BracketsFarFromZero,
    Overlapping,
    Thick,
    OnPlane,
    WithShapes,
    Shapes,
    Moving,
}

impl Stage {
    const ALL: [Self; 8] = [
        Self::Brackets,
        Self::BracketsFarFromZero,
        Self::Overlapping,
        Self::Thick,
        Self::OnPlane,
        Self::WithShapes,
        Self::Shapes,
        Self::Moving,
    ];

    fn scene(self, config: Config) -> Scene {
        let mut scene = Scene::new(config).expect("threads start");
        let options = BodyOptions::default();
        let thick = options.with_thickness(0.125).expect("a thickness");
        let one = bracket(4);
        let two = shifted(&moved(&bracket(2), |[x, y, z]| [5.0 - x, 1.0 - y, z]), [4.0, 1.5, 3.0]);
        let far = |mesh: &TetMesh| shifted(mesh, [300.0, -200.0, 100.0]);
        let ball = Arc::new(Sphere::new([0.0; 3], 0.75).expect("a ball"));
        let cube = Arc::new(Cuboid::new([0.0; 3], [0.5; 3]).expect("a cube"));
        let at = |x: f64| Pose::translation(x, 2.5, 6.0);
        let meshes = match self {
            Self::Shapes => vec![],
            Self::Overlapping => vec![one, shifted(&two, [-1.0, -1.25, -1.0])],
            Self::BracketsFarFromZero => vec![far(&one), far(&two)],
            _ => vec![one, two],
        };
        for mesh in &meshes {
            let options = if matches!(self, Self::Thick) { thick } else { options };
            scene.add_mesh(mesh, options).expect("a mesh");
        }
        if matches!(self, Self::WithShapes | Self::Shapes) {
            scene.add_shape(ball, &at(0.0), options).expect("a shape");
            scene.add_shape(cube, &at(3.0), thick).expect("a shape");
        }
        if matches!(self, Self::OnPlane | Self::Shapes) {
            scene.add_plane([40.0, 0.0, -2.0], [0.0, 0.5, 1.0], options).expect("a plane");
        }
        if matches!(self, Self::Moving) {
            let velocities = vec![[-1.0, -2.0, 0.5]; scene.positions(1).expect("a body").len()];
            scene.set_velocities(1, &velocities, 0.5).expect("velocities");
        }
        scene
    }
}

fn found(stage: Stage, config: Config) -> Vec<Contact> {
    stage.scene(config).detect().to_vec()
}

/// Larger than the diagonal of any stage, twice over.
const WHOLE: f64 = 128.0;

fn check(resolution: Resolution, margins: &[f64]) {
    for stage in Stage::ALL {
        let of = |margin: f64| config(margin).with_resolution(resolution).with_threads(1);
        let wanted = found(stage, of(WHOLE));
        println!("{stage:?}: {} contacts", wanted.len());
        assert!(!wanted.is_empty());
        let are_apart = matches!(stage, Stage::Brackets | Stage::BracketsFarFromZero);
        assert!(!are_apart || wanted.iter().all(|contact| contact.gap > 0.0));
        let brute = of(WHOLE).with_broad(Method::Brute);
        assert_same(&found(stage, brute), &wanted, &format!("{stage:?}, brute force"));
        for &margin in margins {
            let what = format!("{stage:?}, margin {margin:e}");
            assert_same(&found(stage, of(margin)), &wanted, &what);
            let brute = of(margin).with_broad(Method::Brute);
            assert_same(&found(stage, brute), &wanted, &format!("{what}, brute force"));
            let skin = of(margin).with_search_distance(2.0 * margin).expect("a distance");
            assert_same(&found(stage, skin), &wanted, &format!("{what}, a skin as large"));
        }
    }
}

#[test]
fn facets_do_not_see_how_far_a_margin_is_beyond_the_scene() {
    check(Resolution::Facet, &[1e3, 1e6, 1e12, 1e15, 1e18, 1e100, 1e154, 1e200, 1e300]);
}

#[test]
fn pieces_do_not_see_how_far_a_margin_is_beyond_the_scene() {
    check(Resolution::Piece, &[1e3, 1e6, 1e12, 1e15, 1e18, 1e100, 1e154, 1e200, 1e300]);
}

/// The bodies come together and go apart, so the size of the scene shrinks and grows between
/// detections.
#[test]
fn a_scene_that_changes_its_size_keeps_the_contacts_of_a_new_one() {
    for resolution in [Resolution::Facet, Resolution::Piece] {
        for margin in [10.0, 1e15, 1e300] {
            let config = config(margin).with_resolution(resolution).with_threads(1);
            let mut scene = Stage::Brackets.scene(config);
            let home = scene.positions(1).expect("a body").to_vec();
            for step in 0..40 {
                let way = 6.0 - 0.35 * f64::from((20i32 - step).abs());
                let positions: Vec<_> =
                    home.iter().map(|[x, y, z]| [x - way, y - 0.4 * way, z - 0.3 * way]).collect();
                scene.set_positions(1, &positions).expect("positions");
                let mut fresh = Stage::Brackets.scene(config);
                fresh.set_positions(1, &positions).expect("positions");
                let what = format!("{resolution:?}, margin {margin:e}, step {step}");
                assert_same(&scene.query(), &fresh.query(), &what);
            }
        }
    }
}
