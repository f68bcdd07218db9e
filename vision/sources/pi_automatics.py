"""Exposure, colours and focus of the Raspberry Pi's camera, set by libcamera's controls.

To hold exposure and colours, they are set to the values that the camera had found. The lens needs nothing: it stays
where the last scan of the autofocus left it. Controls that a camera does not have are left out; a fixed lens, for
example, has no focus.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from vision.message import Message
from vision.sources.camera_settings import CameraSettings, Fact

LONGEST_FRAME_US = 125_000
"""The longest exposure of a picture, for dim light. Then there are 8 frames a second, which is better than dark
ones.
"""

SCAN_STARTS_S = 2.0
"""How long it takes at most until the metadata of the frames show that the autofocus has begun to scan."""

# The values of libcamera's enumerations (control_ids_core.yaml). libcamera itself cannot be imported everywhere.
_AF_MANUAL, _AF_AUTO, _AF_START = 0, 1, 0
_AF_SCANNING, _AF_FOCUSED, _AF_FAILED = 1, 2, 3
_LONG_EXPOSURES = 2
_FLICKER_MANUAL = 1
_AE_CONVERGED = 2


class PiAutomatics:
    """The automatics of one camera of picamera2."""

    def __init__(self, camera: Any, settings: CameraSettings, fps: float) -> None:
        self._camera = camera
        self._settings = settings
        self._fps = fps
        self._seen: Mapping[str, Any] = {}
        self._scan_since: float | None = None
        """Since when the autofocus has been scanning; None if it is not."""
        self._scan_begun = False

    def first_controls(self) -> dict[str, Any]:
        """The controls to set when the camera is opened. They count until others are set."""
        settings, frame_us = self._settings, round(1e6 / self._fps)
        controls: dict[str, Any] = {
            "FrameDurationLimits": (frame_us, max(frame_us, LONGEST_FRAME_US)),
            "AeExposureMode": _LONG_EXPOSURES,
            "AeFlickerMode": _FLICKER_MANUAL,
            "AeFlickerPeriod": round(1e6 / (2 * settings.flicker_hz)),
        }
        if settings.exposure != "auto":
            controls["ExposureTime"] = settings.exposure
        if settings.gains != "auto":
            controls |= {"AwbEnable": False, "ColourGains": settings.gains}
        if settings.focus != "auto":
            controls |= {"AfMode": _AF_MANUAL, "LensPosition": settings.focus}
        return self._keep_known(controls)

    def note(self, metadata: Mapping[str, Any]) -> None:
        """Notes what the camera says about its newest frame."""
        self._seen = metadata
        if self._scan_since is None:
            return
        state = metadata.get("AfState")
        self._scan_begun = self._scan_begun or state == _AF_SCANNING
        waited = time.monotonic() - self._scan_since
        if state in (_AF_FOCUSED, _AF_FAILED) and (self._scan_begun or waited >= SCAN_STARTS_S):
            self._scan_since = None

    def release(self, *, focus: bool) -> None:
        controls: dict[str, Any] = {}
        if self._settings.exposure == "auto":
            controls |= {"ExposureTime": 0, "AnalogueGain": 0}  # picamera2 takes 0 for "automatic"
        if self._settings.gains == "auto":
            controls["AwbEnable"] = True
        if focus and self._settings.focus == "auto" and "AfMode" in self._camera.camera_controls:
            controls |= {"AfMode": _AF_AUTO, "AfTrigger": _AF_START}
            self._scan_since, self._scan_begun = time.monotonic(), False
        self._camera.set_controls(self._keep_known(controls))

    def is_settled(self) -> bool:
        if self._scan_since is not None:
            return False
        if self._settings.exposure != "auto":
            return True
        if "AeState" in self._seen:
            return bool(self._seen["AeState"] == _AE_CONVERGED)
        return bool(self._seen.get("AeLocked", True))

    def hold(self) -> None:
        seen, controls = self._seen, dict[str, Any]()
        if self._settings.exposure == "auto" and {"ExposureTime", "AnalogueGain"} <= seen.keys():
            # The digital gain of the processor cannot be held, so the sensor amplifies as much instead, if it can.
            gain = seen["AnalogueGain"] * max(1.0, seen.get("DigitalGain", 1.0))
            most = self._camera.camera_controls["AnalogueGain"][1] if "AnalogueGain" in self._known else gain
            controls |= {"ExposureTime": int(seen["ExposureTime"]), "AnalogueGain": min(gain, most)}
        if self._settings.gains == "auto" and "ColourGains" in seen:
            controls |= {"AwbEnable": False, "ColourGains": tuple(seen["ColourGains"])}
        self._camera.set_controls(self._keep_known(controls))

    def describe(self) -> tuple[Fact, ...]:
        """What the camera said about its newest frame."""
        seen = self._seen
        gains = seen.get("ColourGains")
        return (
            Fact("exposure_us", Message("exposure (µs)"), seen.get("ExposureTime")),
            Fact("gain", Message("gain"), _round(seen.get("AnalogueGain"))),
            Fact("gains", Message("gains of red and blue"), gains and tuple(round(float(gain), 3) for gain in gains)),
            Fact("focus", Message("focus (dioptres)"), _round(seen.get("LensPosition"))),
            Fact("focus_state", Message("focus"), self._describe_focus()),
            Fact("frame_us", Message("one frame takes (µs)"), seen.get("FrameDuration")),
            Fact("flicker_hz", Message("mains (Hz)"), self._settings.flicker_hz),
        )

    def _describe_focus(self) -> str:
        if "AfMode" not in self._known:
            return Message("the lens is fixed")
        if self._settings.focus != "auto":
            return Message("held where the settings say")
        if self._scan_since is not None:
            return Message("searching")
        if self._seen.get("AfState") == _AF_FAILED:
            return Message("not found: put the board below the camera, in good light")
        return Message("found and held")

    @property
    def _known(self) -> Mapping[str, Any]:
        known: Mapping[str, Any] = self._camera.camera_controls
        return known

    def _keep_known(self, controls: Mapping[str, Any]) -> dict[str, Any]:
        """Only those of the controls that the camera has. picamera2 refuses all others."""
        return {name: value for name, value in controls.items() if name in self._known}


def _round(value: float | None) -> float | None:
    return None if value is None else round(float(value), 3)
