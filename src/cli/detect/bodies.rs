//! The bodies: one for each file, or one for each region of the only file.

use std::path::{Path, PathBuf};

use gapkit::mesh::read::Contents;
use gapkit::mesh::{self, Elements, Orientation, TetMesh};

use super::Args;
use crate::cli::error::Error;
use crate::cli::straightened::Straightened;

/// A mesh and what its file calls it.
pub(super) struct Body {
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// The region, where each is a body.
    pub(super) region: Option<u32>,
    pub(super) mesh: TetMesh,
    elements: Vec<u64>,
    nodes: Vec<u64>,
}

impl Body {
    fn new(
        file: &Path,
        region: Option<(u32, String)>,
        elements: Elements,
        orientation: Orientation,
    ) -> Result<Self, Error> {
        let mesh = TetMesh::from_elements(&elements, orientation);
        let mesh = mesh.map_err(|source| Error::mesh(file, source))?;
        let (region, name) = region.unzip();
        Ok(Self {
            name: name.unwrap_or_else(|| file.display().to_string()),
            file: file.to_path_buf(),
            region,
            mesh,
            elements: elements.numbers,
            nodes: elements.node_numbers,
        })
    }

    /// The number of an element in the file.
    pub(super) fn element(&self, index: u32) -> u64 {
        self.elements.get(index as usize).copied().unwrap_or(u64::from(index))
    }

    /// The number of a node in the file.
    pub(super) fn node(&self, index: u32) -> u64 {
        self.nodes.get(index as usize).copied().unwrap_or(u64::from(index))
    }

    /// The diagonal of the box around the mesh.
    pub(super) fn diagonal(&self) -> f64 {
        let used = || self.mesh.tets().iter().flatten();
        let along = |axis: usize| {
            let coordinates = used().map(|&node| self.mesh.nodes()[node as usize][axis]);
            let ends = |[low, high]: [f64; 2], x: f64| [low.min(x), high.max(x)];
            let [low, high] = coordinates.fold([f64::INFINITY, f64::NEG_INFINITY], ends);
            high - low
        };
        along(0).hypot(along(1)).hypot(along(2))
    }
}

/// A file, and what is left out of account of it.
pub(super) struct File {
    pub(super) path: PathBuf,
    pub(super) quadratic: Straightened,
}

/// Reads all bodies, and tells the files.
pub(super) fn read(args: &Args) -> Result<(Vec<Body>, Vec<File>), Error> {
    let orientation = if args.repair { Orientation::Repair } else { Orientation::Refuse };
    if let [file] = &args.meshes[..] {
        let contents = mesh::read(file)?;
        let files = vec![File::new(file, &contents)];
        let bodies = regions(file, contents, orientation)?;
        let is_alone = bodies.len() == 1 && !args.within;
        let alone = || Err(Error::Alone { path: file.clone() });
        return if is_alone { alone() } else { Ok((bodies, files)) };
    }
    let (mut bodies, mut files) = (Vec::new(), Vec::new());
    for file in &args.meshes {
        let contents = mesh::read(file)?;
        files.push(File::new(file, &contents));
        bodies.push(Body::new(file, None, contents.elements, orientation)?);
    }
    Ok((bodies, files))
}

impl File {
    fn new(path: &Path, contents: &Contents) -> Self {
        Self { path: path.to_path_buf(), quadratic: contents.quadratic.into() }
    }
}

fn regions(file: &Path, contents: Contents, orientation: Orientation) -> Result<Vec<Body>, Error> {
    let Contents { elements, region_names, .. } = contents;
    let regions = elements.by_region().map_err(|source| Error::mesh(file, source))?;
    let is_whole = regions.len() == 1;
    let body = |(region, elements): (u32, Elements)| {
        let known = region_names.get(&region).cloned();
        let name = || known.unwrap_or_else(|| format!("region {region}"));
        let region = (!is_whole).then(|| (region, name()));
        Body::new(file, region, elements, orientation)
    };
    regions.into_iter().map(body).collect()
}
