"""hardware/wiring.md says what companion/devices/pins.py says, and hardware/parts.md has a part for each line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion import config
from companion.devices.pins import BUTTON_PINS, DIE_PINS, GROUNDS, HEADER

HARDWARE = Path(__file__).parents[1] / "hardware"
WIRING = (HARDWARE / "wiring.md").read_text(encoding="utf-8")


def rows(head: str) -> list[list[str]]:
    """The cells of the table whose head begins with this cell."""
    lines = WIRING.splitlines()
    start = next(i for i, line in enumerate(lines) if line.startswith(f"| {head} |"))
    table = []
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        table.append([cell.strip() for cell in line.strip("|").split("|")])
    return table


def test_the_buttons_are_on_the_pins_that_are_shown() -> None:
    assert rows("button") == [[name, str(pin), str(HEADER[pin])] for name, pin in BUTTON_PINS.items()]


def test_the_lamps_are_on_the_pins_that_are_shown() -> None:
    first, second = DIE_PINS
    assert rows("pip") == [
        [pip.replace("_", " "), segment, str(one), str(HEADER[one]), str(other), str(HEADER[other])]
        for (pip, one), segment, other in zip(
            first.pips().items(), first.segments(), second.pips().values(), strict=True
        )
    ]


def test_the_grounds_are_as_shown() -> None:
    named = re.search(r"Ground is on header pins ([\d, and]+)\.", WIRING)
    assert named is not None
    assert tuple(map(int, re.findall(r"\d+", named[1]))) == GROUNDS


def test_what_the_page_says_to_write_into_the_settings_is_read(tmp_path: Path) -> None:
    (block,) = re.findall(r"(    \[die\]\n(?:    .+\n)+)", WIRING)
    (tmp_path / "companion.toml").write_text(block)
    read = config.load(tmp_path / "companion.toml")
    assert (read.die_uri, read.die_face, read.die_dice) == ("gpio", "segments", 1)


@pytest.mark.parametrize("page", ["wiring.md", "parts.md"])
def test_files_that_are_named_exist(page: str) -> None:
    text = (HARDWARE / page).read_text(encoding="utf-8")
    for name in re.findall(r"`((?:companion|firmware|hardware)/[\w./]+)`", text):
        assert (HARDWARE.parent / name).exists(), name
