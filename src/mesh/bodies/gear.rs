//! One tooth of an involute spur gear.

use std::f64::consts::{FRAC_PI_2, PI};

use super::sweep::Section;
use super::{at_least, limit};
use crate::error::Fault;
use crate::error::{Error, Reason, check_length, check_parameter};
use crate::mesh::{Orientation, TetMesh};

/// What a gear tooth is made of; see [`gear_tooth`].
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct GearTooth {
    /// The module: the pitch diameter per tooth.
    pub module: f64,
    /// How many teeth the gear has.
    pub teeth: u32,
    /// The pressure angle in radians.
    pub pressure_angle: f64,
    /// How many steps the involute is made of.
    pub profile: usize,
    /// How many cells there are from flank to flank.
    pub columns: usize,
    /// How many cells there are along the axis.
    pub layers: usize,
    /// The width of the gear along its axis.
    pub thickness: f64,
}

impl GearTooth {
    /// A tooth of module 1 and thickness 1 with a pressure angle of 20 degrees.
    ///
    /// ```
    /// use gapkit::mesh::bodies::{GearTooth, gear_tooth};
    ///
    /// let mesh = gear_tooth(&GearTooth::standard(50, 8))?;
    /// // The tooth of a gear with 50 teeth ends one module beyond the pitch circle.
    /// assert_eq!(mesh.summary().high[1], 26.0);
    /// # Ok::<(), gapkit::Error>(())
    /// ```
    #[must_use]
    pub fn standard(teeth: u32, profile: usize) -> Self {
        Self {
            module: 1.0,
            teeth,
            pressure_angle: PI / 9.0,
            profile,
            columns: 4,
            layers: 4,
            thickness: 1.0,
        }
    }

    fn pitch_radius(&self) -> f64 {
        self.module * f64::from(self.teeth) / 2.0
    }

    /// The roll of the involute, that is the tangent of the pressure angle, at a radius.
    fn roll(&self, radius: f64) -> f64 {
        let ratio = radius / (self.pitch_radius() * self.pressure_angle.cos());
        (ratio * ratio - 1.0).max(0.0).sqrt()
    }

    /// The angle of the flank from the middle of the tooth, where the involute has this roll.
    fn half_angle(&self, roll: f64) -> f64 {
        let involute = |roll: f64| roll - roll.atan();
        let at_pitch = FRAC_PI_2 / f64::from(self.teeth);
        at_pitch + involute(self.pressure_angle.tan()) - involute(roll)
    }

    /// Radii and half angles from the root to the tip.
    fn flank(&self) -> Vec<[f64; 2]> {
        let pitch = self.pitch_radius();
        let base = pitch * self.pressure_angle.cos();
        let (root, tip) = (pitch - 1.25 * self.module, pitch + self.module);
        let mut rows = Vec::new();
        // There is no involute inside the base circle: the flank is radial there.
        if root < base {
            let steps = (self.profile as f64 * (base - root) / (tip - base)).ceil().max(1.0);
            let radius = |i: usize| root + (base - root) * (i as f64 / steps);
            rows.extend((0..steps as usize).map(|i| [radius(i), self.half_angle(0.0)]));
        }
        let (from, to) = (self.roll(root), self.roll(tip));
        for i in 0..self.profile {
            let roll = from + (to - from) * (i as f64 / self.profile as f64);
            rows.push([base * (1.0 + roll * roll).sqrt(), self.half_angle(roll)]);
        }
        rows.push([tip, self.half_angle(to)]);
        rows
    }
}

/// A tooth of an involute gear that turns around the z axis, pointing along y, from z = 0 up.
///
/// It extends from 1.25 modules below the pitch circle to one module above. Inside the base circle
/// the flanks are radial, without a fillet.
///
/// ```
/// use gapkit::mesh::bodies::{GearTooth, gear_tooth};
///
/// let tooth = GearTooth { columns: 2, layers: 1, ..GearTooth::standard(50, 5) };
/// assert_eq!(gear_tooth(&tooth)?.summary().components, 1);
/// let pointed = GearTooth { pressure_angle: 0.7, ..tooth };
/// assert!(gear_tooth(&pointed).unwrap_err().to_string().contains("pointed"));
/// # Ok::<(), gapkit::Error>(())
/// ```
///
/// # Errors
/// If a length is not positive and finite, the pressure angle is not between 0 and a right angle,
/// there are fewer than three teeth or no cells, or the tooth would be pointed below its tip or
/// wider at its root than a tooth may be.
pub fn gear_tooth(tooth: &GearTooth) -> Result<TetMesh, Error> {
    check(tooth)?;
    let flank = tooth.flank();
    check_width(tooth, &flank)?;
    let columns = tooth.columns;
    let row = |&[radius, half]: &[f64; 2]| {
        (0..=columns).map(move |column| {
            let (sin, cos) = (half * (2.0 * column as f64 / columns as f64 - 1.0)).sin_cos();
            [radius * sin, radius * cos]
        })
    };
    let section = Section::grid(flank.iter().flat_map(row).collect(), columns + 1);
    let z = |layer: usize| tooth.thickness * (layer as f64 / tooth.layers as f64);
    let elements = section.sweep(tooth.layers + 1, None, |layer, [x, y]| [x, y, z(layer)]);
    TetMesh::from_elements(&elements, Orientation::Refuse)
}

fn check(tooth: &GearTooth) -> Result<(), Error> {
    check_length("module", tooth.module, true)?;
    check_length("thickness", tooth.thickness, true)?;
    at_least(3, "teeth", tooth.teeth as usize, "at least 3")?;
    at_least(1, "profile", tooth.profile, "at least 1")?;
    at_least(1, "columns", tooth.columns, "at least 1")?;
    at_least(1, "layers", tooth.layers, "at least 1")?;
    limit(&[6, tooth.profile, tooth.columns, tooth.layers])?;
    let value = check_parameter("pressure angle", tooth.pressure_angle, true)?;
    if value >= FRAC_PI_2 {
        let (name, limit) = ("pressure angle", "less than a right angle");
        return Err(Reason::BadParameter { name, value, limit }.into());
    }
    Ok(())
}

fn check_width(tooth: &GearTooth, flank: &[[f64; 2]]) -> Result<(), Error> {
    let widest = PI / f64::from(tooth.teeth);
    for &[radius, angle] in flank.iter().rev() {
        if angle <= 0.0 {
            return Err(Fault::Tooth { how: "pointed below its tip", radius, angle }.into());
        }
        if angle > widest {
            return Err(Fault::Tooth { how: "wider than its share", radius, angle }.into());
        }
    }
    Ok(())
}
