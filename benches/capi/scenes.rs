//! The steps of a scene.

use std::fmt::Write;
use std::hint::black_box;
use std::time::Instant;

use gapkit::capi::*;
use gapkit::mesh::TetMesh;
use gapkit::scene::Scene;

use super::stage::{RESOLUTIONS, Stage, plates, sparse};

/// How coordinates lie in the arrays of a C host.
#[derive(Clone, Copy)]
enum Layout {
    Together,
    Apart,
}

/// A scene behind the C interface.
struct Host {
    scene: *mut gapkit_scene,
    layout: Layout,
}

fn must(status: gapkit_status) {
    assert_eq!(status, GAPKIT_OK);
}

impl Host {
    fn new(stage: &Stage, layout: Layout) -> Self {
        let mut scene = std::ptr::null_mut();
        // SAFETY: every struct is filled by its function before it is used, and all pointers are
        // valid.
        unsafe {
            let mut config = std::mem::zeroed();
            must(gapkit_scene_config_default(&mut config, size_of::<gapkit_scene_config>()));
            (config.margin, config.threads) = (stage.margin, 1);
            must(gapkit_scene_new(&config, &mut scene));
            stage.meshes.iter().for_each(|mesh| Self::add(scene, mesh, stage.self_contact));
        }
        Self { scene, layout }
    }

    /// # Safety
    /// The handle lives.
    unsafe fn add(scene: *mut gapkit_scene, tets: &TetMesh, self_contact: bool) {
        let mut body = 0;
        // SAFETY: every struct is filled by its function before it is used, and all pointers are
        // valid.
        unsafe {
            let (mut options, mut mesh): (gapkit_body_options, gapkit_mesh) = std::mem::zeroed();
            must(gapkit_body_options_default(&mut options, size_of::<gapkit_body_options>()));
            must(gapkit_mesh_default(&mut mesh, size_of::<gapkit_mesh>()));
            options.self_contact = self_contact.into();
            mesh.x = tets.nodes().as_flattened().as_ptr();
            mesh.node_count = tets.nodes().len();
            mesh.connectivity = tets.tets().as_ptr().cast();
            mesh.element_count = tets.tets().len();
            must(gapkit_scene_add_mesh(scene, &mesh, &options, &mut body));
        }
    }

    /// Seconds of a step, and the sum of its gaps.
    fn step(&self, bodies: &[Vec<[f64; 3]>]) -> (f64, f64) {
        let apart: Vec<[Vec<f64>; 3]> = bodies
            .iter()
            .map(|nodes| [0, 1, 2].map(|k| nodes.iter().map(|p| p[k]).collect()))
            .collect();
        let start = Instant::now();
        let mut sum = 0.0;
        // SAFETY: the arrays are as long as they are said to be; what is lent is read before the
        // next call.
        unsafe {
            for (body, nodes) in bodies.iter().enumerate() {
                let null = std::ptr::null();
                let ([x, y, z], stride) = match self.layout {
                    Layout::Together => ([nodes.as_flattened().as_ptr(), null, null], 3),
                    Layout::Apart => (apart[body].each_ref().map(|axis| axis.as_ptr()), 1),
                };
                let body = body as u32;
                must(gapkit_scene_set_positions(self.scene, body, x, y, z, stride, nodes.len()));
            }
            let (mut list, mut count) = (std::ptr::null(), 0);
            must(gapkit_scene_detect(self.scene, std::ptr::null_mut()));
            must(gapkit_scene_contacts(
                self.scene,
                &mut list,
                &mut count,
                size_of::<gapkit_contact>(),
            ));
            for i in 0..count {
                sum += (*list.add(i)).gap;
            }
        }
        (start.elapsed().as_secs_f64(), black_box(sum))
    }
}

impl Drop for Host {
    fn drop(&mut self) {
        // SAFETY: the handle lives until here.
        must(unsafe { gapkit_scene_free(self.scene) });
    }
}

fn rust_step(scene: &mut Scene, bodies: &[Vec<[f64; 3]>]) -> (f64, f64) {
    let start = Instant::now();
    for (body, nodes) in bodies.iter().enumerate() {
        scene.set_positions(body as u32, nodes).expect("finite");
    }
    let sum = scene.detect().iter().map(|contact| contact.gap).sum();
    (start.elapsed().as_secs_f64(), black_box(sum))
}

fn median(mut times: Vec<f64>) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2] * 1e6
}

pub(crate) fn fill(page: &mut String) {
    page.push_str("| scene | facets | Rust | C, one array | ratio | C, three arrays | ratio |\n");
    page.push_str("|---|---|---|---|---|---|---|\n");
    for stage in sparse().into_iter().chain([plates(29)]) {
        let mut rust = stage.scene(stage.config(RESOLUTIONS[0], 1));
        let hosts = [Layout::Together, Layout::Apart].map(|layout| Host::new(&stage, layout));
        let mut times = [vec![], vec![], vec![]];
        for step in 0..3 * stage.steps {
            let bodies: Vec<_> =
                (0..stage.meshes.len()).map(|body| stage.positions(body, step)).collect();
            let mut sums = [0.0; 3];
            // In another order each time, so that none is always the first to touch the positions.
            for turn in 0..3 {
                let who = (turn + step) % 3;
                let (time, sum) = match who {
                    0 => rust_step(&mut rust, &bodies),
                    _ => hosts[who - 1].step(&bodies),
                };
                times[who].push(time);
                sums[who] = sum;
            }
            assert_eq!([sums[1], sums[2]], [sums[0]; 2], "all find the same");
        }
        let [rust, together, apart] = times.map(median);
        writeln!(
            page,
            "| {} | {} | {rust:.1} | {together:.1} | {:.3} | {apart:.1} | {:.3} |",
            stage.name,
            stage.facet_count(),
            together / rust,
            apart / rust
        )
        .expect("String");
    }
}
