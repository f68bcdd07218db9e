"""A stand-in for picamera2 on machines without libcamera: a camera in a room whose light a test can change.

What it does with descriptors, controls, formats and errors is what picamera2 0.3.36 does; the modes are those that
libcamera 0.5 lists for the two camera modules. tests/evaluate/picamera.py runs the real one.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

RAW = {"format": "SRGGB10_CSI2P", "bit_depth": 10}
MODULE_3 = (
    {**RAW, "size": (1536, 864), "fps": 120.13, "crop_limits": (768, 432, 3072, 1728)},
    {**RAW, "size": (2304, 1296), "fps": 56.03, "crop_limits": (0, 0, 4608, 2592)},
    {**RAW, "size": (4608, 2592), "fps": 14.35, "crop_limits": (0, 0, 4608, 2592)},
)
MODULE_2 = tuple(
    {"format": f"SRGGB{bits}", "bit_depth": bits, "size": size, "fps": fps, "crop_limits": crop}
    for bits in (10, 8)
    for size, fps, crop in (
        ((640, 480), 103.33, (1000, 752, 1280, 960)),
        ((1640, 1232), 41.85, (0, 0, 3280, 2464)),
        ((1920, 1080), 47.57, (680, 692, 1920, 1080)),
        ((3280, 2464), 21.19, (0, 0, 3280, 2464)),
    )
)
NO_SENSOR = ({"format": "NV12"},)

TARGET = 0.2
"""The automatic exposure makes the picture this bright, in linear light."""

LONGEST_US = 66_000
MOST_GAIN = 16.0


class Room:
    """The simulated surroundings of the camera: its light, its module, and the calls that fail."""

    def __init__(self) -> None:
        self.light = 1.0
        self.colour = (1.0, 1.0)  # how much red and blue the light has
        self.distance_m = 0.45
        self.modes: tuple[Mapping[str, Any], ...] = MODULE_3
        self.format: str | None = None  # what libcamera makes of every format, None for what is asked for
        self.cameras = 1
        self.in_use = False
        self.fails_to: Callable[[str], None] = lambda step: None  # may raise at a step
        self.open: list[Picamera2] = []


room = Room()


class Picamera2:
    """A camera of the room."""

    def __init__(self, camera_num: int = 0) -> None:
        room.fails_to("begin")
        self.notifyme_r, self.notifyme_w = os.pipe2(os.O_NONBLOCK)
        self.notifymeread = os.fdopen(self.notifyme_r, "rb")
        self.is_open = False
        if camera_num >= room.cameras:
            raise RuntimeError(f"No camera number {camera_num} found")
        self.helpers: Any = [self]  # a circle, as in the real one
        try:
            if room.in_use:
                raise RuntimeError("Failed to acquire camera: Device or resource busy")
            self.camera = self
            room.in_use = self.is_open = True
            room.fails_to("configurations")
        except Exception as error:
            raise RuntimeError("Camera __init__ sequence did not complete.") from error
        room.open.append(self)
        room.fails_to("memory")  # for pictures, from /dev/dma_heap
        self.camera_properties = {"Model": "imx708" if room.modes is MODULE_3 else "imx219"}
        names = ["FrameDurationLimits", "AeExposureMode", "AeFlickerMode", "AeFlickerPeriod", "AwbEnable"]
        names += [
            "ExposureTime",
            "ColourGains",
            *(("AfMode", "AfTrigger", "LensPosition") if room.modes is MODULE_3 else ()),
        ]
        self.camera_controls: dict[str, Any] = dict.fromkeys(names, (0, 0, 0))
        self.camera_controls["AnalogueGain"] = (1.0, MOST_GAIN, 1.0)
        self.set: dict[str, Any] = {"ExposureTime": 0, "AnalogueGain": 0, "AwbEnable": True, "AfMode": 0}
        self.history: list[dict[str, Any]] = []
        self.exposure, self.gain, self.lens, self.gains = 10_000.0, 1.0, 1.0, (1.0, 1.0)
        self.scan: list[int] = []
        self.started = False
        self.silent = False

    @property
    def sensor_modes(self) -> tuple[Mapping[str, Any], ...]:
        room.fails_to("modes")
        return room.modes

    def create_video_configuration(self, **options: Any) -> dict[str, Any]:
        return options

    def configure(self, configuration: dict[str, Any]) -> None:
        room.fails_to("configure")
        self.configuration = {**configuration, "main": dict(configuration["main"])}
        self.configuration["main"]["format"] = room.format or configuration["main"]["format"]
        self.set_controls(configuration["controls"])

    def camera_configuration(self) -> dict[str, Any]:
        return self.configuration

    def set_controls(self, controls: Mapping[str, Any]) -> None:
        for name in controls:
            if name not in self.camera_controls:
                raise RuntimeError(f"Control {name} is not advertised by libcamera")
        self.history.append(dict(controls))
        self.set.update(controls)
        if controls.get("AfTrigger") == 0:
            self.scan = [0, 1, 1, 2]  # idle for a frame, scanning, focused

    def start(self) -> None:
        room.fails_to("start")
        self.started = True

    def capture_arrays(self, names: list[str], wait: bool) -> str:
        assert (names, wait) == (["main"], False)
        return "job"

    def wait(self, job: str, timeout: float) -> tuple[list[np.ndarray], dict[str, Any]]:
        room.fails_to("wait")
        if self.silent:
            raise TimeoutError
        return [self._expose()], self._describe()

    def _expose(self) -> np.ndarray:
        if not self.set["ExposureTime"]:
            need = TARGET / max(room.light, 1e-6) * 50_000
            self.exposure = min(LONGEST_US, max(100.0, need))
            self.gain = min(MOST_GAIN, max(1.0, need / self.exposure))
        else:
            self.exposure, self.gain = self.set["ExposureTime"], self.set["AnalogueGain"] or 1.0
        if self.set["AwbEnable"]:
            self.gains = (1 / room.colour[0], 1 / room.colour[1])
        else:
            self.gains = self.set["ColourGains"]
        if self.set["AfMode"] == 0:
            self.lens = self.set.get("LensPosition", 1.0)
        elif len(self.scan) > 1:
            self.scan.pop(0)
            self.lens = 1 / room.distance_m
        level = room.light * self.exposure * self.gain / 50_000
        light = [level * room.colour[1] * self.gains[1], level, level * room.colour[0] * self.gains[0]]
        width, height = self.configuration["main"]["size"]
        bgr = np.clip(255 * np.power(np.clip(light, 0, 1), 1 / 2.2), 0, 255).astype(np.uint8)
        return np.broadcast_to(bgr, (height, width, 3))

    def _describe(self) -> dict[str, Any]:
        seen = {"ExposureTime": int(self.exposure), "AnalogueGain": self.gain, "DigitalGain": 1.0}
        seen |= {"ColourGains": self.gains, "AeState": 2, "FrameDuration": 66_667}
        if "AfMode" in self.camera_controls:
            seen |= {"AfState": self.scan[0] if self.scan else 0, "LensPosition": self.lens}
        return seen

    def cancel_all_and_flush(self) -> None:
        return

    def release(self) -> None:
        room.in_use = False

    def close(self) -> None:
        if self.is_open:
            self.release()
            self.is_open = False
            self.notifymeread.close()
            os.close(self.notifyme_w)
            room.open.remove(self)
