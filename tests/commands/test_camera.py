"""`companion camera`: what it says about a camera, and what it refuses."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from vision.sources import read_image


@pytest.fixture
def room(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Any]:
    """The room of the stand-in's camera."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(Path(__file__).parents[1] / "pi_libraries"))
    for name in [name for name in sys.modules if name.partition(".")[0] == "picamera2"]:
        monkeypatch.delitem(sys.modules, name)
    import picamera2

    yield picamera2.room
    sys.modules.pop("picamera2", None)


def test_it_says_what_was_chosen_and_saves_a_picture(room: Any, capsys: pytest.CaptureFixture[str]) -> None:
    asked = ["camera.focus=2.5", "camera.flicker_hz=60"]
    assert main(["camera", "--camera", "picamera", *asked, "--save", "picture.png", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["mode"], told["field"], told["focus"]) == ([2304, 1296], 1.0, 2.5)
    assert (told["flicker_hz"], told["held"], told["markers"]) == (60, True, 0)
    assert told["brightness"] == 122
    assert read_image(Path("picture.png")).shape == (720, 1280, 3)


def test_it_reads_the_settings_file_and_writes_for_people(room: Any, capsys: pytest.CaptureFixture[str]) -> None:
    Path("settings.toml").write_text('[camera]\nuri = "picamera"\nmode = [1536, 864]\n')
    assert main(["camera", "--config", "settings.toml"]) == 0
    told = capsys.readouterr().out.splitlines()
    assert "Sensor mode (px): 1536 x 864" in told
    assert "Part of the field of view: 0.444" in told
    assert "Exposure, colours and focus are held: yes" in told


@pytest.mark.parametrize(
    ("words", "status", "said"),
    [
        ([], 2, "virtual is no camera: name one with --camera picamera or --camera v4l2:/dev/video0"),
        (["--camera", "images:."], 2, "images:. is no camera"),
        (["--camera", "v4l2:nowhere"], 1, "the camera nowhere is not there. Plug it in"),
        (["--camera", "telescope"], 1, "the camera 'telescope' is not known"),
        (["camera.focus=sharp"], 2, 'camera.focus: "sharp" is not allowed: use'),
        (["die.dice=2"], 2, "die.dice: this is no setting of the camera"),
        (["--camera", "picamera", "camera.mode=[640, 480]"], 1, "the camera has no mode [640, 480]"),
        (["--camera", "picamera", "--save", "picture.xyz"], 1, "picture.xyz is no name of a picture"),
        (["--camera", "picamera", "--save", "nowhere/picture.png"], 1, "nowhere/picture.png cannot be written"),
    ],
)
def test_what_cannot_be_is_refused_in_words(
    room: Any, words: list[str], status: int, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["camera", *words]) == status
    told = capsys.readouterr()
    assert said in told.err
    assert told.out == ""


def test_a_busy_camera_is_no_loose_cable(room: Any, capsys: pytest.CaptureFixture[str]) -> None:
    room.in_use = True
    assert main(["camera", "--camera", "picamera"]) == 1
    assert "another program uses the Raspberry Pi's camera 0: close it" in capsys.readouterr().err
