"""The units and rules that are installed: systemd reads them without complaint, and they close what is not needed."""

from __future__ import annotations

import configparser
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.appliance.plan import FILES, OF_KIND
from companion.cli import main
from companion.devices.find_box import FIXED_NAME, USB_IDS
from companion.host.places import STICKS
from tests.appliance.trees import ROOT, install, make_tree

SYSTEMD = ROOT / "systemd"

SINCE_254 = re.compile(r"Unknown key (name )?'(RestartSteps|RestartMaxDelaySec)'")
"""What a systemd older than 254 says about these keys. It waits the same time before every start instead."""

MOST_EXPOSED = 2.0
"""How exposed the service may be at most, as `systemd-analyze security` counts: 0 is closed, 10 is open."""


def run(*words: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(words, capture_output=True, text=True, check=False)


def analyze(*words: str) -> subprocess.CompletedProcess[str]:
    return run("systemd-analyze", "--no-pager", *words)


@pytest.fixture(scope="module")
def tree(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An installed system, with the units of this computer's systemd beside the companion's."""
    root = make_tree(tmp_path_factory.mktemp("system") / "tree")
    assert install(root, "--only-files", "--kind", "lite").returncode == 0
    # systemd-analyze reads units of users only without --root
    shutil.copy(SYSTEMD / "companion-desktop.service", root / "etc/systemd/system")
    shutil.copytree("/usr/lib/systemd/system", root / "usr/lib/systemd/system", symlinks=True)
    for program in ("opt/companion/current/bin/companion", "usr/bin/chvt"):
        (root / program).parent.mkdir(parents=True, exist_ok=True)
        (root / program).write_text("#!/bin/sh\n")
        (root / program).chmod(0o755)
    (root / "lib").symlink_to("usr/lib")
    return root


@pytest.mark.parametrize("unit", ["companion.service", "companion-desktop.service"])
def test_systemd_reads_the_unit_without_complaint(tree: Path, unit: str) -> None:
    told = analyze("verify", "--man=no", f"--root={tree}", str(tree / "etc/systemd/system" / unit))
    lines = [line for line in told.stderr.splitlines() if "companion" in line and not SINCE_254.search(line)]
    assert lines == []
    assert told.returncode == 0, told.stderr


def test_a_fault_in_a_unit_would_be_noticed(tree: Path, tmp_path: Path) -> None:
    text = (SYSTEMD / "companion.service").read_text()
    wrong = tree / "etc/systemd/system/wrong.service"
    wrong.write_text(text.replace("Type=notify", "Type=notifies").replace("ProtectHome=yes", "ProtectHouse=yes"))
    told = analyze("verify", "--man=no", f"--root={tree}", str(wrong))
    wrong.unlink()
    assert "notifies" in told.stderr
    assert "ProtectHouse" in told.stderr


def test_the_service_is_closed_as_far_as_it_can_be() -> None:
    told = analyze("security", "--offline=true", str(SYSTEMD / "companion.service"))
    exposed = re.search(r"exposure level for companion.service: ([\d.]+)", told.stdout)
    assert exposed is not None, told.stdout + told.stderr
    assert float(exposed[1]) <= MOST_EXPOSED


def read_unit(name: str) -> dict[str, list[str]]:
    """The options of a unit's section [Service], each with all of its values."""
    found: dict[str, list[str]] = {}
    for line in (SYSTEMD / name).read_text().partition("[Service]")[2].splitlines():
        if "=" in line and not line.startswith(("#", "[")):
            key, _equals, value = line.partition("=")
            found.setdefault(key, []).append(value)
    return found


@pytest.mark.parametrize("name", ["companion.service", "companion-desktop.service"])
def test_systemd_waits_for_the_signs_of_life(name: str) -> None:
    service = read_unit(name)
    assert service["Type"] == ["notify"]
    assert service["NotifyAccess"] == ["main"]
    assert int(service["WatchdogSec"][0]) >= 30
    assert service["StateDirectory"] == ["companion"]


def test_the_service_may_use_its_devices_and_hears_of_plugged_ones() -> None:
    service = read_unit("companion.service")
    assert service["DevicePolicy"] == ["closed"]
    assert "PrivateDevices" not in service
    assert "PrivateNetwork" not in service
    assert service["RestrictAddressFamilies"] == ["AF_UNIX AF_NETLINK"]
    allowed = {value.removesuffix(" rw") for value in service["DeviceAllow"]}
    # numbers: linux/Documentation/admin-guide/devices.txt
    for major in (4, 13, 81, 116, 166, 188, 226):
        assert f"char-{major}" in allowed
    assert {"char-media", "char-dma_heap", "char-gpiochip"} <= allowed


def test_the_user_is_in_the_groups_that_the_service_asks_for() -> None:
    groups = set(re.findall(r"^m companion (\w+)$", (SYSTEMD / "companion-sysusers.conf").read_text(), re.MULTILINE))
    assert set(read_unit("companion.service")["SupplementaryGroups"][0].split()) == groups


@pytest.mark.parametrize("name", ["companion.service", "companion-desktop.service"])
def test_the_options_in_the_unit_are_options_of_the_program(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    program, command, *options = read_unit(name)["ExecStart"][0].split()
    assert program == "/opt/companion/current/bin/companion"
    with pytest.raises(SystemExit) as ended:
        main([command, *options, "--help"])
    assert ended.value.code == 0
    told = capsys.readouterr().out
    assert [option for option in options if option.startswith("--") and option not in told] == []


RULE = re.compile(r'(?:ACTION|SUBSYSTEMS?|ATTRS?\{\w+\}|ENV\{\w+\}|SYMLINK|GROUP|MODE|RUN)(?:==|\+=|=)"[^"]*"')
"""One part of a rule (man udev): a key, an operator, a value in quotes."""


def rules(name: str = "companion-udev.rules") -> list[str]:
    lines = (SYSTEMD / name).read_text().splitlines()
    return [line for line in lines if line and not line.startswith("#")]


@pytest.mark.parametrize(("name", "least"), [("companion-udev.rules", 6), ("companion-sticks.rules", 1)])
def test_the_rules_for_devices_are_rules(name: str, least: int) -> None:
    assert len(rules(name)) >= least
    for rule in rules(name):
        assert [part for part in re.split(r",\s+", rule) if not RULE.fullmatch(part)] == []
    # systemd 254 and newer read the rules too
    if shutil.which("udevadm") and "verify" in run("udevadm", "--help").stdout:
        told = run("udevadm", "verify", str(SYSTEMD / name))
        assert told.returncode == 0, told.stdout + told.stderr


def test_sticks_belong_to_the_user_of_the_service_which_may_write_where_they_are_mounted() -> None:
    (rule,) = rules("companion-sticks.rules")
    service = read_unit("companion.service")
    assert f"--owner={service['User'][0]} " in rule
    assert "-/run/media" in service["ReadWritePaths"], "systemd-mount mounts below this folder"
    assert Path("/run/media") in STICKS


def test_the_die_box_gets_its_name_by_the_chips_that_the_program_knows() -> None:
    named = set()
    for rule in rules():
        if f'SYMLINK+="{FIXED_NAME}"' in rule:
            vendor, products = re.search(r'idVendor\}=="(\w+)", ATTRS\{idProduct\}=="([\w|]+)"', rule).groups()  # type: ignore[union-attr]
            named |= {f"{vendor}:{product}" for product in products.split("|")}
    assert named == USB_IDS


def test_switching_off_is_all_that_is_allowed() -> None:
    text = (SYSTEMD / "companion-polkit.rules").read_text()
    assert set(re.findall(r'"(org\.[\w.-]+)"', text)) == {
        "org.freedesktop.login1.power-off",
        "org.freedesktop.login1.power-off-multiple-sessions",
    }
    assert 'subject.user == "companion"' in text


def test_the_autostart_entry_is_one(tmp_path: Path) -> None:
    entry = configparser.ConfigParser(interpolation=None)
    entry.read_string((SYSTEMD / "companion.desktop").read_text())
    assert entry["Desktop Entry"]["Type"] == "Application"
    assert "companion.service" in entry["Desktop Entry"]["Exec"]


def test_every_file_of_the_folder_is_installed() -> None:
    installed = {*FILES.values(), *(name for files in OF_KIND.values() for name in files.values())}
    assert {path.name for path in SYSTEMD.iterdir()} == installed | {"install", "companion.toml"}
