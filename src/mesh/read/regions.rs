//! The cell data of VTK files that give regions and element numbers.

use super::thin::usable;

/// Names of arrays with regions, the likeliest first.
const REGIONS: [&str; 14] = [
    "region",
    "regions",
    "region_id",
    "regionid",
    "body",
    "material",
    "materialids",
    "material_id",
    "gmsh:physical",
    "medit:ref",
    "cellentityids",
    "part",
    "partid",
    "gmsh:geometrical",
];

const NUMBERS: [&str; 7] = [
    "number",
    "element_number",
    "element_id",
    "elementid",
    "elementids",
    "globalelementid",
    "globalcellids",
];

/// What an array of cell data is good for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Role {
    /// Regions; a lower rank goes before.
    Region(usize),
    /// Element numbers.
    Number(usize),
    /// How thick shells or beams are.
    Size(Size),
}

/// A size of shells, or of beams.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Size {
    Thickness,
    Radius,
}

impl Role {
    /// The role of an array by its name, upper or lower case.
    pub(super) fn of(name: &str) -> Option<Self> {
        let name = name.to_ascii_lowercase();
        let rank = |names: &[&str]| names.iter().position(|known| *known == name);
        match name.as_str() {
            "thickness" => Some(Self::Size(Size::Thickness)),
            "radius" => Some(Self::Size(Size::Radius)),
            _ => rank(&REGIONS).map(Self::Region).or_else(|| rank(&NUMBERS).map(Self::Number)),
        }
    }
}

/// The regions and numbers of the cells of one grid.
#[derive(Debug, Default)]
pub(super) struct CellLabels {
    regions: Option<(usize, Vec<u32>)>,
    numbers: Option<(usize, Vec<u64>)>,
    sizes: [Vec<f64>; 2],
}

impl CellLabels {
    /// Offers an array with one value per cell. It is passed over if another ranks before it or if
    /// its values are not whole numbers from 0 on: then it is not what its name suggests.
    pub(super) fn offer(&mut self, role: Role, values: &[f64]) {
        match role {
            Role::Region(rank) if self.regions.as_ref().is_none_or(|(best, _)| rank < *best) => {
                if let Some(values) =
                    values.iter().map(|&v| whole(v, 32)).collect::<Option<Vec<_>>>()
                {
                    // Checked to be below 2^32.
                    self.regions = Some((rank, values.into_iter().map(|v| v as u32).collect()));
                }
            }
            Role::Number(rank) if self.numbers.as_ref().is_none_or(|(best, _)| rank < *best) => {
                if let Some(values) = values.iter().map(|&v| whole(v, 53)).collect() {
                    self.numbers = Some((rank, values));
                }
            }
            Role::Size(size) => self.sizes[size as usize] = values.to_vec(),
            _ => {}
        }
    }

    /// The thickness or radius of a cell of the grid, if it has one.
    pub(super) fn size(&self, size: Size, cell: usize) -> Option<f64> {
        self.sizes[size as usize].get(cell).copied().and_then(usable)
    }

    /// The region of a cell of the grid.
    pub(super) fn region(&self, cell: usize) -> u32 {
        self.regions.as_ref().and_then(|(_, values)| values.get(cell).copied()).unwrap_or(0)
    }

    /// The number of a cell of the grid, or `otherwise`.
    pub(super) fn number(&self, cell: usize, otherwise: u64) -> u64 {
        self.numbers.as_ref().and_then(|(_, values)| values.get(cell).copied()).unwrap_or(otherwise)
    }
}

/// The whole number that this is, below 2^`bits`.
fn whole(value: f64, bits: i32) -> Option<u64> {
    (value >= 0.0 && value < 2f64.powi(bits) && value.fract() == 0.0).then_some(value as u64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_likelier_name_wins_and_odd_values_are_passed_over() {
        let mut labels = CellLabels::default();
        let role = |name| Role::of(name).unwrap();
        labels.offer(role("gmsh:geometrical"), &[1.0, 2.0]);
        labels.offer(role("Body"), &[5.0, 6.0]);
        labels.offer(role("material"), &[7.0, 8.0]);
        labels.offer(role("region"), &[0.5, 1.0]);
        assert_eq!((labels.region(0), labels.region(1)), (5, 6));
        assert_eq!(labels.number(1, 33), 33);
        assert_eq!(Role::of("temperature"), None);
    }
}
