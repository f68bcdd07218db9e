"""Settings: every option is read once and checked; the error for an unknown name lists the known ones."""

from __future__ import annotations

import math
import os
import re
import subprocess
import sys
from datetime import time as clock_time
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.config import OPTIONS, Config, ConfigError, find_file, load, parse
from companion.config.toml import find_lines, from_toml, to_toml
from vision.sources import uri


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
            [sound]
            effects = "off"
            volume = 60
            quiet_from = "21:30"
            quiet_to = 06:30:00
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
        sound_effects="off",
        sound_volume=60,
        sound_quiet_from=clock_time(21, 30),
        sound_quiet_to=clock_time(6, 30),
        play_quiet_commit_s=1.5,
        data_dir=Path("saved"),
    )


def test_an_empty_file_is_the_defaults(tmp_path: Path) -> None:
    assert load(write(tmp_path, "")) == Config()


@pytest.mark.parametrize(
    ("data", "words"),
    [
        ({"kamera": {}}, r"kamera: there is no such section: use \[game\], .*\. Did you mean \[camera\]\?"),
        ({"camera": {"url": "x"}}, r"camera\.url: .* use uri, corners, .*\. Did you mean camera\.uri\?"),
        ({"camera": {"rotate": 90}}, r"camera\.rotate: .*\. Did you mean display\.rotate\?"),
        ({"camera": {"xyz": 90}}, r"camera\.xyz: .* or flicker_hz$"),
        ({"die": {"dice": 3}}, r"die\.dice: 3 is not allowed: use 1 or 2"),
        ({"die": {"dice": True}}, r"die\.dice: true is not allowed: use 1 or 2"),
        ({"die": {"face": "digits"}}, r'die\.face: "digits" is not allowed: use "pips" or "segments"$'),
        ({"die": {"face": "segment"}}, r'use "pips" or "segments"\. Did you mean "segments"\?'),
        ({"die": {"uri": "gipo"}}, r'die\.uri: "gipo" is not allowed: use "gpio", .* Did you mean "gpio"\?'),
        ({"die": {"uri": "serial:"}}, r'die\.uri: "serial:" is not allowed: use "gpio", "serial\[:DEVICE\]"'),
        ({"camera": {"uri": "v4l:0"}}, r'camera\.uri: .* Did you mean "v4l2:/dev/video0"\?'),
        ({"camera": {"uri": "v4l2"}}, r'camera\.uri: "v4l2" is not allowed'),
        ({"camera": 3}, r"camera: this is a section: write \[camera\]"),
        ({"camera": {"stall_s": -1}}, r"camera\.stall_s: -1 is not allowed: use a number of seconds above 0"),
        ({"camera": {"stall_s": {"a": True}}}, r"camera\.stall_s: { a = true } is not allowed"),
        ({"camera": {"corners": "1,2 3,4"}}, r'camera\.corners: "1,2 3,4" is not allowed: use four points'),
        ({"camera": {"corners": "1,2 3,4 5,6 nan,8"}}, r"camera\.corners: .* use four points"),
        ({"camera": {"uri": 7}}, r"camera\.uri: 7 is not allowed"),
        (
            {"display": {"mode": "big"}},
            r'display\.mode: "big" is not allowed: use "auto", "window", "kmsdrm" or "none"$',
        ),
        ({"display": {"rotate": False}}, r"display\.rotate: false is not allowed: use 0, 90, 180 or 270"),
        ({"display": {"language": "xx"}}, r'display\.language: "xx" is not allowed: use .*"en"'),
        ({"camera": {"focus": "near"}}, r'camera\.focus: .* use "auto" or a number of dioptres from 0 to 32'),
        ({"camera": {"focus": -1}}, r"camera\.focus: -1 is not allowed"),
        ({"camera": {"exposure": 0.5}}, r'camera\.exposure: .* use "auto" or a whole number of microseconds'),
        ({"camera": {"exposure": True}}, r"camera\.exposure: true is not allowed"),
        ({"camera": {"gains": [1.0]}}, r'camera\.gains: .* use "auto" or \[red, blue\], two numbers from 0\.1 to 32'),
        ({"camera": {"gains": [1.0, 0]}}, r"camera\.gains: \[1, 0\] is not allowed"),
        ({"camera": {"mode": [2304.5, 1296]}}, r'camera\.mode: .* use "auto" or \[width, height\], two whole numbers'),
        ({"camera": {"mode": "2304x1296"}}, r'camera\.mode: "2304x1296" is not allowed'),
        ({"camera": {"flicker_hz": 55}}, r"camera\.flicker_hz: 55 is not allowed: use 50 or 60"),
        (
            {"display": {"sleep_s": 0}},
            r'display\.sleep_s: 0 is not allowed: use "never" or a number of seconds above 0',
        ),
        ({"display": {"sleep_s": math.inf}}, r"display\.sleep_s: .* is not allowed"),
        ({"sound": {"effects": True}}, r'sound\.effects: true is not allowed: use "on" or "off"'),
        ({"sound": {"volume": 101}}, r"sound\.volume: .* use a whole number of percent from 0 to 100"),
        (
            {"sound": {"quiet_from": "24:00"}},
            r'sound\.quiet_from: "24:00" .* use "never" or a time of day, as in "21:30"',
        ),
        ({"sound": {"quiet_to": "7"}}, r'sound\.quiet_to: "7" is not allowed'),
        ({"sound": {"quiet_to": 7}}, r"sound\.quiet_to: 7 is not allowed"),
        ({"data": {"dir": ""}}, r'data\.dir: "" is not allowed: use the path of a file or folder'),
        ({"data": {"dir": "~nosuchuser/x"}}, r'data\.dir: "~nosuchuser/x" is not allowed'),
        ({"data": {"dir": "a\0b"}}, r"data\.dir: .* is not allowed"),
    ],
)
def test_what_does_not_belong_is_named(data: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        parse(data)


FAULTY = (
    """\
# The companion of the library
die.dice = 3

[camera]
uri = '''v4l2:/dev/video0'''
url = "picamera"
mode = [
  2304, # width ]
  "1296",
]
corners = """
    + '"""'
    + """1,2
[display]
"""
    + '"""'
    + """
[display]   # the screen
mode = "kmsdmr"
"""
)


def test_each_problem_of_a_file_has_its_line(tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        load(write(tmp_path, FAULTY))
    places = [(problem.line, problem.key) for problem in raised.value.problems]
    assert places == [
        (2, "die.dice"),
        (6, "camera.url"),
        (7, "camera.mode"),
        (11, "camera.corners"),
        (15, "display.mode"),
    ]
    first, *_others, last = str(raised.value).splitlines()
    assert first == f"{tmp_path}/companion.toml, line 2: die.dice: 3 is not allowed: use 1 or 2"
    assert last.startswith(f"{tmp_path}/companion.toml, line 15: display.mode: ")
    assert last.endswith('Did you mean "kmsdrm"?')


@pytest.mark.parametrize("newline", ["\n", "\r\n"])
def test_lines_are_found_however_toml_is_written(newline: str) -> None:
    text = newline.join(
        [
            "game.id = 'spry'",
            "camera = { uri = 'virtual',\tstall_s = 2 }",
            "",
            " [ 'die' ]",
            '"uri" = "gpio"',
            "[[a.b]]",
        ]
    )
    assert find_lines(text) == {
        ("game",): 1,
        ("game", "id"): 1,
        ("camera",): 2,
        ("camera", "uri"): 2,
        ("camera", "stall_s"): 2,
        ("die",): 4,
        ("die", "uri"): 5,
        ("a",): 6,
        ("a", "b"): 6,
    }


def test_a_file_that_is_no_settings_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"nothing\.toml cannot be read: No such file"):
        load(tmp_path / "nothing.toml")
    with pytest.raises(ConfigError, match=r"companion\.toml, line 3: this is not TOML"):
        load(write(tmp_path, "[die]\ndice = 1\n[camera"))
    with pytest.raises(ConfigError, match=r"companion\.toml, line 1: this is not TOML"):
        load(write(tmp_path, "dice = [1,"))
    with pytest.raises(ConfigError, match=r"companion\.toml, line 1: this is not TOML"):
        load(write(tmp_path, "a = 1\0"))
    with pytest.raises(ConfigError, match="nested too deep"):
        load(write(tmp_path, "a = " + "[" * 20000))
    with pytest.raises(ConfigError, match="too long"):
        load(write(tmp_path, "#" * 70000))
    (tmp_path / "latin").write_bytes(b"[die]\n# W\xfcrfel\n")
    with pytest.raises(ConfigError, match="latin, line 2: this is not UTF-8 text"):
        load(tmp_path / "latin")


ATTACKS = {
    "a long list": ("[camera]\nmode = [\n" + "1,\n" * 20000 + "]", "camera.mode: [1, 1, 1,"),
    "a long text": ('[camera]\nuri = """\n' + "x\n" * 20000 + '"""', 'camera.uri: "x'),
    "many problems": ("\n".join(f"a{number} = 1" for number in range(3000)), "\n2980 more problems"),
    "decimal digits": ("[camera]\nexposure = " + "9" * 5000, "this is not TOML"),
    "binary digits": (
        "[camera]\nexposure = 0x" + "f" * 5000,
        "camera.exposure: a number of many digits is not allowed",
    ),
    "a large number": ("[camera]\nstall_s = 0x" + "f" * 5000, "camera.stall_s: a number of many digits is not allowed"),
    "infinity": ("[camera]\nstall_s = 1e400", "camera.stall_s: inf is not allowed"),
    "no numbers": ("[camera]\nmode = [nan, inf]", "camera.mode: [nan, inf] is not allowed"),
    "a date": ("[camera]\nstall_s = 1979-05-27", "camera.stall_s: 1979-05-27 is not allowed"),
}
"""Files that are meant to break the reader, each with words of the message that it must get."""


@pytest.mark.parametrize(("text", "words"), ATTACKS.values(), ids=ATTACKS)
def test_a_hostile_file_is_refused_in_few_words(text: str, words: str, tmp_path: Path) -> None:
    with pytest.raises(ConfigError) as raised:
        load(write(tmp_path, text))
    assert words in str(raised.value)
    assert len(str(raised.value)) < 6000


@pytest.mark.parametrize(("opening", "closing"), [("[", "]"), ("{a=", "}")])
def test_no_depth_is_a_traceback(opening: str, closing: str, tmp_path: Path) -> None:
    for depth in (1, 10, *range(200, 520, 10), 1000, 5000):
        with pytest.raises(ConfigError, match=r"camera\.mode: .* is not allowed|nested too deep|not TOML"):
            load(write(tmp_path, "[camera]\nmode = " + opening * depth + "1" + closing * depth))


def test_what_could_be_read_forever_is_refused(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for path in (tmp_path / "pipe", Path("/dev/zero"), tmp_path):
        with pytest.raises(ConfigError, match="this is not a file"):
            load(path)


def test_the_file_is_the_named_one_or_the_system_s(tmp_path: Path) -> None:
    named = tmp_path / "named.toml"
    assert find_file(named, {"COMPANION_CONFIG": "/other"}) == named
    assert find_file(None, {"COMPANION_CONFIG": "/other"}) == Path("/other")
    assert find_file(None, {"COMPANION_CONFIG": ""}) is None
    assert find_file(None, {}, system=named) is None
    named.touch()
    assert find_file(None, {}, system=named) == named
    own = tmp_path / "home/.config/companion/companion.toml"
    own.parent.mkdir(parents=True)
    assert find_file(None, {"HOME": str(tmp_path / "home")}, system=named) == named
    own.touch()
    assert find_file(None, {"HOME": str(tmp_path / "home")}, system=named) == own
    assert find_file(None, {"XDG_CONFIG_HOME": str(tmp_path / "home/.config")}, system=named) == own
    assert find_file(None, {"HOME": str(tmp_path / "home"), "COMPANION_CONFIG": ""}, system=named) is None
    named.unlink()
    named.symlink_to("nowhere")
    assert find_file(None, {}, system=named) == named, "a broken link is an error to report, not an absent file"


def test_every_setting_can_be_written_and_read_again() -> None:
    for option in OPTIONS.values():
        assert option.kind.allowed
        shown = option.kind.read(from_toml(to_toml(option.example)))
        assert option.kind.read(from_toml(option.kind.write(shown))) == shown, option.key
        if option.default is None:
            assert option.without, option.key
        else:
            assert option.kind.read(from_toml(option.kind.write(option.default))) == option.default, option.key


def test_cameras_in_the_settings_are_those_that_vision_knows() -> None:
    known = {re.split("[:?]", name)[0] for name in uri.KNOWN.split(", ")}
    assert {word.partition(":")[0] for word in OPTIONS["camera_uri"].kind.words} == known | {"virtual"}
    for text in ("picamera?number=1", "picamera?size=1280x720&fps=30", "v4l2:/dev/v4l/by-id/usb-a:b?size=640x480"):
        assert OPTIONS["camera_uri"].kind.read(text) == text


@settings(max_examples=60)
@given(
    st.recursive(
        st.one_of(st.integers(), st.floats(), st.booleans(), st.text(), st.datetimes()),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
        max_leaves=5,
    )
)
def test_no_value_is_a_traceback(value: object) -> None:
    for option in OPTIONS.values():
        said = refusal({option.section: {option.option: value}})
        assert said is None or said.startswith(f"{option.key}: ")


def refusal(data: dict[str, object]) -> str | None:
    """What is wrong with settings; None if nothing is."""
    try:
        parse(data)
    except ConfigError as error:
        return str(error)
    return None


def test_games_are_saved_where_the_system_says(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.delenv("STATE_DIRECTORY", raising=False)
    assert Config().folder() == tmp_path / "companion"
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion:/var/lib/other")
    assert Config().folder() == Path("/var/lib/companion")
    assert Config(data_dir=tmp_path).folder() == tmp_path


def test_a_user_without_a_home_folder_hears_what_to_set(tmp_path: Path) -> None:
    """A user that the system does not know has no home folder; only root can try this."""
    if os.geteuid() != 0:
        pytest.skip("only root can become another user")
    program = (
        "import os\n"
        "from companion.cli import main\n"
        "import companion.commands.play, companion.commands.journal\n"
        "from companion.host.user import name_user\n"
        "os.environ.clear()\n"
        "os.environ['COMPANION_CONFIG'] = ''\n"
        "os.setgroups([])\n"
        "os.setresgid(54321, 54321, 54321)\n"
        "os.setresuid(54321, 54321, 54321)\n"
        "assert name_user() == '54321'\n"
        "assert main(['play', '--display', 'none']) == main(['journal', 'list']) == 2\n"
    )
    ended = subprocess.run([sys.executable, "-c", program], check=False, capture_output=True, text=True)
    assert ended.returncode == 0, ended.stderr
    assert ended.stderr.count("data.dir: this user has no home folder") == 2
