"""Checks the filter of paraview/gapkit_contacts.py: pvpython check_plugin.py COMMAND FOLDER

FOLDER has the runs `bunny-knots` and `bars`, whose series are shown; the contacts have to be those of
`gapkit detect --json`, to the last bit. Each check is a line."""

import inspect
import json
import pathlib
import subprocess
import sys

import numpy
from paraview.simple import *
from paraview.vtk.util.numpy_support import vtk_to_numpy

# ParaView 5.11 asks Python 3.11 for what only older ones have; see docs/paraview.md.
if not hasattr(inspect, "getargspec"):
    inspect.getargspec = inspect.getfullargspec

COMMAND, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ROOT = pathlib.Path(__file__).resolve().parents[1]
LoadPlugin(str(ROOT / "paraview" / "gapkit_contacts.py"), remote=False, ns=globals())


def check(name, is_good, found):
    print(f"{'ok' if is_good else 'FAILED'}: plugin: {name} ({found})", flush=True)


def told(files, *options):
    """The contacts of the command, as columns."""
    command = [COMMAND, "detect", "--json", *options, *map(str, files)]
    output = subprocess.run(command, check=True, capture_output=True).stdout
    report = json.loads(output)
    contacts = report["contacts"]
    columns = {name: numpy.array([c[name] for c in contacts]) for name in ("gap", "area", "normal", "point_a")}
    columns["id"] = numpy.array([int(c["id"], 16) for c in contacts], dtype=numpy.uint64)
    for side in "ab":
        columns[f"body_{side}"] = numpy.array([c[side]["body"] for c in contacts])
        columns[f"element_{side}"] = numpy.array([c[side]["element"] for c in contacts])
    return report["margin"], columns


def seen(contacts, time=None):
    """The contacts of the filter, as columns."""
    contacts.UpdatePipeline(time) if time is not None else contacts.UpdatePipeline()
    data = servermanager.Fetch(contacts)
    arrays = data.GetPointData()
    columns = {
        arrays.GetArrayName(i): vtk_to_numpy(arrays.GetArray(i)) for i in range(arrays.GetNumberOfArrays())
    }
    points = data.GetPoints()
    columns["point_a"] = vtk_to_numpy(points.GetData()) if points else numpy.zeros((0, 3))
    return data, columns


def same(ours, theirs):
    """Whether all bits are the same; of none there are no bits."""
    return all(
        ours[name].astype(column.dtype).tobytes() == column.tobytes() for name, column in theirs.items()
    )


def check_series(demo, resolution, margin, within):
    folder = FOLDER / demo
    bodies = PVDReader(FileName=str(folder / "bodies.pvd"))
    contacts = GapkitContacts(Input=bodies)
    contacts.Margin, contacts.SelfContact = margin, int(within)
    contacts.Resolution = ["facet", "piece", "surface"].index(resolution)
    times = list(bodies.TimestepValues)
    total, equal, oldest = 0, True, 0
    for number, time in enumerate(times):
        options = ["--resolution", resolution, "--margin", str(margin), *(["--self"] if within else [])]
        _, theirs = told([folder / f"bodies_{number:04}.vtu"], *options)
        data, ours = seen(contacts, time)
        equal = equal and same(ours, theirs)
        total += len(theirs["gap"])
        ages = ours.get("age", numpy.zeros(0))
        oldest = max(oldest, int(ages.max(initial=0)))
    check(f"{demo}, {resolution}: contacts of all times are those of the command", equal and total > 50,
          f"{total} contacts of {len(times)} times")
    check(f"{demo}, {resolution}: contacts grow old", 0 < oldest < len(times), f"oldest {oldest}")
    names = data.GetFieldData().GetAbstractArray("body_names")
    found = [names.GetValue(i) for i in range(names.GetNumberOfValues())]
    expected = {"bunny-knots": "bunny", "bars": "left bar"}[demo]
    check(f"{demo}: bodies have names", found[0] == expected, found)
    return contacts, times


def check_files():
    """A file for each body, and the margin that the command takes."""
    knot = FOLDER / "knot.vtu"
    make = [COMMAND, "body", "knot", "--scale", "0.05", "--at", "0.2", "0.2", "0.25", "--out", str(knot)]
    subprocess.run(make, check=True, capture_output=True)
    files = [ROOT / "assets" / "bunny_coarse.vtu", knot]
    readers = [XMLUnstructuredGridReader(FileName=[str(file)]) for file in files]
    margin, theirs = told(files, "--resolution", "surface")
    _, ours = seen(GapkitContacts(Input=readers))
    check("two sources are two bodies", same(ours, theirs) and len(theirs["gap"]) > 5, f"{len(theirs['gap'])} contacts")
    blocks = GroupDatasets(Input=readers)
    data, ours = seen(GapkitContacts(Input=blocks))
    check("two blocks are two bodies", same(ours, theirs), f"{len(ours['gap'])} contacts, margin {margin:.4g}")
    arrows = Glyph(Input=GapkitContacts(Input=readers), GlyphType="Arrow", GlyphMode="All Points")
    arrows.OrientationArray = ["POINTS", "normal"]
    arrows.ScaleArray = ["POINTS", "penetration"]
    arrows.UpdatePipeline()
    single = Arrow()
    single.UpdatePipeline()
    counts = [source.GetDataInformation().GetNumberOfCells() for source in (arrows, single)]
    check("an arrow for each contact", counts[0] == counts[1] * len(theirs["gap"]), counts)


check_series("bars", "surface", 0.1, False)
check_series("bunny-knots", "surface", 0.02, True)
check_series("bunny-knots", "facet", 0.01, False)
check_files()
sys.stdout.flush()
