"""The symbol of each colour, for people who see no colours: the same on prints, on the screen and in texts."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

from companion.language import N_, Translated

Symbol = Literal["ring", "bar", "cross", "plus", "triangle", "square", "diamond", "dot", "star"]

SYMBOLS: Mapping[str, Symbol] = MappingProxyType(
    {
        "white": "diamond",
        "black": "cross",
        "gold": "dot",
        "silver": "bar",
        "red": "plus",
        "yellow": "star",
        "green": "square",
        "blue": "triangle",
    }
)
"""For each colour of pieces, its symbol.

The symbols of red, yellow, green and blue are on boards that people have printed. The prints also mark the colours of
spaces, by a dot, a ring and a bar. White and black pieces are used there, so they have other symbols.
"""

SYMBOL_NAMES: Mapping[str, str] = Translated(
    {
        "ring": N_("ring"),
        "bar": N_("bar"),
        "cross": N_("diagonal cross"),
        "plus": N_("cross"),
        "triangle": N_("triangle"),
        "square": N_("square"),
        "diamond": N_("diamond"),
        "dot": N_("dot"),
        "star": N_("star"),
    }
)
"""The name of each symbol for people."""


def find_colour(kind: str) -> str | None:
    """The colour word in the name of a kind of pieces; None if it has none."""
    return next((word for word in reversed(kind.lower().split("-")) if word in SYMBOLS), None)
