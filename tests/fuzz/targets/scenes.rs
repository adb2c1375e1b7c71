//! Lives of scenes over the C interface, decoded from bytes: the same calls on a scene with the
//! defaults and on others with brute force, threads, pieces or instructions of another kind. Statuses
//! and contacts are the same to the last bit, whatever was called before.

use std::ptr::{null, null_mut};

use gapkit::capi::*;
use gapkit::mesh::{TetMesh, bodies};

use crate::input::{Input, Kind};

/// Calls in a life.
const CALLS: usize = 24;

/// Bodies in a scene.
const BODIES: usize = 5;

struct Scenes(Vec<*mut gapkit_scene>);

impl Drop for Scenes {
    fn drop(&mut self) {
        for &scene in &self.0 {
            // SAFETY: made by `gapkit_scene_new`, and freed once.
            unsafe { gapkit_scene_free(scene) };
        }
    }
}

impl Scenes {
    /// Makes scenes of the same settings, but for what contacts do not depend on.
    fn new(input: &mut Input) -> Option<Self> {
        let mut config = std::mem::MaybeUninit::uninit();
        // SAFETY: the function fills what it is given.
        let mut base: gapkit_scene_config = unsafe {
            gapkit_scene_config_default(config.as_mut_ptr(), size_of::<gapkit_scene_config>());
            config.assume_init()
        };
        base.margin = input.pick(&[0.05, 0.0, 1e-9, 0.3, 1.5, 1e9, -1.0, f64::NAN]);
        base.resolution = input.pick(&[GAPKIT_RESOLUTION_SURFACE, GAPKIT_RESOLUTION_FACET]);
        base.search_distance = input.pick(&[-1.0, -1.0, -1.0, 0.5, 2.0]);
        (base.threads, base.history) = (1, 1);
        base.areas = i32::from(input.once_in(2));
        let mut others = vec![base, gapkit_scene_config { broad: GAPKIT_BROAD_BRUTE, ..base }];
        others.push(match input.below(6) {
            0 => gapkit_scene_config { threads: 2, ..base },
            1 => gapkit_scene_config { partition_build: GAPKIT_BUILD_TRIVIAL, ..base },
            2 => gapkit_scene_config { isa: GAPKIT_ISA_PORTABLE, ..base },
            3 => gapkit_scene_config { skipping: 0, ..base },
            4 => gapkit_scene_config { partition_tolerance: 0.0, ..base },
            _ => gapkit_scene_config { sub_algorithm: 1, ..base },
        });
        let mut scenes = Self(vec![]);
        for config in others {
            let mut scene = null_mut();
            // SAFETY: both pointers are to what the function asks for.
            if unsafe { gapkit_scene_new(&config, &mut scene) } != GAPKIT_OK {
                return None;
            }
            scenes.0.push(scene);
        }
        Some(scenes)
    }

    /// Makes a call on each scene: the status is the same.
    fn call(&self, mut call: impl FnMut(*mut gapkit_scene) -> gapkit_status) -> gapkit_status {
        let first = call(self.0[0]);
        for &scene in &self.0[1..] {
            assert_eq!(call(scene), first, "statuses of one call differ");
        }
        first
    }

    /// Detects, and compares the contacts.
    fn detect(&self) {
        let status = self.call(|scene| {
            // SAFETY: a handle that lives; the count is not asked for.
            unsafe { gapkit_scene_detect(scene, null_mut()) }
        });
        if status != GAPKIT_OK {
            return;
        }
        let hash = |scene| {
            let mut hash = 0;
            // SAFETY: a handle that lives, and a plain output.
            assert_eq!(unsafe { gapkit_scene_hash(scene, &mut hash) }, GAPKIT_OK);
            hash
        };
        let first = hash(self.0[0]);
        for (number, &scene) in self.0.iter().enumerate() {
            assert_eq!(hash(scene), first, "contacts of scene {number} differ");
        }
        self.check();
    }

    /// What every contact must satisfy.
    fn check(&self) {
        let (mut list, mut count) = (null(), 0);
        // SAFETY: what is lent is read before the next call.
        let contacts = unsafe {
            gapkit_scene_contacts(self.0[0], &mut list, &mut count, size_of::<gapkit_contact>());
            if count == 0 { &[] } else { std::slice::from_raw_parts(list, count) }
        };
        for contact in contacts {
            let numbers = [contact.gap, contact.area];
            let vectors = [contact.point_a, contact.point_b, contact.normal];
            let all = || vectors.iter().flatten().chain(&numbers);
            assert!(all().all(|x| x.is_finite()), "a number that is none");
            let length: f64 = contact.normal.iter().map(|x| x * x).sum();
            assert!((length - 1.0).abs() <= 1e-14 && contact.area >= 0.0);
        }
    }
}

pub(crate) fn run(bytes: &[u8]) {
    let input = &mut Input::new(bytes);
    let Some(scenes) = Scenes::new(input) else { return };
    let mut nodes: Vec<Vec<[f64; 3]>> = vec![];
    for _ in 0..2 + input.below(2) {
        add(&scenes, input, &mut nodes);
    }
    for _ in 0..CALLS {
        if input.is_empty() {
            break;
        }
        step(&scenes, input, &mut nodes);
    }
    scenes.detect();
}

/// Adds a body to all scenes.
fn add(scenes: &Scenes, input: &mut Input, nodes: &mut Vec<Vec<[f64; 3]>>) {
    if nodes.len() >= BODIES {
        return;
    }
    let mut options = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills what it is given.
    let mut options: gapkit_body_options = unsafe {
        gapkit_body_options_default(options.as_mut_ptr(), size_of::<gapkit_body_options>());
        options.assume_init()
    };
    options.thickness = input.pick(&[0.0, 0.0, 0.0, 0.1, 1e-6, -1.0]);
    options.self_contact = i32::from(input.once_in(4));
    let shift = input.point(Kind::Grid).map(|x| x / 4.0);
    let added = match input.below(8) {
        0 => add_plane(scenes, &shift, &options),
        1 => add_ball(scenes, input, &shift, &options),
        _ => {
            let mesh = small_mesh(input);
            let placed: Vec<_> =
                mesh.nodes().iter().map(|p| [0, 1, 2].map(|k| p[k] + shift[k])).collect();
            let status = add_mesh(scenes, &placed, mesh.tets(), &options);
            return if status == GAPKIT_OK {
                nodes.push(placed)
            };
        }
    };
    if added == GAPKIT_OK {
        nodes.push(vec![]);
    }
}

fn small_mesh(input: &mut Input) -> TetMesh {
    match super::partition::mesh(&mut Input::new(input.rest())) {
        Some(mesh) if input.once_in(4) && mesh.nodes().len() < 40 => mesh,
        _ => {
            let cells = [0; 3].map(|_| 1 + input.below(2));
            let lengths = [0; 3].map(|_| input.pick(&[1.0, 1.0, 0.5, 2.0]));
            bodies::block(cells, lengths).expect("a block")
        }
    }
}

fn add_mesh(
    scenes: &Scenes,
    nodes: &[[f64; 3]],
    tets: &[[u32; 4]],
    options: &gapkit_body_options,
) -> gapkit_status {
    let mut mesh = std::mem::MaybeUninit::uninit();
    // SAFETY: the function fills what it is given.
    let mut mesh: gapkit_mesh = unsafe {
        gapkit_mesh_default(mesh.as_mut_ptr(), size_of::<gapkit_mesh>());
        mesh.assume_init()
    };
    (mesh.x, mesh.node_count) = (nodes.as_flattened().as_ptr(), nodes.len());
    (mesh.connectivity, mesh.element_count) = (tets.as_ptr().cast(), tets.len());
    let mut body = 0;
    // SAFETY: the arrays of the mesh outlive the call.
    scenes.call(|scene| unsafe { gapkit_scene_add_mesh(scene, &mesh, options, &raw mut body) })
}

fn add_plane(scenes: &Scenes, at: &[f64; 3], options: &gapkit_body_options) -> gapkit_status {
    let (normal, mut body) = ([0.0, 0.0, 1.0], 0);
    scenes.call(|scene| {
        let (at, normal) = (at.as_ptr(), normal.as_ptr());
        // SAFETY: three numbers each.
        unsafe { gapkit_scene_add_plane(scene, at, normal, options, &raw mut body) }
    })
}

fn add_ball(
    scenes: &Scenes,
    input: &mut Input,
    at: &[f64; 3],
    options: &gapkit_body_options,
) -> gapkit_status {
    let (mut shape, mut body) = (null_mut(), 0);
    let pose = gapkit_pose { translation: *at, rotation: [0.0, 0.0, 0.0, 1.0] };
    // SAFETY: a plain output, which is freed once.
    unsafe {
        let radius = input.pick(&[0.5, 0.25, 1.0, 0.0, -1.0]);
        if gapkit_shape_sphere(radius, &mut shape) != GAPKIT_OK {
            return -1;
        }
        let status = scenes
            .call(|scene| gapkit_scene_add_shape(scene, shape, &pose, options, &raw mut body));
        gapkit_shape_free(shape);
        status
    }
}

/// One call of a host, on all scenes.
fn step(scenes: &Scenes, input: &mut Input, nodes: &mut Vec<Vec<[f64; 3]>>) {
    let stray = usize::from(input.once_in(16));
    let body = input.below(nodes.len().max(1) + stray);
    let number = body as u32;
    match input.below(16) {
        0..4 => scenes.detect(),
        4..8 => move_nodes(scenes, input, nodes, body),
        8 => add(scenes, input, nodes),
        9 => set_pose(scenes, input, number),
        10 => {
            let active = i32::from(input.once_in(2));
            // SAFETY: a handle that lives.
            scenes.call(|scene| unsafe { gapkit_scene_set_body_active(scene, number, active) });
        }
        11 => {
            let (element, active) = (input.below(24) as i64, i32::from(input.once_in(2)));
            // SAFETY: one number, and no output.
            scenes.call(|scene| unsafe {
                gapkit_scene_set_active(scene, number, &element, 1, active, null_mut())
            });
        }
        12 => save_and_restore(scenes),
        13 => {
            let other = input.below(nodes.len().max(1)) as u32;
            let margin = input.pick(&[-1.0, 0.0, 0.5, f64::NAN]);
            // SAFETY: a handle that lives.
            scenes.call(|scene| unsafe { gapkit_scene_set_margin(scene, number, other, margin) });
        }
        14 => {
            let other = input.below(nodes.len().max(1)) as u32;
            let is_one_sided = input.once_in(2);
            // SAFETY: a handle that lives.
            scenes.call(|scene| unsafe {
                match is_one_sided {
                    true => gapkit_scene_set_one_sided(scene, number, other),
                    false => gapkit_scene_exclude(scene, number, other),
                }
            });
        }
        _ => {
            let is_removed = input.once_in(3);
            // SAFETY: a handle that lives.
            scenes.call(|scene| unsafe {
                match is_removed {
                    true => gapkit_scene_remove_body(scene, number),
                    false => gapkit_scene_split(scene, number, 0.1, null_mut()),
                }
            });
        }
    }
}

fn move_nodes(scenes: &Scenes, input: &mut Input, nodes: &mut [Vec<[f64; 3]>], body: usize) {
    let Some(nodes) = nodes.get_mut(body) else { return };
    let mut moved = nodes.clone();
    let kind = input.pick(&[Kind::Grid, Kind::Nearly, Kind::Fraction]);
    let shift = input.point(kind);
    moved.iter_mut().flatten().enumerate().for_each(|(i, x)| *x += shift[i % 3] / 8.0);
    if !moved.is_empty() && input.once_in(3) {
        let (node, kind) = (input.below(moved.len()), input.kind());
        moved[node] = input.point(kind);
    }
    let (x, count) = (moved.as_flattened().as_ptr(), moved.len());
    let status = scenes.call(|scene| {
        // SAFETY: as many nodes as the mesh has, side by side.
        unsafe { gapkit_scene_set_positions(scene, body as u32, x, null(), null(), 3, count) }
    });
    if status == GAPKIT_OK {
        *nodes = moved;
    }
}

fn set_pose(scenes: &Scenes, input: &mut Input, body: u32) {
    let translation = input.point(Kind::Grid).map(|x| x / 8.0);
    let [x, y, z] = input.point(Kind::Grid);
    let pose = gapkit_pose { translation, rotation: [x, y, z, 1.0] };
    // SAFETY: a handle that lives, and a pose.
    scenes.call(|scene| unsafe { gapkit_scene_set_pose(scene, body, &pose) });
}

/// Saves the first scene and takes its state back, by way of bytes: nothing changes.
fn save_and_restore(scenes: &Scenes) {
    let (mut state, mut again, mut size) = (null_mut(), null_mut(), 0);
    // SAFETY: handles that live, and plain outputs; each state is freed once.
    unsafe {
        let scene = scenes.0[0];
        if gapkit_scene_save(scene, &mut state) != GAPKIT_OK {
            return;
        }
        gapkit_state_write(state, null_mut(), 0, &mut size);
        let mut bytes = vec![0u8; size];
        assert_eq!(gapkit_state_write(state, bytes.as_mut_ptr(), size, &mut size), GAPKIT_OK);
        assert_eq!(gapkit_state_read(bytes.as_ptr(), size, &mut again), GAPKIT_OK);
        assert_eq!(gapkit_scene_restore(scene, again), GAPKIT_OK);
        gapkit_state_free(state);
        gapkit_state_free(again);
    }
}
