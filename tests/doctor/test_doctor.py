"""`companion doctor`: what it says of a Pi 5, a Pi 4, a PC and this computer, and that nothing holds it up."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from companion.cli import main
from companion.config import Config, Settings
from companion.doctor import python_modules
from companion.doctor.checks import CHECKS, libraries
from companion.doctor.checks.die_box import check as check_die_box
from companion.doctor.examine import examine, write_json
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine, User
from companion.doctor.python_modules import Loaded, load_module
from companion.doctor.users import find_user
from companion.history.journal import Journal
from tests.disks import small_disk
from tests.doctor.trees import MEMBER, PC, PI_4, PI_5, SERVICE, STRANGER, grow
from tests.firmware.simulator import Box, Plug
from tests.language import pseudo

APPLIANCE = Config(
    camera_uri="picamera",
    display_mode="kmsdrm",
    die_uri="serial",
    buttons_uri="gpio",
    data_dir=Path("/var/lib/companion"),
)
"""The settings of a Pi with everything."""


def look(machine: Machine, config: Config = APPLIANCE) -> list[tuple[str, Finding]]:
    """What all checks find."""
    return list(examine(machine, Settings(config)))


def lines(found: list[tuple[str, Finding]], *states: str) -> list[str]:
    """The findings of some states as lines of text."""
    return [f"{name}: {finding.text} -> {finding.remedy}" for name, finding in found if finding.state in states]


def test_a_good_pi_5_has_nothing_to_fix(tmp_path: Path) -> None:
    found = look(grow(tmp_path, PI_5))
    assert lines(found, "fix") == []
    good = lines(found, "good")
    for part in (
        "computer: Raspberry Pi 5 Model B Rev 1.0",
        "computer: Debian GNU/Linux 13 (trixie), kernel 6.12.25+rpt-rpi-2712",
        "service: the service runs",
        "libraries: libcamera 0.5.0+rpt20250429-1, from a package of the system",
        "libraries: picamera2 1.0, from a package of the system",
        "screen: SDL 2.32.4, of /usr/lib/python3/dist-packages/pygame/base.so can use x11, wayland, kmsdrm,",
        "screen: a screen is connected at DSI-2, 720x1280",
        "screen: the backlight 11-0045 can be dimmed",
        "touch: the user companion may read the touch panel 11-005d Goodix Capacitive TouchScreen",
        "camera: the sensor is imx708",
        'camera: the camera can focus; camera.focus is "auto"',
        "camera: these modes see the whole field of view: 2304x1296 and 4608x2592",
        "pins: the user companion may use the pins (pinctrl-rp1)",
        "die-box: the die box is at /dev/ttyUSB0",
        "sound: vc4-hdmi-0",
        "disk: the user companion may write into /var/lib/companion",
        "disk: 48 GB were written to mmcblk0p2",
        "clock: the network sets the clock",
        "power: 51 °C",
        "power: the voltage was high enough",
    ):
        assert any(line.startswith(part) for line in good), part


def test_a_good_pi_4_has_nothing_to_fix(tmp_path: Path) -> None:
    found = look(grow(tmp_path, PI_4))
    assert lines(found, "fix") == []
    good = "\n".join(lines(found, "good"))
    assert "the sensor is imx219" in good
    assert "the camera cannot focus by itself" in good
    assert "the whole field of view: 1640x1232 and 3280x2464" in good
    assert "(pinctrl-bcm2711)" in good
    assert "mmcblk0 has used 20 % of its life" in good


def test_on_a_pc_the_parts_of_a_pi_are_absent_and_not_broken(tmp_path: Path) -> None:
    ada = replace(MEMBER, name="ada", home=Path("/home/ada"))
    found = look(grow(tmp_path, PC, ada, WAYLAND_DISPLAY="wayland-0"), Config())
    assert lines(found, "fix") == []
    absent = "\n".join(lines(found, "absent"))
    for part in (
        "start by itself",
        "touch panel",
        "but one is plugged in at /dev/video0 ",
        "no pins",
        "die box",
        "voltage",
    ):
        assert part in absent, part
    assert "user companion may" not in "\n".join(lines(found, "good"))


def test_a_headless_pc_has_nothing_to_fix_either(tmp_path: Path) -> None:
    files = {name: text for name, text in PC.items() if not name.startswith(("sys/", "dev/"))}
    assert lines(look(grow(tmp_path, files), Config()), "fix") == []


Change = dict[str, str | None]

FAULTS: list[tuple[str, Change, Config, str, str]] = [
    ("service", {"usr/bin/systemctl": "printf 'LoadState=loaded\\nActiveState=failed\\nResult=watchdog'"}, APPLIANCE,
     "the service has failed (watchdog)", "journalctl -b -n 50 -u companion.service"),
    ("service", {"usr/bin/systemctl": "printf 'LoadState=loaded\\nActiveState=active\\nNRestarts=7'"}, APPLIANCE,
     "started again 7 times", "journalctl"),
    ("service", {"usr/bin/systemctl": "printf 'LoadState=loaded\\nActiveState=activating'"}, APPLIANCE,
     "waits for something", "sudo systemctl status companion.service"),
    ("service", {"usr/bin/systemctl": "printf 'LoadState=loaded\\nActiveState=inactive\\nUnitFileState=disabled'"},
     APPLIANCE, "does not start with the computer", "sudo systemctl enable companion.service"),
    ("computer", {"etc/os-release": 'PRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\nVERSION_ID="12"'}, APPLIANCE,
     "bookworm) is too old", "Raspberry Pi Imager"),
    ("libraries", {"usr/bin/python3": "echo Traceback; echo 'ValueError: numpy.dtype size changed, may'; exit 1"},
     APPLIANCE, "picamera2 cannot be loaded: ValueError: numpy.dtype size changed", "pip uninstall numpy"),
    ("libraries", {"usr/bin/python3": "echo \"ModuleNotFoundError: No module named '$4'\"; exit 1"}, APPLIANCE,
     "lgpio cannot be loaded: ModuleNotFoundError", "sudo apt install python3-lgpio"),
    ("libraries", {"usr/bin/python3": 'echo \'{"file": "/x/lgpio.py", "version": "0", "lacks": ["gpiochip_open"]}\''},
     APPLIANCE, "lgpio in /x is empty: it lacks gpiochip_open", "pip uninstall lgpio && sudo apt install"),
    ("libraries", {"usr/bin/python3": "echo \"ModuleNotFoundError: No module named '$4'\"; exit 1",
                   "usr/lib/python3/dist-packages/picamera2/__init__.py": ""}, APPLIANCE,
     "picamera2 is installed, but the environment of the companion does not see it", "--system-site-packages"),
    ("screen", {"usr/bin/python3": 'echo \'{"about": "SDL 2.28.4, of /v", "drivers": ["x11"]}\''},
     APPLIANCE, "SDL 2.28.4, of /v cannot use a bare panel: it has only x11", "sudo apt install python3-pygame"),
    ("screen", {"sys/class/drm/card1-DSI-2/status": "disconnected"}, APPLIANCE,
     "no screen is connected at DSI-2 and HDMI-A-1", "check the cable"),
    ("screen", {"sys/class/drm/card1-DSI-2/status": None, "sys/class/drm/card1-HDMI-A-1/status": None}, APPLIANCE,
     "no driver for the screen", "dtoverlay=vc4-kms-v3d"),
    ("screen", {}, replace(APPLIANCE, display_mode="window"), "there is no desktop here", "display.mode"),
    ("camera", {"sys/class/video4linux/v4l-subdev2/name": None}, APPLIANCE, "found no camera", "camera_auto_detect=1"),
    ("camera", {"usr/bin/rpicam-hello": "echo 'No cameras available!'"}, APPLIANCE,
     "libcamera finds no camera: No cameras available!", "sudo apt install"),
    ("camera", {}, replace(APPLIANCE, camera_mode=(1536, 864)), "sees only 67 % of the width", "camera.mode"),
    ("camera", {}, replace(APPLIANCE, camera_mode=(640, 480)), "no mode [640, 480]", "[2304, 1296] or [4608, 2592]"),
    ("camera", {"sys/class/video4linux/v4l-subdev3/name": None}, replace(APPLIANCE, camera_focus=2.2),
     "camera.focus is 2.2, but this camera cannot focus", "remove camera.focus"),
    ("camera", {}, replace(APPLIANCE, camera_uri="v4l2:/dev/video7"), "no camera at /dev/video7", "plug in"),
    ("pins", {"dev/gpiochip0": None}, APPLIANCE, "no chip for them", "set die.uri and buttons.uri to screen"),
    ("die-box", {"dev/ttyUSB0": None}, APPLIANCE, "there is no /dev/ttyUSB0", "plug in the die box"),
    ("die-box", {"sys/devices/usb1/1-1/idVendor": "ffff"}, APPLIANCE, "no die box is plugged in", "plug in"),
    ("disk", {"proc/self/mounts": "/dev/mmcblk0p2 / ext4 ro,noatime 0 0\n"}, APPLIANCE,
     "/dev/mmcblk0p2 can only be read", "sudo mount -o remount,rw"),
    ("disk", {"sys/fs/ext4/mmcblk0p2/errors_count": "3"}, APPLIANCE, "mmcblk0p2 has had 3 errors", "new card"),
    ("disk", {"sys/block/mmcblk0/device/life_time": "0x0b 0x01"}, APPLIANCE, "mmcblk0 is worn out", "new card"),
    ("clock", {"sys/class/rtc/rtc0/name": None, "usr/bin/timedatectl": "printf 'NTP=no\\nNTPSynchronized=no\\n'"},
     APPLIANCE, "nothing sets the clock", "sudo timedatectl set-ntp true"),
    ("clock", {"sys/class/rtc/rtc0/name": None, "usr/bin/timedatectl": "printf 'NTP=yes\\nNTPSynchronized=no\\n'"},
     APPLIANCE, "the network has not set the clock yet", "connect the Pi to a network"),
    ("power", {"sys/class/thermal/thermal_zone0/temp": "84000"}, APPLIANCE, "too hot: 84 °C", "heat sink"),
    ("power", {"usr/bin/vcgencmd": "echo throttled=0x50005"}, APPLIANCE, "the voltage is too low", "5 V"),
    ("power", {"usr/bin/vcgencmd": "echo throttled=0x80000"}, APPLIANCE, "made itself slower", "fan"),
    ("power", {"usr/bin/vcgencmd": None, "sys/class/hwmon/hwmon2/in0_lcrit_alarm": "1"}, APPLIANCE,
     "the voltage was too low since the Pi started", "5 V"),
    ("sound", {}, replace(APPLIANCE, sound_speech="on"), "espeak-ng is not installed", "sudo apt install espeak-ng"),
    ("sound", {"usr/bin/espeak-ng": "echo 'the voice does not exist'; exit 1"}, replace(APPLIANCE, sound_speech="on"),
     "espeak-ng cannot speak the language en: the voice does not exist", "--reinstall espeak-ng espeak-ng-data"),
    ("settings", {}, replace(APPLIANCE, game_id="ches"), "there is no game ches", "companion config explain game.id"),
]  # fmt: skip


def look_at_sound(machine: Machine, config: Config = APPLIANCE) -> list[tuple[str, str]]:
    found = examine(machine, Settings(config), {"sound": CHECKS["sound"]})
    return [(finding.state, finding.text) for _name, finding in found]


def test_what_is_missing_for_sound_and_speech_is_named_and_no_fault(tmp_path: Path) -> None:
    files = PI_5 | {"proc/asound/cards": "--- no soundcards ---\n"}
    assert look_at_sound(grow(tmp_path / "mute", files)) == [
        ("absent", "there is no sound card: everything that sounds can be read on the screen, too"),
        ("absent", "espeak-ng is not installed or does not work; only spoken prompts need it (sound.speech)"),
    ]
    files = PI_5 | {"dev/snd/pcmC0D0p": "", "usr/bin/espeak-ng": 'test "$1 $3" = "-q en"'}
    assert look_at_sound(grow(tmp_path / "loud", files)) == [
        ("good", "vc4-hdmi-0"),
        ("good", "espeak-ng can speak the language en; sound.speech is off"),
    ]
    stranger = grow(tmp_path / "stranger", files, STRANGER)
    assert look_at_sound(stranger)[1] == ("fix", "the user companion may not use the sound card")
    silent = replace(APPLIANCE, sound_effects="off")
    assert look_at_sound(stranger, silent)[1][0] == "absent"
    assert look_at_sound(stranger, replace(APPLIANCE, display_mode="none"))[1][0] == "absent"


@pytest.mark.parametrize(("name", "change", "config", "text", "remedy"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_found_and_the_remedy_named(
    name: str, change: Change, config: Config, text: str, remedy: str, tmp_path: Path
) -> None:
    machine = grow(tmp_path, {**PI_5, **change})
    found = list(examine(machine, Settings(config), {name: CHECKS[name]}))
    wrong = [finding for _name, finding in found if finding.state == "fix" and text in finding.text]
    assert wrong, lines(found, "fix", "good", "absent")
    assert remedy in wrong[0].remedy


def test_the_service_of_a_desktop_is_found_too(tmp_path: Path) -> None:
    answers = f'test "$1" = --user && printf "{SERVICE}" || echo LoadState=not-found'
    found = look(grow(tmp_path, {**PI_5, "usr/bin/systemctl": answers.replace("\n", "\\n")}))
    assert "service: the service runs -> " in lines(found, "good")


def test_what_is_missing_is_a_group(tmp_path: Path) -> None:
    found = look(grow(tmp_path, PI_5, STRANGER))
    remedies = {name: finding.remedy for name, finding in found if finding.remedy.startswith("sudo usermod")}
    assert remedies == {
        "screen": "sudo usermod -aG video,render companion",
        "touch": "sudo usermod -aG input companion",
        "camera": "sudo usermod -aG video companion",
        "pins": "sudo usermod -aG gpio companion",
        "die-box": "sudo usermod -aG dialout companion",
    }


def test_users_and_groups_are_those_of_the_computer(tmp_path: Path) -> None:
    machine = grow(tmp_path, PI_5)
    user = find_user(machine, "companion")
    assert user is not None
    assert (user.uid, user.home, {44, 994} <= user.groups) == (995, Path("/var/lib/companion"), True)
    assert find_user(machine, "nobody-here") is None


def test_a_full_disk_is_found(tmp_path: Path) -> None:
    machine = grow(tmp_path / "pi", {**PI_5, "var/lib/companion/journal.db": None})
    (tmp_path / "pi/var/lib/companion").rmdir()
    with small_disk(tmp_path / "pi/var/lib/companion", 1000):
        found = list(examine(machine, Settings(APPLIANCE), {"disk": CHECKS["disk"]}))
    assert any(line.startswith("disk: 0.0 of 0.0 GB are free in /var/lib/companion") for line in lines(found, "fix"))


def damage_with_pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def damage_with_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


def damage_with_garbage(path: Path) -> None:
    path.write_bytes(bytes(range(256)) * 400)


def damage_with_nothing(path: Path) -> None:
    path.write_bytes(b"")


def damage_with_loop(path: Path) -> None:
    path.unlink()
    path.symlink_to(path.name)


DAMAGE = (damage_with_pipe, damage_with_folder, damage_with_garbage, damage_with_nothing, damage_with_loop)


@pytest.mark.parametrize("damage", DAMAGE, ids=lambda damage: damage.__name__)
@pytest.mark.parametrize("part", ["proc", "sys", "etc", "usr", "dev"])
def test_no_damaged_file_is_a_crash_or_holds_it_up(part: str, damage: Callable[[Path], None], tmp_path: Path) -> None:
    machine = grow(tmp_path, PI_5)
    for path in [path for path in (tmp_path / part).rglob("*") if path.is_file()]:
        damage(path)
    start = time.monotonic()
    found = look(machine)
    assert time.monotonic() - start < 25
    assert {name for name, _finding in found} == set(CHECKS)
    assert [line for line in lines(found, "fix") if "this check" in line] == []


def test_a_check_that_fails_or_hangs_is_a_finding_and_the_others_go_on(tmp_path: Path) -> None:
    def fail(machine: Machine, settings: Settings) -> Iterator[Finding]:
        yield Finding("good", "the first half")
        raise ZeroDivisionError("division by zero")

    def hang(machine: Machine, settings: Settings) -> Iterator[Finding]:
        os.mkfifo(tmp_path / "pipe")
        yield Finding("good", (tmp_path / "pipe").read_text())

    def work(machine: Machine, settings: Settings) -> Iterator[Finding]:
        yield Finding("good", "all is well")

    checks = {"fails": Check(1, "", fail), "hangs": Check(2, "", hang), "works": Check(3, "", work)}
    found = list(examine(Machine(tmp_path), Settings(), checks, patience_s=3.0))
    assert lines(found, "good") == ["fails: the first half -> ", "works: all is well -> "]
    assert [line.split(" -> ")[0] for line in lines(found, "fix")] == [
        "fails: this check failed: ZeroDivisionError: division by zero",
        "hangs: this check got no answer within 3 seconds",
    ]


def test_a_command_that_hangs_is_ended_with_its_children(tmp_path: Path) -> None:
    machine = grow(tmp_path, {"usr/bin/slow": f"trap '' TERM; sleep 100 & echo $! > {tmp_path}/child; sleep 100"})
    start = time.monotonic()
    answer = machine.run("slow", seconds=0.5)
    assert answer is not None
    assert answer.status is None
    assert time.monotonic() - start < 50
    child = int((tmp_path / "child").read_text())
    assert wait_until(lambda: not is_alive(child))


def is_alive(process: int) -> bool:
    """True if a process exists and is not a zombie: one that has ended while its parent has not asked how."""
    try:
        return Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except (FileNotFoundError, ProcessLookupError):
        return False


def wait_until(is_so: Callable[[], bool], seconds: float = 20.0) -> bool:
    until = time.monotonic() + seconds
    while not is_so() and time.monotonic() < until:
        time.sleep(0.02)
    return is_so()


def test_modules_are_loaded_in_a_python_of_their_own(tmp_path: Path) -> None:
    (tmp_path / "crashes.py").write_text("import os, signal\nos.kill(os.getpid(), signal.SIGSEGV)")
    (tmp_path / "changed.py").write_text("raise ValueError('numpy.dtype size changed, may indicate')")
    (tmp_path / "empty.py").write_text("open('left-over', 'w').close()")
    machine = Machine(environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    assert load_module(machine, "crashes") == "it crashes"
    assert load_module(machine, "changed") == "ValueError: numpy.dtype size changed, may indicate"
    assert load_module(machine, "nowhere_to_be_found") == "ModuleNotFoundError: No module named 'nowhere_to_be_found'"
    loaded = load_module(machine, "empty", "gpiochip_open")
    assert isinstance(loaded, Loaded)
    assert (loaded.file, loaded.lacks) == (str(tmp_path / "empty.py"), ("gpiochip_open",))
    assert not Path("left-over").exists()
    assert not (tmp_path / "left-over").exists()


def test_nobody_is_told_to_install_what_is_only_slow(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "numpy.py").write_text("import time\ntime.sleep(60)")
    monkeypatch.setattr(python_modules, "LOAD_S", 0.5)
    machine = Machine(environment={**os.environ, "PYTHONPATH": str(tmp_path)})
    findings = list(libraries.check(machine, Settings(APPLIANCE)))
    slow = next(finding for finding in findings if finding.text.startswith("numpy"))
    assert slow.text == "numpy cannot be loaded: no answer within 0.5 seconds"
    assert slow.remedy.startswith("run `companion doctor` again")


def test_the_die_box_is_asked_for_its_firmware_but_not_while_a_game_runs(tmp_path: Path) -> None:
    (tmp_path / "data").mkdir()
    with Box() as box, Plug(box, tmp_path / "port") as plug:
        config = Config(die_uri=f"serial:{plug.path}", data_dir=tmp_path / "data")
        found = [finding.text for finding in check_die_box(Machine(), Settings(config))]
        assert found[0] == f"the die box is at {plug.path}"
        assert found[1].endswith("the box has 2 dice")
        with Journal(tmp_path / "data" / "journal.db"):
            found = [finding.text for finding in check_die_box(Machine(), Settings(config))]
        assert found[1] == "a running companion uses the die box, so its firmware cannot be checked"


def test_this_computer_is_examined_for_people_and_for_programs(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    status = main(["doctor", "--json"])
    said = json.loads(capsys.readouterr().out)
    wrong = [finding for finding in said["findings"] if finding["state"] == "fix"]
    assert {finding["check"] for finding in said["findings"]} == set(CHECKS)
    assert said["to_fix"] == len(wrong)
    assert status == (1 if wrong else 0)
    assert all(finding["remedy"] for finding in wrong)
    assert not [finding for finding in wrong if finding["text"].startswith("this check")]


ACCENTS = "áéíóúÁÉÍÓÚ"


@pytest.mark.parametrize("user", [MEMBER, STRANGER], ids=["good", "forbidden"])
def test_people_read_their_language_and_programs_english(user: User, tmp_path: Path) -> None:
    machine = grow(tmp_path / "pi", {**PI_5, "usr/bin/vcgencmd": "echo throttled=0x50005"}, user)
    wrong = replace(APPLIANCE, game_id="ches", camera_mode=(1536, 864))
    with pseudo.speaking(tmp_path / "language"):
        found = look(machine, wrong)
        said = write_json(found)
    english = [finding.text for _name, finding in found if not set(ACCENTS) & set(finding.text)]
    assert english == ["Raspberry Pi 5 Model B Rev 1.0", "vc4-hdmi-0", "51 °C"]
    assert not set(ACCENTS) & set(json.dumps(json.loads(said), ensure_ascii=False))
    assert json.loads(said)["to_fix"] == len(lines(found, "fix"))


def test_settings_that_are_wrong_are_a_finding_among_others(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "wrong.toml").write_text("[camera]\nfokus = 1\nstall_s = 0\n")
    assert main(["doctor", "--config", str(tmp_path / "wrong.toml")]) == 1
    said = capsys.readouterr().out
    assert f"to fix  settings   {tmp_path}/wrong.toml, line 2: camera.fokus: there is no such setting" in said
    assert f"to fix  settings   {tmp_path}/wrong.toml, line 3: camera.stall_s: 0 is not allowed" in said
    assert "\n                   -> companion config check\n" in said
    assert "good    computer   " in said
    assert "there is no settings file" not in said
    assert said.endswith(" things to fix.\n")


def test_an_unknown_user_is_wrong_use(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["doctor", "--user", "nobody-here"]) == 2
    assert "there is no user nobody-here: name one with --user" in capsys.readouterr().err
