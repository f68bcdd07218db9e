"""The file with the last frames, read back: what anybody may have put into it is refused, with a reason."""

from __future__ import annotations

import io
import json
import os
import zipfile
from pathlib import Path

import pytest

from companion.app.recording import MOST_BYTES, TEXTS, RecordingError, load_content, read_recording
from companion.files import make_zip

ABOUT = {"game": "mindfield", "entries": 3, "fps": 4.0, "frames": [{"frame": 0}, {"frame": 8}]}


def pack(about: object = ABOUT, **more: str | bytes) -> bytes:
    """Packs a file as the recorder does, with further files in it."""
    files: dict[str, str | bytes] = dict.fromkeys(TEXTS, "")
    pictures = {"frames/00000.jpg": b"one", "frames/00001.jpg": b"two"}
    return make_zip({**files, **pictures, "recording.json": json.dumps(about), **more})


def test_what_the_recorder_writes_is_read() -> None:
    recording = read_recording(pack())
    assert (recording.game, recording.entries, recording.fps) == ("mindfield", 3, 4.0)
    assert recording.files["frames/00001.jpg"] == b"two"


@pytest.mark.parametrize(
    "about",
    [
        [],
        "mindfield",
        {**ABOUT, "game": "mindfield; rm -r ~"},
        {**ABOUT, "game": ["mindfield"]},
        {**ABOUT, "entries": -1},
        {**ABOUT, "entries": True},
        {**ABOUT, "fps": "4"},
        {**ABOUT, "fps": 0},
        {**ABOUT, "fps": float("nan")},
        {**ABOUT, "frames": 2},
        {**ABOUT, "frames": [{}]},
        {"game": "mindfield"},
    ],
)
def test_a_description_that_the_recorder_never_writes_is_refused(about: object) -> None:
    with pytest.raises(RecordingError):
        read_recording(pack(about))


@pytest.mark.parametrize(
    "name", ["../../.bashrc", "/etc/passwd", "frames/../../x.jpg", "frames/00002.jpg", "about.json"]
)
def test_other_names_are_refused(name: str) -> None:
    with pytest.raises(RecordingError, match="files that do not belong there"):
        read_recording(pack(**{name: b"planted"}))


def test_a_bomb_a_doubled_name_and_nonsense_are_refused() -> None:
    with pytest.raises(RecordingError, match="much too large"):
        read_recording(pack(**{"happenings.jsonl": b"0" * (MOST_BYTES + 1)}))
    doubled = io.BytesIO(pack())
    with zipfile.ZipFile(doubled, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr("replay/script", "0 quit")
    for content in (doubled.getvalue(), b"", b"no archive " * 99, pack()[:-30], pack()[30:]):
        with pytest.raises(RecordingError):
            read_recording(content)


def test_a_pipe_is_not_waited_for_and_a_huge_file_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    with (tmp_path / "huge").open("wb") as file:
        file.truncate(MOST_BYTES + 1)
    for name in ("pipe", "huge", "."):
        with pytest.raises(RecordingError):
            load_content(tmp_path / name)
