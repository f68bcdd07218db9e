"""Other versions: which installation is meant, what is refused, and the way back. `make evaluate-install` updates for
real."""

from __future__ import annotations

import zipfile
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

from companion.appliance.environment import WHOLE, UseEnvironment, name_release
from companion.appliance.errors import InstallError
from companion.appliance.target import Target
from companion.appliance.update import PACKAGE, fetch_wheel, find_installation, install_version, roll_back
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


@pytest.fixture
def index(tmp_path: Path) -> Iterator[tuple[Path, str]]:
    """An index of packages on this computer: the folder for the companion's wheels, and the address for pip."""
    folder = tmp_path / "index" / "simple" / PACKAGE
    folder.mkdir(parents=True)
    serve = partial(SimpleHTTPRequestHandler, directory=str(tmp_path / "index"))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        thread = Thread(target=server.serve_forever)
        thread.start()
        try:
            yield folder, f"http://127.0.0.1:{server.server_port}/simple"
        finally:
            server.shutdown()
            thread.join()


def make_installable_wheel(folder: Path, version: str) -> Path:
    """A wheel with the metadata that pip asks for."""
    wheel = folder / f"board_companion-{version}-py3-none-any.whl"
    with zipfile.ZipFile(wheel, "w") as archive:
        info = f"board_companion-{version}.dist-info"
        archive.writestr(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: board-companion\nVersion: {version}\n")
        archive.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
    return wheel


def test_the_newest_version_of_an_index_is_fetched(tmp_path: Path, index: tuple[Path, str]) -> None:
    folder, address = index
    for version in ("1.2", "1.10", "1.9"):
        make_installable_wheel(folder, version)
    got = tmp_path / "got"
    wheel = fetch_wheel(Target(), address, got)
    assert wheel == got / "board_companion-1.10-py3-none-any.whl"
    assert wheel.read_bytes() == (folder / wheel.name).read_bytes()
    assert name_release(wheel).startswith("1.10-")


def test_an_index_without_the_companion_is_reported(tmp_path: Path, index: tuple[Path, str]) -> None:
    with pytest.raises(InstallError, match="the newest version cannot be downloaded"):
        fetch_wheel(Target(), index[1], tmp_path / "got")
