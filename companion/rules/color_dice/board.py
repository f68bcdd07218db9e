"""Color Dice's colours, areas and cells (CD-G).

Each colour has an area of nine positions that are all alike, so an area is four counts. The outside around the areas
has no limits and is no cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from companion.language import N_, PlayerNames, Translated


class Colour(IntEnum):
    """A colour: of pawns, of their die, and of their home area."""

    RED = 0
    YELLOW = 1
    GREEN = 2
    BLUE = 3

    @property
    def word(self) -> str:
        """The colour's name in positions, moves and tables."""
        return self.name.lower()

    @property
    def label(self) -> str:
        """The colour's name for people, which is also the name of its player."""
        return PLAYER_NAMES[self.word]


PLAYER_NAMES: Mapping[str, str] = PlayerNames(
    {"red": N_("Red"), "yellow": N_("Yellow"), "green": N_("Green"), "blue": N_("Blue")}
)
_AREAS = {
    "red": N_("the red area"),
    "yellow": N_("the yellow area"),
    "green": N_("the green area"),
    "blue": N_("the blue area"),
}
AREA_NAMES: Mapping[str, str] = Translated(_AREAS)
PAWN_NAMES: Mapping[str, str] = Translated(
    {"red": N_("red pawn"), "yellow": N_("yellow pawn"), "green": N_("green pawn"), "blue": N_("blue pawn")}
)
DICE_NAMES: Mapping[str, str] = Translated(
    {"red": N_("red"), "yellow": N_("yellow"), "green": N_("green"), "blue": N_("blue")}
)
OFFER_NAMES: Mapping[str, str] = Translated({"done": N_("No more attacks")})
""""Done" is the button that every game has, so the end of the attacks is called otherwise."""

COLOURS: tuple[Colour, ...] = tuple(Colour)
WORDS: tuple[str, ...] = tuple(colour.word for colour in COLOURS)
BY_WORD: Mapping[str, Colour] = MappingProxyType({colour.word: colour for colour in COLOURS})

Place = Colour | None
"""Where a group comes from: an area, or the outside (None)."""

OUTSIDE = "outside"

PAWNS = 9
"""Pawns of each colour, and positions of each area."""

LOCKING = 7
"""This many pawns of one colour in an area of another neither move nor can be struck (CD-R14)."""

MOST_THROWS = 3
"""How often a die may be rolled in a turn (CD-R3)."""

AREA_CELLS: tuple[tuple[str, ...], ...] = tuple(
    tuple(f"{colour.word}{i}" for i in range(1, PAWNS + 1)) for colour in COLOURS
)
CELLS: tuple[str, ...] = tuple(cell for area in AREA_CELLS for cell in area)

PLACE_NAMES: Mapping[str, str] = Translated(
    {
        **_AREAS,
        **{cell: _AREAS[area] for area, cells in zip(WORDS, AREA_CELLS, strict=True) for cell in cells},
        OUTSIDE: N_("the outside"),
    }
)
"""What people call areas and cells: the positions inside an area are alike, so each is called like its area."""


def place_word(place: Place) -> str:
    """What moves call a place."""
    return OUTSIDE if place is None else place.word


def place_cells(place: Place) -> tuple[str, ...]:
    """The cells of a place; the outside has none."""
    return () if place is None else AREA_CELLS[place]
