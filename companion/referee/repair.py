"""Finds how to get from the table that the camera sees to the table that should be there, one action of a hand at a
time.

It is used for repairing an illegal table, for setting up, and for putting a table back. It knows only pieces and
places, and does not judge if a table is right.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Protocol

from companion.language import _, to_english
from companion.values.views import Do, Step

Table = Mapping[str, tuple[str, ...]]
"""The pieces on the board: for each cell the kinds of its pieces, from bottom to top."""

Places = Mapping[str, tuple[float, float]]
"""Each cell's middle in mm. Of several repairs, people get the one with the shortest ways."""


class Kinds(Protocol):
    """What a repair must know about a game: the names of pieces and cells, and which pieces have two sides."""

    @property
    def kind_names(self) -> Mapping[str, str]: ...
    @property
    def sides(self) -> Mapping[str, str]: ...
    def cell_name(self, cell: str, kind: str = "") -> str: ...


Carried = tuple[str, str, str]
"""A piece that goes to another cell: its kind, the cell it leaves, the cell it goes to."""


def repair(
    seen: Table, wanted: Table, info: Kinds, places: Places, carried: Iterable[Carried] = ()
) -> tuple[Step, ...]:
    """Steps that turn `seen` into `wanted`, in an order in which people can do them.

    First come pieces that are turned over where they are, then pieces that only change their cell (nearest first), then
    pieces that leave the board, then pieces from the box. A cell is cleared before another piece is put into it.
    carried: pieces that must go from a certain cell to another; `list_differences` must list both ends.
    """
    extra, missing = list_differences(seen, wanted)
    steps: list[Step] = []
    moves: list[tuple[str, str, str, str]] = []
    for kind, start, end in carried:
        extra.remove((kind, start))
        missing.remove((kind, end))
        moves.append((kind, kind, start, end))

    for kind, cell in list(extra):
        other = info.sides.get(kind)
        if other is not None and (other, cell) in missing:
            steps.append(_step(info, "flip", other, cell, cell))
            extra.remove((kind, cell))
            missing.remove((other, cell))

    moves += _pair(extra, missing, info, places)
    steps += [_step(info, "take", kind, cell, None) for kind, cell in extra]
    steps += _in_order(moves, info)
    steps += [_step(info, "put", kind, None, cell) for kind, cell in missing]
    return tuple(steps)


def list_differences(seen: Table, wanted: Table) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """The pieces that are too many, and the pieces that are missing. Each has its kind and its cell, and is listed as
    often as it occurs.
    """
    extra: list[tuple[str, str]] = []
    missing: list[tuple[str, str]] = []
    for cell in sorted({*seen, *wanted}):
        here, there = Counter(seen.get(cell, ())), Counter(wanted.get(cell, ()))
        extra += [(kind, cell) for kind in (here - there).elements()]
        missing += [(kind, cell) for kind in (there - here).elements()]
    return extra, missing


def count_kinds(table: Table) -> Counter[str]:
    """How many pieces of each kind a table has."""
    return Counter(kind for pieces in table.values() for kind in pieces)


def list_differing(one: Table, other: Table) -> list[str]:
    """The cells that differ between two tables, by name."""
    return [cell for cell in sorted({*one, *other}) if one.get(cell, ()) != other.get(cell, ())]


def _pair(
    extra: list[tuple[str, str]], missing: list[tuple[str, str]], info: Kinds, places: Places
) -> list[tuple[str, str, str, str]]:
    """Pairs of a piece that is too many and one that is missing, nearest first: kind now, kind wanted, from, to. The
    pairs are removed from `extra` and `missing`.
    """

    def far(start: str, end: str) -> float:
        return math.dist(places[start], places[end]) if start in places and end in places else math.inf

    candidates = sorted(
        (kind != want, far(start, end), start, end, kind, want)
        for kind, start in set(extra)
        for want, end in set(missing)
        if kind == want or info.sides.get(kind) == want
    )
    moves: list[tuple[str, str, str, str]] = []
    for _turned, _distance, start, end, kind, want in candidates:
        while (kind, start) in extra and (want, end) in missing:
            extra.remove((kind, start))
            missing.remove((want, end))
            moves.append((kind, want, start, end))
    return moves


def _in_order(moves: list[tuple[str, str, str, str]], info: Kinds) -> list[Step]:
    """The moves, in an order in which no piece is put on one that must still leave. If moves form a ring, one piece
    goes through the box.
    """
    steps: list[Step] = []
    held: list[Step] = []
    leaving = Counter(start for _, _, start, _ in moves)
    left = list(moves)
    while left:
        free = next((m for m in left if not leaving[m[3]]), None)
        kind, wanted, start, end = free or left[0]
        left.remove((kind, wanted, start, end))
        leaving[start] -= 1
        if free is None:
            steps.append(_step(info, "take", kind, start, None))
            held.append(_step(info, "put", wanted, None, end))
        else:
            steps.append(_step(info, "move", kind, start, end))
            if wanted != kind:
                steps.append(_step(info, "flip", wanted, end, end))
    return steps + held


def _step(info: Kinds, do: Do, kind: str, start: str | None, end: str | None) -> Step:
    # Translators: {piece} is the name of a piece, such as "white checker"; {start} and {end} are cells.
    name = info.kind_names.get(kind, kind)
    here, there = ("" if cell is None else info.cell_name(cell, kind) for cell in (start, end))
    match do:
        case "flip":
            text = _("Turn over the piece on {start}, so that it shows the {piece}")
            return Step(text.format(start=here, piece=name), "flip", kind, start, end)
        case "take":
            text = _("Take the {piece} off {start}")
            return Step(text.format(piece=name, start=here), "take", kind, start, None)
        case "put":
            # Translators: "an" and "a" only differ in English; translate both messages in the same way.
            text = _("Put an {piece} on {end}") if to_english(name)[0] in "aeiouAEIOU" else _("Put a {piece} on {end}")
            return Step(text.format(piece=name, end=there), "put", kind, None, end)
        case "move":
            text = _("Move the {piece} from {start} to {end}")
            return Step(text.format(piece=name, start=here, end=there), "move", kind, start, end)
