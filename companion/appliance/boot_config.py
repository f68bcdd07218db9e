"""Adds the lines to the Raspberry Pi's config.txt with which the firmware finds the camera and the display."""

from __future__ import annotations

import re
from dataclasses import dataclass

from companion.appliance.target import Target
from companion.language import _

PLACE = "/boot/firmware/config.txt"

BEGIN, END = "# companion: begin (made by its installer)", "# companion: end"

LINES = (
    ("camera_auto_detect=1", r"camera_auto_detect="),
    ("display_auto_detect=1", r"display_auto_detect="),
    ("dtoverlay=vc4-kms-v3d", r"dtoverlay=vc4-"),
)
"""For each line: the line, and the beginning of lines that mean the same. If the file has such a line, this one is not
added.
"""


@dataclass(frozen=True)
class AddBootLines:
    """Adds the missing lines in a block of their own."""

    target: Target

    def describe(self) -> str:
        return _("add to {place}: {lines} (needs a restart of the Pi)").format(
            place=PLACE, lines=", ".join(find_missing(self._read()))
        )

    def is_done(self) -> bool:
        return not self.target.path(PLACE).exists() or not find_missing(self._read())

    def perform(self) -> None:
        text = self._read()
        _replace(self.target, add_lines(text))

    def _read(self) -> str:
        return self.target.path(PLACE).read_text(encoding="utf-8", errors="surrogateescape")


@dataclass(frozen=True)
class RemoveBootLines:
    """Removes the block that the installer has added."""

    target: Target

    def describe(self) -> str:
        return _("remove the companion's lines from {place}").format(place=PLACE)

    def is_done(self) -> bool:
        path = self.target.path(PLACE)
        return not path.exists() or BEGIN not in path.read_text(encoding="utf-8", errors="surrogateescape")

    def perform(self) -> None:
        text = self.target.path(PLACE).read_text(encoding="utf-8", errors="surrogateescape")
        _replace(self.target, remove_lines(text))


def find_missing(text: str) -> list[str]:
    """Which of the lines a config.txt lacks."""
    return [line for line, start in LINES if not re.search(rf"^\s*{start}", text, re.MULTILINE)]


def add_lines(text: str) -> str:
    """The text with the missing lines in a block at its end. The block applies to every model ([all])."""
    before = remove_lines(text)
    missing = find_missing(before)
    if before and not before.endswith("\n"):
        before += "\n"
    return before + "\n".join((BEGIN, "[all]", *missing, END, "")) if missing else before


def remove_lines(text: str) -> str:
    """The text without the block that the installer has added."""
    return re.sub(rf"^{re.escape(BEGIN)}\n.*?^{re.escape(END)}\n", "", text, flags=re.MULTILINE | re.DOTALL)


def _replace(target: Target, text: str) -> None:
    # The boot partition is FAT, where a rename over a file is not atomic, so a copy of the old file stays until the new
    # one is written.
    path = target.path(PLACE)
    copy = path.with_name("config.txt.before-companion")
    copy.write_bytes(path.read_bytes())
    path.write_text(text, encoding="utf-8", errors="surrogateescape")
    copy.unlink()
