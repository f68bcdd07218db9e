"""The Raspberry Pi's camera as the companion uses it, on a stand-in for picamera2: what it chooses, what it holds, and
that whatever fails leaves nothing open."""

from __future__ import annotations

import gc
import os
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.descriptors import count_descriptors
from vision.errors import SourceError
from vision.sources import Activity, CameraSettings, live, open_source
from vision.sources.adjustment import BAD_S, FOCUS_AGAIN_S, HOLD_TAKES_S, STEADY_S, Adjuster
from vision.sources.picamera import PiDevice


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    """The room that the stand-in's camera is in."""
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "pi_libraries"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "picamera2"]:
        monkeypatch.delitem(sys.modules, name)
    import picamera2

    assert "pi_libraries" in str(picamera2.__file__)
    yield picamera2.room
    sys.modules.pop("picamera2", None)


AUTO = CameraSettings()
SMALL = 128, 72


def open_camera(settings: CameraSettings = AUTO, size: tuple[int, int] | None = SMALL) -> PiDevice:
    return PiDevice(0, size, 15.0, settings)


def facts(device: PiDevice) -> dict[str, Any]:
    return {fact.name: fact.value for fact in device.describe()}


class Table:
    """Takes 15 pictures a second of a room, without waiting for them."""

    def __init__(self, device: PiDevice) -> None:
        self.device = device
        self.adjuster = Adjuster(device.automatics)
        self.now = 100.0

    def watch(self, seconds: float, *, calm: bool = True, blurred: bool = False) -> list[dict[str, Any]]:
        """Returns the controls that were set meanwhile."""
        history = self.device._camera.history
        before = len(history)
        for _ in range(round(seconds * 15)):
            self.now += 1 / 15
            self.adjuster.look(self.device.take(), self.now, calm=calm, blurred=blurred)
        return history[before:]

    def settle(self) -> None:
        self.watch(STEADY_S + HOLD_TAKES_S + 1.5)
        assert self.adjuster.is_holding
        assert not self.adjuster.cannot_hold


class TestModes:
    def test_the_whole_field_is_seen_with_camera_module_3(self, room: Any) -> None:
        device = open_camera(size=None)
        assert device._camera.configuration["sensor"] == {"output_size": (2304, 1296), "bit_depth": 10}
        assert device.take().shape == (720, 1280, 3)
        assert facts(device)["field"] == 1.0
        device.close()

    def test_the_whole_field_is_seen_with_camera_module_2_in_its_own_shape(self, room: Any) -> None:
        room.modes = sys.modules["picamera2"].MODULE_2
        device = open_camera(size=None)
        assert device._camera.configuration["sensor"] == {"output_size": (1640, 1232), "bit_depth": 10}
        assert device.take().shape == (962, 1280, 3)
        assert facts(device)["focus_state"] == "the lens is fixed"
        device.close()

    def test_a_larger_picture_takes_a_larger_mode(self, room: Any) -> None:
        device = open_camera(size=(2560, 1440))
        assert device._camera.configuration["sensor"]["output_size"] == (4608, 2592)
        device.close()

    def test_a_mode_can_be_set_and_one_that_is_not_there_is_refused_with_those_that_are(self, room: Any) -> None:
        device = open_camera(CameraSettings(mode=(1536, 864)), None)
        assert facts(device)["mode"] == (1536, 864)
        assert facts(device)["field"] == pytest.approx(4 / 9, abs=0.01)
        device.close()
        with pytest.raises(SourceError, match=r"no mode \[1280, 720\].*\[1536, 864\], \[2304, 1296\], \[4608, 2592\]"):
            open_camera(CameraSettings(mode=(1280, 720)))
        assert room.open == []

    def test_a_camera_without_a_bare_sensor_has_no_mode(self, room: Any) -> None:
        room.modes = sys.modules["picamera2"].NO_SENSOR
        device = open_camera(size=None)
        assert device._camera.configuration["sensor"] == {}
        assert facts(device)["mode"] is None
        device.close()


class TestHolding:
    def test_it_focuses_once_and_holds_focus_exposure_and_colours(self, room: Any) -> None:
        room.light, room.colour = 0.5, (1.4, 0.6)
        table = Table(open_camera())
        table.settle()
        held = table.device._camera.set
        assert held["ExposureTime"] == 20_000
        assert held["AwbEnable"] is False
        assert held["ColourGains"] == pytest.approx((1 / 1.4, 1 / 0.6))
        assert facts(table.device)["focus"] == pytest.approx(1 / 0.45, abs=0.001)
        assert [c for c in table.device._camera.history if "AfTrigger" in c] == [
            {"ExposureTime": 0, "AnalogueGain": 0, "AwbEnable": True, "AfMode": 1, "AfTrigger": 0}
        ]
        assert table.watch(60) == [], "nothing changes while nothing happens"
        table.device.close()

    def test_dim_light_may_take_longer_than_a_thirtieth_of_a_second(self, room: Any) -> None:
        room.light = 0.17
        table = Table(open_camera())
        shortest, longest = table.device._camera.set["FrameDurationLimits"]
        assert shortest == 66_667
        assert longest == 125_000
        table.settle()
        assert table.device._camera.set["ExposureTime"] > 33_334
        table.device.close()

    @pytest.mark.parametrize(("flicker_hz", "period_us"), [(50, 10_000), (60, 8333)])
    def test_exposures_avoid_the_flicker_of_the_mains(self, room: Any, flicker_hz: Any, period_us: int) -> None:
        device = open_camera(CameraSettings(flicker_hz=flicker_hz))
        assert device._camera.set["AeFlickerMode"] == 1
        assert device._camera.set["AeFlickerPeriod"] == period_us
        device.close()

    @pytest.mark.parametrize(
        ("light", "colour"), [(0.2, (1, 1)), (4.0, (1, 1)), (1.0, (1.6, 0.5))], ids=["dark", "bright", "cast"]
    )
    def test_what_has_become_bad_is_settled_again_but_not_under_a_hand(
        self, room: Any, light: float, colour: Any
    ) -> None:
        table = Table(open_camera())
        table.settle()
        room.light, room.colour = light, colour
        assert table.watch(10, calm=False) == [], "not while a hand is there"
        released, held = table.watch(BAD_S + STEADY_S + HOLD_TAKES_S + 2)
        assert released == {"ExposureTime": 0, "AnalogueGain": 0, "AwbEnable": True}, "the focus stays"
        assert held["ExposureTime"] == pytest.approx(min(66_000, 10_000 / light), rel=0.01)
        assert table.watch(30) == [], "it is good again"
        table.device.close()

    def test_a_little_less_light_changes_nothing(self, room: Any) -> None:
        table = Table(open_camera())
        table.settle()
        room.light, room.colour = 0.7, (1.1, 0.95)
        assert table.watch(30) == []
        table.device.close()

    def test_a_short_shadow_changes_nothing(self, room: Any) -> None:
        table = Table(open_camera())
        table.settle()
        room.light = 0.1
        assert table.watch(BAD_S - 0.5) == []
        room.light = 1.0
        assert table.watch(5) == []
        table.device.close()

    def test_a_blurred_board_is_focused_again_ever_more_rarely(self, room: Any) -> None:
        table = Table(open_camera())
        table.settle()
        room.distance_m = 0.6
        scans = [c for c in table.watch(FOCUS_AGAIN_S * 8, blurred=True) if "AfTrigger" in c]
        assert 2 <= len(scans) <= 4
        assert facts(table.device)["focus"] == pytest.approx(1 / 0.6, abs=0.001)
        table.device.close()

    def test_what_is_set_is_never_changed(self, room: Any) -> None:
        table = Table(open_camera(CameraSettings(focus=2.5, exposure=12_000, gains=(1.5, 2.0))))
        table.watch(10)
        room.light = 0.1
        table.watch(30, blurred=True)
        held = table.device._camera.set
        assert held["LensPosition"] == 2.5
        assert held["AfMode"] == 0
        assert held["ExposureTime"] == 12_000
        assert held["ColourGains"] == (1.5, 2.0)
        assert not any("AfTrigger" in controls for controls in table.device._camera.history)
        table.device.close()


def test_a_camera_that_cannot_hold_is_left_to_itself() -> None:
    """Some USB cameras leap to a fixed exposure of their own when they are told to stop adjusting."""

    class Leaping:
        held = False

        def release(self, *, focus: bool) -> None:
            self.held = False

        def is_settled(self) -> bool:
            return True

        def hold(self) -> None:
            self.held = True

    leaping = Leaping()
    adjuster, now = Adjuster(leaping), 0.0
    for _ in range(1000):
        now += 1 / 15
        picture = np.full((72, 128, 3), 40 if leaping.held else 120, np.uint8)
        adjuster.look(picture, now, calm=True, blurred=False)
    assert adjuster.cannot_hold
    assert not leaping.held


class TestFailures:
    @pytest.mark.parametrize(
        ("spoil", "words"),
        [
            ({"cameras": 0}, r"camera 0 is not found\. Switch the Pi off, check both ends of the ribbon cable"),
            ({"in_use": True}, r"another program uses the Raspberry Pi's camera 0: close it"),
            ({"format": "NV12"}, r"gives pictures as NV12, and the companion needs RGB888"),
            ({"step": "begin"}, r"cannot be opened: \[Errno 24\] Too many open files"),
            ({"step": "configurations"}, r"cannot be opened: .*Too many open files"),
            ({"step": "memory"}, r"cannot be opened: .*Too many open files"),
            ({"step": "modes"}, r"cannot be set up: .*Too many open files"),
            ({"step": "configure"}, r"cannot be set up: .*Too many open files"),
            ({"step": "start"}, r"cannot be set up: .*Too many open files"),
        ],
        ids=str,
    )
    def test_two_thousand_failed_opens_leave_nothing_open(self, room: Any, spoil: dict[str, Any], words: str) -> None:
        step = spoil.pop("step", None)

        def fail(at: str) -> None:
            if at == step:
                raise OSError(24, "Too many open files")

        room.fails_to = fail
        for name, value in spoil.items():
            setattr(room, name, value)
        before = count_descriptors()
        for _ in range(2000):
            with pytest.raises(SourceError, match=words):
                open_camera()
        assert count_descriptors() == before
        assert room.open == []
        if "in_use" not in spoil:
            assert not room.in_use, "the camera is free again"
            room.fails_to, room.cameras, room.format = lambda step: None, 1, None
            open_camera().close()
        assert count_descriptors() == before

    def test_an_unexpected_error_does_not_end_the_cameras_thread(
        self, room: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr(live, "RETRY_S", 0.01)
        errors: list[BaseException] = [KeyError("AfState"), ZeroDivisionError(), MemoryError(), RuntimeError("stopped")]
        failed = []

        def fail(at: str) -> None:
            if at == "wait" and errors:
                failed.append(errors[0])
                raise errors.pop(0)

        room.fails_to = fail
        with open_source("picamera?size=128x72&fps=100") as camera:
            deadline = time.monotonic() + 10
            told = []
            while time.monotonic() < deadline:
                try:
                    frame = camera.read(0.2)
                    break
                except SourceError as error:
                    told.append(str(error))
            assert frame.image.shape == (72, 128, 3)
        assert len(failed) == 4
        assert any("has failed" in words for words in told)
        assert "has failed" in caplog.text
        assert room.open == []

    def test_a_camera_that_falls_silent_is_opened_again(self, room: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("vision.sources.picamera.GRAB_S", 5.0)  # so that one silent frame is enough
        monkeypatch.setattr(live, "RETRY_S", 0.01)
        with open_source("picamera?size=128x72&fps=100") as camera:
            camera.read(5)
            first = room.open[0]
            first.silent = True
            deadline = time.monotonic() + 10
            told: set[str] = set()
            while first in room.open and time.monotonic() < deadline:
                time.sleep(0.01)
            while time.monotonic() < deadline:
                try:
                    camera.read(1)
                    break
                except SourceError as error:
                    told.add(str(error))
            assert room.open != [first]
            assert all("has stopped" in words or "gives no pictures" in words for words in told)
        gc.collect()
        assert room.open == []


def test_fewer_frames_are_taken_while_nobody_is_reachable(room: Any) -> None:
    with open_source("picamera?size=128x72&fps=50") as camera:

        def count(seconds: float) -> int:
            end, frames = time.monotonic() + seconds, 0
            while time.monotonic() < end:
                try:
                    camera.read(0.05)
                    frames += 1
                except SourceError:
                    continue
            return frames

        camera.read(5)
        busy = count(1.0)
        camera.attend(Activity(idle=True))
        count(0.5)
        idle = count(2.0)
        camera.attend(Activity())
        woken = time.monotonic()
        camera.read(1)
        camera.read(1)
        assert time.monotonic() - woken < 0.4, "the next frame after a touch comes at once"
    assert busy >= 15
    assert 3 <= idle <= 5
    assert os.environ.get("LIBCAMERA_RPI_TUNING_FILE") is None
