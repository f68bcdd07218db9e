"""Corrects how sure the cells of a reading are, where they are wrong more often than their probabilities say.

On all kinds of boards these are rows whose pieces are wrong together, piles beside a hand, tall pieces that seem to
hide little of known print, points of unknown print whose round ends look like pieces, and, before looks are learned,
pictures that seem to have pieces of one colour only. On boards with markers they are also cells that are only just
sure.

The rest is for boards with markers while their print is not known. There the network may take a pattern for something
foreign, for pieces, or pieces for a pattern, in one cell as in another. So most cells that hold "something else" hold
what else they look like, and where many cells are in doubt, the clear ones are wrong more often than they say. Pieces
of one kind have one hue. All this was measured on path-traced photographs of our boards in other colours and with other
patterns. Photographs of bought boards show no such mistakes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence, Set
from dataclasses import replace

import numpy as np

from vision.layout import Layout
from vision.observation import EMPTY, ENOUGH_DOUBT, CellReading, Reading
from vision.reader.colours.appearance import find_hue, find_vivid_looks
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.posterior import Posterior
from vision.reader.networks import rows
from vision.reader.networks.network import PIECE
from vision.reader.networks.windows import find_opposites
from vision.reader.places.atlas import Flags, Floats, Ints
from vision.reader.survey import Survey

_USUAL_DOUBT = (
    0.015  # the mean doubt of the cells in a picture that is clear; in one with twice as much, all is doubted
)
_DOUBT_GAIN = 9.0  # a clear cell of an unclear picture is wrong this many times as often as it says
_MAX_USEFUL_DOUBT = 0.05  # if the mean doubt of the cells is larger, no cell is sure

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

_MIN_SEEN_P, _MIN_VIVID_SEEN_P = 0.998, 0.98
"""On unknown print, a piece is not sure if the network is less sure than this that it is one. The second value is for
kinds of strong colours, which print rarely has. On photographs of 29 repainted boards, 23 of 163 such pieces that
seemed sure were printed discs; of the others, 1 of 589, and none of 276 of strong colours.
"""

_MAX_SHADE_GAP = 0.6
"""The brightness (a logarithm) of pieces that seem to be of one kind may have a gap of this width. On photographs of 39
repainted boards, it was wider for 11 kinds, not counting those of strong colours. In 9 of these, some of the pieces
were of another kind, or print.
"""

_MAX_PIECE_GAP, _MIN_ALIKE_PIECES, _MAX_MINORITY = 0.25, 2, 0.4
"""An empty cell has the colour of pieces if it is at most this far (logarithms) from the median of those cells that
seem to hold a kind, if they are at least this many. If at most this part of the empty cells has it, these may hold
pieces of this kind: flat ones look like printed discs from straight above. On 270 photographs of repainted boards, 59
of 16,465 sure cells were such cells; 13 of these held a piece.
"""

_MAX_SURE_DOUBT, _MAX_SURE_DOUBT_ON_UNKNOWN = 0.045, 0.03
"""A cell with more doubt than this is not sure. The first value is for known print: on 450 photographs of our boards
and of repainted ones, 2 of 19 cells with more doubt, but not enough to be unsure, were wrong, and one of 43,515 others.
The second value is for unknown print: on 360 photographs of 120 repainted boards it was 3 of 93, and none of 17,832.
"""

_MAX_DOUBTED_PART = 0.5
"""If more than this part of the cells that seem to hold a kind is unsure, what looks like it is often print, and none
is sure. On 456 photographs of repainted boards without a hand, read with nothing learned, 4 of 231 such sure cells were
wrong, and none of 4,869 that held other kinds.
"""

_MAX_POINT_GAP, _MIN_SEEN_ON_POINT_P = 0.35, 0.98
"""A single piece at the end of a point may be the point's own round end if it has the colour of the point: it is less
far (logarithms) from the colour of the next place than the first value. It is not sure if the network is less sure than
the second one. On ten photographs of strangers' boards, two of eight such pieces were ends of points; the
network was less than 0.98 sure of both, and of three of the others.
"""

_MIN_HELD_P = 0.5  # a place with a piece of at least this probability tells how clear its kind is

_MIN_TALL_AREA = 0.5
"""On known print, what seems to be a tall piece is not sure if it changes less than this part of its place (of the
smallest piece's area). On 240 readings of Color Dice, 4,752 sure pawns changed at least 0.6, and a pawn's shadow that
surely seemed to be a blue pawn 0.38.
"""
_LEAST_TALL_AREA, _MIN_TALL_P, _SMALL_PIECE_P = 0.4, 0.9, 0.05
"""If it changes less than the first value, and the network is less sure of a piece than the second one, this leaves the
third part of its probability, and the place is rather empty. On 120 readings of Color Dice, 2,562 pawns changed at
least 0.42, and the head of a pawn in front of an empty place 0.33. Blue pawns on a blue board changed 0.33 and 0.37,
and the network was sure of them.
"""

_MIN_LONE_CELLS = 8
"""If at least this many cells hold pieces, it is rare that all of them have one colour: in games, both players have
pieces then. In too much light all colours look alike.
"""


def doubt_reading(
    reading: Reading, survey: Survey, final: Posterior, kinds: Kinds, colours: Ints, are_looks_learned: bool
) -> Reading:
    """The reading of a picture, less sure where its cells are wrong more often than their probabilities say.

    survey: of this picture. final: what its places hold. colours: (k,) a number for the colour of each kind, see
    `kind_assignment.number_colours`. are_looks_learned: True if the looks of all kinds were learned from pieces.
    """
    scene, here = survey.scene, survey.scene.atlas
    names = [here.names[cell] for cell in here.cell]
    shown = dict(zip(names, survey.places.core, strict=True))
    number = dict(zip(kinds.names, colours.tolist(), strict=True))
    reading = doubt_rows(reading, final, here.cell, kinds.names)
    if survey.is_repainted and not scene.in_row.any():
        seen = np.exp(survey.without_dice.log_p[:, PIECE])
        vivid = {kinds.names[i] for i in find_vivid_looks(kinds.prior_looks)}
        is_middle = find_opposites(here.place) == np.arange(here.count)
        reading = doubt_mixed_hues(reading, shown, vivid)
        reading = doubt_unseen_pieces(reading, dict(zip(names, seen.tolist(), strict=True)), vivid)
        reading = doubt_clear_cells(reading)
        reading = doubt_empty_cells(reading, {names[i] for i in np.flatnonzero(survey.unlike)})
        reading = doubt_empty_in_colours_of_pieces(reading, shown)
        reading = doubt_middle(reading, {names[i] for i in np.flatnonzero(is_middle)})
        if not are_looks_learned:
            reading = doubt_kinds_of_two_shades(reading, shown, vivid)
        reading = doubt_kinds_in_doubt(reading)
    if survey.is_repainted:
        reading = doubt_empty_around_hand(doubt_things(reading), survey.over_rim)
    if not survey.conditions.is_print_known:
        reading = _doubt_ends_of_points(reading, survey)
    elif scene.has_tall_pieces:
        area = np.where(survey.places.is_print_guessed, np.inf, survey.places.changed_area)
        small, bare = find_small_cells(here.cell, area, survey.places.log_p[:, PIECE])
        of_cell = np.array(here.names)
        reading = doubt_small_pieces(reading, {*of_cell[small].tolist()}, {*of_cell[bare].tolist()})
    reading = doubt_piles_beside_hand(reading, scene.layout)
    if scene.layout.markers:
        is_known = survey.conditions.is_print_known
        reading = doubt_barely_sure(reading, _MAX_SURE_DOUBT if is_known else _MAX_SURE_DOUBT_ON_UNKNOWN)
    if not are_looks_learned and not scene.in_row.any():
        reading = doubt_one_colour_of_two_shades(reading, shown, number)
    return reading if are_looks_learned else doubt_lone_colour(reading, number)


def doubt_rows(reading: Reading, final: Posterior, cell: Ints, kinds: Sequence[str]) -> Reading:
    """The reading of a picture in which no cell is surer of its kind than its clearest piece. Pieces of one row mirror
    the same window or lie in the same shadow, so they are wrong together.

    final: what the n places hold. cell: (n,) the number of each place's cell, in order. kinds: their names, in the
    order of `final`.
    """
    pieces = final.probabilities[:, 1:-1]
    held = pieces.sum(axis=1)
    part = np.where(held[:, None] > _MIN_HELD_P, pieces / np.maximum(held, _MIN_HELD_P)[:, None], 0.0)
    clearest = np.zeros((len(reading.cells), len(kinds)))
    np.maximum.at(clearest, cell, part)
    most = {
        name: dict(zip(kinds, row, strict=True)) for name, row in zip(reading.cells, clearest.tolist(), strict=True)
    }
    cells = {name: _limit_kind(each, most[name]) for name, each in reading.cells.items()}
    return replace(reading, cells=cells)


def _limit_kind(cell: CellReading, most: Mapping[str, float]) -> CellReading:
    """A cell's reading that is no surer of its kind than `most` says for each kind; 0 if no piece of the cell tells.
    What the kind loses goes to the same numbers of pieces of the other kinds.
    """
    if not cell.likely:
        return cell
    best, count = cell.best
    if best is None or count < 2 or not most[best]:
        return cell
    total = sum(p for (kind, _), p in cell.likely.items() if kind is not None)
    part = sum(p for (kind, _), p in cell.likely.items() if kind == best) / total
    if part <= most[best]:
        return cell
    keeps, likely = most[best] / part, dict(cell.likely)
    for (kind, number), p in cell.likely.items():
        if kind == best:
            likely[kind, number] = keeps * p
            for other in most.keys() - {best}:
                likely[other, number] = likely.get((other, number), 0.0) + (1 - keeps) * p / (len(most) - 1)
    return replace(cell, likely=likely)


def doubt_things(reading: Reading) -> Reading:
    """The reading of a picture with an unknown print: what covers no cell is hardly ever something foreign. A cell that
    seems to hold such a thing stays just unsure.
    """
    return replace(reading, cells={name: _doubt_thing(cell) for name, cell in reading.cells.items()})


def _doubt_thing(cell: CellReading) -> CellReading:
    known = sum(cell.likely.values())
    if cell.covered or not known or 1 - known <= ENOUGH_DOUBT:
        return cell
    return replace(cell, likely={content: p * (1 - ENOUGH_DOUBT) / known for content, p in cell.likely.items()})


def doubt_barely_sure(reading: Reading, most: float) -> Reading:
    """The reading of a picture of a board with markers: what is only just sure is not sure. most: the doubt that a sure
    cell may have.
    """
    barely = {name for name, cell in reading.cells.items() if cell.likely and 1 - cell.p > most}
    return _doubt_cells(reading, barely)


def doubt_piles_beside_hand(reading: Reading, layout: Layout) -> Reading:
    """The reading of a picture: with a hand over the board, the number of pieces in a full row that may have a pile is
    not sure. The hand may hide pieces, so their number does not tell how many are in the pile. On 90 photographs, a
    pile of two seen from straight above was surely one piece (p = 0.996).
    """
    if not reading.hand:
        return reading
    full = {name: len(cell.places()) for name, cell in layout.cells.items() if cell.capacity > len(cell.places())}
    return _doubt_cells(
        reading, {name for name in full if reading.cells[name].likely and reading.cells[name].best[1] >= full[name]}
    )


def doubt_empty_around_hand(reading: Reading, over_rim: bool) -> Reading:
    """The reading of a picture with an unknown print: if a hand is over the board, no cell is surely empty. Cells below
    a plain sleeve look alike, as print does, so nobody can tell where it ends. On 150 photographs of repainted boards,
    6 of 7 sure cells that were wrong were below a sleeve.

    over_rim: True if something lies across the rim. It may be a sleeve that was not seen otherwise: ten cells below one
    were surely empty. On 200 photographs without a hand, something seemed to lie there on two.
    """
    if not reading.hand and not over_rim:
        return reading
    return _doubt_cells(reading, {name for name, cell in reading.cells.items() if cell.likely and cell.best == EMPTY})


def _doubt_ends_of_points(reading: Reading, survey: Survey) -> Reading:
    """The reading of a picture with an unknown print: a single piece that may be the round end of a point is not sure.
    survey: of this picture.
    """
    here, places = survey.scene.atlas, survey.without_dice
    ends = find_like_points(places.core, places.log_p[:, PIECE], here.cell, survey.scene.in_row)
    names = {here.names[cell] for cell in here.cell[ends]}
    return _doubt_cells(reading, {name for name in names if reading.cells[name].best[1] == 1})


def find_like_points(core: Floats, piece: Floats, cell: Ints, in_row: Flags) -> Flags:
    """(n,) True for the first places of rows that have the colour of the next place, and where the network is not quite
    sure of a piece: points have round ends in their own colour.

    core: (n, 3) the colour of what each place holds, a logarithm. piece: (n,) the network's answers for a piece, as
    logarithms. cell: (n,) the number of each place's cell, in order. in_row: (n,) True for places in rows.
    """
    first = rows.find_first_places(cell, in_row)
    alike = np.linalg.norm(core[first] - core[first + 1], axis=1) < _MAX_POINT_GAP
    out = np.zeros(len(cell), np.bool_)
    out[first] = alike & (piece[first] < np.log(_MIN_SEEN_ON_POINT_P))
    return out


def find_small_cells(cell: Ints, area: Floats, piece: Floats) -> tuple[Ints, Ints]:
    """The numbers of the cells where a tall piece would hide little, and of those where there is rather none. Of a cell
    with several places, the one that tells most of a piece counts.

    cell: (n,) the number of each place's cell. area: (n,) how much of each place has changed, infinite where its print
    was only guessed. piece: (n,) the network's answers for a piece, as logarithms.
    """
    most, seen = (np.full(int(cell.max()) + 1, -np.inf) for _ in range(2))
    np.maximum.at(most, cell, area)
    np.maximum.at(seen, cell, piece)
    is_bare = (most < _LEAST_TALL_AREA) & (seen < np.log(_MIN_TALL_P))
    return np.flatnonzero(most < _MIN_TALL_AREA), np.flatnonzero(is_bare)


def doubt_small_pieces(reading: Reading, small: Set[str], bare: Set[str]) -> Reading:
    """The reading of a picture with tall pieces: where these would hide little of known print, none is sure, and where
    the print is rather bare, there is rather none. small, bare: the names of such cells.
    """
    held = {name for name in small if reading.cells[name].best != EMPTY}
    emptied = {name: _empty_mostly(reading.cells[name]) for name in held & bare}
    return _doubt_cells(replace(reading, cells={**reading.cells, **emptied}), held)


def _empty_mostly(cell: CellReading) -> CellReading:
    """A cell's reading with most of the probability of pieces given to no piece."""
    left = {content: p * _SMALL_PIECE_P for content, p in cell.likely.items() if content != EMPTY}
    return replace(cell, likely={EMPTY: sum(cell.likely.values()) - sum(left.values()), **left})


def doubt_clear_cells(reading: Reading) -> Reading:
    """The reading of a picture with an unknown print: clear cells become less sure if many others are in doubt."""
    own = np.array([1 - cell.p for cell in reading.cells.values() if not cell.covered])
    excess = float(own.mean()) / _USUAL_DOUBT - 1 if len(own) else 0.0
    if excess <= 0:
        return reading
    gain = 1 + (_DOUBT_GAIN - 1) * min(excess, 1.0)
    least = ENOUGH_DOUBT if float(own.mean()) > _MAX_USEFUL_DOUBT else 0.0
    cells: Mapping[str, CellReading] = {name: _doubt(cell, gain, least) for name, cell in reading.cells.items()}
    return replace(reading, cells=cells)


def _doubt(cell: CellReading, gain: float, least: float) -> CellReading:
    """A cell's reading with `gain` times as much doubt, and at least the doubt `least`, if the cell is clear. The added
    doubt is the probability of something else.
    """
    before = 1 - cell.p
    after = max(before, min(gain * before, ENOUGH_DOUBT), least)
    if after == before:
        return cell
    return replace(cell, likely={content: p * (1 - after) / (1 - before) for content, p in cell.likely.items()})


def _doubt_cells(reading: Reading, names: Set[str]) -> Reading:
    """The reading with just enough doubt about these cells that they are unsure."""
    doubted = {name: _doubt(reading.cells[name], 1.0, ENOUGH_DOUBT) for name in names}
    return replace(reading, cells={**reading.cells, **doubted})


def doubt_empty_cells(reading: Reading, unlike: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: a cell is not surely empty if it looks unlike other empty cells.
    unlike: the names of cells that do.
    """
    seem_empty = {name for name, cell in reading.cells.items() if cell.likely and cell.best == EMPTY}
    return _doubt_cells(reading, seem_empty & unlike)


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
    return _doubt_cells(reading, doubted)


def doubt_middle(reading: Reading, names: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: the cell in the middle of the board is not sure, because its
    print may be on no other cell. names: the names of such cells. On photographs of repainted boards of Spaces and
    Mindfield, 4 of 220 that seemed sure were wrong, and one in some thousands of other cells.
    """
    return _doubt_cells(reading, {name for name in names if reading.cells[name].likely})


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
    return _doubt_cells(reading, doubted)


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
    return _doubt_cells(reading, doubted)


def doubt_kinds_of_two_shades(reading: Reading, shown: Mapping[str, Floats], vivid: Set[str]) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: if some pieces of a kind seem to be
    much darker than the others, none is sure. In too much light, or in a shadow, they may be of another kind.

    shown: (3,) the colour of what each cell holds, a logarithm. vivid: the kinds of strong colours, whose hues tell
    them apart.
    """
    doubted: set[str] = set()
    held = {name: cell.best[0] for name, cell in reading.cells.items() if cell.likely and not cell.covered}
    for kind in set(held.values()) - {None} - vivid:
        alike = {name for name in held if held[name] == kind}
        levels = np.sort([shown[name].mean() for name in alike])
        if np.diff(levels).max(initial=0.0) > _MAX_SHADE_GAP:
            doubted |= alike
    return _doubt_cells(reading, doubted)


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
    return _doubt_cells(reading, held)


def _find_lone_colour(reading: Reading, colours: Mapping[str, int]) -> set[str]:
    """The cells that seem to hold pieces and that nothing covers, if all these pieces seem to have one of several
    colours; else none. colours: for each kind a number, the same for kinds of one colour.
    """
    held = {name: kind for name, cell in reading.cells.items() for kind, _ in [cell.best] if kind and not cell.covered}
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


def doubt_unseen_pieces(reading: Reading, seen: Mapping[str, float], vivid: Set[str]) -> Reading:
    """The reading of a picture with an unknown print: a colour alone makes no piece sure, because printed discs may
    have it. seen: for each cell the network's probability of a piece. vivid: the kinds of strong colours.
    """
    held = {name: cell.best[0] for name, cell in reading.cells.items() if cell.likely and cell.best != EMPTY}
    least = {name: _MIN_VIVID_SEEN_P if kind in vivid else _MIN_SEEN_P for name, kind in held.items()}
    return _doubt_cells(reading, {name for name in held if seen[name] < least[name]})


def doubt_lone_colour(reading: Reading, colours: Mapping[str, int]) -> Reading:
    """The reading of a picture in which only their names tell how the pieces look: if all of many pieces seem to have
    one colour, no cell surely holds such a piece. colours: for each kind a number, the same for kinds of one colour.
    """
    held = _find_lone_colour(reading, colours)
    return reading if len(held) < _MIN_LONE_CELLS else _doubt_cells(reading, held)
