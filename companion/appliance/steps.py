"""The steps of an installation. Each one says what it does, knows whether it is done already, and does it."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import Protocol

from companion.appliance.links import make_link, read_link
from companion.appliance.target import Target
from companion.language import _


class Step(Protocol):
    """One step of an installation."""

    def describe(self) -> str:
        """What the step does, in words: "write /etc/companion/companion.toml"."""

    def is_done(self) -> bool:
        """True if there is nothing to do."""

    def perform(self) -> None:
        """Does what the step says. Raises InstallError or OSError."""


@dataclass(frozen=True)
class WriteFile:
    """Writes a file of the system."""

    target: Target
    place: str
    """The path of the file, as the system sees it."""
    content: bytes
    keep: bool = False
    """True if a file that is there already stays unchanged, because people edit it."""

    def describe(self) -> str:
        return _("write {place}").format(place=self.place)

    def is_done(self) -> bool:
        path = self.target.path(self.place)
        if not path.is_file():
            return False
        return self.keep or path.read_bytes() == self.content

    def perform(self) -> None:
        path = self.target.path(self.place)
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f".{path.name}.part")
        part.write_bytes(self.content)
        part.chmod(0o644)
        part.replace(path)


@dataclass(frozen=True)
class MakeLink:
    """Makes a symbolic link, or changes where it leads."""

    target: Target
    place: str
    to: str
    """Where the link leads, as the system sees it."""

    def describe(self) -> str:
        return _("link {place} to {to}").format(place=self.place, to=self.to)

    def is_done(self) -> bool:
        return read_link(self.target.path(self.place)) == self.to

    def perform(self) -> None:
        path = self.target.path(self.place)
        path.parent.mkdir(parents=True, exist_ok=True)
        make_link(path, self.to)


@dataclass(frozen=True)
class RemoveFile:
    """Removes a file or a link."""

    target: Target
    place: str

    def describe(self) -> str:
        return _("remove {place}").format(place=self.place)

    def is_done(self) -> bool:
        return not os.path.lexists(self.target.path(self.place))

    def perform(self) -> None:
        self.target.path(self.place).unlink()


@dataclass(frozen=True)
class RunProgram:
    """Runs a program of the system, each time a step before has changed something."""

    target: Target
    command: tuple[str, ...]
    purpose: str

    def describe(self) -> str:
        return self.purpose

    def is_done(self) -> bool:
        return False

    def perform(self) -> None:
        self.target.run(*self.command, what=self.purpose)
