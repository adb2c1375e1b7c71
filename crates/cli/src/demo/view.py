
import argparse
import os
import sys

import paraview.simple
from paraview.simple import *

BLACK = [0.0, 0.0, 0.0]
ARROW_COLOUR = [1.0, 0.0, 0.75]
GROUND_COLOUR = [0.60, 0.60, 0.58]
# From no pressure on: light, so that what is pressed stands out.
RANGE_COLOURS = [(0.0, [0.80, 0.85, 0.91]), (0.03, [0.97, 0.88, 0.55]), (0.15, [0.98, 0.65, 0.20]),
                 (0.45, [0.85, 0.15, 0.10]), (1.0, [0.35, 0.0, 0.20])]
# Of more outputs than this, some stand for all where all would have to be read.
MAX_READ = 100


def script_argument():
    """What the window of ParaView was told to run; only Linux says."""
    try:
        with open("/proc/self/cmdline", encoding="utf-8") as line:
            words = line.read().split("\0")
    except (OSError, UnicodeDecodeError):
        return None
    for word, following in zip(words, words[1:] + [""]):
        name, _, value = word.partition("=")
        if name == "--script":
            return value or following
    return None


def folders():
    """Where the series may be, best first. In its window ParaView does not say where a script is."""
    this = [globals().get("__file__"), sys._getframe().f_code.co_filename, script_argument()]
    beside = [os.path.dirname(os.path.abspath(file)) for file in this if file and os.path.isfile(file)]
    return beside + [FOLDER, os.getcwd()]


def series_folder():
    tried = list(dict.fromkeys(folders()))
    for folder in tried:
        if all(os.path.isfile(os.path.join(folder, name)) for name in SERIES):
            return folder
    raise RuntimeError("view.py: no " + " and ".join(SERIES) + " in any of: " + ", ".join(tried))


def arguments():
    """The options of pvpython and pvbatch; the arguments of a window are not for this script."""
    script = os.path.basename(globals().get("__file__") or "")
    is_run = bool(script) and os.path.basename((sys.argv or [""])[0]) == script
    parser = argparse.ArgumentParser(prog="pvpython view.py", description="Shows a run of gapkit.")
    parser.add_argument("--screenshot", metavar="FILE", help="a picture (.png) to write")
    parser.add_argument("--time", type=float, metavar="T",
                        help="show the output nearest to this time; else that with most contacts")
    parser.add_argument("--colour", choices=list(COLOURS), default=next(iter(COLOURS)),
                        help="what bodies are coloured by (%(default)s)")
    parser.add_argument("--contacts", choices=["arrows", "points", "none"], default=CONTACTS,
                        help="how contacts are shown (%(default)s)")
    parser.add_argument("--size", type=int, nargs=2, default=[1200, 800], metavar=("W", "H"),
                        help="of the picture, in pixels")
    return parser.parse_args(sys.argv[1:] if is_run else []), is_run


def output_times(reader):
    values = reader.TimestepValues
    return list(values) if hasattr(values, "__len__") else [values]


def sampled(times):
    """All times, or evenly spaced ones of many."""
    return times[::1 + len(times) // MAX_READ]


def contact_count(time):
    contacts.UpdatePipeline(time)
    return contacts.GetDataInformation().GetNumberOfPoints()


def range_over_time(times):
    """From zero to the largest value of all outputs."""
    largest = 0.0
    for time in sampled(times):
        bodies.UpdatePipeline(time)
        data = bodies.PointData if place == "POINTS" else bodies.CellData
        array = data.GetArray(options.colour)
        largest = max(largest, array.GetRange(0)[1] if array else 0.0)
    return [0.0, largest or 1.0]


def colour_table(times):
    table = GetColorTransferFunction(options.colour)
    if categories:
        table.InterpretValuesAsCategories = 1
        table.AnnotationsInitialized = 1
        table.Annotations = [text for value, name, _ in categories for text in (str(value), name)]
        table.IndexedColors = [part for _, _, colour in categories for part in colour]
        table.IndexedOpacities = [1.0 for _ in categories]
    else:
        table.InterpretValuesAsCategories = 0
        high = range_over_time(times)[1]
        table.RGBPoints = [part for share, colour in RANGE_COLOURS for part in [share * high] + colour]
        table.ColorSpace = "RGB"
        # What pulls, or is below zero by rounding, has the colour of zero.
        table.RescaleTransferFunction(0.0, high)
        # Else the window of ParaView takes the range at another time.
        table.AutomaticRescaleRangeMode = "Never"
    return table


def show_bodies(times):
    table = colour_table(times)
    shown = Show(bodies, view)
    shown.Representation = "Surface With Edges" if EDGES else "Surface"
    shown.EdgeColor = [0.2, 0.2, 0.2]
    shown.ColorArrayName = [place, options.colour]
    shown.LookupTable = table
    shown.Opacity = OPACITY
    shown.Ambient = 0.2
    legend = GetScalarBar(table, view)
    legend.Title = title
    legend.ComponentTitle = ""
    legend.TitleColor = BLACK
    legend.LabelColor = BLACK
    legend.DrawAnnotations = 1
    legend.AddRangeLabels = 0
    shown.SetScalarBarVisibility(view, True)


def show_plain(source, colour, representation="Surface"):
    shown = Show(source, view)
    shown.Representation = representation
    shown.ColorArrayName = [None, ""]
    shown.DiffuseColor = colour
    shown.AmbientColor = colour
    # Light from all sides: an arrow has its colour wherever it points.
    shown.Ambient = 0.4
    return shown


def show_points():
    points = show_plain(contacts, ARROW_COLOUR, representation="Points")
    points.PointSize = 5.0
    points.RenderPointsAsSpheres = 1


def show_arrows():
    arrows = Glyph(Input=contacts, GlyphType="Arrow")
    arrows.GlyphType.ShaftRadius = 0.05
    arrows.GlyphType.TipRadius = 0.14
    arrows.GlyphType.TipLength = 0.4
    arrows.OrientationArray = ["POINTS", VECTORS]
    arrows.ScaleArray = ["POINTS", "No scale array"]
    arrows.ScaleFactor = ARROW
    arrows.GlyphMode = "All Points"
    RenameSource("arrows", arrows)
    show_plain(arrows, ARROW_COLOUR)


def show_surroundings():
    g = GROUND
    if g > 0.0:
        ground = Plane(Origin=[-g, -g, 0.0], Point1=[g, -g, 0.0], Point2=[-g, g, 0.0])
        RenameSource("ground", ground)
        show_plain(ground, GROUND_COLOUR)
    box_file = os.path.join(folder, "box.vtp")
    if os.path.isfile(box_file):
        box = XMLPolyDataReader(FileName=[box_file])
        RenameSource("box", box)
        show_plain(box, BLACK, representation="Wireframe")
    clock = AnnotateTimeFilter(bodies)
    RenameSource("time", clock)
    Show(clock, view).Color = BLACK


def set_background():
    # Newer versions have a palette that would win.
    if "UseColorPaletteForBackground" in view.ListProperties():
        view.UseColorPaletteForBackground = 0
    view.Background = [1.0, 1.0, 1.0]
    view.OrientationAxesLabelColor = BLACK


def set_camera():
    view.CameraPosition = EYE
    view.CameraFocalPoint = CENTER
    view.CameraViewUp = [0.0, 0.0, 1.0]
    view.CameraParallelProjection = 0
    view.CameraViewAngle = 30.0


options, is_run = arguments()
place, title, categories = COLOURS[options.colour]
folder = series_folder()
bodies, contacts = [PVDReader(FileName=os.path.join(folder, name)) for name in SERIES]
RenameSource("bodies", bodies)
RenameSource("contacts", contacts)
outputs = output_times(bodies)
if options.time is None:
    moment = max(sampled(outputs), key=contact_count)
else:
    moment = min(outputs, key=lambda time: abs(time - options.time))

# The first rendering would move the camera to where everything is seen.
getattr(paraview.simple, "_DisableFirstRenderCameraReset", lambda: None)()
view = GetActiveViewOrCreate("RenderView")
if is_run:
    view.ViewSize = options.size
set_background()
show_bodies(outputs)
if options.contacts != "none":
    {"arrows": show_arrows, "points": show_points}[options.contacts]()
show_surroundings()
scene = GetAnimationScene()
scene.UpdateAnimationUsingDataTimeSteps()
scene.AnimationTime = moment
set_camera()
SetActiveSource(bodies)
Render()
print(f"{folder}: time {moment:.6g} of {len(outputs)} outputs, {contact_count(moment)} contact points")
if options.screenshot:
    SaveScreenshot(options.screenshot, view, ImageResolution=options.size)
