"""Reads what a system says about itself in /etc/os-release, and knows the oldest system that is good enough."""

from __future__ import annotations

import re
from collections.abc import Mapping

OLDEST_DEBIAN = 13
"""Debian 13 ("Trixie") is the first whose pygame and OpenCV are new enough."""

_LINE = re.compile(r"""^(\w+)=(["']?)(.*)\2\s*$""", re.MULTILINE)
_ESCAPED = re.compile(r"""\\([\\$"'`])""")


def parse_os_release(text: str) -> Mapping[str, str]:
    """The names and values in the text of an os-release file, whose lines are like NAME="value"."""
    return {name: _ESCAPED.sub(r"\1", value) for name, _quote, value in _LINE.findall(text)}


def is_too_old(system: Mapping[str, str]) -> bool:
    """True if a system is older than `OLDEST_DEBIAN`. Debian's next release has no number yet, and counts as new."""
    version = system.get("VERSION_ID", "")
    return version.isdecimal() and int(version) < OLDEST_DEBIAN
