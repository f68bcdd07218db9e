"""`companion config`: the settings that count, what is wrong with them, what they mean."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from companion.cli import main
from companion.config import OPTIONS, parse
from companion.config.toml import to_toml

Written = pytest.CaptureFixture[str]


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "companion.toml"
    path.write_text('[camera]\nuri = "picamera"\n\n[display]\nrotate = 90\nsleep_s = "never"\n')
    return path


def test_show_says_where_each_setting_comes_from(file: Path, capsys: Written) -> None:
    assert main(["config", "show", "--config", str(file)]) == 0
    shown = capsys.readouterr().out
    lines = {line.split(" = ")[0]: line for line in shown.splitlines() if " = " in line}
    assert lines["camera.uri"].split() == ["camera.uri", "=", '"picamera"', "#", "line", "2"]
    assert lines["display.sleep_s"].split() == ["display.sleep_s", "=", '"never"', "#", "line", "6"]
    assert lines["die.dice"].split() == ["die.dice", "=", "2", "#", "the", "default"]
    assert "# play.quiet_commit_s is not set: a move counts when the player presses Done" in shown
    assert shown.startswith(f"# {file}\n")
    assert parse(tomllib.loads(shown)).display_rotate == 90, "what is shown is a settings file too"


def test_show_for_programs(file: Path, capsys: Written) -> None:
    assert main(["config", "show", "--json", "--config", str(file)]) == 0
    shown = json.loads(capsys.readouterr().out)
    assert shown["file"] == str(file)
    assert shown["settings"].keys() == {option.key for option in OPTIONS.values()}
    assert shown["settings"]["display.rotate"] == {"value": 90, "line": 5}
    assert shown["settings"]["display.sleep_s"] == {"value": "never", "line": 6}
    assert shown["settings"]["game.id"] == {"value": None, "line": None}


def test_check_finds_a_good_file_good(file: Path, capsys: Written) -> None:
    assert main(["config", "check", "--config", str(file)]) == 0
    assert capsys.readouterr().out == f"{file} is good. It sets 3 of {len(OPTIONS)} settings.\n"


def test_check_names_all_that_does_not_exist(tmp_path: Path, capsys: Written) -> None:
    wrong = tmp_path / "wrong.toml"
    (tmp_path / "layout.json").write_text("{}")
    wrong.write_text(
        'game.id = "backgamon"\n[board]\n'
        f'layout = "{tmp_path}/layout.json"\nempty = "{tmp_path}/nowhere.jpg"\n'
        '[camera]\nuri = "picamera?speed=3"\ncorners_at = "0,0 1,0 1,1 0,1"\n'
    )
    assert main(["config", "check", "--config", str(wrong)]) == 1
    said = capsys.readouterr().err
    assert "line 1: game.id: there is no game backgamon: use " in said
    assert "Did you mean backgammon?" in said
    assert "line 3: board.layout: " in said
    assert f"line 4: board.empty: there is no file {tmp_path}/nowhere.jpg" in said
    assert "line 6: camera.uri: picamera: the option 'speed' is not known" in said
    assert "line 7: camera.corners_at: " in said


@pytest.mark.parametrize("command", ["check", "show"])
def test_a_file_that_is_wrong_is_an_error(command: str, file: Path, capsys: Written) -> None:
    file.write_text("[display]\nrotate = 45\n")
    assert main(["config", command, "--config", str(file)]) == (1 if command == "check" else 2)
    said = capsys.readouterr().err
    assert said == (f"companion config: {file}, line 2: display.rotate: 45 is not allowed: use 0, 90, 180 or 270\n")


def test_the_variable_of_the_environment_names_the_file(
    file: Path, capsys: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COMPANION_CONFIG", str(file))
    assert main(["config", "check"]) == 0
    assert str(file) in capsys.readouterr().out
    file.write_text("rotate = 45")
    for words in (["config", "check"], ["play"], ["journal", "list"], ["report", "--out", "report.zip"]):
        assert main(words) == (1 if words[0] == "config" else 2), words
        assert f"{file}, line 1: rotate: there is no such section" in capsys.readouterr().err
    monkeypatch.setenv("COMPANION_CONFIG", "")
    assert main(["config", "check"]) == 0
    assert "There is no settings file" in capsys.readouterr().out


def test_games_are_looked_for_where_the_settings_say(
    tmp_path: Path, capsys: Written, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "companion.toml").write_text(f'data.dir = "{tmp_path}/games"')
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "companion.toml"))
    assert main(["report", "--out", str(tmp_path / "report.zip")]) == 1
    assert f"there is no folder {tmp_path}/games" in capsys.readouterr().err


def test_explain_says_what_is_allowed(capsys: Written) -> None:
    assert main(["config", "explain", "camera.focus", "[die]"]) == 0
    said = capsys.readouterr().out
    assert 'Use "auto" or a number of dioptres from 0 to 32' in said
    assert [line for line in said.splitlines() if line and line[0] != " "] == [
        "camera.focus",
        "die.uri",
        "die.dice",
        "die.face",
    ]
    assert main(["config", "explain"]) == 0
    everything = capsys.readouterr().out
    for option in OPTIONS.values():
        assert f"\n{option.key}\n" in f"\n{everything}"
        assert f"        {option.option} = {to_toml(option.example)}\n" in everything


@pytest.mark.parametrize(
    ("key", "words"),
    [
        ("camera.fokus", "Did you mean camera.focus?"),
        ("kamera", "Did you mean [camera]?"),
        ("rotate", "Did you mean display.rotate?"),
        ("display.stall_s", "Did you mean camera.stall_s?"),
        ("", "there is no such"),
    ],
)
def test_a_setting_that_does_not_exist_is_guessed(key: str, words: str, capsys: Written) -> None:
    assert main(["config", "explain", key]) == 2
    assert words in capsys.readouterr().err


def test_a_new_file_can_set_something(capsys: Written) -> None:
    assert main(["config", "default", "camera.uri=v4l2:/dev/video2", "camera.gains=[1.5, 2]", "die.dice=1"]) == 0
    config = parse(tomllib.loads(capsys.readouterr().out))
    assert (config.camera_uri, config.camera_gains, config.die_dice) == ("v4l2:/dev/video2", (1.5, 2.0), 1)
    assert main(["config", "default", "die.dice=3"]) == 2
    assert "die.dice: 3 is not allowed: use 1 or 2" in capsys.readouterr().err
    assert main(["config", "default", "die.dize=3"]) == 2
    assert "Did you mean die.dice?" in capsys.readouterr().err
