"""Frame sources: recordings deliver every frame in order, cameras their newest one, and errors name every fault."""

from __future__ import annotations

import os
import select
import time
from pathlib import Path

import cv2
import numpy as np
import pytest

from vision.errors import SourceEnded, SourceError, SourceStalled
from vision.sources import Frame, Picture, live, open_source, read_image
from vision.sources.camera_settings import Fact
from vision.sources.live import LiveSource
from vision.sources.v4l2 import FilmDevice


def grey(value: int, size: tuple[int, int] = (64, 48)) -> Picture:
    return np.full((size[1], size[0], 3), value, np.uint8)


def film(path: Path, values: list[int], fps: float = 25.0) -> Path:
    writer = cv2.VideoWriter(str(path), cv2.VideoWriter.fourcc(*"MJPG"), fps, (64, 48))
    assert writer.isOpened()
    for value in values:
        writer.write(grey(value))
    writer.release()
    return path


class TestImages:
    def test_every_picture_in_name_order(self, tmp_path: Path) -> None:
        for name, value in (("b.png", 20), ("a.png", 10), ("10.png", 2), ("9.jpg", 3), ("C.BMP", 30)):
            cv2.imwrite(str(tmp_path / name), grey(value))
        (tmp_path / "truth.json").write_text("{}")
        (tmp_path / ".hidden.png").write_bytes(b"")
        with open_source(f"images:{tmp_path}?fps=20") as source:
            assert not source.live
            frames = [source.read(1) for _ in range(5)]
            assert [int(f.image[0, 0, 0]) for f in frames] == [2, 3, 30, 10, 20]
            assert [f.index for f in frames] == [0, 1, 2, 3, 4]
            assert [f.t for f in frames] == pytest.approx([0, 0.05, 0.1, 0.15, 0.2])
            for _ in range(2):
                with pytest.raises(SourceEnded):
                    source.read(1)

    def test_a_broken_picture_is_named_and_the_next_one_read(self, tmp_path: Path) -> None:
        (tmp_path / "0.png").write_bytes(b"no picture at all")
        (tmp_path / "1.png").write_bytes(b"")
        cv2.imwrite(str(tmp_path / "2.png"), grey(7))
        with open_source(f"images:{tmp_path}") as source:
            for name in ("0.png", "1.png"):
                with pytest.raises(SourceError, match=name):
                    source.read(1)
            frame = source.read(1)
            assert (frame.index, int(frame.image[0, 0, 0])) == (2, 7)

    def test_empty_or_missing(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="holds no pictures"):
            open_source(f"images:{tmp_path}").__enter__()
        with pytest.raises(SourceError, match="No such file"):
            open_source(f"images:{tmp_path}/nowhere").__enter__()

    def test_entered_again_it_starts_over(self, tmp_path: Path) -> None:
        cv2.imwrite(str(tmp_path / "a.png"), grey(1))
        source = open_source(f"images:{tmp_path}")
        for _ in range(2):
            with source:
                assert source.read(1).index == 0

    def test_a_question_mark_in_a_folders_name(self, tmp_path: Path) -> None:
        folder = tmp_path / "who?fps=now"
        folder.mkdir()
        cv2.imwrite(str(folder / "a.png"), grey(1))
        with open_source(f"images:{folder}") as source:
            assert source.read(1).index == 0

    def test_a_single_picture_that_is_missing(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match=r"gone\.png"):
            read_image(tmp_path / "gone.png")


class TestFilm:
    def test_every_frame(self, tmp_path: Path) -> None:
        path = film(tmp_path / "a.avi", [0, 60, 120, 180])
        with open_source(f"video:{path}") as source:
            frames = [source.read(1) for _ in range(4)]
            assert [round(float(f.image.mean()) / 60) for f in frames] == [0, 1, 2, 3]
            assert [f.t for f in frames] == pytest.approx([0, 0.04, 0.08, 0.12])
            with pytest.raises(SourceEnded):
                source.read(1)

    def test_missing_or_no_film(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="does not exist"):
            open_source(f"video:{tmp_path}/a.avi").__enter__()
        (tmp_path / "b.avi").write_bytes(b"nothing of the kind")
        with pytest.raises(SourceError, match="no film"):
            open_source(f"video:{tmp_path}/b.avi").__enter__()


@pytest.mark.parametrize(
    ("uri", "words"),
    [
        ("webcam", "'webcam' is not known; known are images:DIR, video:FILE, v4l2:/dev/video0, picamera"),
        ("rtsp://camera", "not known"),
        ("", "not known"),
        ("images:", "which folder"),
        ("video:", "which file"),
        ("v4l2:", "which device"),
        ("images:x?speed=3", "option 'speed' is not known; known are: fps"),
        ("video:x?fps=3", "option 'fps' is not known; known are: none"),
        ("images:x?fps=0", "fps=30, not '0'"),
        ("images:x?fps=fast", "fps=30, not 'fast'"),
        ("images:x?fps=nan", "not 'nan'"),
        ("v4l2:/dev/video0?size=big", "size=1280x720, not 'big'"),
        ("v4l2:/dev/video0?size=0x720", "not '0x720'"),
        ("picamera?number=-1", "0 for the first camera"),
        ("picamera:/dev/video0", "takes no path"),
    ],
)
def test_wrong_uris(uri: str, words: str) -> None:
    with pytest.raises(SourceError) as caught:
        open_source(uri)
    assert words in str(caught.value)


def test_a_usb_camera_that_is_not_there(tmp_path: Path) -> None:
    (tmp_path / "video8").write_bytes(b"no camera")
    for name, words in (("video9", r"not there\. Plug it in"), ("video8", "takes no pictures")):
        with open_source(f"v4l2:{tmp_path}/{name}") as source, pytest.raises(SourceError, match=words):
            source.read(5)


class PipedCamera:
    """A device whose frames come through a pipe, one byte of grey each, so that a test can stop it or unplug it."""

    automatics = None

    def __init__(self, path: Path) -> None:
        try:
            self._pipe = os.open(path, os.O_RDONLY)
        except OSError as error:
            raise SourceError(f"{path} is not there") from error

    def wait(self) -> None:
        return

    def take(self) -> Picture:
        if not select.select([self._pipe], [], [], 0.02)[0]:
            raise SourceStalled("nothing in the pipe")
        value = os.read(self._pipe, 1)
        if not value:
            raise SourceError("the piped camera has stopped")
        return grey(value[0])

    def describe(self) -> tuple[Fact, ...]:
        return (Fact("pipe", "pipe", self._pipe),)

    def close(self) -> None:
        os.close(self._pipe)


def read_soon(source: LiveSource, patience_s: float = 5.0) -> Frame:
    """The next frame of a camera that is coming back."""
    deadline = time.monotonic() + patience_s
    while True:
        try:
            return source.read(0.5)
        except SourceError:
            assert time.monotonic() < deadline


class TestLive:
    @pytest.fixture
    def pipe(self, tmp_path: Path) -> Path:
        path = tmp_path / "camera"
        os.mkfifo(path)
        return path

    @pytest.fixture(autouse=True)
    def _soon(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(live, "RETRY_S", 0.02)

    @staticmethod
    def settle() -> None:
        """Gives the thread time to read what has been written."""
        time.sleep(0.1)

    def test_the_newest_frame_wins_and_none_comes_twice(self, pipe: Path) -> None:
        plug = os.open(pipe, os.O_RDWR)
        with LiveSource("the piped camera", lambda: PipedCamera(pipe), fps=1000) as source:
            assert source.live
            os.write(plug, bytes([1, 2, 3]))
            self.settle()
            first = source.read(1)
            assert (first.index, int(first.image[0, 0, 0])) == (0, 3)
            with pytest.raises(SourceStalled, match="the piped camera gives no pictures"):
                source.read(0.05)
            os.write(plug, bytes([9]))
            second = source.read(1)
            assert (second.index, int(second.image[0, 0, 0])) == (1, 9)
            assert second.t > first.t >= 0
        os.close(plug)

    def test_lost_and_found_again(self, pipe: Path) -> None:
        plug = os.open(pipe, os.O_RDWR)
        with LiveSource("the piped camera", lambda: PipedCamera(pipe), fps=1000) as source:
            os.write(plug, bytes([1]))
            assert int(source.read(1).image[0, 0, 0]) == 1
            away = pipe.rename(pipe.with_name("unplugged"))
            os.close(plug)
            with pytest.raises(SourceError, match=r"stopped|not there"):
                source.read(1)
            self.settle()
            with pytest.raises(SourceError, match="not there"):
                source.read(1)
            plug = os.open(away, os.O_RDWR)
            away.rename(pipe)
            os.write(plug, bytes([5]))
            frame = read_soon(source)
            assert (frame.index, int(frame.image[0, 0, 0])) == (1, 5)
        os.close(plug)

    def test_a_camera_that_is_missing_from_the_start(self, tmp_path: Path) -> None:
        path = tmp_path / "no"
        with LiveSource("the piped camera", lambda: PipedCamera(path), fps=1000) as source:
            for _ in range(3):
                with pytest.raises(SourceError, match="not there"):
                    source.read(5)
            os.mkfifo(path)
            plug = os.open(path, os.O_RDWR)
            os.write(plug, bytes([8]))
            assert int(read_soon(source).image[0, 0, 0]) == 8
        os.close(plug)

    def test_opencvs_own_capture_behind_it(self, tmp_path: Path) -> None:
        """A film replaces the device node: at its end the camera "has stopped", and the film is opened again."""
        path = film(tmp_path / "video0.avi", [40] * 3)
        source = LiveSource("the film", lambda: FilmDevice(str(path), str(path), cv2.CAP_FFMPEG), fps=1000)
        seen = 0
        stops: list[str] = []
        deadline = time.monotonic() + 10
        with source:
            while (seen < 3 or len(stops) < 2) and time.monotonic() < deadline:
                try:
                    assert abs(float(source.read(1).image.mean()) - 40) < 4
                    seen += 1
                except SourceError as error:
                    stops.append(str(error))
                    time.sleep(0.01)
        assert seen >= 3
        assert len(stops) >= 2
        assert all("has stopped. Plug it in again" in words for words in stops)

    def test_a_closed_camera_is_no_silent_one(self, pipe: Path) -> None:
        plug = os.open(pipe, os.O_RDWR)
        source = LiveSource("the piped camera", lambda: PipedCamera(pipe), fps=1000)
        with source:
            os.write(plug, bytes([0]))
            source.read(1)
        os.close(plug)
        with pytest.raises(SourceError, match="not being read any more"):
            source.read(0.01)
