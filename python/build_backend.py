"""Builds the wheel: the package, the shared library that cargo makes, and the list of its interface.

A backend of its own (PEP 517) instead of one that would have to be fetched: `pip install ./python`
works without network where NumPy is there. GAPKIT_LIBRARY names a library that was built before.
"""

import base64
import hashlib
import os
import pathlib
import re
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent
NAME = "gapkit"


def version():
    """The version of the library, which is that of the package."""
    found = re.search(r'^version = "(.+)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    return found.group(1)


def library_name():
    if sys.platform == "win32":
        return "gapkit.dll"
    return "libgapkit.dylib" if sys.platform == "darwin" else "libgapkit.so"


def library():
    """The shared library: one that was built before, or what cargo makes now."""
    given = os.environ.get("GAPKIT_LIBRARY")
    if given:
        return pathlib.Path(given)
    command = ["cargo", "build", "--release", "--lib", "--package", NAME]
    try:
        subprocess.run(command, cwd=ROOT, check=True)
    except FileNotFoundError:
        raise SystemExit("cargo is missing: install Rust, or set GAPKIT_LIBRARY") from None
    except subprocess.CalledProcessError as error:
        raise SystemExit(f"{' '.join(command)} failed ({error.returncode})") from None
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", "target"))
    return ROOT / target / "release" / library_name()


def stripped(path):
    """The library without what only a debugger reads, where there is a tool for that."""
    if not shutil.which("strip"):
        return path.read_bytes()
    with tempfile.TemporaryDirectory() as folder:
        copy = shutil.copy(path, folder)
        command = ["strip", "-S", copy]
        done = subprocess.run(command, check=False, capture_output=True).returncode == 0
        return pathlib.Path(copy if done else path).read_bytes()


def tag():
    platform = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    return f"py3-none-{platform}"


def metadata():
    return (
        f"Metadata-Version: 2.1\nName: {NAME}\nVersion: {version()}\n"
        "Summary: Contact detection for finite-element and discrete-element codes\n"
        "License: MIT OR Apache-2.0\nRequires-Python: >=3.9\nRequires-Dist: numpy\n"
    )


def write_wheel(folder, files):
    """Writes a wheel with these files, by their names in it, and returns its name."""
    info = f"{NAME}-{version()}.dist-info"
    wheel = f"Wheel-Version: 1.0\nGenerator: gapkit\nRoot-Is-Purelib: false\nTag: {tag()}\n"
    files = dict(files)
    files[f"{info}/METADATA"] = metadata().encode()
    files[f"{info}/WHEEL"] = wheel.encode()
    record = "".join(
        f"{name},sha256={digest(content)},{len(content)}\n" for name, content in files.items()
    )
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    name = f"{NAME}-{version()}-{tag()}.whl"
    with zipfile.ZipFile(pathlib.Path(folder) / name, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, content in files.items():
            # A fixed date: the same sources give the same wheel.
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return name


def digest(content):
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    package = HERE / NAME
    sources = sorted(path for path in package.iterdir() if path.suffix in (".py", ".typed"))
    files = {f"{NAME}/{path.name}": path.read_bytes() for path in sources}
    files[f"{NAME}/gapkit.abi"] = (ROOT / "include" / "gapkit.abi").read_bytes()
    files[f"{NAME}/{library_name()}"] = stripped(library())
    return write_wheel(wheel_directory, files)


def build_editable(wheel_directory, config_settings=None, metadata_directory=None):
    """The package where it is; it finds the library in the folder of cargo."""
    library()
    return write_wheel(wheel_directory, {f"{NAME}.pth": f"{HERE}\n".encode()})


def build_sdist(sdist_directory, config_settings=None):
    raise SystemExit("there is no source package: the library is built from the repository")
