"""What a system says about itself in /etc/os-release, and the oldest one that the companion is installed on."""

from __future__ import annotations

import re
from collections.abc import Mapping

OLDEST_DEBIAN = 13
"""Trixie: the first Debian whose pygame and OpenCV are new enough."""

_LINE = re.compile(r"""^(\w+)=(["']?)(.*)\2\s*$""", re.MULTILINE)
_ESCAPED = re.compile(r"""\\([\\$"'`])""")


def parse_os_release(text: str) -> Mapping[str, str]:
    """The names and values in a text of lines like NAME="value"."""
    return {name: _ESCAPED.sub(r"\1", value) for name, _quote, value in _LINE.findall(text)}


def is_too_old(system: Mapping[str, str]) -> bool:
    """True if this system is older than `OLDEST_DEBIAN`. Debian's next release has no number yet, so it is not."""
    version = system.get("VERSION_ID", "")
    return version.isdecimal() and int(version) < OLDEST_DEBIAN
