"""The environment of Python in which the companion runs. Each version has one of its own.

The system's own Python makes the environment, which also sees the system's packages. pip installs only what the system
does not have, and never replaces a package of the system.

A new environment is made beside the one in use and tried out. Only then the link `current` leads to it. The one before
stays, as `previous`.
"""

from __future__ import annotations

import hashlib
import re
import shutil
import zipfile
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from companion.appliance.errors import InstallError
from companion.appliance.links import make_link, read_link
from companion.appliance.packages import PI_MODULES, PIP_MODULES, SYSTEM_MODULES, list_pins
from companion.appliance.target import Target
from companion.language import _

WHOLE = "whole"
"""The name of a file that an environment gets when everything in it has been installed and tried out."""

PARTS = ("companion", "vision", "pyproject.toml", "constraints.txt", "README.md", "LICENSE")
"""The files and folders of the sources that are installed."""

TRY_OUT = """
import importlib, sys
own = sys.prefix
for name in {modules!r}:
    place = importlib.import_module(name).__file__
    if place.startswith(own) != (name in {from_pip!r}):
        sys.exit(name + " is loaded from " + place)
"""
"""A program that loads every module of the companion. It ends with a message if one comes from the wrong place."""


def list_files(source: Path) -> Iterator[Path]:
    """The files that are installed, sorted, without the caches that Python makes of them."""
    for part in PARTS:
        place = source / part
        files = [place] if place.is_file() else sorted(path for path in place.rglob("*") if path.is_file())
        yield from (path for path in files if "__pycache__" not in path.parts)


def name_release(source: Path) -> str:
    """The name of a version: its number, and a digest of all its files.

    source: a folder or a wheel. Raises InstallError if it is no version of the companion.
    """
    if source.is_file():
        return _name_wheel(source)
    version = re.search(r'^version = "([\w.]+)"', (source / "pyproject.toml").read_text(encoding="utf-8"), re.MULTILINE)
    if version is None:
        raise InstallError(_("{path} does not say which version this is").format(path=source / "pyproject.toml"))
    digest = hashlib.sha256()
    for path in list_files(source):
        digest.update(f"{path.relative_to(source)}\0{path.stat().st_size}\0".encode())
        digest.update(path.read_bytes())
    return f"{version[1]}-{digest.hexdigest()[:12]}"


def _name_wheel(wheel: Path) -> str:
    named = re.fullmatch(r"board_companion-([\w.]+)-py3-none-any\.whl", wheel.name)
    if named is None or not zipfile.is_zipfile(wheel):
        raise InstallError(
            _("{file} is not a wheel of the companion, as in board_companion-1.0-py3-none-any.whl").format(file=wheel)
        )
    return f"{named[1]}-{hashlib.sha256(wheel.read_bytes()).hexdigest()[:12]}"


@dataclass(frozen=True)
class MakeEnvironment:
    """Makes the environment of a version and tries it out. One that was left unfinished is made again."""

    target: Target
    source: Path
    """The folder of the project, or a wheel."""
    release: str
    """The name of the environment's folder."""
    wheels: Path | None = None
    """A folder with packages for pip, for a computer without a network; None to get them from the network."""

    def describe(self) -> str:
        return _("make the environment {place}").format(place=self._place)

    def is_done(self) -> bool:
        return self.target.path(f"{self._place}/{WHOLE}").exists()

    def perform(self) -> None:
        place, run = self._place, self.target.run
        folder = self.target.path(place)
        if folder.exists():
            shutil.rmtree(folder)
        folder.parent.mkdir(parents=True, exist_ok=True)
        what = _("the environment {place} cannot be made").format(place=place)
        run("/usr/bin/python3", "-m", "venv", "--system-site-packages", place, what=what)
        if self.source.is_file():
            package = f"{place}/source/{self.source.name}"
            _copy(self.source, folder / "source" / self.source.name)
        else:
            package = f"{place}/source"
            for file in list_files(self.source):
                _copy(file, folder / "source" / file.relative_to(self.source))
        install = (f"{place}/bin/pip", "install", "--disable-pip-version-check", "--no-input", "-q", "--no-deps")
        offline: tuple[str, ...] = ()
        if self.wheels is not None:
            offline = ("--no-index", "--find-links", f"{place}/source/wheels")
            for file in self.wheels.glob("*.whl"):
                _copy(file, folder / "source" / "wheels" / file.name)
        # Nothing is compiled: that would need a compiler, and minutes on a Pi.
        run(*install, *offline, "--only-binary=:all:", *list_pins(), what=what)
        run(*install, "--no-build-isolation", package, what=what)
        shutil.rmtree(folder / "source")
        self._try_out()
        (folder / WHOLE).touch()

    @property
    def _place(self) -> str:
        return f"{self.target.program}/{self.release}"

    def _try_out(self) -> None:
        pi = PI_MODULES if self.target.is_raspberry_pi_os() else ()
        script = TRY_OUT.format(modules=(*SYSTEM_MODULES, *pi, *PIP_MODULES), from_pip=PIP_MODULES)
        what = _("the new environment does not work, so the one before stays in use")
        self.target.run(f"{self._place}/bin/python", "-c", script, what=what)
        self.target.run(f"{self._place}/bin/companion", "play", "--help", what=what)


@dataclass(frozen=True)
class UseEnvironment:
    """Lets the link `current` lead to an environment, and `previous` to the one before. Removes older environments."""

    target: Target
    release: str

    def describe(self) -> str:
        return _("use {place}").format(place=f"{self.target.program}/{self.release}")

    def is_done(self) -> bool:
        return read_link(self._folder / "current") == self.release

    def perform(self) -> None:
        before = read_link(self._folder / "current")
        if before is not None:
            make_link(self._folder / "previous", before)
        make_link(self._folder / "current", self.release)
        for other in sorted(self._folder.iterdir()):
            if other.is_dir() and not other.is_symlink() and other.name not in (before, self.release):
                shutil.rmtree(other)

    @property
    def _folder(self) -> Path:
        return self.target.path(self.target.program)


@dataclass(frozen=True)
class RemoveEnvironments:
    """Removes all environments."""

    target: Target

    def describe(self) -> str:
        return _("remove {place}").format(place=self.target.program)

    def is_done(self) -> bool:
        return not self.target.path(self.target.program).exists()

    def perform(self) -> None:
        shutil.rmtree(self.target.path(self.target.program))


def _copy(file: Path, to: Path) -> None:
    to.parent.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(file, to)
