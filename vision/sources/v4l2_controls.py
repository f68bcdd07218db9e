"""The controls of a USB camera: exposure, white balance, focus and flicker, by Video4Linux's own calls.

OpenCV knows some of them, too. But it cannot tell which ones a camera has, and it cannot set the frequency of the
mains. The numbers are those of linux/videodev2.h and linux/v4l2-controls.h.
"""

from __future__ import annotations

import errno
import os
import struct
from collections.abc import Callable
from dataclasses import dataclass
from fcntl import ioctl as system_ioctl

from vision.message import Message
from vision.sources.camera_settings import CameraSettings, Fact

QUERYCAP, REQBUFS = 0x80685600, 0xC0145608
G_CTRL, S_CTRL, QUERYCTRL = 0xC008561B, 0xC008561C, 0xC0445624

AUTO_WHITE_BALANCE, GAIN, POWER_LINE_FREQUENCY, WHITE_BALANCE_TEMPERATURE = 0x98090C, 0x980913, 0x980918, 0x98091A
EXPOSURE_AUTO, EXPOSURE_ABSOLUTE, EXPOSURE_AUTO_PRIORITY = 0x9A0901, 0x9A0902, 0x9A0903
FOCUS_ABSOLUTE, FOCUS_AUTO = 0x9A090A, 0x9A090C

EXPOSURE_MANUAL, EXPOSURE_APERTURE_PRIORITY = 1, 3
"""Two values of the control EXPOSURE_AUTO. With the first, we set the exposure. With the second, the camera finds it; a
camera without an iris has no other automatic.
"""

EXPOSURE_UNIT_US = 100
"""The unit of the control EXPOSURE_ABSOLUTE, in microseconds."""

_CAPTURES_VIDEO = 0x1
_HAS_DEVICE_CAPS = 0x80000000
_MMAP = 1
_DISABLED = 0x1  # a flag of a control
_REFUSALS = (errno.EACCES, errno.EINVAL, errno.ERANGE, errno.EBUSY, errno.EPERM)

Ioctl = Callable[[int, int, bytes], bytes]


def takes_pictures(device: int) -> bool:
    """True if an open file is a camera that takes pictures. Each camera also has a second device file, which gives
    none.
    """
    try:
        answer = system_ioctl(device, QUERYCAP, bytes(104))
    except OSError as error:
        if error.errno in (errno.ENOTTY, errno.EINVAL):  # it is no video device at all
            return False
        raise
    capabilities, of_device = struct.unpack_from("II", answer, 84)
    return bool((of_device if capabilities & _HAS_DEVICE_CAPS else capabilities) & _CAPTURES_VIDEO)


def is_busy(device: int) -> bool:
    """True if another program takes pictures with this camera. device: the camera's open file."""
    try:
        system_ioctl(device, REQBUFS, struct.pack("5I", 0, _CAPTURES_VIDEO, _MMAP, 0, 0))
    except OSError as error:
        if error.errno == errno.EBUSY:
            return True
        raise
    return False


@dataclass(frozen=True, slots=True)
class Range:
    """Which values a control can have."""

    least: int
    """The smallest value."""
    most: int
    """The largest value."""
    step: int
    """The difference between neighbouring values."""

    def fit(self, value: float) -> int:
        """The value nearest to this one that the control can have."""
        steps = round((value - self.least) / max(1, self.step))
        return min(self.most, max(self.least, self.least + steps * max(1, self.step)))


class Controls:
    """The controls of one camera. ioctl: the call of the system, `fcntl.ioctl`."""

    def __init__(self, path: str, ioctl: Ioctl = system_ioctl) -> None:
        self._ioctl = ioctl
        self._device = os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_CLOEXEC)

    def close(self) -> None:
        """Closes the camera. Its controls stay as they are."""
        os.close(self._device)

    def find_range(self, control: int) -> Range | None:
        """Which values a control can have; None if the camera does not have the control."""
        try:
            answer = self._ioctl(self._device, QUERYCTRL, struct.pack("II32s5i2I", control, 0, b"", *[0] * 7))
        except OSError as error:
            if error.errno in _REFUSALS:
                return None
            raise
        _, _, _, least, most, step, _, flags, _, _ = struct.unpack("II32s5i2I", answer)
        return None if flags & _DISABLED else Range(least, most, step)

    def get(self, control: int) -> int | None:
        """The value of a control; None if the camera does not have the control or does not tell the value."""
        try:
            return int(struct.unpack("Ii", self._ioctl(self._device, G_CTRL, struct.pack("Ii", control, 0)))[1])
        except OSError as error:
            if error.errno in _REFUSALS:
                return None
            raise

    def set(self, control: int, value: float) -> bool:
        """Sets a control to the value nearest to this one that it can have. True if the camera has the control and
        accepts the value.
        """
        limits = self.find_range(control)
        if limits is None:
            return False
        try:
            self._ioctl(self._device, S_CTRL, struct.pack("Ii", control, limits.fit(value)))
        except OSError as error:
            if error.errno in _REFUSALS:
                return False
            raise
        return True


class UsbAutomatics:
    """The automatics of a USB camera. To hold a value, its automatic is switched off, and the value stays."""

    def __init__(self, controls: Controls, settings: CameraSettings) -> None:
        self._controls = controls
        self._exposure = settings.exposure
        controls.set(POWER_LINE_FREQUENCY, 1 if settings.flicker_hz == 50 else 2)
        # In dim light, fewer frames are better than dark ones.
        controls.set(EXPOSURE_AUTO_PRIORITY, 1)
        if self._exposure != "auto":
            controls.set(EXPOSURE_AUTO, EXPOSURE_MANUAL)
            controls.set(EXPOSURE_ABSOLUTE, self._exposure / EXPOSURE_UNIT_US)

    def release(self, *, focus: bool) -> None:
        if self._exposure == "auto":
            self._controls.set(EXPOSURE_AUTO, EXPOSURE_APERTURE_PRIORITY)
        self._controls.set(AUTO_WHITE_BALANCE, 1)
        if focus:
            self._controls.set(FOCUS_AUTO, 1)

    def is_settled(self) -> bool:
        return True  # a USB camera does not say; the picture shows it

    def hold(self) -> None:
        if self._exposure == "auto":
            self._controls.set(EXPOSURE_AUTO, EXPOSURE_MANUAL)
        self._controls.set(AUTO_WHITE_BALANCE, 0)
        self._controls.set(FOCUS_AUTO, 0)

    def describe(self) -> tuple[Fact, ...]:
        """What the camera's controls say."""
        get = self._controls.get
        exposure = get(EXPOSURE_ABSOLUTE)
        return (
            Fact("exposure_us", Message("exposure (µs)"), None if exposure is None else exposure * EXPOSURE_UNIT_US),
            Fact("gain", Message("gain"), get(GAIN)),
            Fact("white_balance_k", Message("white balance (K)"), get(WHITE_BALANCE_TEMPERATURE)),
            Fact("focus", Message("focus (in the camera's own unit)"), get(FOCUS_ABSOLUTE)),
            Fact("flicker_hz", Message("mains (Hz)"), {1: 50, 2: 60}.get(get(POWER_LINE_FREQUENCY) or 0)),
        )
