//! The bodies: one for each file, one for each region of the only file, or one for each connected
//! part.

use std::path::{Path, PathBuf};

use gapkit::Error as Refused;
use gapkit::mesh::read::Contents;
use gapkit::mesh::{BeamMesh, Elements, Orientation, SurfaceMesh, TetMesh};
use gapkit::scene::{BodyOptions, Scene};

use super::{Args, By};
use crate::error::Error;
use crate::straightened::Straightened;
use crate::thin::{self, Thin};

/// A mesh and what its file calls it.
pub(super) struct Body {
    pub(super) name: String,
    pub(super) file: PathBuf,
    /// The region, where each is a body.
    pub(super) region: Option<u32>,
    /// The connected part, where each is a body; the first is 1.
    pub(super) component: Option<u32>,
    pub(super) model: Model,
    elements: Vec<u64>,
    nodes: Vec<u64>,
}

/// What a body is made of.
pub(super) enum Model {
    Solid(TetMesh),
    Surface(SurfaceMesh),
    Beams(BeamMesh),
}

impl Model {
    pub(super) fn name(&self) -> &'static str {
        match self {
            Self::Solid(_) => "solid",
            Self::Surface(surface) if surface.is_open() => "shell",
            Self::Surface(_) => "skin",
            Self::Beams(_) => "beams",
        }
    }

    pub(super) fn is_thin(&self) -> bool {
        !matches!(self, Self::Solid(_))
    }

    pub(super) fn nodes(&self) -> &[[f64; 3]] {
        match self {
            Self::Solid(mesh) => mesh.nodes(),
            Self::Surface(mesh) => mesh.nodes(),
            Self::Beams(mesh) => mesh.nodes(),
        }
    }

    pub(super) fn tets(&self) -> &[[u32; 4]] {
        if let Self::Solid(mesh) = self { mesh.tets() } else { &[] }
    }

    pub(super) fn add(&self, scene: &mut Scene, options: BodyOptions) -> Result<u32, Refused> {
        match self {
            Self::Solid(mesh) => scene.add_mesh(mesh, options),
            Self::Surface(mesh) => scene.add_surface(mesh, options),
            Self::Beams(mesh) => scene.add_beams(mesh, options),
        }
    }
}

impl Body {
    /// Shells or beams.
    fn thin<M>(file: &Path, thin: Thin<M>, model: impl Fn(M) -> Model) -> Self {
        Self {
            name: file.display().to_string(),
            file: file.to_path_buf(),
            region: None,
            component: None,
            model: model(thin.mesh),
            elements: thin.elements,
            nodes: thin.nodes,
        }
    }

    fn new(file: &Path, elements: Elements, orientation: Orientation) -> Result<Self, Error> {
        let mesh = TetMesh::from_elements(&elements, orientation);
        let mesh = mesh.map_err(|source| Error::mesh(file, source))?;
        Ok(Self {
            name: file.display().to_string(),
            file: file.to_path_buf(),
            region: None,
            component: None,
            model: Model::Solid(mesh),
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
        let nodes = self.model.nodes();
        let used: Vec<[f64; 3]> = match &self.model {
            Model::Solid(mesh) => {
                mesh.tets().iter().flatten().map(|&node| nodes[node as usize]).collect()
            }
            _ => nodes.to_vec(),
        };
        let along = |axis: usize| {
            let coordinates = used.iter().map(|point| point[axis]);
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
    let mut files = Vec::with_capacity(args.meshes.len());
    let mut bodies = Vec::new();
    for path in &args.meshes {
        let contents = args.reading.mesh(path)?;
        files.push(File::new(path, &contents));
        let by_region = args.by == By::Region && args.meshes.len() == 1;
        let thin = thin_bodies(path, &contents, by_region)?;
        if contents.elements.kinds.is_empty() {
            bodies.extend(thin);
            continue;
        }
        match args.by {
            By::Component => bodies.extend(components(path, contents.elements, orientation)?),
            By::Region if args.meshes.len() == 1 => {
                bodies.extend(regions(path, contents, orientation)?);
            }
            By::Region => bodies.push(Body::new(path, contents.elements, orientation)?),
        }
        bodies.extend(thin);
    }
    if bodies.is_empty() {
        return Err(Error::NoBody { path: files[0].path.clone() });
    }
    if bodies.len() == 1 && !args.within {
        return Err(alone(args, &files[0].path));
    }
    Ok((bodies, files))
}

/// The shells and the beams of a file, by region or as one body each.
fn thin_bodies(path: &Path, contents: &Contents, by_region: bool) -> Result<Vec<Body>, Error> {
    let mut bodies = Vec::new();
    let has_more = !contents.elements.kinds.is_empty();
    let split = |regions: std::collections::BTreeSet<u32>| -> Vec<Option<u32>> {
        if by_region { regions.into_iter().map(Some).collect() } else { vec![None] }
    };
    let mut push = |body: Body, region: Option<u32>, what: &str| {
        let known = region.map(|region| {
            let known = contents.region_names.get(&region).cloned();
            known.unwrap_or_else(|| format!("{what} of region {region}"))
        });
        let whole = if has_more { format!("{}:{what}", body.name) } else { body.name.clone() };
        bodies.push(Body { name: known.unwrap_or(whole), region, ..body });
    };
    for region in split(thin::shell_regions(contents)) {
        if let Some(own) = thin::shells(path, contents, region)? {
            push(Body::thin(path, own, Model::Surface), region, "shells");
        }
    }
    for region in split(thin::beam_regions(contents)) {
        if let Some(own) = thin::beams(path, contents, region)? {
            push(Body::thin(path, own, Model::Beams), region, "beams");
        }
    }
    Ok(bodies)
}

impl File {
    fn new(path: &Path, contents: &Contents) -> Self {
        Self { path: path.to_path_buf(), quadratic: contents.quadratic.into() }
    }
}

/// Why there is but one body, and what else could be done.
fn alone(args: &Args, file: &Path) -> Error {
    let path = file.to_path_buf();
    if args.by == By::Component {
        return Error::Alone { path, why: "all elements are connected", more: String::new() };
    }
    let parts =
        args.reading.mesh(file).ok().and_then(|contents| contents.elements.by_component().ok());
    let count = parts.map_or(1, |parts| parts.len());
    let more = if count > 1 {
        format!(", or --by component for its {count} connected parts")
    } else {
        String::new()
    };
    Error::Alone { path, why: "all elements are in one region", more }
}

fn regions(file: &Path, contents: Contents, orientation: Orientation) -> Result<Vec<Body>, Error> {
    let Contents { elements, region_names, .. } = contents;
    let regions = elements.by_region().map_err(|source| Error::mesh(file, source))?;
    let is_whole = regions.len() == 1;
    let body = |(region, elements): (u32, Elements)| {
        let body = Body::new(file, elements, orientation)?;
        if is_whole {
            return Ok(body);
        }
        let known = region_names.get(&region).cloned();
        let name = known.unwrap_or_else(|| format!("region {region}"));
        Ok(Body { name, region: Some(region), ..body })
    };
    regions.into_iter().map(body).collect()
}

fn components(
    file: &Path,
    elements: Elements,
    orientation: Orientation,
) -> Result<Vec<Body>, Error> {
    let parts = elements.by_component().map_err(|source| Error::mesh(file, source))?;
    let is_whole = parts.len() == 1;
    let body = |(elements, number): (Elements, u32)| {
        let body = Body::new(file, elements, orientation)?;
        if is_whole {
            return Ok(body);
        }
        let name = format!("{}:component {number}", file.display());
        Ok(Body { name, component: Some(number), ..body })
    };
    parts.into_iter().zip(1..).map(body).collect()
}
