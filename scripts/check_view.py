"""Judges pictures that view.py of a demo made: pvpython check_view.py DEMO DIR PICTURES

PICTURES has contacts.png, where there are contacts; start.png, the output at time 0; points.png and none.png with
contacts as points and not at all; bodies.png, with a colour for each body or kind. Each check is a line."""

import os
import sys

import numpy
from paraview.vtk.util.numpy_support import vtk_to_numpy
from paraview.vtk.vtkIOImage import vtkPNGReader

# A colour that fewer pixels have than this is where others meet.
MIN_PIXELS = 150
# Degrees about a hue.
HUE_RANGE = 6.0
# Of the width; the legend is to the right of it.
LEGEND = 0.88


class Picture:
    """Hue in degrees, saturation and value of pixels, in arrays of rows."""

    def __init__(self, path):
        reader = vtkPNGReader()
        reader.SetFileName(path)
        reader.Update()
        width, height, _ = reader.GetOutput().GetDimensions()
        data = vtk_to_numpy(reader.GetOutput().GetPointData().GetScalars())
        rgb = data.reshape(height, width, -1)[:, :, :3] / 255.0
        rgb = rgb[:, : int(LEGEND * width)]
        self.size = (width, height)
        self.value = rgb.max(axis=2)
        chroma = self.value - rgb.min(axis=2)
        self.saturation = chroma / numpy.maximum(self.value, 1e-9)
        red, green, blue = numpy.moveaxis(rgb, 2, 0)
        safe = numpy.maximum(chroma, 1e-9)
        sector = numpy.where(
            self.value == red,
            (green - blue) / safe % 6.0,
            numpy.where(self.value == green, (blue - red) / safe + 2.0, (red - green) / safe + 4.0),
        )
        self.hue = 60.0 * sector

    def drawn(self):
        return (self.value < 0.98) | (self.saturation > 0.02)

    def coloured(self):
        return (self.saturation > 0.3) & (self.value > 0.15)

    def arrows(self):
        return self.coloured() & (self.hue > 300.0) & (self.hue < 330.0) & (self.saturation > 0.45)

    def bunny(self):
        is_tan = (self.hue > 28.0) & (self.hue < 40.0)
        return is_tan & (self.saturation > 0.2) & (self.saturation < 0.6)

    def pressed(self):
        """The colours of pressure, from yellow to red; without pressure surfaces are nearly grey."""
        warm = (self.saturation > 0.35) & (self.value > 0.15) & ((self.hue < 60.0) | (self.hue > 335.0))
        # Without the axes in the lower left corner; rows begin at the bottom.
        warm[: int(0.22 * self.size[1]), : int(0.15 * self.size[0])] = False
        return warm

    def count(self, hues):
        """How many of these hues there are; light changes neither them nor their order."""
        seen = self.hue[self.coloured() & ~self.arrows()]
        apart = [numpy.abs((seen - hue + 180.0) % 360.0 - 180.0) for hue in hues]
        return sum(int((distance < HUE_RANGE).sum()) >= MIN_PIXELS for distance in apart)

    def extent(self, mask, axis):
        """The share of the width (0) or height (1) between the first and the last line with several pixels."""
        lines = numpy.flatnonzero(mask.sum(axis=axis) >= 0.01 * self.size[1 - axis])
        return (lines[-1] - lines[0]) / self.size[axis] if len(lines) else 0.0


def check(name, is_good, found):
    print(f"{'ok' if is_good else 'FAILED'}: {demo}: {name} ({found})", flush=True)


def run_as_window(script):
    """The variables of the script, run as the window of ParaView does: without its name and arguments."""
    sys.argv = [""]
    scope = {"__name__": "__main__"}
    with open(script, encoding="utf-8") as text:
        exec(compile(text.read(), "<string>", "exec"), scope)
    return scope


def check_scene(script):
    try:
        scope = run_as_window(script)
        view = scope["view"]
        found = list(view.CameraPosition) + list(view.CameraFocalPoint)
        wanted = list(scope["EYE"]) + list(scope["CENTER"])
    except Exception as error:
        check("runs in a window", False, repr(error))
        return
    check("camera as set", numpy.allclose(found, wanted, rtol=1e-6), found)
    if demo == "bars":
        values = list(scope["GetColorTransferFunction"]("pressure").RGBPoints)
        # E is 1, and the pressure behind the wave is v / c = 0.1 of it.
        check("range of all times", 0.05 < values[-4] < 1.0, [values[0], values[-4]])


demo, folder, pictures = sys.argv[1:4]
contacts, start, points, none, bodies = [
    Picture(os.path.join(pictures, f"{name}.png")) for name in ("contacts", "start", "points", "none", "bodies")
]
share = contacts.drawn().mean()
check("a picture on a background", 0.05 < share < 0.95, f"{share:.2f} of it drawn")
arrows = [int(picture.arrows().sum()) for picture in (contacts, start, points, none)]
# The hues of bodies: red, green, amber, blue, purple; then those of the other knots and the bunny.
# How many have to be there; what fills how much of the height or width.
GRAINS = [357.0, 145.0, 42.0, 194.0, 279.0]
kind, hues, min_count, mask, axis, min_extent, min_arrows = {
    "bunny-knots": ("bunny fills", GRAINS + [24.0, 226.0, 94.0, 34.0], 7, bodies.bunny(), 1, 0.5, 3000),
    "bars": ("bars fill", [357.0, 145.0], 2, bodies.coloured(), 0, 0.66, 1000),
    "dem": ("grains fill", GRAINS, 5, bodies.coloured(), 0, 0.33, 4000),
}[demo]
# So many that bodies do not hide them: opaque ones leave a tenth.
check("arrows where there are contacts", arrows[0] >= min_arrows, f"{arrows[0]} pixels")
check("no arrows at the start", arrows[1] < 0.05 * arrows[0], f"{arrows[1]} pixels")
check("points instead of arrows", arrows[3] < arrows[2] < 0.8 * arrows[0], f"{arrows[2]} pixels")
# Where grains of two colours are behind each other, there is a little of that of arrows.
check("no contacts if not wanted", arrows[3] < 0.2 * arrows[0], f"{arrows[3]} pixels")
if demo != "dem":
    pressed = [int(picture.pressed().sum()) for picture in (none, start)]
    check("pressure where there are contacts", pressed[0] >= 300, f"{pressed[0]} pixels")
    check("no pressure at the start", pressed[1] < 0.05 * pressed[0], f"{pressed[1]} pixels")
count = bodies.count(hues)
check("distinct colours", count >= min_count, f"{count} of {len(hues)}, {min_count} expected")
extent = contacts.extent(mask, axis)
check(f"{kind} the picture", extent >= min_extent, f"{extent:.2f} of its {('width', 'height')[axis]}")
check_scene(os.path.join(folder, "view.py"))
