"""Keeps which piece or cell the players ask about while a hint is shown. It only moves this focus; the words are found
elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from companion.rules.core import Hint, Hints, Info


@dataclass(frozen=True, slots=True)
class HintFocus:
    """What a hint is about."""

    cell: str
    """The cell of the piece that the hint is about, or a cell on which a piece may be placed. An area, if the game's
    hints name areas.
    """
    to: str | None = None
    """If people have asked if this piece can go to a certain cell: that cell."""


def can_act(ways: tuple[Hint, ...]) -> bool:
    """True if the piece of a cell can do something."""
    return any(way.to is not None or way.takes for way in ways)


def is_placement(cell: str, ways: tuple[Hint, ...]) -> bool:
    """True if a piece may be placed on the cell."""
    return any(way.to == cell for way in ways)


def list_askable(info: Info) -> tuple[str, ...]:
    """What people can ask about: every cell or, if the game's hints name areas, every area."""
    return tuple(info.areas) or (*info.cells, *info.passed_over)


def list_hinted_pieces(hints: Hints) -> tuple[str, ...]:
    """The cells of the pieces that the hints are about."""
    return tuple(cell for cell, ways in hints.cells.items() if ways and not is_placement(cell, ways))


def list_regions(hints: Hints) -> tuple[tuple[str, ...], ...]:
    """The cells where pieces may be placed, in groups. Cells with the same reason are in one group."""
    regions: dict[str, list[str]] = {}
    for cell, ways in hints.cells.items():
        if is_placement(cell, ways):
            regions.setdefault(ways[0].why, []).append(cell)
    return tuple(map(tuple, regions.values()))


def list_stops(hints: Hints) -> tuple[HintFocus, ...]:
    """What the hint button shows, one after the other: each piece that can move, then each group of cells for
    placing.
    """
    return tuple(_stops(hints))


def _stops(hints: Hints) -> Iterator[HintFocus]:
    for cell, ways in hints.cells.items():
        if can_act(ways) and not is_placement(cell, ways):
            yield HintFocus(cell)
    for region in list_regions(hints):
        yield HintFocus(region[0])


def find_next_stop(hints: Hints, focus: HintFocus | None) -> HintFocus | None:
    """What comes after this focus; None after the last. If there is no focus yet, the first."""
    stops = list_stops(hints)
    if focus is None:
        return stops[0] if stops else None
    group = next((region for region in list_regions(hints) if focus.cell in region), (focus.cell,))
    at = next((i for i, stop in enumerate(stops) if stop.cell in group), -1)
    return stops[at + 1] if at + 1 < len(stops) else None


def move_focus(focus: HintFocus | None, cell: str, hints: Hints) -> HintFocus | None:
    """The focus after a tap on a cell. A second tap on the same cell takes the focus away."""
    if focus is not None and cell in (focus.cell, focus.to):
        return None if focus.to is None or cell == focus.cell else HintFocus(focus.cell)
    ways = hints.cells.get(cell, ())
    if ways and not is_placement(cell, ways):
        return HintFocus(cell)
    of_piece = hints.cells.get(focus.cell, ()) if focus is not None else ()
    if focus is not None and of_piece and not is_placement(focus.cell, of_piece):
        return HintFocus(focus.cell, cell)
    return HintFocus(cell)
