"""The installer, run as a program on trees of files.

A second run changes nothing, and a removal leaves the files that people made.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.appliance.boot_config import add_lines, find_missing, remove_lines
from companion.appliance.environment import MakeEnvironment, UseEnvironment, list_files, name_release
from companion.appliance.errors import InstallError
from companion.appliance.packages import PACKAGES, list_pins
from companion.appliance.plan import Wish, plan_installation, plan_removal
from companion.appliance.target import Target
from companion.appliance.user import MakeUser
from tests.appliance.trees import CONFIG_TXT, ROOT, TRIXIE, install, make_tree, snapshot

COMMON = {
    "boot/firmware/config.txt",
    "etc/companion/companion.toml",
    "etc/os-release",
    "etc/polkit-1/rules.d/50-companion.rules",
    "etc/udev/rules.d/60-companion.rules",
    "usr/local/bin/companion",
    "usr/local/lib/sysusers.d/companion.conf",
}
LITE = {
    "etc/systemd/system/companion.service",
    "etc/systemd/system/multi-user.target.wants/companion.service",
    "etc/udev/rules.d/61-companion-sticks.rules",
}
DESKTOP = {"etc/systemd/user/companion.service", "etc/xdg/autostart/companion.desktop"}


@pytest.fixture
def tree(tmp_path: Path) -> Path:
    return make_tree(tmp_path / "tree")


def test_a_dry_run_says_everything_and_changes_nothing(tree: Path) -> None:
    before = snapshot(tree)
    told = install(tree, "--only-files", "--dry-run")
    assert told.returncode == 0, told.stderr
    assert snapshot(tree) == before
    lines = told.stdout.splitlines()
    assert all(line.startswith("would ") for line in lines)
    assert {place for place in COMMON | LITE if place != "etc/os-release" and f"/{place}" not in told.stdout} == set()


def test_on_lite_the_files_of_the_service_are_written_once(tree: Path) -> None:
    assert install(tree, "--only-files").returncode == 0
    first = snapshot(tree)
    assert first.keys() == COMMON | LITE
    again = install(tree, "--only-files")
    assert again.stdout == "Nothing to do: everything is installed already.\n"
    assert snapshot(tree) == first


def test_on_a_desktop_it_starts_with_the_session(tree: Path) -> None:
    (tree / "etc/systemd/system").mkdir(parents=True)
    (tree / "etc/systemd/system/display-manager.service").symlink_to("/usr/lib/systemd/system/lightdm.service")
    assert install(tree, "--only-files").returncode == 0
    assert snapshot(tree).keys() == COMMON | DESKTOP | {"etc/systemd/system/display-manager.service"}


def test_a_pi_with_a_desktop_that_boots_into_the_console_is_lite(tree: Path) -> None:
    (tree / "etc/systemd/system").mkdir(parents=True)
    (tree / "etc/systemd/system/display-manager.service").symlink_to("/usr/lib/systemd/system/lightdm.service")
    (tree / "etc/systemd/system/default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")
    assert Target(tree).find_kind() == "lite"


def test_the_other_kind_replaces_the_first(tree: Path) -> None:
    install(tree, "--only-files", "--kind", "lite")
    assert install(tree, "--only-files", "--kind", "desktop").returncode == 0
    assert snapshot(tree).keys() == COMMON | DESKTOP


def test_changed_settings_stay_and_a_changed_unit_is_repaired(tree: Path) -> None:
    install(tree, "--only-files")
    settings, unit = tree / "etc/companion/companion.toml", tree / "etc/systemd/system/companion.service"
    settings.write_text('[game]\nid = "spry"\n')
    unit.write_text("[Service]\n")
    told = install(tree, "--only-files")
    assert told.stdout == "write /etc/systemd/system/companion.service\n"
    assert settings.read_text() == '[game]\nid = "spry"\n'
    assert unit.read_bytes() == (ROOT / "systemd/companion.service").read_bytes()


def test_removing_leaves_games_settings_and_the_firmware_s_file_as_it_was(tree: Path) -> None:
    install(tree, "--only-files")
    (tree / "var/lib/companion").mkdir(parents=True)
    (tree / "var/lib/companion/journal.db").write_text("games")
    told = install(tree, "--uninstall")
    assert told.returncode == 0, told.stderr
    kept = {
        "boot/firmware/config.txt",
        "etc/os-release",
        "etc/companion/companion.toml",
        "var/lib/companion/journal.db",
    }
    assert snapshot(tree).keys() == kept
    assert (tree / "boot/firmware/config.txt").read_text() == CONFIG_TXT
    assert "/var/lib/companion" in told.stdout
    assert len(install(tree, "--uninstall").stdout.splitlines()) == 1


def test_for_one_user_everything_is_in_their_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    steps = plan_installation(Wish(Target(home=home), ROOT, "desktop", only_files=True))
    for step in steps:
        assert not step.is_done()
        step.perform()
        assert step.is_done()
    assert snapshot(home).keys() == {
        ".config/autostart/companion.desktop",
        ".config/companion/companion.toml",
        ".config/systemd/user/companion.service",
    }
    unit = (home / ".config/systemd/user/companion.service").read_text()
    assert f"ExecStart={home}/.local/share/companion-program/current/bin/companion" in unit
    assert f"--config {home}/.config/companion/companion.toml" in unit
    for step in plan_removal(Wish(Target(home=home), ROOT, "desktop")):
        if not step.is_done():
            step.perform()
    assert snapshot(home).keys() == {".config/companion/companion.toml"}


@pytest.mark.parametrize(
    ("release", "advice"),
    [
        ('ID=debian\nVERSION_ID="12"\nPRETTY_NAME="Debian GNU/Linux 12 (bookworm)"\n', "bookworm. is too old.*Imager"),
        ('ID=raspbian\nVERSION_ID="11"\nPRETTY_NAME="Raspbian 11"\n', "Raspbian 11 is too old.*/var/lib/companion"),
        ('ID=ubuntu\nID_LIKE=debian\nVERSION_ID="24.04"\nNAME=Ubuntu\n', "Ubuntu is not Raspberry Pi OS.*make run"),
        ('ID=fedora\nVERSION_ID=42\nNAME="Fedora Linux"\n', "Fedora Linux is not Raspberry Pi OS"),
    ],
)
def test_a_system_that_does_not_fit_is_refused_with_what_to_do(tmp_path: Path, release: str, advice: str) -> None:
    tree = make_tree(tmp_path / "tree", release)
    before = snapshot(tree)
    told = install(tree, "--only-files")
    assert told.returncode == 1
    assert re.search(advice, told.stderr)
    assert "Traceback" not in told.stderr
    assert snapshot(tree) == before


def test_a_32_bit_pi_and_a_folder_that_is_no_system_are_refused(tmp_path: Path) -> None:
    tree = make_tree(tmp_path / "tree", TRIXIE)
    (tree / "etc/rpi-issue").write_text("Raspberry Pi reference 2026-10-01\n")
    assert "64-bit" in install(tree, "--only-files").stderr
    (tree / "usr/lib/aarch64-linux-gnu").mkdir(parents=True)
    assert install(tree, "--only-files").returncode == 0
    assert "is this a system of Linux?" in install(tmp_path / "nothing", "--only-files").stderr


@pytest.mark.parametrize(
    ("before", "missing"),
    [
        ("", ["camera_auto_detect=1", "display_auto_detect=1", "dtoverlay=vc4-kms-v3d"]),
        (CONFIG_TXT, ["display_auto_detect=1", "dtoverlay=vc4-kms-v3d"]),
        ("camera_auto_detect=0\ndtoverlay=imx708\ndtoverlay=vc4-kms-v3d-pi4\ndisplay_auto_detect=1", []),
        ("#camera_auto_detect=1\ndisplay_auto_detect=1\ndtoverlay=vc4-kms-v3d\n", ["camera_auto_detect=1"]),
    ],
)
def test_only_lines_that_are_missing_are_added_and_for_every_model(before: str, missing: list[str]) -> None:
    assert find_missing(before) == missing
    after = add_lines(before)
    assert find_missing(after) == []
    assert add_lines(after) == after
    assert after.startswith(before)
    if missing:
        assert after.split("[all]\n")[1].splitlines()[:-1] == missing
        assert remove_lines(after).rstrip("\n") == before.rstrip("\n")


def test_a_version_is_named_by_its_files(tmp_path: Path) -> None:
    source = tmp_path / "source"
    for name in ("pyproject.toml", "constraints.txt", "README.md", "LICENSE"):
        (source / name).parent.mkdir(exist_ok=True)
        (source / name).write_text('version = "1.2"\n')
    for package in ("companion", "vision"):
        (source / package / "__pycache__").mkdir(parents=True)
        (source / package / "__init__.py").touch()
    first = name_release(source)
    assert first.startswith("1.2-")
    (source / "companion" / "__pycache__" / "__init__.pyc").touch()
    assert name_release(source) == first
    (source / "vision" / "__init__.py").write_text("pass")
    assert name_release(source) != first
    assert {path.name for path in list_files(source)} == {
        "__init__.py",
        "pyproject.toml",
        "constraints.txt",
        "README.md",
        "LICENSE",
    }


def test_a_new_version_replaces_the_one_in_use_and_keeps_it(tmp_path: Path) -> None:
    target = Target(tmp_path)
    folder = tmp_path / "opt/companion"
    for release in ("1", "2", "3"):
        (folder / release).mkdir(parents=True)
        use = UseEnvironment(target, release)
        assert not use.is_done()
        use.perform()
        assert use.is_done()
    assert sorted(path.name for path in folder.iterdir()) == ["2", "3", "current", "previous"]
    assert str((folder / "current").readlink()) == "3"
    assert str((folder / "previous").readlink()) == "2"


def test_an_environment_that_was_left_unfinished_is_made_again(tmp_path: Path) -> None:
    folder = tmp_path / "opt/companion/1"
    (folder / "bin").mkdir(parents=True)
    step = MakeEnvironment(Target(tmp_path), ROOT, "1")
    assert not step.is_done()
    (folder / "whole").touch()
    assert step.is_done()


def test_a_program_of_the_system_that_fails_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match=r"not made: 'sh .*exit 3.*' failed:\nno disk"):
        Target().run("sh", "-c", "echo no disk >&2; exit 3", what="not made")
    with pytest.raises(InstallError, match="not made: 'no-such-program' cannot be run"):
        Target().run("no-such-program", what="not made")


def test_the_user_is_made_if_it_or_a_group_is_missing(tmp_path: Path) -> None:
    wanted = (ROOT / "systemd/companion-sysusers.conf").read_text()
    step = MakeUser(Target(tmp_path), wanted)
    assert not step.is_done()
    groups = re.findall(r"^m companion (\w+)", wanted, re.MULTILINE)
    (tmp_path / "etc").mkdir()
    (tmp_path / "etc/passwd").write_text("companion:x:990:990::/var/lib/companion:/usr/sbin/nologin\n")
    (tmp_path / "etc/group").write_text("".join(f"{group}:x:7:root,companion\n" for group in groups))
    assert step.is_done()
    (tmp_path / "etc/group").write_text("".join(f"{group}:x:7:companion2\n" for group in groups))
    assert not step.is_done()


def test_pip_installs_only_what_the_system_does_not_have() -> None:
    pins = (ROOT / "constraints.txt").read_text().splitlines()
    assert [pin for pin in list_pins() if pin not in pins] == []
    names = [pin.partition("==")[0] for pin in list_pins()]
    assert sorted(names) == sorted(package.name for package in PACKAGES if package.origin == "pip")
    assert not {"numpy", "pygame", "picamera2", "lgpio", "opencv-python"} & set(names)


def test_the_page_on_installing_names_every_package() -> None:
    page = (ROOT / "docs/install.md").read_text()
    rows = re.findall(r"^\| `([\w-]+)` \| (.+) \| ([a-z-]+) \|$", page, re.MULTILINE)
    assert rows == [(package.name, package.purpose, package.origin) for package in PACKAGES]


def test_the_page_on_installing_names_every_file_and_every_option(tree: Path) -> None:
    page = (ROOT / "docs/install.md").read_text()
    written = {f"/{place}" for place in COMMON | LITE | DESKTOP if "wants" not in place and place != "etc/os-release"}
    assert {place for place in written if f"`{place}`" not in page} == set()
    options = set(re.findall(r"(--[\w-]+)", install(tree, "--help").stdout)) - {"--help"}
    assert {option for option in options if f"`{option}" not in page} == set()


def test_the_recipe_for_a_fresh_card_unpacks_what_was_packed() -> None:
    page = (ROOT / "docs/install.md").read_text()
    assert "git archive --prefix=companion/ -o companion.tar.gz HEAD" in page
    lines = re.findall(r"^         - \[(.+)\]$", page, re.MULTILINE)
    commands = [line.split(", ") for line in lines]
    assert commands[1] == ["tar", "-xzf", "/boot/firmware/companion.tar.gz", "-C", "/usr/local/src"]
    assert commands[2] == ["/usr/local/src/companion/systemd/install"]
    assert commands[0] == ["mkdir", "-p", "/usr/local/src"]


def test_every_library_that_the_companion_needs_is_installed() -> None:
    """Each dependency in pyproject.toml is one of the packages, by Debian's name or by its own."""
    debian = {"opencv-python": "python3-opencv", "pyserial": "python3-serial"}
    text = (ROOT / "pyproject.toml").read_text()
    needed = re.findall(r'"([\w-]+)>=', text.partition("dependencies = [")[2].partition("]")[0])
    needed += re.findall(r'"([\w-]+)>=', re.search(r"^pi = .*$", text, re.MULTILINE)[0])  # type: ignore[index]
    assert len(needed) > 7
    names = {package.name for package in PACKAGES}
    assert [name for name in needed if not {name, debian.get(name, f"python3-{name}")} & names] == []
