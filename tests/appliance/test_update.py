"""Other versions: which installation is meant, what is refused, and the way back. `make evaluate-install` updates for
real."""

from __future__ import annotations

import zipfile
from pathlib import Path

import pytest

from companion.appliance.environment import WHOLE, UseEnvironment, name_release
from companion.appliance.errors import InstallError
from companion.appliance.target import Target
from companion.appliance.update import find_installation, install_version, roll_back
from companion.cli import main


def make_wheel(folder: Path, name: str = "board_companion-1.2-py3-none-any.whl") -> Path:
    with zipfile.ZipFile(folder / name, "w") as wheel:
        wheel.writestr("companion/__init__.py", "")
    return folder / name


def make_installation(root: Path, *releases: str) -> Target:
    """An installation with these versions, the last one in use."""
    target = Target(root)
    for release in releases:
        (root / "opt/companion" / release).mkdir(parents=True)
        (root / "opt/companion" / release / WHOLE).touch()
        UseEnvironment(target, release).perform()
    return target


def in_use(target: Target) -> str:
    return str(target.path("/opt/companion/current").readlink())


def test_the_installation_is_the_one_that_the_program_belongs_to(tmp_path: Path) -> None:
    assert find_installation(Path("/opt/companion/1.0-abc"), tmp_path) == Target()
    own = tmp_path / ".local/share/companion-program/1.0-abc"
    assert find_installation(own, tmp_path) == Target(home=tmp_path)
    with pytest.raises(InstallError, match="was not installed with 'sudo make install'"):
        find_installation(tmp_path / "project/.venv", tmp_path)


def test_the_way_back_and_forth(tmp_path: Path) -> None:
    target = make_installation(tmp_path, "1", "2")
    assert roll_back(target) == "1"
    assert in_use(target) == "1"
    assert roll_back(target) == "2"
    assert in_use(target) == "2"


def test_without_a_version_before_there_is_no_way_back(tmp_path: Path) -> None:
    target = make_installation(tmp_path, "1")
    with pytest.raises(InstallError, match="no version before"):
        roll_back(target)
    target = make_installation(tmp_path, "2", "3")
    (tmp_path / "opt/companion/2" / WHOLE).unlink()
    with pytest.raises(InstallError, match="no version before"):
        roll_back(target)
    assert in_use(target) == "3"


def test_a_version_is_named_by_its_wheel(tmp_path: Path) -> None:
    assert name_release(make_wheel(tmp_path)).startswith("1.2-")


@pytest.mark.parametrize("name", ["other-1.2-py3-none-any.whl", "board_companion-1.2.zip", "x.txt"])
def test_a_file_that_is_no_wheel_of_the_companion_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(InstallError, match="is not a wheel of the companion"):
        install_version(Target(tmp_path), make_wheel(tmp_path, Path(name).name))
    broken = tmp_path / "board_companion-1.2-py3-none-any.whl"
    broken.write_bytes(b"no zip")
    with pytest.raises(InstallError, match="is not a wheel of the companion"):
        install_version(Target(tmp_path), broken)


def test_a_version_that_cannot_be_made_leaves_the_one_in_use(tmp_path: Path) -> None:
    target = make_installation(tmp_path, "1", "2")
    with pytest.raises(InstallError, match="cannot be made"):
        install_version(target, make_wheel(tmp_path))
    assert in_use(target) == "2"


def test_the_version_in_use_is_not_installed_again(tmp_path: Path) -> None:
    wheel = make_wheel(tmp_path)
    target = make_installation(tmp_path, name_release(wheel))
    assert not install_version(target, wheel)


@pytest.mark.parametrize("words", [["update", "x.whl"], ["update", "--index"], ["rollback"]])
def test_a_companion_that_nobody_installed_is_not_updated(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 1
    assert "was not installed" in capsys.readouterr().err
