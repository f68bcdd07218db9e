"""How things on the table look: the materials of pieces, the light, and the colours of hands."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

Colour = tuple[float, float, float]
"""Red, green and blue as linear light, from 0 to 1."""


@dataclass(frozen=True, slots=True)
class Material:
    """The surface of a piece."""

    colour: Colour
    """How much light of each colour the surface reflects in all directions."""

    gloss: float
    """How much the surface mirrors, from 0 to 1."""

    polish: float
    """How small the highlight on it is: the exponent of Blinn and Phong."""


MATERIALS: Mapping[str, Material] = MappingProxyType(
    {
        "white": Material((0.82, 0.80, 0.74), 0.35, 60),
        "black": Material((0.025, 0.025, 0.03), 0.35, 60),
        "gold": Material((0.72, 0.46, 0.08), 1.0, 350),
        "silver": Material((0.62, 0.64, 0.68), 1.0, 350),
        "antipode-gold": Material((0.75, 0.50, 0.06), 0.15, 40),
        "antipode-silver": Material((0.66, 0.67, 0.70), 0.15, 40),
        "red": Material((0.62, 0.04, 0.04), 0.35, 60),
        "blue": Material((0.03, 0.10, 0.50), 0.35, 60),
        "green": Material((0.04, 0.38, 0.08), 0.35, 60),
        "yellow": Material((0.80, 0.62, 0.03), 0.35, 60),
    }
)
"""The material of a kind of piece, by the kind's name or the colour in it: glass for gold and silver, plastic for
others.
"""


def find_material(kind: str) -> Material:
    """The material of a kind of piece. Raises KeyError for a name without a known colour."""
    for name in (kind, *reversed(kind.split("-"))):
        if name in MATERIALS:
            return MATERIALS[name]
    raise KeyError(f"the virtual table cannot draw {kind!r}: its name has none of the colours {', '.join(MATERIALS)}")


@dataclass(frozen=True, slots=True)
class Light:
    """The light on the table. Its colours are parts of what white paper reflects into the picture."""

    key: Colour
    """The colour of the main light."""

    sky: Colour
    """The colour of the light from all sides."""

    azimuth_deg: float
    """The direction from which the main light comes, clockwise from the far side of the board."""

    elevation_deg: float
    """How high above the table the main light is, as an angle."""

    softness: float
    """How soft shadows are: mm of soft edge for each mm that the thing is high."""

    fall: float
    """The part of the main light that is lost from one side of the board to the other."""

    noise: float
    """How strong the sensor's noise is, as a standard deviation in steps of the picture (0 to 255)."""

    exposure: float = 0.72
    """How bright the picture is."""


LIGHTS: Mapping[str, Light] = MappingProxyType(
    {
        "daylight": Light((0.52, 0.56, 0.60), (0.40, 0.44, 0.50), 300, 42, 0.45, 0.22, 1.7),
        "lamp": Light((0.86, 0.63, 0.33), (0.23, 0.17, 0.095), 40, 58, 0.12, 0.40, 1.7),
        "dim": Light((0.66, 0.54, 0.38), (0.26, 0.21, 0.15), 340, 52, 0.22, 0.30, 5.0, 0.55),
    }
)
"""Lights that people really have: a window, a lamp beside the table, an evening."""

SKINS: tuple[Colour, ...] = ((0.55, 0.33, 0.24), (0.23, 0.12, 0.08), (0.70, 0.48, 0.38))
"""Colours of hands."""

SLEEVES: tuple[Colour, ...] = ((0.06, 0.09, 0.16), (0.30, 0.30, 0.28), (0.22, 0.05, 0.05))
"""Colours of sleeves, one for each colour of hands."""
