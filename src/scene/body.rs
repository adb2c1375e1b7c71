//! Bodies: deformable and rigid meshes, rigid convex shapes, half-spaces.

use std::sync::Arc;

use nalgebra::UnitQuaternion;

use super::eroded::Eroded;
use super::facet_groups::FacetGroups;
use super::grains::core::Core;
use super::limits;
use crate::Vec3;
use crate::error::{Error, Reason, check_parameter, check_position};
use crate::mesh::{SurfaceMesh, TetMesh};
use crate::partition::{self, Partition};
use crate::shape::{Pose, Posed, SupportMap};

/// A convex shape that several threads may query.
pub type Shape = Arc<dyn SupportMap + Send + Sync>;

/// How a body takes part in contact.
///
/// ```
/// use gapkit::scene::BodyOptions;
/// let options = BodyOptions::default().with_thickness(0.1)?.with_self_contact(true);
/// # Ok::<(), gapkit::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct BodyOptions {
    pub(super) thickness: f64,
    pub(super) self_contact: bool,
    pub(super) groups: u32,
    pub(super) mask: u32,
    pub(super) number: Option<u64>,
    /// `None` for that of the scene.
    pub(super) margin: Option<f64>,
}

impl Default for BodyOptions {
    fn default() -> Self {
        Self {
            thickness: 0.0,
            self_contact: false,
            groups: 1,
            mask: u32::MAX,
            number: None,
            margin: None,
        }
    }
}

impl BodyOptions {
    /// A layer all around the body: gaps are measured from its outside.
    pub fn with_thickness(self, thickness: f64) -> Result<Self, Error> {
        check_parameter("thickness", thickness, false)?;
        Ok(Self { thickness: limits::check_value("thickness", thickness)?, ..self })
    }

    /// Whether parts of the body can touch each other.
    #[must_use]
    pub fn with_self_contact(self, self_contact: bool) -> Self {
        Self { self_contact, ..self }
    }

    /// The groups that the body belongs to, as bits; by default the first.
    #[must_use]
    pub fn with_groups(self, groups: u32) -> Self {
        Self { groups, ..self }
    }

    /// The groups that the body can touch; by default all. Two bodies make contact only if each is
    /// in a group that the other can touch.
    #[must_use]
    pub fn with_mask(self, mask: u32) -> Self {
        Self { mask, ..self }
    }

    /// The number by which the ids of contacts name the body; by default that by which it was added.
    #[must_use]
    pub fn with_number(self, number: u64) -> Self {
        Self { number: Some(number), ..self }
    }

    /// The largest gap that is reported, instead of that of the scene. Of two bodies the larger one
    /// counts, unless [`Scene::set_margin`](super::Scene::set_margin) says otherwise.
    pub fn with_margin(self, margin: f64) -> Result<Self, Error> {
        Ok(Self { margin: Some(check_parameter("margin", margin, false)?), ..self })
    }

    /// The half-thickness of the layer, and the margin if it is not that of the scene.
    pub(crate) fn lengths(&self) -> (f64, Option<f64>) {
        (self.thickness, self.margin)
    }

    /// The number by which ids name the body, if it was given one.
    pub(crate) fn number(&self) -> Option<u64> {
        self.number
    }

    /// Whether parts of the body can touch each other.
    pub(crate) fn touches_itself(&self) -> bool {
        self.self_contact
    }

    pub(crate) fn can_touch(&self, other: &Self) -> bool {
        self.groups & other.mask != 0 && other.groups & self.mask != 0
    }
}

/// The half-space below a plane.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Plane {
    pub(super) point: Vec3,
    pub(super) normal: Vec3,
}

impl Plane {
    pub(super) fn new(point: Vec3, normal: Vec3) -> Result<Self, Error> {
        for &coordinate in &point {
            limits::check_value("point of the plane", coordinate)?;
        }
        let normal = check_position("normal", normal)?;
        let max = normal.amax();
        if max == 0.0 {
            let name = "normal of the plane";
            return Err(Reason::BadParameter { name, value: 0.0, limit: "not zero" }.into());
        }
        Ok(Self { point, normal: (normal / max).normalize() })
    }

    /// The height of a point above the plane.
    #[inline]
    pub(super) fn height(&self, point: Vec3) -> f64 {
        self.normal.dot(&(point - self.point))
    }
}

/// What the pieces of a mesh are made of.
#[derive(Debug)]
pub(super) enum Cells {
    /// Tetrahedra.
    Solid(Partition),
    /// Facets, of a surface without a volume.
    Surface { groups: FacetGroups, skin: SurfaceMesh },
    /// None: the segments of beams are searched for by themselves.
    Beams,
}

impl Cells {
    /// How many pieces there are.
    pub(super) fn len(&self) -> usize {
        match self {
            Self::Solid(partition) => partition.len(),
            Self::Surface { groups, .. } => groups.nodes.len(),
            Self::Beams => 0,
        }
    }

    /// The piece of each tetrahedron.
    pub(super) fn tet_pieces(&self) -> &[u32] {
        match self {
            Self::Solid(partition) => partition.owners(),
            Self::Surface { .. } | Self::Beams => &[],
        }
    }
}

/// The largest distance of a node from the origin.
fn farthest(nodes: &[[f64; 3]]) -> f64 {
    nodes.iter().map(|x| Vec3::from(*x).norm()).fold(0.0, f64::max)
}

/// A mesh with its surface and pieces.
#[derive(Debug)]
pub(super) struct MeshBody {
    /// Rest positions of the nodes.
    pub(super) rest: Vec<[f64; 3]>,
    pub(super) cells: Cells,
    /// What is switched off of it; `None` if nothing ever was.
    pub(super) eroded: Option<Box<Eroded>>,
    /// The largest distance of a rest position from the origin.
    radius: f64,
}

impl MeshBody {
    pub(super) fn new(mesh: &TetMesh, options: &partition::Options) -> Result<Self, Error> {
        Ok(Self {
            rest: mesh.nodes().to_vec(),
            cells: Cells::Solid(options.partition(mesh)?),
            eroded: None,
            radius: farthest(mesh.nodes()),
        })
    }

    /// A surface without a volume, in groups of facets.
    pub(super) fn of_skin(skin: &SurfaceMesh) -> Self {
        Self {
            rest: skin.nodes().to_vec(),
            cells: Cells::Surface { groups: FacetGroups::new(skin), skin: skin.clone() },
            eroded: None,
            radius: farthest(skin.nodes()),
        }
    }

    /// Beams with these nodes.
    pub(super) fn of_beams(nodes: &[[f64; 3]]) -> Self {
        Self { rest: nodes.to_vec(), cells: Cells::Beams, eroded: None, radius: farthest(nodes) }
    }

    /// Moves the nodes as a whole from their rest positions.
    pub(super) fn place(&self, pose: &Pose, nodes: &mut [[f64; 3]]) -> Result<(), Error> {
        let pose = self.checked(pose)?;
        for (node, rest) in nodes.iter_mut().zip(&self.rest) {
            *node = pose.transform_point(&(*rest).into()).into();
        }
        Ok(())
    }

    /// A pose that the body can have, with a rotation of unit length.
    pub(super) fn checked(&self, pose: &Pose) -> Result<Pose, Error> {
        check_position("translation", pose.translation.vector)?;
        let length = pose.rotation.quaternion().norm();
        if !(length.is_finite() && length > 0.0) {
            let name = "norm of the rotation";
            return Err(Reason::BadParameter { name, value: length, limit: "> 0" }.into());
        }
        // Integrated poses drift from unit length, which would scale the body.
        let rotation = UnitQuaternion::new_normalize(*pose.rotation.quaternion());
        let pose = Pose::from_parts(pose.translation, rotation);
        limits::check_pose(&self.rest, self.radius, &pose)?;
        Ok(pose)
    }
}

/// A rigid shape in its pose.
pub(super) struct ShapeBody {
    pub(super) posed: Posed<Shape>,
    pub(super) pose: Pose,
    /// What it is without its radius, and that.
    pub(super) core: Core,
    pub(super) radius: f64,
    /// Radius of a sphere about the centre that holds the shape.
    pub(super) bounding_radius: f64,
    /// Radius of a sphere about the origin of its frame that holds the shape.
    pub(super) radius_from_origin: f64,
}

impl std::fmt::Debug for ShapeBody {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ShapeBody").field("pose", &self.pose).finish_non_exhaustive()
    }
}

impl ShapeBody {
    pub(super) fn new(shape: Shape, pose: &Pose) -> Result<Self, Error> {
        // Functions of the host may return anything: NaN and infinity become the largest number.
        let bounded = |length: f64| if length <= f64::MAX { length } else { f64::MAX };
        let bounding_radius = bounded(shape.bounding_radius());
        let radius_from_origin = bounded(shape.center().norm() + bounding_radius);
        limits::check_value("size of the shape", radius_from_origin)?;
        check_place(pose)?;
        Ok(Self {
            core: Core::of(&shape),
            radius: shape.radius(),
            posed: Posed::new(shape, pose)?,
            pose: *pose,
            bounding_radius,
            radius_from_origin,
        })
    }

    /// Checks a pose that the shape is to have.
    pub(super) fn check_pose(&self, pose: &Pose) -> Result<(), Error> {
        check_place(pose)?;
        Posed::<Shape>::check_pose(pose).map(|_| ())
    }

    /// Moves the shape from where it was made. Nothing changes if that is refused.
    pub(super) fn set_pose(&mut self, pose: &Pose) -> Result<(), Error> {
        check_place(pose)?;
        self.posed.set_pose(pose)?;
        self.pose = *pose;
        Ok(())
    }
}

/// Checks where a pose takes the origin.
fn check_place(pose: &Pose) -> Result<(), Error> {
    let check = |&value| limits::check_value("translation", value).map(|_| ());
    pose.translation.vector.iter().try_for_each(check)
}

#[derive(Debug)]
#[expect(clippy::large_enum_variant, reason = "large scenes are of grains, which lie side by side")]
pub(super) enum Geometry {
    Mesh(Box<MeshBody>),
    Shape(ShapeBody),
    Plane(Plane),
}

/// A body of the scene.
#[derive(Debug)]
pub(super) struct Body {
    pub(super) geometry: Geometry,
    pub(super) options: BodyOptions,
    /// Whether it takes part in contact.
    pub(super) presence: Presence,
}

impl Body {
    /// Whether it is a solid that has had elements switched off, and may lose others.
    pub(super) fn is_eroding(&self) -> bool {
        match &self.geometry {
            Geometry::Mesh(mesh) => mesh.eroded.is_some() && matches!(mesh.cells, Cells::Solid(_)),
            Geometry::Shape(_) | Geometry::Plane(_) => false,
        }
    }
}

/// Whether a body takes part in contact.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Presence {
    On,
    /// Switched off as a whole.
    Off,
    /// For good.
    Removed,
}
