"""Replaces an installed companion with another version, and goes back to the version before.

The new version gets an environment of its own and is tried out there. Only then the link `current` leads to it. So a
version that does not work is never used, and after a power cut the old or the new one is there.
"""

from __future__ import annotations

import sys
from pathlib import Path

from companion.appliance.environment import WHOLE, MakeEnvironment, UseEnvironment, name_release
from companion.appliance.errors import InstallError
from companion.appliance.links import read_link
from companion.appliance.target import Target
from companion.language import _

PACKAGE = "board-companion"
"""The companion's name in a package index, such as pip uses."""


def find_installation(prefix: Path, home: Path) -> Target:
    """The installation that a program belongs to.

    prefix: the environment that the program runs in. home: where an installation for one user would be. Raises
    InstallError if the program belongs to none.
    """
    for target in (Target(), Target(home=home)):
        if prefix.resolve().parent == target.path(target.program):
            return target
    raise InstallError(
        _(
            "this companion was not installed with 'sudo make install', so there is nothing to update: run the one "
            "that was (/usr/local/bin/companion), or install it first"
        )
    )


def install_version(target: Target, wheel: Path, wheels: Path | None = None) -> bool:
    """Installs a version, tries it out and uses it from now on. True if it was not in use before.

    wheel: the file of the version. wheels: a folder with packages for pip; None to get them from the network. Raises
    InstallError.
    """
    release = name_release(wheel)
    make, use = MakeEnvironment(target, wheel, release, wheels), UseEnvironment(target, release)
    if use.is_done():
        return False
    if not make.is_done():
        make.perform()
    use.perform()
    return True


def fetch_wheel(target: Target, index: str | None, folder: Path) -> Path:
    """The newest version, downloaded into a folder. index: the address of a package index; None for pip's own."""
    where = () if index is None else ("--index-url", index)
    what = _("the newest version cannot be downloaded")
    options = ("--disable-pip-version-check", "--no-input", "-q", "--no-deps", "--only-binary", PACKAGE)
    target.run(sys.executable, "-m", "pip", "download", *options, *where, "-d", str(folder), PACKAGE, what=what)
    found = sorted(folder.glob("*.whl"))
    if not found:
        raise InstallError(_("the newest version cannot be downloaded: there is no wheel of it"))
    return found[0]


def roll_back(target: Target) -> str:
    """Goes back to the version before, and returns its name. A second call goes forward again. Raises InstallError."""
    folder = target.path(target.program)
    before = read_link(folder / "previous")
    if before is None or not (folder / before / WHOLE).exists():
        raise InstallError(_("there is no version before this one"))
    UseEnvironment(target, before).perform()
    return before
