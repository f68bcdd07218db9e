"""Doubts pieces whose colours do not fit each other, and empty cells in the colours of pieces."""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set

import numpy as np

from vision.observation import EMPTY, Reading
from vision.reader.colours import kind_assignment
from vision.reader.colours.appearance import Look, find_hue
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust.doubt import doubt_cells
from vision.reader.places.atlas import Floats

_MAX_HUE_GAP, _MIN_ALIKE = 0.7, 4
"""How far the hue of a second piece may be from the median of its kind (logarithms of the channels, less their mean),
and how many pieces of a kind are compared. One piece alone may mirror something coloured. On photographs of 20
repainted boards, two pieces that surely had one kind were at most 0.62 away, printed discs that seemed to be pieces
1.0.
"""

_MIN_HUE_GAP, _MIN_COLOUR_GAP = 0.25, 0.4
"""Pieces that seem to be of one kind may be in two groups with a gap between their hues, of at least the first value.
Where all pieces seem to have one colour, the gap between their colours is at least the second one (logarithms).
"""

_MIN_GAP_WIDTHS, _MIN_GROUP_WIDTH, _LEAST_GROUP = 10.0, 0.02, 2
"""Such a gap is this many times as wide as the median distance of the pieces from the middle of their group, which
counts as at least the second value. Each group has at least two pieces. On 765 photographs of repainted boards, 12 had
such groups; in 9 of these some of the pieces were print, and in two some had the wrong kind.
"""

_MAX_SHADE_GAP = 0.6
"""The brightness (a logarithm) of pieces that seem to be of one kind may have a gap of this width. On photographs of 39
repainted boards, it was wider for 11 kinds, not counting those of strong colours. In 9 of these, some of the pieces
were of another kind, or print.
"""

_MAX_ANY_SHADE_GAP = 1.0
"""If the brightness of pieces of a kind has a gap wider than this, the kinds are mixed up, perhaps with print, and no
piece of the picture is sure. On 180 photographs of 60 repainted boards, 15 had such a gap; in 14 of these some of the
pieces were of another kind, or print.
"""

_MAX_PIECE_GAP, _MIN_ALIKE_PIECES, _MAX_MINORITY = 0.25, 2, 0.4
"""An empty cell has the colour of pieces if it is at most this far (logarithms) from the median of those cells that
seem to hold a kind, if they are at least this many. If at most this part of the empty cells has it, these may hold
pieces of this kind: flat ones look like printed discs from straight above. On 270 photographs of repainted boards, 59
of 16,465 sure cells were such cells; 13 of these held a piece.
"""

_MAX_DOUBTED_PART = 0.5
"""If more than this part of the cells that seem to hold a kind is unsure, what looks like it is often print, and none
is sure. On 456 photographs of repainted boards without a hand, read with nothing learned, 4 of 231 such sure cells were
wrong, and none of 4,869 that held other kinds.
"""

_MIN_LONE_CELLS = 8
"""If at least this many cells hold pieces, it is rare that all of them have one colour: in games, both players have
pieces then. In too much light all colours look alike.
"""


def doubt_mixed_hues(reading: Reading, colours: Mapping[str, Floats], vivid: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: if sure pieces of one kind have several hues, some of them are
    print, and none is sure. colours: (3,) the colour of what each cell holds, a logarithm (see `appearance`). vivid:
    the kinds of strong colours; their hues become pale in a shade, so they may well be in two groups.
    """
    doubted: set[str] = set()
    sure = {name: cell.best[0] for name, cell in reading.cells.items() if not cell.unsure and cell.best != EMPTY}
    for kind in set(sure.values()):
        alike = [name for name in sure if sure[name] == kind]
        if len(alike) < _MIN_ALIKE:
            continue
        hue = find_hue(np.stack([colours[name] for name in alike]))
        away = np.sort(np.linalg.norm(hue - np.median(hue, axis=0), axis=1))
        if away[-2] > _MAX_HUE_GAP or (kind not in vivid and _are_two_groups(hue, _MIN_HUE_GAP)):
            doubted.update(alike)
    return doubt_cells(reading, doubted)


def doubt_kinds_in_doubt(reading: Reading) -> Reading:
    """The reading of a picture with an unknown print: if most cells that seem to hold a kind are unsure, none of them
    is sure.
    """
    doubted: set[str] = set()
    held = {name: cell for name, cell in reading.cells.items() if cell.likely and not cell.covered}
    for kind in {cell.best[0] for cell in held.values()} - {None}:
        alike = {name for name, cell in held.items() if cell.best[0] == kind}
        if sum(held[name].unsure for name in alike) > _MAX_DOUBTED_PART * len(alike):
            doubted |= alike
    return doubt_cells(reading, doubted)


def doubt_kinds_of_two_shades(reading: Reading, shown: Mapping[str, Floats], vivid: Set[str]) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: if some pieces of a kind seem to be
    much darker than the others, none is sure. In too much light, or in a shadow, they may be of another kind.

    shown: (3,) the colour of what each cell holds, a logarithm. vivid: the kinds of strong colours, whose hues tell
    them apart.
    """
    gaps = _measure_shade_gaps(reading, shown, vivid)
    return doubt_cells(reading, {name for name, gap in gaps.items() if gap > _MAX_SHADE_GAP})


def find_mixed_up(reading: Reading, shown: Mapping[str, Floats], vivid: Set[str]) -> set[str]:
    """The cells that seem to hold pieces, if the kinds are mixed up: some pieces of a kind seem to be far darker than
    the others, because they are of another kind, or print. Else none. The arguments are those of
    `doubt_kinds_of_two_shades`.
    """
    gaps = _measure_shade_gaps(reading, shown, vivid)
    return set(_list_held(reading)) if max(gaps.values(), default=0.0) > _MAX_ANY_SHADE_GAP else set()


def _measure_shade_gaps(reading: Reading, shown: Mapping[str, Floats], vivid: Set[str]) -> dict[str, float]:
    """For each cell that seems to hold a piece of a kind that is not `vivid`: how wide the widest gap in the brightness
    of this kind is (a logarithm). shown: as for `doubt_kinds_of_two_shades`.
    """
    held, gaps = _list_held(reading), dict[str, float]()
    for kind in set(held.values()) - vivid:
        alike = [name for name in held if held[name] == kind]
        levels = np.sort([shown[name].mean() for name in alike])
        gaps |= dict.fromkeys(alike, float(np.diff(levels).max(initial=0.0)))
    return gaps


def _list_held(reading: Reading) -> dict[str, str]:
    """For each cell that seems to hold pieces and that nothing covers: their kind."""
    clear = {name: cell.best[0] for name, cell in reading.cells.items() if cell.likely and not cell.covered}
    return {name: kind for name, kind in clear.items() if kind}


def doubt_one_colour_of_two_shades(
    reading: Reading, shown: Mapping[str, Floats], colours: Mapping[str, int]
) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: if all pieces seem to have one
    colour, but some are clearly darker than the others, they may be of two. In too much stray light, black is grey.

    shown: (3,) the colour of what each cell holds, a logarithm. colours: for each kind a number, the same for kinds of
    one colour.
    """
    held = _find_lone_colour(reading, colours)
    if not held or not _are_two_groups(np.stack([shown[name] for name in held]), _MIN_COLOUR_GAP):
        return reading
    return doubt_cells(reading, held)


def doubt_undecided_names(reading: Reading, final: Posterior, core: Floats, looks: Sequence[Look]) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: kinds whose names do not tell them
    apart are not sure. final: what the n places hold. core: (n, 3) their colours. looks: as the names make us expect.
    """
    best = final.probabilities.argmax(axis=1)
    held = [i for i in range(len(looks)) if (best == 1 + i).any()]
    undecided = kind_assignment.find_undecided([looks[i] for i in held], [core[best == 1 + i] for i in held])
    kinds = {looks[held[i]].kind for i in undecided}
    return doubt_cells(reading, {name for name, kind in _list_held(reading).items() if kind in kinds})


def doubt_lone_colour(reading: Reading, colours: Mapping[str, int]) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: if all of many pieces seem to have
    one colour, no cell surely holds such a piece. colours: for each kind a number, the same for kinds of one colour.
    """
    held = _find_lone_colour(reading, colours)
    return reading if len(held) < _MIN_LONE_CELLS else doubt_cells(reading, held)


def _find_lone_colour(reading: Reading, colours: Mapping[str, int]) -> set[str]:
    """The cells that seem to hold pieces and that nothing covers, if all these pieces seem to have one of several
    colours; else none. colours: for each kind a number, the same for kinds of one colour.
    """
    held = _list_held(reading)
    is_lone = len(set(colours.values())) > 1 and len({colours[kind] for kind in held.values()}) == 1
    return set(held) if is_lone else set()


def _are_two_groups(values: Floats, min_gap: float) -> bool:
    """True if values (m, 3) are in two groups with a wide gap between them, in the direction in which they differ most.
    min_gap: how wide it must be, in any case.
    """
    off = values - values.mean(axis=0)
    along = np.sort(off @ np.linalg.svd(off, full_matrices=False)[2][0])
    gaps = np.diff(along)[_LEAST_GROUP - 1 : len(along) - _LEAST_GROUP]
    if not len(gaps):
        return False
    first = int(gaps.argmax()) + _LEAST_GROUP
    width = float(np.median(np.concatenate([np.abs(part - np.median(part)) for part in np.split(along, [first])])))
    return float(gaps.max()) > max(min_gap, _MIN_GAP_WIDTHS * max(width, _MIN_GROUP_WIDTH))


def doubt_empty_in_colours_of_pieces(reading: Reading, shown: Mapping[str, Floats]) -> Reading:
    """The reading of a picture with an unknown print: a few cells that seem empty but have the colour of pieces are not
    sure. shown: (3,) the colour of what each cell holds, a logarithm.
    """
    clear = {name: cell.best[0] for name, cell in reading.cells.items() if cell.likely and not cell.covered}
    empty = [name for name in clear if clear[name] is None]
    doubted: set[str] = set()
    for kind in set(clear.values()) - {None}:
        held = [shown[name] for name in clear if clear[name] == kind]
        if len(held) < _MIN_ALIKE_PIECES:
            continue
        colour = np.median(held, axis=0)
        alike = {name for name in empty if np.linalg.norm(shown[name] - colour) < _MAX_PIECE_GAP}
        if len(alike) <= _MAX_MINORITY * len(empty):
            doubted |= alike
    return doubt_cells(reading, doubted)
