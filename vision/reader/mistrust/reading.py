"""Doubts a whole reading: takes all steps of this folder."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from vision.observation import Reading
from vision.reader.colours.appearance import find_vivid_looks
from vision.reader.colours.kinds import Kinds
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust.beside_hand import doubt_beside_hand
from vision.reader.mistrust.colours import (
    doubt_empty_in_colours_of_pieces,
    doubt_kinds_in_doubt,
    doubt_kinds_of_two_shades,
    doubt_lone_colour,
    doubt_mixed_hues,
    doubt_one_colour_of_two_shades,
    doubt_undecided_names,
    find_mixed_up,
)
from vision.reader.mistrust.doubt import (
    doubt_barely_sure,
    doubt_cells,
    find_lowered,
    judge_cells,
    measure_doubt,
    trust_cells,
)
from vision.reader.mistrust.rows import doubt_ends_of_points, doubt_piles_beside_hand, doubt_rows
from vision.reader.mistrust.tall import doubt_small_pieces, find_small_cells
from vision.reader.mistrust.trust import MAX_JUDGED_P, find_chances, find_least_sure, find_trusted
from vision.reader.mistrust.unknown_print import (
    doubt_empty_around_hand,
    doubt_empty_cells,
    doubt_middle,
    doubt_things,
    doubt_unclear_picture,
    doubt_unseen_pieces,
    find_empty,
)
from vision.reader.networks.network import PIECE
from vision.reader.networks.windows import find_opposites
from vision.reader.places.atlas import Flags, Floats, Ints
from vision.reader.survey import Survey

_MAX_SURE_DOUBT, _MAX_SURE_DOUBT_ON_UNKNOWN = 0.045, 0.004
"""A cell with more doubt than this is not sure. The first value is for known print: on 450 photographs of our boards
and of repainted ones, 2 of 19 cells with more doubt, but not enough to be unsure, were wrong, and one of 43,515 others.
The second value is for unknown print: on 150 photographs of 50 repainted boards it was 3 of 245, and none of 5,257.
"""

_MAX_LIKE_PRINT, _MAX_PICTURE_DOUBT = 3, 0.2
"""If more pieces than the first value seem to be print, or the less clear cells of a picture are more doubtful than the
second, the picture is unclear because of its print, so its other cells stay in doubt, too. A hand also makes a picture
unclear, but not because of its print. On the 1,224 photographs that the trees learned from, trees that had not seen
them gave 1,718 doubtful cells of unclear pictures without a hand 0.998 or more. None of 921 within these limits was
wrong, and 7 of the others. On a later board (Mindfield 10,983), two beyond the second limit were.
"""

_MIN_SEEN_P = 0.5
"""A doubtful cell that seems empty stays in doubt, whatever trees say, if the network sees a piece there with more than
this.
"""


def doubt_reading(
    reading: Reading,
    survey: Survey,
    final: Posterior,
    uncovered: Flags,
    kinds: Kinds,
    colours: Ints,
    are_looks_learned: bool,
    are_shown: Flags,
) -> Reading:
    """The reading of a picture, less sure where its cells are wrong more often than their probabilities say.

    survey: of this picture. final: what its places hold. uncovered: (n,) from `Survey.find_uncovered`. colours: (k,) a
    number for the colour of each kind, see `kind_assignment.number_colours`. are_looks_learned: True if the looks of
    all kinds were learned from pieces. are_shown: (k,) True for the kinds whose look was.
    """
    scene, here = survey.scene, survey.scene.atlas
    names = [here.names[cell] for cell in here.cell]
    colour_of = dict(zip(names, survey.moved.core, strict=True))
    number = dict(zip(kinds.names, colours.tolist(), strict=True))
    undoubted, lasting = reading, set[str]()
    reading = doubt_rows(reading, final, here.cell, kinds.names)
    if survey.is_repainted and not scene.in_row.any():
        reading, lasting = _doubt_on_unknown_print(reading, survey, kinds, colour_of, are_looks_learned)
    uncovered_cells = set[str]()
    if survey.is_repainted:
        uncovered_cells = {*names} - {names[i] for i in np.flatnonzero(~uncovered)}
        reading = doubt_empty_around_hand(doubt_things(reading), survey.is_rim_crossed, uncovered_cells)
    if not survey.conditions.is_print_known:
        reading = doubt_ends_of_points(reading, survey)
    elif scene.has_tall_pieces:
        area = np.where(survey.places.is_print_guessed, np.inf, survey.places.changed_area)
        small, bare = find_small_cells(here.cell, area, survey.places.log_p[:, PIECE])
        of_cell = np.array(here.names)
        reading = doubt_small_pieces(reading, {*of_cell[small].tolist()}, {*of_cell[bare].tolist()})
    if survey.is_undrawn:
        beside_hand, is_print_known = reading.hand or survey.is_rim_crossed, survey.conditions.is_print_known
        chances = find_chances(undoubted, survey, final)
        trusted = find_trusted(undoubted, chances, beside_hand=beside_hand, is_print_known=is_print_known)
        least = find_least_sure(
            beside_hand=beside_hand, is_print_known=is_print_known, has_rows=bool(scene.in_row.any())
        )
        reading = trust_cells(reading, {name: p for name, p in trusted.items() if name not in lasting})
        reading = judge_cells(reading, chances, MAX_JUDGED_P, least)
    if survey.conditions.is_print_known and (reading.hand or survey.is_rim_crossed):
        vivid = find_vivid_looks(kinds.prior_looks)
        reading = doubt_beside_hand(reading, survey.without_dice, names, final.looks, vivid, ~scene.in_row)
    reading = doubt_piles_beside_hand(reading, scene.layout)
    if scene.layout.markers:
        reading = doubt_barely_sure(reading, _MAX_SURE_DOUBT)
    if survey.is_repainted:
        reading = doubt_barely_sure(reading, _MAX_SURE_DOUBT_ON_UNKNOWN, find_empty(reading) & uncovered_cells)
    if not are_looks_learned and not scene.in_row.any():
        reading = doubt_one_colour_of_two_shades(reading, colour_of, number)
    if survey.is_blurred:
        reading = doubt_cells(reading, {name for name, cell in reading.cells.items() if cell.likely})
    if are_looks_learned:
        return reading
    if not are_shown.any():
        reading = doubt_undecided_names(reading, final, survey.without_dice.core, kinds.prior_looks)
    return doubt_lone_colour(reading, number)


def _doubt_on_unknown_print(
    reading: Reading, survey: Survey, kinds: Kinds, colour_of: Mapping[str, Floats], are_looks_learned: bool
) -> tuple[Reading, set[str]]:
    """The reading of a picture of a board without rows whose print is not known, less sure where pieces and print look
    alike or are unclear. And the names of the cells that seemed clear but stay in doubt, whatever the trees say of
    them: print that looks like pieces may do so all over the board.

    colour_of: (3,) the colour of what each cell holds, a logarithm. The other arguments are those of `doubt_reading`.
    """
    here = survey.scene.atlas
    names = [here.names[cell] for cell in here.cell]
    seen = np.exp(survey.without_dice.log_p[:, PIECE])
    vivid = {kinds.names[i] for i in find_vivid_looks(kinds.prior_looks)}
    is_middle = find_opposites(here.place) == np.arange(here.count)
    before = reading
    reading = doubt_mixed_hues(reading, colour_of, vivid)
    reading = doubt_unseen_pieces(reading, dict(zip(names, seen.tolist(), strict=True)), vivid)
    lasting = find_lowered(before, reading)
    reading = doubt_unclear_picture(reading, vivid)
    is_print_unclear = len(lasting) > _MAX_LIKE_PRINT or measure_doubt(before) > _MAX_PICTURE_DOUBT
    if is_print_unclear and not reading.hand and not survey.is_rim_crossed:
        lasting = find_lowered(before, reading)
    reading = doubt_empty_cells(reading, {names[i] for i in np.flatnonzero(survey.unlike)})
    reading = doubt_empty_in_colours_of_pieces(reading, colour_of)
    reading = doubt_middle(reading, {names[i] for i in np.flatnonzero(is_middle)})
    overruled = find_empty(before) & {names[i] for i in np.flatnonzero(seen > _MIN_SEEN_P)}
    lasting |= {name for name in overruled if before.cells[name].unsure}
    if not are_looks_learned:
        mixed_up = find_mixed_up(reading, colour_of, vivid)
        lasting |= mixed_up
        reading = doubt_cells(doubt_kinds_of_two_shades(reading, colour_of, vivid), mixed_up)
    return doubt_kinds_in_doubt(reading), lasting
