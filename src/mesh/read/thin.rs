//! Shells and beams: the elements of a file that are no volumes.

use smallvec::SmallVec;

use crate::mesh::{FaceKind, Faces};

/// The surface elements of a file. Their nodes are those of its volume elements.
///
/// ```
/// let text = "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n*ELEMENT,TYPE=S4,ELSET=sheet\n7,1,2,3,4\n\
///             *SHELL SECTION,ELSET=sheet\n0.05\n";
/// let mesh = gapkit::mesh::read::parse("sheet.inp", text.as_bytes())?;
/// assert_eq!((mesh.shells.faces.len(), mesh.shells.numbers[0]), (1, 7));
/// assert_eq!(mesh.shells.thickness, [Some(0.05)]);
/// # Ok::<(), gapkit::mesh::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Shells {
    /// Their kinds and nodes.
    pub faces: Faces,
    /// What the file calls them.
    pub numbers: Vec<u64>,
    /// Their regions, as those of volume elements.
    pub regions: Vec<u32>,
    /// Their thickness, where the file tells it.
    pub thickness: Vec<Option<f64>>,
}

/// The elements of a file between two nodes: beams, trusses, bars. Those with a node in the middle
/// are two segments with the same number.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Beams {
    /// Their nodes, which are those of the volume elements.
    pub segments: Vec<[u32; 2]>,
    /// What the file calls the elements.
    pub numbers: Vec<u64>,
    /// Their regions, as those of volume elements.
    pub regions: Vec<u32>,
    /// The radius of a round bar with the same cross section, where the file tells one.
    pub radii: Vec<Option<f64>>,
}

impl Shells {
    /// Adds a face, unless it has fewer than three different corners. A quadrangle of which two
    /// neighbouring corners are the same is the triangle that it is.
    pub(super) fn push(&mut self, face: &ThinCell<'_>, kind: FaceKind) {
        let corners = &face.nodes[..kind.corners()];
        let is_kept = |&place: &usize| corners[place] != corners[(place + 1) % corners.len()];
        let outline: SmallVec<[u32; 4]> =
            (0..corners.len()).filter(is_kept).map(|place| corners[place]).collect();
        match (outline.len(), kind.corners()) {
            (all, corners) if all == corners => self.faces.push(kind, face.nodes),
            (3, _) => self.faces.push(FaceKind::Tri3, &outline),
            _ => return,
        }
        self.numbers.push(face.number);
        self.regions.push(face.region);
        self.thickness.push(face.size);
    }
}

impl Beams {
    /// Adds the segments between nodes in a row.
    pub(super) fn push(&mut self, line: &ThinCell<'_>) {
        for ends in line.nodes.windows(2).filter(|ends| ends[0] != ends[1]) {
            self.segments.push([ends[0], ends[1]]);
            self.numbers.push(line.number);
            self.regions.push(line.region);
            self.radii.push(line.size);
        }
    }
}

/// A face or a line of a file.
pub(super) struct ThinCell<'a> {
    pub(super) nodes: &'a [u32],
    pub(super) number: u64,
    pub(super) region: u32,
    /// Its thickness or radius.
    pub(super) size: Option<f64>,
}

/// What is neither a volume nor a point.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ThinKind {
    Face(FaceKind),
    Line,
}

/// Faces or lines that still refer to nodes by their tags.
#[derive(Debug, Default)]
pub(super) struct TaggedThin {
    kinds: Vec<ThinKind>,
    /// Where the nodes of each end.
    ends: Vec<usize>,
    tags: Vec<u64>,
    pub(super) numbers: Vec<u64>,
    pub(super) regions: Vec<u32>,
    pub(super) sizes: Vec<Option<f64>>,
    /// Where each stands in the file, for messages.
    places: Vec<usize>,
}

impl TaggedThin {
    pub(super) fn push(
        &mut self,
        (kind, tags): (ThinKind, impl IntoIterator<Item = u64>),
        (number, region): (u64, u32),
        at: usize,
    ) {
        self.kinds.push(kind);
        self.tags.extend(tags);
        self.ends.push(self.tags.len());
        self.numbers.push(number);
        self.regions.push(region);
        self.sizes.push(None);
        self.places.push(at);
    }

    /// The size of what came last.
    pub(super) fn size_last(&mut self, size: f64) {
        if let Some(last) = self.sizes.last_mut() {
            *last = usable(size);
        }
    }

    /// Gives faces, or lines, that have none yet the size of their region.
    pub(super) fn size(&mut self, are_faces: bool, of_region: impl Fn(u32) -> Option<f64>) {
        for ((kind, region), size) in self.kinds.iter().zip(&self.regions).zip(&mut self.sizes) {
            if (*kind != ThinKind::Line) == are_faces && size.is_none() {
                *size = of_region(*region).and_then(usable);
            }
        }
    }

    /// The places of nodes instead of tags. The element and the node, if there is no such node.
    pub(super) fn finish(
        &self,
        place: impl Fn(u64) -> Option<u32>,
        (shells, beams): (&mut Shells, &mut Beams),
    ) -> Result<(), (usize, [u64; 2])> {
        let mut start = 0;
        for (i, (&kind, &end)) in self.kinds.iter().zip(&self.ends).enumerate() {
            let missing = |tag: u64| (self.places[i], [self.numbers[i], tag]);
            let of = |&tag: &u64| place(tag).ok_or_else(|| missing(tag));
            let nodes: Vec<u32> = self.tags[start..end].iter().map(of).collect::<Result<_, _>>()?;
            start = end;
            let (number, region, size) = (self.numbers[i], self.regions[i], self.sizes[i]);
            let cell = ThinCell { nodes: &nodes, number, region, size };
            match kind {
                ThinKind::Face(kind) => shells.push(&cell, kind),
                ThinKind::Line => beams.push(&cell),
            }
        }
        Ok(())
    }
}

/// A thickness or radius, if it can be one.
pub(super) fn usable(size: f64) -> Option<f64> {
    (size.is_finite() && size > 0.0).then_some(size)
}

/// The radius of a round bar with this cross section.
pub(super) fn radius_of(area: f64) -> f64 {
    (area / std::f64::consts::PI).sqrt()
}
