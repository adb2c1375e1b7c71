"""What a scene remembers, to go back to."""

from __future__ import annotations

import ctypes

import numpy as np

from ._native import Handle, address, lib


class State:
    """The contacts of a scene, their ages and values, to go back to. Made by `Scene.save`."""

    __slots__ = ("_handle",)

    def __init__(self, handle: Handle) -> None:
        self._handle = handle

    def to_bytes(self) -> bytes:
        """The state as bytes, for a restart in another process."""
        size = ctypes.c_size_t()
        lib.state_write(self._handle.value, None, 0, ctypes.addressof(size))
        out = np.zeros(size.value, np.uint8)
        lib.state_write(self._handle.value, address(out), len(out), ctypes.addressof(size))
        return out.tobytes()

    @classmethod
    def from_bytes(cls, data: bytes) -> State:
        """The state that was written as these bytes.

        >>> import gapkit
        >>> scene = gapkit.Scene(margin=0.2)
        >>> bodies = scene.add_plane([0, 0, 0], [0, 0, 1]), scene.add_shape(gapkit.Shape.sphere(1.0))
        >>> contacts = scene.detect()
        >>> scene.restore(gapkit.State.from_bytes(scene.save().to_bytes()))
        >>> gapkit.State.from_bytes(b"something else")  # doctest: +ELLIPSIS
        Traceback (most recent call last):
            ...
        gapkit.errors.DamagedState: ...
        """
        array = np.frombuffer(data, np.uint8)
        return cls(Handle("state", "state_read", address(array), len(array)))
