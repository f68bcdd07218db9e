"""Sound: is there a card? Nothing in the companion needs one yet."""

from __future__ import annotations

import re
from collections.abc import Iterator

from companion.config import Settings
from companion.doctor.finding import Check, Finding
from companion.doctor.machine import Machine
from companion.language import N_, _


def check(machine: Machine, settings: Settings) -> Iterator[Finding]:
    """Names the sound cards that the kernel knows."""
    cards = re.findall(r"^ *\d+ \[.*?\]: .*? - (.+)$", machine.read("/proc/asound/cards") or "", re.MULTILINE)
    if not cards:
        yield Finding("absent", _("there is no sound card"))
    for card in cards:
        yield Finding("good", card)


CHECK = Check(90, N_("sound"), check)
