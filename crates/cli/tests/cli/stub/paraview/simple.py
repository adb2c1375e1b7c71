"""As much of ParaView as view.py uses, for machines without it: prints which series are opened, which
output is shown, where the camera is at the end, and the picture that is written."""


class Thing:
    """Has any property and any function."""

    def __init__(self, **properties):
        self.__dict__.update(properties)

    def __getattr__(self, name):
        return lambda *arguments, **named: Thing()

    def ListProperties(self):
        return []


class Reader(Thing):
    TimestepValues = [0.0, 0.25, 0.5]
    now = 0.0

    def UpdatePipeline(self, time):
        self.now = time

    def GetDataInformation(self):
        return Thing(GetNumberOfPoints=lambda: 7 if self.now == 0.25 else 0)

    @property
    def PointData(self):
        return self.CellData

    @property
    def CellData(self):
        return Thing(GetArray=lambda name: Thing(GetRange=lambda part: [1.0, 2.0 + self.now]))


class Table(Thing):
    def RescaleTransferFunction(self, low, high):
        print("range", low, high)


class View(Thing):
    is_kept = False
    CameraPosition = None


view = View()
scene = Thing(AnimationTime=0.0)


def PVDReader(FileName):
    print("reads", FileName)
    return Reader()


def _DisableFirstRenderCameraReset():
    view.is_kept = True


def Render():
    if not view.is_kept:
        view.CameraPosition = "moved"
    print("shows", scene.AnimationTime, "from", view.CameraPosition)


def SaveScreenshot(path, view, ImageResolution):
    print("writes", path, ImageResolution)


Plane = Box = XMLPolyDataReader = Thing
Glyph = lambda **properties: Thing(GlyphType=Thing())
Show = lambda source, view: Thing()
AnnotateTimeFilter = lambda source: Thing()
RenameSource = lambda name, source: None
GetColorTransferFunction = lambda name: Table()
GetScalarBar = lambda table, view: Thing()
GetActiveViewOrCreate = lambda kind: view
SetActiveSource = lambda source: None
GetAnimationScene = lambda: scene
