//! Groups of facets that are near each other: the pieces of a surface without a volume.

use crate::Vec3;
use crate::broad::Bounds;
use crate::mesh::SurfaceMesh;
use crate::num::Lists;

/// The largest number of facets of a group: about as many as pieces of solids have.
const MAX_FACETS: usize = 64;

/// The facets of a surface in groups.
#[derive(Debug)]
pub(super) struct FacetGroups {
    /// The group of each facet.
    pub(super) of_facets: Vec<u32>,
    /// The nodes of each group, in ascending order.
    pub(super) nodes: Lists<u32>,
    /// The first facet of each group.
    pub(super) first: Vec<u32>,
}

impl FacetGroups {
    pub(super) fn new(skin: &SurfaceMesh) -> Self {
        let mut facets: Vec<u32> = (0..skin.facets().len() as u32).collect();
        let mut groups =
            Self { of_facets: vec![0; facets.len()], nodes: Lists::default(), first: vec![] };
        groups.divide(skin, &mut facets);
        groups
    }

    /// Halves along the longest axis, until the groups are small.
    fn divide(&mut self, skin: &SurfaceMesh, facets: &mut [u32]) {
        if facets.is_empty() {
            return;
        }
        if facets.len() <= MAX_FACETS {
            self.add(skin, facets);
            return;
        }
        let center = |facet: u32| {
            let corners =
                skin.facets()[facet as usize].map(|n| Vec3::from(skin.nodes()[n as usize]));
            corners.iter().sum::<Vec3>() / 3.0
        };
        let all = Bounds::around(facets.iter().map(|&facet| center(facet).into()));
        let axis = Vec3::from_fn(|k, _| all.max[k] - all.min[k]).imax();
        let half = facets.len() / 2;
        facets.select_nth_unstable_by(half, |&one, &two| {
            center(one)[axis].total_cmp(&center(two)[axis]).then(one.cmp(&two))
        });
        let (low, high) = facets.split_at_mut(half);
        self.divide(skin, low);
        self.divide(skin, high);
    }

    fn add(&mut self, skin: &SurfaceMesh, facets: &[u32]) {
        let number = self.nodes.len() as u32;
        facets.iter().for_each(|&facet| self.of_facets[facet as usize] = number);
        let mut nodes: Vec<u32> =
            facets.iter().flat_map(|&facet| skin.facets()[facet as usize]).collect();
        nodes.sort_unstable();
        nodes.dedup();
        self.nodes.push(nodes);
        self.first.push(facets.iter().copied().min().unwrap_or(0));
    }
}
