"""Runs in the root of Raspberry Pi OS's Debian: the companion's adapter with the real picamera2 and the real libcamera.

Nothing but what a machine without a Pi lacks is replaced: the memory for pictures comes from memfds instead of
/dev/dma_heap, and the packages that draw on a screen (pykms) and write raw files (pidng) are empty.
"""

from __future__ import annotations

import argparse
import fcntl
import gc
import os
import resource
import sys
import threading
import time
import types
from collections.abc import Callable
from pathlib import Path
from typing import Any
from unittest.mock import MagicMock

for name in ("pykms", "pidng", "pidng.camdefs", "pidng.core"):
    module = types.ModuleType(name)
    module.Picamera2Camera = module.PICAM2DNG = object  # type: ignore[attr-defined]
    module.PixelFormat = MagicMock()  # type: ignore[attr-defined]
    sys.modules[name] = module

import libcamera  # noqa: E402
from picamera2 import dma_heap  # noqa: E402
from picamera2 import picamera2 as picamera2_module  # noqa: E402
from picamera2.allocators import dmaallocator  # noqa: E402

from vision.errors import SourceError, SourceStalled  # noqa: E402
from vision.sources import CameraSettings, picamera  # noqa: E402
from vision.sources.picamera import PiDevice  # noqa: E402

# libcamera 0.4.0's virtual pipeline leaves the status of its pictures to chance: it never writes it.
libcamera.FrameMetadata.status = libcamera.FrameMetadata.Status.Success


class MemoryHeap:
    """Memory for pictures. Its file counts as one that must be closed, as /dev/dma_heap's."""

    def __init__(self) -> None:
        self._file = os.open("/dev/null", os.O_RDWR)

    def alloc(self, name: str, size: int) -> dma_heap.UniqueFD:
        made = os.memfd_create(name)
        os.ftruncate(made, size)
        return dma_heap.UniqueFD(made)

    def close(self) -> None:
        os.close(self._file)


class Calls:
    """fcntl for picamera2's allocator: a memfd needs no synchronizing."""

    @staticmethod
    def ioctl(device: int, call: int, data: object) -> int:
        if call == dma_heap.DMA_BUF_IOCTL_SYNC:
            return 0
        return fcntl.ioctl(device, call, data)  # type: ignore[call-overload]


dmaallocator.DmaHeap = MemoryHeap
dmaallocator.fcntl = Calls


class TwoPlanes(dmaallocator.DmaAllocator):
    """Memory for NV12 in two planes, as the virtual pipeline needs it; on a Pi all of a picture is one plane."""

    def allocate(self, libcamera_config: Any, use_case: object) -> None:
        super().allocate(libcamera_config, use_case)
        for config in libcamera_config:
            whole = self.frame_buffers[config.stream]
            luma = config.stride * config.size.height
            for i, buffer in enumerate(whole):
                planes = [libcamera.FrameBuffer.Plane() for _ in range(2)]
                for plane, (offset, length) in zip(planes, ((0, luma), (luma, luma // 2)), strict=True):
                    plane.fd, plane.offset, plane.length = buffer.planes[0].fd, offset, length
                whole[i] = libcamera.FrameBuffer(planes)
                self.mapped_buffers[whole[i]] = self.mapped_buffers.pop(buffer)
                self.libcamera_fds.append(planes[0].fd)
                self.mapped_buffers_used[planes[0].fd] = False


picamera2_module.DmaAllocator = TwoPlanes

_generate = libcamera.Camera.generate_configuration
_RAW, _VIEWFINDER = libcamera.StreamRole.Raw, libcamera.StreamRole.Viewfinder
# Asked for raw pictures, the virtual pipeline answers nothing, while the one for USB cameras offers what it has.
libcamera.Camera.generate_configuration = lambda camera, roles: _generate(
    camera, [_VIEWFINDER if role == _RAW else role for role in roles]
)

SIZE = 1280, 720


def open_camera() -> PiDevice:
    return PiDevice(0, SIZE, 30.0, CameraSettings())


def count_descriptors() -> int:
    return len(os.listdir("/proc/self/fd")) - 1  # noqa: PTH208


def say(text: str) -> None:
    sys.stdout.write(text + "\n")
    sys.stdout.flush()


def report(what: str, began: float, before: int) -> None:
    """Says what was done and what it left open; ends the program if that is anything."""
    gc.collect()
    after, threads = count_descriptors(), threading.active_count()
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    say(f"{what}: {time.monotonic() - began:.1f} s, descriptors {before} -> {after}, threads {threads}, {memory} MB")
    if after > before:
        sys.exit(f"{what}: descriptors have leaked")


def fail_to_open(tries: int, words: str) -> Callable[[], None]:
    def fail() -> None:
        for _ in range(tries):
            try:
                open_camera()
            except SourceError as error:
                if words not in str(error):
                    sys.exit(f"expected {words!r}, got: {error}")
            else:
                sys.exit(f"expected {words!r}, but the camera opened")

    return fail


def take(device: PiDevice) -> Any:
    """The next picture, waited for as the companion's thread does: SourceStalled is tried again, SourceError is not."""
    while True:
        try:
            return device.take()
        except SourceStalled:
            say("stalled for a second")


def see(frames: int) -> None:
    """Opens the camera, takes pictures, closes it."""
    device = open_camera()
    try:
        for _ in range(frames):
            image = take(device)
            assert image.shape == (SIZE[1] * 3 // 2, SIZE[0]), image.shape
            assert image.std() > 10, "these are no bars"
        facts = {fact.name: fact.value for fact in device.describe()}
        assert facts["camera"] == "Virtual Video Device", facts
        assert (facts["size"], facts["mode"]) == (SIZE, None), facts
    finally:
        device.close()


def step(what: str, do: Callable[[], None], first: Callable[[], None] | None = None) -> None:
    """Does something and reports what it left open. first: done before, because it opens what stays open once."""
    if first is not None:
        first()
    before, began = count_descriptors(), time.monotonic()
    do()
    report(what, began, before)


def fail(tries: int, why: str, words: str) -> None:
    """Fails to open the camera many times, each time for the same reason."""
    step(f"{tries} times {why}", fail_to_open(tries, words), fail_to_open(1, words))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tries", type=int, default=2000)
    args = parser.parse_args()
    see_format, picamera.FORMAT = picamera.FORMAT, "NV12"
    see(3)  # loads what is loaded once and stays open: libcamera's manager, its thread
    step("30 pictures", lambda: see(30))
    step("opened and closed 50 times", lambda: [see(1) for _ in range(50)] and None)
    picamera.FORMAT = see_format
    fail(args.tries, "the wrong format", "gives pictures as NV12")
    picamera.FORMAT = "NV12"
    # A real camera's media device is locked against other programs too; a virtual camera has none.
    holder = open_camera()
    take(holder)
    words = "another program uses the Raspberry Pi's camera 0: close it"
    fail(args.tries, "busy", words)
    assert take(holder).size, "the one that had it still has it"
    holder.close()
    step("free again", lambda: see(10))
    number = picamera._open_camera
    picamera._open_camera = lambda _: number(7)
    fail(args.tries, "not there", "camera 7 is not found")
    picamera._open_camera = number
    heap = MemoryHeap.__init__

    def refuse(_self: MemoryHeap) -> None:
        raise PermissionError(13, "Permission denied", "/dev/dma_heap/linux,cma")

    MemoryHeap.__init__ = refuse  # type: ignore[method-assign]
    fail(args.tries, "without memory", "this user may not use")
    MemoryHeap.__init__ = heap  # type: ignore[method-assign]
    step("and it still works", lambda: see(10))
    say(f"picamera2 {Path(sys.modules['picamera2'].__file__ or '').parent}: all good")


if __name__ == "__main__":
    main()
