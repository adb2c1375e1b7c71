"""A filter for ParaView (5.11 and newer): the contacts between meshes, or between blocks or regions of one.

Load it with Tools > Manage Plugins > Load New, or with `LoadPlugin` in pvpython. The filter "Gapkit
Contacts" takes one or more sources with volume elements. It needs the Python package `gapkit`: installed
for the Python of ParaView, in `python` of the repository beside this file, or in the folder that
GAPKIT_PYTHON names; GAPKIT_LIBRARY names the shared library where it is elsewhere.

The output has a point for each contact, on body A, with the arrays that `gapkit detect --out` writes. For
arrows apply Glyph with the orientation array `normal`, scaled by `penetration`, `area` or not at all.
"""

import os
import pathlib
import sys

import numpy as np
from paraview.util.vtkAlgorithm import smdomain, smproperty, smproxy
from vtkmodules.util.numpy_support import numpy_to_vtk
from vtkmodules.util.vtkAlgorithm import VTKPythonAlgorithmBase
from vtkmodules.vtkCommonCore import vtkOutputWindow, vtkPoints, vtkStringArray
from vtkmodules.vtkCommonDataModel import (
    vtkCellArray,
    vtkCompositeDataSet,
    vtkDataObject,
    vtkPolyData,
    vtkUnstructuredGrid,
)
from vtkmodules.vtkCommonExecutionModel import vtkAlgorithm, vtkStreamingDemandDrivenPipeline

try:
    import gapkit
except ImportError:
    beside = pathlib.Path(__file__).resolve().parents[1] / "python"
    sys.path.append(os.environ.get("GAPKIT_PYTHON", str(beside)))
    import gapkit

RESOLUTIONS = ["facet", "piece", "surface"]
# The margin that `gapkit detect` takes where none is given: of the diagonal of the smallest body.
MARGIN_SHARE = 0.01


def grids(data, name):
    """The unstructured grids of a data set with their names: of all blocks, if it has any."""
    if data is None:
        return
    if isinstance(data, vtkCompositeDataSet):
        walk = data.NewIterator()
        walk.InitTraversal()
        while not walk.IsDoneWithTraversal():
            told = walk.GetCurrentMetaData() if walk.HasCurrentMetaData() else None
            block = told.Get(vtkCompositeDataSet.NAME()) if told else None
            yield from grids(walk.GetCurrentDataObject(), block or f"{name} {walk.GetCurrentFlatIndex()}")
            walk.GoToNextItem()
    elif isinstance(data, vtkUnstructuredGrid):
        yield name, data
    else:
        raise ValueError(f"{name} is a {data.GetClassName()}; volume elements of a vtkUnstructuredGrid are needed")


def names_of(data):
    """The names of bodies that the file of a demo has, by their numbers."""
    array = data.GetFieldData().GetAbstractArray("body_names")
    return [array.GetValue(i) for i in range(array.GetNumberOfValues())] if array else []


def bodies_of(name, grid, regions):
    """The bodies of a grid with their names: its regions, if it has such data, or all of it."""
    if not regions or grid.GetCellData().GetArray(regions) is None:
        return [(name, gapkit.Mesh.of(grid))]
    parts, known = gapkit.Mesh.of(grid, regions=regions).by_region(), names_of(grid)
    if len(parts) == 1:
        return [(name, mesh) for mesh in parts.values()]
    title = [known[i] if i < len(known) else f"{regions} {i}" for i in parts]
    return list(zip(title, parts.values()))


def text_array(name, texts):
    array = vtkStringArray()
    array.SetName(name)
    for text in texts:
        array.InsertNextValue(text)
    return array


def poly_data(contacts, ages, names):
    """A vertex for each contact, with its data."""
    data, points, vertices = vtkPolyData(), vtkPoints(), vtkCellArray()
    count = len(contacts)
    points.SetData(numpy_to_vtk(np.ascontiguousarray(contacts["point_a"]).reshape(-1, 3), deep=True))
    vertices.SetData(1, numpy_to_vtk(np.arange(count, dtype=np.int64), deep=True, array_type=16))
    data.SetPoints(points)
    data.SetVerts(vertices)
    columns = {
        "normal": contacts["normal"],
        "gap": contacts["gap"],
        "area": contacts["area"],
        "penetration": np.maximum(0.0, -contacts["gap"]),
        "segment": contacts["point_b"] - contacts["point_a"],
        "id": contacts["id"],
        "age": ages,
        "kind": contacts["kind"].astype(np.uint8),
    }
    for side in "ab":
        columns[f"body_{side}"] = contacts[f"body_{side}"]
        columns[f"element_{side}"] = contacts[f"element_{side}"]
        columns[f"feature_{side}"] = contacts[f"node_count_{side}"].astype(np.uint8)
    for name, column in columns.items():
        array = numpy_to_vtk(np.ascontiguousarray(column), deep=True)
        array.SetName(name)
        data.GetPointData().AddArray(array)
    fields = data.GetFieldData()
    fields.AddArray(text_array("body_names", names))
    fields.AddArray(text_array("kind_names", [kind.name.lower() for kind in gapkit.Kind]))
    fields.AddArray(text_array("feature_names", [feature.name.lower() for feature in gapkit.Feature]))
    return data


@smproxy.filter(name="GapkitContacts", label="Gapkit Contacts")
@smproperty.input(name="Input", port_index=0, multiple_input=True)
@smdomain.datatype(dataTypes=["vtkUnstructuredGrid", "vtkCompositeDataSet"], composite_data_supported=True)
class GapkitContacts(VTKPythonAlgorithmBase):
    """Each source is a body, each block, and each region of a source by itself."""

    def __init__(self):
        super().__init__(nInputPorts=1, nOutputPorts=1, outputType="vtkPolyData")
        self._margin = 0.0
        self._resolution = RESOLUTIONS.index("surface")
        self._within = 0
        self._thickness = 0.0
        self._regions = "body"
        self._repair = 0
        # The ids and ages of contacts at the times that were shown.
        self._ages = {}

    def FillInputPortInformation(self, port, info):
        info.Set(vtkAlgorithm.INPUT_REQUIRED_DATA_TYPE(), "vtkDataObject")
        info.Set(vtkAlgorithm.INPUT_IS_REPEATABLE(), 1)
        return 1

    def _set(self, name, value):
        if getattr(self, name) != value:
            setattr(self, name, value)
            self._ages.clear()
            self.Modified()

    @smproperty.doublevector(name="Margin", default_values=0.0)
    @smdomain.doublerange(min=0.0)
    def SetMargin(self, margin):
        """The largest gap that is reported; 0 for 1 % of the diagonal of the smallest body."""
        self._set("_margin", margin)

    @smproperty.xml("""
        <IntVectorProperty name="Resolution" command="SetResolution" number_of_elements="1" default_values="2">
          <EnumerationDomain name="enum">
            <Entry value="0" text="Facet: nearest nodes, edges and facets"/>
            <Entry value="1" text="Piece: one for each pair of convex pieces"/>
            <Entry value="2" text="Surface: areas in common"/>
          </EnumerationDomain>
          <Documentation>What a contact is between.</Documentation>
        </IntVectorProperty>""")
    def SetResolution(self, resolution):
        self._set("_resolution", int(resolution))

    @smproperty.xml("""
        <IntVectorProperty name="SelfContact" command="SetSelfContact" number_of_elements="1" default_values="0">
          <BooleanDomain name="bool"/>
          <Documentation>Find contacts within each body, too.</Documentation>
        </IntVectorProperty>""")
    def SetSelfContact(self, within):
        self._set("_within", int(within))

    @smproperty.doublevector(name="Thickness", default_values=0.0)
    @smdomain.doublerange(min=0.0)
    def SetThickness(self, thickness):
        """A layer around all bodies, from the outside of which gaps are measured."""
        self._set("_thickness", thickness)

    @smproperty.stringvector(name="RegionArray", default_values="body")
    def SetRegionArray(self, regions):
        """The data of cells that tells the bodies of a source by itself; nothing if it is one body."""
        self._set("_regions", regions)

    @smproperty.xml("""
        <IntVectorProperty name="Repair" command="SetRepair" number_of_elements="1" default_values="0">
          <BooleanDomain name="bool"/>
          <Documentation>Turn elements over that are inverted, instead of refusing them.</Documentation>
        </IntVectorProperty>""")
    def SetRepair(self, repair):
        self._set("_repair", int(repair))

    def RequestData(self, request, inputs, output):
        try:
            bodies = self._bodies(inputs[0])
            contacts = self._detect([mesh for _, mesh in bodies])
        except (gapkit.Error, ValueError) as error:
            vtkOutputWindow.GetInstance().DisplayErrorText(f"gapkit Contacts: {error}\n")
            return 0
        ages = self._aged(contacts["id"], inputs[0].GetInformationObject(0))
        result = vtkPolyData.GetData(output, 0)
        result.ShallowCopy(poly_data(contacts, ages, [name for name, _ in bodies]))
        return 1

    def _bodies(self, port):
        sources = [vtkDataObject.GetData(port, i) for i in range(port.GetNumberOfInformationObjects())]
        found = [pair for i, data in enumerate(sources) for pair in grids(data, f"source {i}")]
        regions = self._regions if len(found) == 1 else ""
        bodies = [body for name, grid in found for body in bodies_of(name, grid, regions)]
        if not bodies:
            raise ValueError("there are no meshes")
        return bodies

    def _detect(self, meshes):
        margin = self._margin or MARGIN_SHARE * min(mesh.diagonal() for mesh in meshes)
        scene = gapkit.Scene(margin, resolution=RESOLUTIONS[self._resolution])
        for mesh in meshes:
            mesh.repair = bool(self._repair)
            scene.add_mesh(mesh, thickness=self._thickness, self_contact=self._within)
        return scene.detect()

    def _aged(self, ids, info):
        """For how many outputs before this one, without a break, each contact has been there. Only what
        has been shown is known: play a series from its beginning."""
        steps = vtkStreamingDemandDrivenPipeline
        now = info.Get(steps.UPDATE_TIME_STEP()) if info.Has(steps.UPDATE_TIME_STEP()) else 0.0
        times = info.Get(steps.TIME_STEPS()) if info.Has(steps.TIME_STEPS()) else ()
        before = max((time for time in times or () if time < now), default=None)
        ages = np.zeros(len(ids), np.uint32)
        known, past = self._ages.get(before, (np.zeros(0, np.uint64), ages))
        if len(known):
            place = np.minimum(np.searchsorted(known, ids), len(known) - 1)
            ages = np.where(known[place] == ids, past[place] + 1, 0).astype(np.uint32)
        order = np.argsort(ids, kind="stable")
        self._ages[now] = (np.array(ids)[order], ages[order])
        return ages
