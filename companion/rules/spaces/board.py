"""The board of Spaces: a hexagon of 150 triangles, five on each side, in three colours and black (SP-G of
docs/rulings).

Everything is computed from the points where triangles meet: point (i, j) is at (i + j/2, j * 0.8660), and a triangle is
the set of its three points. What the rules call "next", "straight across" and "centre" are reflections of triangles.
This module knows no pieces and no rules.

In the code of the rules, a space is a number in the order of `NAMES`: A1, A2, and so on to J11, with the black ones,
and CENTRE last. Only texts and tables use names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType

from companion.language import N_, Translated

SIDE = 5
"""How many triangles are on each side of the hexagon."""

ROWS = "ABCDEFGHIJ"

Vertex = tuple[int, int]
Triangle = frozenset[Vertex]

_ORIGIN = (0, 0)
_COLOURS = {(0, 1): "red", (1, 0): "green", (0, 0): "blue"}
"""The colours of the upright triangles (i, j), by (i mod 2, j mod 2). The combination that is missing is black."""


def _up(i: int, j: int) -> Triangle:
    return frozenset(((i, j), (i + 1, j), (i, j + 1)))


def _down(i: int, j: int) -> Triangle:
    return frozenset(((i + 1, j), (i, j + 1), (i + 1, j + 1)))


def _cubic(vertex: Vertex) -> tuple[int, int, int]:
    i, j = vertex
    return i, j, -i - j


def _on_board(triangle: Triangle) -> bool:
    return all(max(map(abs, _cubic(vertex))) <= SIDE for vertex in triangle)


def _triangles() -> Iterator[tuple[str, Triangle, str | None]]:
    """The name, the place and the colour of every triangle: rows from the top, each from the left."""
    for row, j in zip(ROWS, range(SIDE - 1, -SIDE - 1, -1), strict=True):
        number = 0
        for i in range(-2 * SIDE, 2 * SIDE):
            # A triangle that points down has the same class as the upright triangle that it meets tip to tip.
            for triangle, (ci, cj) in ((_up(i, j), (i, j)), (_down(i, j), (i + 1, j + 1))):
                if _on_board(triangle):
                    number += 1
                    yield f"{row}{number}", triangle, _COLOURS.get((ci % 2, cj % 2))


_ALL = tuple(_triangles())
_PLACES = tuple(triangle for _, triangle, _ in _ALL)
_NUMBER = {triangle: space for space, triangle in enumerate(_PLACES)}

CENTRE = len(_ALL)
"""The number of the black space in the middle of the hexagon around the centre. A pass counts it, but no piece stays on
it.
"""

NAMES = (*(name for name, _, _ in _ALL), "CENTRE")
INDEX: Mapping[str, int] = MappingProxyType({name: space for space, name in enumerate(NAMES)})

COLOURS = (*(colour for _, _, colour in _ALL), None)
"""For each space its colour; None for a black one."""

COLOUR_NAMES: Mapping[str, str] = Translated({"red": N_("red"), "green": N_("green"), "blue": N_("blue")})
"""The names of the colours for people."""

PLAYABLE = tuple(space for space, colour in enumerate(COLOURS) if colour)
"""The 114 spaces that are not black."""

HEXAGON = tuple(space for space, triangle in enumerate(_PLACES) if _ORIGIN in triangle)
"""The six triangles around the centre, two of each colour."""


def _across_corners(space: int) -> Iterator[int]:
    """The spaces that touch a space tip to tip. Those that touch it only in the middle of the board are left out."""
    for i, j in _PLACES[space]:
        facing = frozenset((2 * i - a, 2 * j - b) for a, b in _PLACES[space])
        if (i, j) != _ORIGIN and facing in _NUMBER:
            yield _NUMBER[facing]


STEPS = tuple(tuple(sorted(_across_corners(space))) if COLOURS[space] else () for space in range(len(NAMES)))
"""For each playable space, the spaces of the same colour that are one step away. Steps across the board's edge are left
out.
"""

Side = tuple[int, int]
"""A side of the hexagon: the cubic coordinate that is constant along it, and the sign of this coordinate."""


def _touched(space: int) -> Mapping[Side, int]:
    """The sides of the hexagon that a space touches, and with how many of its corners. With two, its flat edge is on
    the rim.
    """
    touched: dict[Side, int] = {}
    for vertex in _PLACES[space]:
        for axis, value in enumerate(_cubic(vertex)):
            if abs(value) == SIDE:
                side = axis, value // SIDE
                touched[side] = touched.get(side, 0) + 1
    return MappingProxyType(touched)


TOUCHED: tuple[Mapping[Side, int], ...] = (
    *(_touched(space) for space in range(CENTRE)),
    MappingProxyType({}),
)
"""For each space, the sides of the hexagon that it touches, and with how many corners. With two, its flat edge is on
the rim.
"""


def _straight_across(space: int, axis: int) -> int:
    """The mirror image of a space. The mirror is the middle line of the board that is parallel to a side."""

    def mirrored(vertex: Vertex) -> Vertex:
        a, b, c = (-value for value in _cubic(vertex))
        return ((a, c), (c, b), (b, a))[axis]

    return _NUMBER[frozenset(mirrored(vertex) for vertex in _PLACES[space])]


def _partner(space: int) -> int | None:
    for (axis, _), vertices in TOUCHED[space].items():
        if vertices == 2:
            across = _straight_across(space, axis)
            if COLOURS[space] and COLOURS[across] == COLOURS[space]:
                return across
    return None


PARTNER = tuple(_partner(space) for space in range(len(NAMES)))
"""For each space at the rim, the space straight across the board to which a step over the edge leads (SP-R5); None for
all others.
"""

WAYS = tuple(
    tuple(sorted((*steps, across))) if (across := PARTNER[space]) is not None else steps
    for space, steps in enumerate(STEPS)
)
"""For each space, all spaces to which one counted step leads. Steps over the edge are among them."""


def _stripe(side: Side) -> str:
    colours = {COLOURS[s] for s in PLAYABLE if TOUCHED[s].get(side) == 2 and PARTNER[s] is not None}
    (colour,) = colours
    assert colour is not None
    return colour


STRIPES: Mapping[Side, str] = MappingProxyType(
    {(axis, sign): _stripe((axis, sign)) for axis in range(3) for sign in (-1, 1)}
)
"""The colour of the stripe along each side. Opposite sides have the same colour."""


def facing_sides(a: int, b: int) -> Side | None:
    """A side that `a` touches while `b` touches the opposite side; None if there is none."""
    return next((side for side in TOUCHED[a] if (side[0], -side[1]) in TOUCHED[b]), None)
