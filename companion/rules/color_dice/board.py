"""Color Dice's colours, areas and cells (CD-G).

Each colour has an area of nine positions. They are all alike, so an area is described by four counts, one for each
colour of pawns. The space around the areas ("outside") has no limits and is no cell.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import IntEnum
from types import MappingProxyType

from companion.language import N_, PlayerNames, Translated


class Colour(IntEnum):
    """One of the four colours. Pawns, a die and a home area have it."""

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
"""A place that pawns can come from: an area, or the space outside (None)."""

OUTSIDE = "outside"

PAWNS = 9
"""How many pawns of each colour there are, and how many positions each area has."""

LOCKING = 7
"""If an area has this many pawns of another colour, these pawns cannot move and nobody can strike them (CD-R14)."""

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
"""The names of areas and cells for people. All positions of an area are alike, so each has the area's name."""


def place_word(place: Place) -> str:
    """The name of a place in the texts of moves."""
    return OUTSIDE if place is None else place.word


def place_cells(place: Place) -> tuple[str, ...]:
    """The cells of a place. The space outside has none."""
    return () if place is None else AREA_CELLS[place]
