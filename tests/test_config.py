"""Settings: every option is read once and checked; the error for an unknown name lists the known ones."""

from __future__ import annotations

import math
from pathlib import Path

import pytest

from companion.config import Config, ConfigError, load, parse


def write(folder: Path, text: str) -> Path:
    path = folder / "companion.toml"
    path.write_text(text)
    return path


def test_a_whole_file_is_read(tmp_path: Path) -> None:
    config = load(
        write(
            tmp_path,
            """
            [game]
            id = "mindfield"
            [board]
            layout = "own/layout.json"
            empty = "own/empty.jpg"
            [camera]
            uri = "v4l2:/dev/video0"
            corners = "10,20 600,20 600,460 10,460"
            corners_at = "0,0 460,0 460,400 0,400"
            stall_s = 2
            focus = 2.2
            exposure = 12000
            gains = [1.8, 1.5]
            mode = [2304, 1296]
            flicker_hz = 60
            [display]
            mode = "kmsdrm"
            rotate = 90
            dim_s = 60
            sleep_s = "never"
            [play]
            quiet_commit_s = 1.5
            [data]
            dir = "saved"
            """,
        )
    )
    assert config == Config(
        game_id="mindfield",
        camera_uri="v4l2:/dev/video0",
        board_layout=Path("own/layout.json"),
        board_empty=Path("own/empty.jpg"),
        camera_corners=((10, 20), (600, 20), (600, 460), (10, 460)),
        camera_corners_at=((0, 0), (460, 0), (460, 400), (0, 400)),
        camera_stall_s=2.0,
        camera_focus=2.2,
        camera_exposure=12000,
        camera_gains=(1.8, 1.5),
        camera_mode=(2304, 1296),
        camera_flicker_hz=60,
        display_mode="kmsdrm",
        display_rotate=90,
        display_dim_s=60.0,
        display_sleep_s=math.inf,
        play_quiet_commit_s=1.5,
        data_dir=Path("saved"),
    )


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    assert load(write(tmp_path, "")) == Config()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kamera": {}}, r"unknown section \[kamera\]; use .*\[camera\]"),
        ({"camera": {"url": "x"}}, r"\[camera\] unknown option 'url'; use uri, corners, corners_at, stall_s, .*"),
        ({"die": {"dice": 3}}, r"\[die\] dice: 1 or 2 is needed, not 3"),
        ({"die": {"face": "digits"}}, r"\[die\] face: pips or segments is needed, not 'digits'"),
        ({"camera": 3}, r"\[camera\] must be a section"),
        ({"camera": {"stall_s": -1}}, r"\[camera\] stall_s: a number of seconds above 0 is needed, not -1"),
        ({"camera": {"corners": "1,2 3,4"}}, r"\[camera\] corners: four points"),
        ({"camera": {"corners": "1,2 3,4 5,6 nan,8"}}, r"\[camera\] corners: four points"),
        ({"camera": {"uri": 7}}, r"\[camera\] uri: a text is needed, not 7"),
        ({"display": {"mode": "big"}}, r"\[display\] mode: auto, window, kmsdrm or none is needed, not 'big'"),
        ({"display": {"rotate": False}}, r"\[display\] rotate: 0, 90, 180 or 270 is needed"),
        ({"camera": {"focus": "near"}}, r"\[camera\] focus: 'auto' or a number of dioptres from 0 to 32 is needed"),
        ({"camera": {"focus": -1}}, r"\[camera\] focus: .* not -1"),
        ({"camera": {"exposure": 0.5}}, r"\[camera\] exposure: 'auto' or a whole number of microseconds"),
        ({"camera": {"exposure": True}}, r"\[camera\] exposure: .* not True"),
        ({"camera": {"gains": [1.0]}}, r"\[camera\] gains: 'auto' or \[red, blue\], two numbers from 0.1 to 32"),
        ({"camera": {"gains": [1.0, 0]}}, r"\[camera\] gains: .* not \[1.0, 0\]"),
        ({"camera": {"mode": [2304.0, 1296]}}, r"\[camera\] mode: 'auto' or \[width, height\], two whole numbers"),
        ({"camera": {"mode": "2304x1296"}}, r"\[camera\] mode: .* not '2304x1296'"),
        ({"camera": {"flicker_hz": 55}}, r"\[camera\] flicker_hz: 50 or 60 is needed, not 55"),
        ({"display": {"sleep_s": 0}}, r"\[display\] sleep_s: a number of seconds above 0 or 'never' is needed, not 0"),
        ({"data": {"dir": ""}}, r"\[data\] dir: a text is needed"),
    ],
)
def test_what_does_not_belong_is_named(data: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse(data)


def test_a_file_that_is_missing_or_no_toml_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.toml cannot be read"):
        load(tmp_path / "nothing.toml")
    with pytest.raises(ConfigError, match=r"companion\.toml are not TOML"):
        load(write(tmp_path, "[camera"))


def test_games_are_saved_where_the_system_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert Config().folder() == tmp_path / "companion"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion:/var/lib/other")
    assert Config().folder() == Path("/var/lib/companion")
    assert Config(data_dir=tmp_path).folder() == tmp_path
