"""Draws light and the make of the pieces at random, for games on the virtual table that the reader was not designed on.

Every pair of kinds stays different by what people tell apart at a glance, as the pieces of one set are.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from companion.virtual_table.look import Colour, Light, Material

_PALE: tuple[Colour, ...] = ((0.85, 0.84, 0.80), (0.72, 0.66, 0.52), (0.66, 0.50, 0.32), (0.55, 0.62, 0.50))
_DARK: tuple[Colour, ...] = ((0.02, 0.02, 0.02), (0.10, 0.06, 0.03), (0.16, 0.03, 0.03), (0.02, 0.05, 0.12))
_GOLD: tuple[Colour, ...] = ((0.72, 0.46, 0.08), (0.52, 0.34, 0.12), (0.80, 0.58, 0.10))
_SILVER: tuple[Colour, ...] = ((0.62, 0.64, 0.68), (0.44, 0.46, 0.50), (0.75, 0.76, 0.80))
_PAWNS: Mapping[str, Colour] = {
    "red": (0.55, 0.05, 0.05),
    "blue": (0.04, 0.12, 0.45),
    "green": (0.06, 0.34, 0.08),
    "yellow": (0.75, 0.55, 0.05),
}
_VARIATION = 0.15  # each colour is more or less by up to this part
_KELVIN = (2300.0, 8000.0)  # a warm bulb, and the sky in the shade
_SKY = (0.15, 1.0)  # how strong the light from all sides is, as a part of the main light
_MIN_BALANCED = 0.4  # cameras take away at least this part of the light's colour
_PAPER = (0.35, 0.8)  # how bright white paper is in the picture, as linear light


@dataclass(frozen=True)
class Look:
    """How a table looks."""

    light: str | Light
    """A light, or the name of one that the virtual table has."""
    materials: Mapping[str, Material] | None = None
    """The material of each kind, by its name; None for the usual ones."""


def draw_look(seed: int) -> Look:
    """A light, and pieces of one make."""
    random = np.random.default_rng([seed, 20])
    return Look(_draw_light(random), _draw_materials(random))


def _draw_light(random: np.random.Generator) -> Light:
    left = 1 - random.uniform(_MIN_BALANCED, 1.0)
    key = _draw_lamp_colour(random) ** left
    sky = _draw_lamp_colour(random) ** left * np.exp(random.uniform(*np.log(_SKY)))
    return Light(
        key=_as_colour(key),
        sky=_as_colour(sky),
        azimuth_deg=random.uniform(0, 360),
        elevation_deg=random.uniform(20, 75),
        softness=random.uniform(0.05, 0.6),
        fall=random.uniform(0.0, 0.45),
        noise=random.uniform(1.0, 5.0),
        exposure=random.uniform(*_PAPER) / float((key + sky)[1]),
    )


def _draw_materials(random: np.random.Generator) -> Mapping[str, Material]:
    gloss, polish = random.uniform(0.05, 1.0), np.exp(random.uniform(np.log(30), np.log(350)))

    def choose(colours: tuple[Colour, ...]) -> Material:
        return _vary(random, colours[random.integers(len(colours))], gloss, polish)

    gold, silver = choose(_GOLD), choose(_SILVER)
    made = {"white": choose(_PALE), "black": choose(_DARK), "gold": gold, "silver": silver}
    made |= {"antipode-gold": _make_matt(gold), "antipode-silver": _make_matt(silver)}
    return made | {kind: _vary(random, colour, gloss, polish) for kind, colour in _PAWNS.items()}


def _vary(random: np.random.Generator, colour: Colour, gloss: float, polish: float) -> Material:
    factors = random.uniform(1 - _VARIATION, 1 + _VARIATION, 3)
    return Material(_as_colour(np.clip(np.array(colour) * factors, 0, 1)), gloss, polish)


def _make_matt(material: Material) -> Material:
    return Material(material.colour, 0.15, 40)


def _draw_lamp_colour(random: np.random.Generator) -> NDArray[np.float64]:
    """(3,) red, green and blue as linear light of a black body, with green as 1: a fit within a few percent."""
    x = random.uniform(*np.log(_KELVIN)) - np.log(6500)
    return np.array([np.exp(-0.62 * x), 1.0, np.exp((1.45 if x < 0 else 0.62) * x)])


def _as_colour(values: NDArray[np.float64]) -> Colour:
    red, green, blue = values.tolist()
    return red, green, blue
