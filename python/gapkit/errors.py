"""Exceptions: one for each status of the library, with the text that the library has for it."""

from __future__ import annotations

from typing import Dict, Type


class Error(Exception):
    """What every failure of the library is. `status` is the number that it returned."""

    status = -1


class NullPointer(Error):
    """A pointer that is needed is NULL."""

    status = 1


class BadSize(Error):
    """The package and the library do not belong together."""

    status = 2


class BadEnum(Error, ValueError):
    """A number or name is not one of those that are meant."""

    status = 3


class BadArgument(Error, ValueError):
    """An argument is out of range, not finite, or does not fit the others."""

    status = 4


class BadMesh(Error, ValueError):
    """A mesh or a mesh file was refused; the text names the element, node, line or byte."""

    status = 5


class BadHandle(Error, ValueError):
    """What is used was freed before."""

    status = 6


class Busy(Error):
    """Another call is at work on the scene."""

    status = 7


class NoBody(Error, LookupError):
    """There is no body of that number."""

    status = 8


class BufferTooSmall(Error):
    """A buffer is too small."""

    status = 9


class FileError(Error, OSError):
    """A file could not be read or written."""

    status = 10


class NotSupported(Error, NotImplementedError):
    """The library, the machine or the algorithm does not have this."""

    status = 11


class Panic(Error):
    """A bug in the library."""

    status = 12


class Poisoned(Error):
    """The scene had a `Panic` before."""

    status = 13


class BadCallback(Error, ValueError):
    """A function of the caller returned a number that is not finite, or raised an exception."""

    status = 14


class Forked(Error):
    """The scene was made before a fork, and its threads are in the other process."""

    status = 15


class NoThreads(Error):
    """The threads of a scene could not be started."""

    status = 16


class ForeignState(Error, ValueError):
    """The state is that of another scene."""

    status = 17


class DamagedState(Error, ValueError):
    """Bytes are not those of a state: cut, changed, or of another version."""

    status = 18


class NoMemory(Error, MemoryError):
    """There is no memory for what was asked for."""

    status = 19


class Communication(Error):
    """Ranks could not talk to each other."""

    status = 20


class Stopped(Error):
    """The host stopped the detection."""

    status = 21


BY_STATUS: Dict[int, Type[Error]] = {kind.status: kind for kind in Error.__subclasses__()}


def of_status(status: int, text: str) -> Error:
    """The exception for a status; of one that is newer than this package, an `Error`."""
    error = BY_STATUS.get(status, Error)(text)
    error.status = status
    return error
