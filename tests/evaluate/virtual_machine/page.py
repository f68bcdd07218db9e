"""docs/install.md as the evaluation follows it: its blocks of code in their order, and the words that people tap."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass
from typing import Literal

from tests.evaluate.renders import ROOT

PAGE = ROOT / "docs" / "install.md"

Kind = Literal["commands", "settings", "recipe"]

ON_THE_PC = {
    "scp -r companion pi@raspberrypi.local:companion",
    "git archive --prefix=companion/ -o companion.tar.gz HEAD",
}
"""What people do on their own computer. The evaluation brings the project into the machine instead."""

WITHOUT_NETWORK = {"sudo companion update --index"}
"""What cannot be tried in a machine without a network."""

IN_THE_MACHINE = {
    "cd companion",
    "sudo systemd/install --dry-run",
    "sudo make install",
    "sudo reboot",
    "sudo systemctl restart companion",
    "sudo companion doctor",
    "sudo apt install espeak-ng",
    "systemctl status companion",
    "journalctl -u companion -b",
    "companion config check",
    "sudo systemctl stop companion",
    "sudo systemctl start companion",
    "sudo -u companion companion journal list --data /var/lib/companion",
    "sudo companion update board_companion-1.1-py3-none-any.whl",
    "sudo companion rollback",
    "sudo make uninstall",
}
"""What is typed in the machine, as the page has it."""


@dataclass(frozen=True)
class Block:
    """One block of code: lines that belong together."""

    section: str
    """The heading above it."""
    kind: Kind
    lines: tuple[str, ...]
    """Without indentation, and commands without the explanations beside them."""


def read_blocks(page: str | None = None) -> tuple[Block, ...]:
    """The blocks of the page, in order."""
    text = PAGE.read_text(encoding="utf-8") if page is None else page
    found: list[Block] = []
    section = ""
    for part in text.split("\n\n"):
        if heading := re.search(r"^## (.+)$", part, re.MULTILINE):
            section = heading[1]
        lines = part.strip("\n").split("\n")
        if all(line.startswith("    ") for line in lines):
            found.append(_make_block(section, textwrap.dedent("\n".join(lines)).split("\n")))
    return tuple(found)


def _make_block(section: str, lines: list[str]) -> Block:
    if lines[0].startswith("["):
        return Block(section, "settings", tuple(lines))
    if lines[0].endswith(":"):
        return Block(section, "recipe", tuple(lines))
    return Block(section, "commands", tuple(re.split(r" {3,}", line)[0] for line in lines))


def find_words_to_tap(page: str | None = None) -> tuple[str, ...]:
    """What people tap for the first game, in order: the bold words of that section."""
    text = PAGE.read_text(encoding="utf-8") if page is None else page
    (section,) = re.findall(r"^## The first game\n(.*?)^## ", text, re.MULTILINE | re.DOTALL)
    return tuple(re.findall(r"\*\*(.+?)\*\*", section))
