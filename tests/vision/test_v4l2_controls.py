"""A USB camera's controls: the numbers are those of the system's headers, and a camera that has some of them is set."""

from __future__ import annotations

import errno
import struct
import subprocess
from pathlib import Path
from typing import Any

import pytest

from vision.errors import SourceError
from vision.sources import CameraSettings, v4l2_controls
from vision.sources.v4l2 import V4l2Device
from vision.sources.v4l2_controls import (
    AUTO_WHITE_BALANCE,
    EXPOSURE_ABSOLUTE,
    EXPOSURE_AUTO,
    EXPOSURE_AUTO_PRIORITY,
    FOCUS_ABSOLUTE,
    FOCUS_AUTO,
    GAIN,
    POWER_LINE_FREQUENCY,
    WHITE_BALANCE_TEMPERATURE,
    Controls,
    Range,
    UsbAutomatics,
)

CALLS = ("QUERYCAP", "REQBUFS", "G_CTRL", "S_CTRL", "QUERYCTRL")
CONTROLS = (
    *("AUTO_WHITE_BALANCE", "GAIN", "POWER_LINE_FREQUENCY", "WHITE_BALANCE_TEMPERATURE", "FOCUS_ABSOLUTE"),
    *("EXPOSURE_AUTO", "EXPOSURE_ABSOLUTE", "EXPOSURE_AUTO_PRIORITY", "FOCUS_AUTO"),
)


def test_the_numbers_are_those_of_the_systems_headers(tmp_path: Path) -> None:
    names = [f"VIDIOC_{name}" for name in CALLS] + [f"V4L2_CID_{name}" for name in CONTROLS]
    names += ["V4L2_EXPOSURE_MANUAL", "V4L2_EXPOSURE_APERTURE_PRIORITY", "V4L2_CAP_VIDEO_CAPTURE", "V4L2_MEMORY_MMAP"]
    names += ["V4L2_CAP_DEVICE_CAPS", "V4L2_BUF_TYPE_VIDEO_CAPTURE", "V4L2_CTRL_FLAG_DISABLED"]
    names += ["sizeof(struct v4l2_queryctrl)", "sizeof(struct v4l2_capability)", "sizeof(struct v4l2_requestbuffers)"]
    names += ["offsetof(struct v4l2_capability, capabilities)", "offsetof(struct v4l2_queryctrl, flags)"]
    lines = "".join(f'printf("%llu\\n", (unsigned long long)({name}));' for name in names)
    source = tmp_path / "numbers.c"
    headers = "#include <linux/videodev2.h>\n#include <stddef.h>\n#include <stdio.h>\n"
    source.write_text(headers + f"int main(void) {{ {lines} return 0; }}")
    subprocess.run(["gcc", str(source), "-o", str(tmp_path / "numbers")], check=True)
    said = subprocess.run([str(tmp_path / "numbers")], capture_output=True, text=True, check=True).stdout.split()
    ours = [getattr(v4l2_controls, name) for name in (*CALLS, *CONTROLS, "EXPOSURE_MANUAL")]
    ours += [v4l2_controls.EXPOSURE_APERTURE_PRIORITY, 1, 1, 0x80000000, 1, 1]
    ours += [struct.calcsize("II32s5i2I"), 104, struct.calcsize("5I"), 84, struct.calcsize("II32s4i")]
    assert dict(zip(names, map(int, said), strict=True)) == dict(zip(names, ours, strict=True))


class UsbCamera:
    """The kernel's side of a camera with some controls: {control: (least, most, step)}."""

    def __init__(self, has: dict[int, tuple[int, int, int]]) -> None:
        self.has = has
        self.values = dict.fromkeys(has, 0)
        self.asked: list[tuple[int, int]] = []
        self.gone = False

    def __call__(self, _device: int, call: int, data: bytes) -> bytes:
        if self.gone:
            raise OSError(errno.ENODEV, "No such device")
        control = struct.unpack_from("I", data)[0]
        if control not in self.has:
            raise OSError(errno.EINVAL, "Invalid argument")
        if call == v4l2_controls.QUERYCTRL:
            return struct.pack("II32s5i2I", control, 1, b"", *self.has[control], 0, 0, 0, 0)
        if call == v4l2_controls.G_CTRL:
            return struct.pack("Ii", control, self.values[control])
        value = struct.unpack_from("i", data, 4)[0]
        least, most, _ = self.has[control]
        if not least <= value <= most:
            raise OSError(errno.ERANGE, "Numerical result out of range")
        if control == EXPOSURE_ABSOLUTE and self.values.get(EXPOSURE_AUTO) == 3:
            raise OSError(errno.EACCES, "Permission denied")  # as uvcvideo does while the exposure is automatic
        self.asked.append((control, value))
        self.values[control] = value
        return data


C920 = {
    AUTO_WHITE_BALANCE: (0, 1, 1),
    GAIN: (0, 255, 1),
    POWER_LINE_FREQUENCY: (0, 2, 1),
    WHITE_BALANCE_TEMPERATURE: (2000, 6500, 1),
    EXPOSURE_AUTO: (0, 3, 1),
    EXPOSURE_ABSOLUTE: (3, 2047, 1),
    EXPOSURE_AUTO_PRIORITY: (0, 1, 1),
    FOCUS_ABSOLUTE: (0, 250, 5),
    FOCUS_AUTO: (0, 1, 1),
}


def plug_in(tmp_path: Path, has: dict[int, tuple[int, int, int]]) -> tuple[UsbCamera, Controls]:
    (tmp_path / "video0").touch()
    camera = UsbCamera(has)
    return camera, Controls(str(tmp_path / "video0"), camera)


def test_a_webcam_adjusts_itself_once_and_is_held(tmp_path: Path) -> None:
    camera, controls = plug_in(tmp_path, C920)
    automatics = UsbAutomatics(controls, CameraSettings(flicker_hz=60))
    automatics.release(focus=True)
    assert camera.values[POWER_LINE_FREQUENCY] == 2
    assert camera.values[EXPOSURE_AUTO_PRIORITY] == 1
    assert (camera.values[EXPOSURE_AUTO], camera.values[AUTO_WHITE_BALANCE], camera.values[FOCUS_AUTO]) == (3, 1, 1)
    camera.values |= {EXPOSURE_ABSOLUTE: 312, WHITE_BALANCE_TEMPERATURE: 3200, FOCUS_ABSOLUTE: 40}
    automatics.hold()
    assert (camera.values[EXPOSURE_AUTO], camera.values[AUTO_WHITE_BALANCE], camera.values[FOCUS_AUTO]) == (1, 0, 0)
    told = {fact.name: fact.value for fact in automatics.describe()}
    assert told == {"exposure_us": 31_200, "gain": 0, "white_balance_k": 3200, "focus": 40, "flicker_hz": 60}
    automatics.release(focus=False)
    assert (camera.values[EXPOSURE_AUTO], camera.values[FOCUS_AUTO]) == (3, 0), "the focus stays"
    controls.close()


def test_an_exposure_that_is_set_stays(tmp_path: Path) -> None:
    camera, controls = plug_in(tmp_path, C920)
    automatics = UsbAutomatics(controls, CameraSettings(exposure=20_000))
    for step in (lambda: automatics.release(focus=True), automatics.hold):
        step()
        assert (camera.values[EXPOSURE_AUTO], camera.values[EXPOSURE_ABSOLUTE]) == (1, 200)
    controls.close()


@pytest.mark.parametrize("has", [{}, {EXPOSURE_AUTO: (0, 3, 1)}, {FOCUS_AUTO: (0, 1, 1), FOCUS_ABSOLUTE: (0, 250, 5)}])
def test_a_camera_with_few_controls_is_used_as_it_is(tmp_path: Path, has: dict[int, Any]) -> None:
    camera, controls = plug_in(tmp_path, has)
    automatics = UsbAutomatics(controls, CameraSettings(exposure=20_000))
    automatics.release(focus=True)
    automatics.hold()
    assert {control for control, _ in camera.asked} <= set(has)
    assert all(fact.value is None for fact in automatics.describe() if fact.name not in ("focus",))
    controls.close()


def test_a_camera_that_was_unplugged_is_no_camera_without_controls(tmp_path: Path) -> None:
    camera, controls = plug_in(tmp_path, C920)
    camera.gone = True
    with pytest.raises(OSError, match="No such device"):
        controls.get(GAIN)
    controls.close()


@pytest.mark.parametrize(("value", "nearest"), [(-5, 0), (0, 0), (12, 10), (13, 15), (249, 250), (9999, 250)])
def test_a_value_is_set_as_near_as_the_camera_can(value: int, nearest: int) -> None:
    assert Range(0, 250, 5).fit(value) == nearest


@pytest.mark.parametrize(
    ("settings", "words"),
    [
        (CameraSettings(focus=2.2), r'no focus in dioptres: set \[camera\] focus = "auto"'),
        (CameraSettings(gains=(1.5, 2.0)), r'no gains for red and blue: set \[camera\] gains = "auto"'),
    ],
)
def test_what_only_a_pi_camera_has_is_refused_in_words(settings: CameraSettings, words: str) -> None:
    with pytest.raises(SourceError, match=words):
        V4l2Device("/dev/video0", (1280, 720), 15.0, settings)
