"""The system on which the companion is installed: this computer, or a tree of files that will become the system of
another.
"""

from __future__ import annotations

import os
import shlex
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from companion.appliance.errors import InstallError
from companion.appliance.os_release import is_too_old, parse_os_release
from companion.language import _

Kind = Literal["lite", "desktop"]
"""`lite`: the companion draws on the bare panel. `desktop`: it starts in the session of the user who logs in."""


@dataclass(frozen=True)
class Target:
    """A system on which the companion is installed."""

    root: Path = Path("/")
    """Where its files are. This is not / while an image is being made."""
    home: Path | None = None
    """The home of the user, for an installation for one user without root; else None."""

    def path(self, place: str) -> Path:
        """Where this program finds a file of the system. place: the file's absolute path, as the system sees it."""
        return self.root / place.lstrip("/")

    @property
    def is_running(self) -> bool:
        """True if this is the running system, not a tree of files."""
        return self.root == Path("/")

    @property
    def program(self) -> str:
        """The folder of the companion's program, as the system sees it."""
        return str(self.home / ".local/share/companion-program") if self.home else "/opt/companion"

    @property
    def settings(self) -> str:
        """The companion's settings file, as the system sees it."""
        return f"{self.home}/.config/companion/companion.toml" if self.home else "/etc/companion/companion.toml"

    @property
    def data(self) -> str:
        """The folder of saved games, as the system sees it."""
        return f"{self.home}/.local/state/companion" if self.home else "/var/lib/companion"

    def run(self, *command: str, what: str) -> str:
        """Runs a program of the system, and returns what it prints. what: what could not be done, for the message of an
        error. Raises InstallError.
        """
        words = command if self.is_running else ("chroot", str(self.root), *command)
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive", "LC_ALL": "C.UTF-8"}
        try:
            ended = subprocess.run(
                words, capture_output=True, text=True, errors="replace", check=False, env=environment
            )
        except OSError as error:
            raise InstallError(
                _("{what}: '{command}' cannot be run: {reason}").format(
                    what=what, command=shlex.join(words), reason=error.strerror
                )
            ) from error
        if ended.returncode != 0:
            last = "\n".join((ended.stdout + ended.stderr).strip().splitlines()[-15:])
            raise InstallError(
                _("{what}: '{command}' failed:\n{output}").format(what=what, command=shlex.join(words), output=last)
            )
        return ended.stdout

    def is_raspberry_pi_os(self) -> bool:
        """True if this is Raspberry Pi OS, whose archive has the packages for the Pi's camera and pins."""
        return self.path("/etc/rpi-issue").exists()

    def find_kind(self) -> Kind:
        """Whether this system has a desktop."""
        boots_into = self.path("/etc/systemd/system/default.target")
        if boots_into.is_symlink() and boots_into.readlink().name == "multi-user.target":
            return "lite"
        return "desktop" if os.path.lexists(self.path("/etc/systemd/system/display-manager.service")) else "lite"

    def check(self) -> None:
        """Raises InstallError if the companion cannot run on this system. The message says what to do."""
        release = _read_os_release(self.path("/etc/os-release"))
        name = release.get("PRETTY_NAME") or release.get("NAME") or _("this system")
        family = {release.get("ID", ""), *release.get("ID_LIKE", "").split()}
        if not family & {"debian", "raspbian"} or release.get("ID") == "ubuntu":
            raise InstallError(
                _(
                    "{name} is not Raspberry Pi OS or Debian. Write Raspberry Pi OS (64-bit) on a card with Raspberry "
                    "Pi Imager. On this computer, 'make run' starts the companion without installing it"
                ).format(name=name)
            )
        if is_too_old(release):
            raise InstallError(
                _(
                    "{name} is too old: it has old versions of pygame and OpenCV. Write Raspberry Pi OS trixie "
                    "(64-bit) or a newer one on a card with Raspberry Pi Imager. Saved games are in "
                    "/var/lib/companion: copy them first"
                ).format(name=name)
            )
        if self.is_raspberry_pi_os() and not list(self.path("/usr/lib").glob("aarch64-linux-gnu")):
            raise InstallError(
                _(
                    "this is the 32-bit {name}: the companion needs the 64-bit one. Write Raspberry Pi OS (64-bit) on "
                    "a card with Raspberry Pi Imager"
                ).format(name=name)
            )


def _read_os_release(path: Path) -> Mapping[str, str]:
    """Reads os-release. Raises InstallError if the file is not there."""
    try:
        return parse_os_release(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise InstallError(
            _("{path} cannot be read ({reason}): is this a system of Linux?").format(path=path, reason=error.strerror)
        ) from error
