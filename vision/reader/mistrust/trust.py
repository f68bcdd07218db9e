"""Says how likely the cells of a board in an unknown or a learned print are read right.

Each rule of this package looks at one thing only. Boosted trees look at many together: how clear the cell is, how clear
the cells are that seem to hold the same, how many alike there are and where, how the colours of pieces and print
differ, and how clear the whole picture is. They learned this from photographs of repainted boards (docs/training.md).
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import numpy as np

from vision.observation import EMPTY, SURE, Reading
from vision.reader.contents.posterior import Posterior
from vision.reader.mistrust import trees
from vision.reader.mistrust.doubt import measure_doubt
from vision.reader.networks import network, repetition, windows
from vision.reader.places.atlas import Flags, Floats, Ints
from vision.reader.survey import Survey

TREES = Path(__file__).with_name("trust.npz")

FEATURES = (
    "doubt",
    "kind_p",
    "other_p",
    "print_density",
    "seen_empty",
    "gap_to_pieces",
    "hue_gap_to_empty",
    "gap_to_other_looks",
    "strength",
    "darker_part",
    "alike_width",
    "places_alike",
    "doubt_alike",
    "seen_alike",
    "light_shift",
    "pieces",
    "pieces_part",
    "doubt_of_picture",
    "gap_of_looks",
)
"""What the trees look at, in the order of `measure_cells`, which says what it is."""

MIN_TRUSTED_P, MIN_TRUSTED_BESIDE_P = 0.998, 0.9995
"""A cell is trusted if the trees give it at least this probability of being right. The second value is for pictures of
unknown print with a hand, where only those are trusted that seemed clear before any rule doubted them: a sleeve may
look like print. On 1,224 photographs of repainted boards of which only the layout was known, trees that had not seen
them made 6,714 more cells sure in this way. 2 of these were wrong: a white stone on cream print, and a cell below a
sleeve of a board that is among these because its print once was taken for a sleeve. With a set-up photograph it was 1
of 1,429 cells beside hands, but 3 of 170 without a hand, which are not trusted.
"""
MIN_SURE_BESIDE_P = 0.99
"""Beside a hand, no cell is sure to which the trees give less than this, even on known print. On 33 photographs of 11
repainted boards, `find_least_sure` makes 10 of 1,322 sure cells unsure if only the layout is known, and 9 of 1,758 with
a set-up photograph. One of these was wrong: a yellow pawn on cream print that was seen from straight above.
"""

MAX_JUDGED_P = 0.93
"""A cell with less than this is as likely as the trees say, but not sure. On these photographs, the probabilities of
such cells were off by 0.10 on average if only the layout was known (bins of a fifteenth), and by 0.08 with a set-up
photograph. What trees say that had not seen them is off by 0.05 and 0.04.
"""

_MIN_P = 1e-6  # probabilities are at least this, so that they have logarithms
_UNLIKE = 9.0  # a difference of colours (logarithms) where nothing is there to compare with
_NEAREST = 3
"""A colour is as far from those of other cells as from the nearest but two of them: a phone may lie on two cells beside
a hidden one, so that all three seem to be empty and look alike.
"""
_ALIKE_PART = 0.6
"""Places are alike if they differ by less than this part of how much they differ from whatever seems to hold something
else.
"""

_SEEN_QUANTILE = 0.1  # the quantile that says how surely the network sees the less clear places of a kind


def find_chances(reading: Reading, survey: Survey, final: Posterior) -> dict[str, float]:
    """How likely each cell that nothing covers is read right, by its name. reading: of a picture, before any rule
    doubts it. survey: of the same picture. final: what its places hold.
    """
    names, values = measure_cells(reading, survey, final)
    if not names:
        return {}
    p = 1.0 / (1.0 + np.exp(-trees.load(TREES).compute_log_odds(values)))
    return dict(zip(names, p.tolist(), strict=True))


def find_trusted(
    reading: Reading, chances: Mapping[str, float], *, beside_hand: bool, is_print_known: bool
) -> dict[str, float]:
    """The chances of the cells that are surely read right. reading: of a picture, before any rule doubts it. chances:
    from `find_chances`. beside_hand: True if a hand is in the picture.
    """
    if is_print_known and not beside_hand:  # only a hand makes clear cells doubtful
        return {}
    if is_print_known or not beside_hand:
        return {name: p for name, p in chances.items() if p >= MIN_TRUSTED_P}
    clear = {name: p for name, p in chances.items() if not reading.cells[name].unsure}
    return {name: p for name, p in clear.items() if p >= MIN_TRUSTED_BESIDE_P}


def find_least_sure(*, beside_hand: bool, is_print_known: bool, has_rows: bool) -> float:
    """The least chance of a sure cell. Unknown print may look like pieces, and a hand like print, so there only cells
    are sure that are trusted, too. beside_hand: True if a hand is in the picture. has_rows: True on a board whose
    pieces lie in rows: it has few cells, so that the trees are less certain about clear ones.
    """
    if is_print_known or has_rows:
        return MIN_SURE_BESIDE_P if beside_hand else SURE
    return MIN_TRUSTED_BESIDE_P if beside_hand else MIN_TRUSTED_P


def measure_cells(reading: Reading, survey: Survey, final: Posterior) -> tuple[list[str], Floats]:
    """The names of the m cells that nothing covers, and (m, features) what the trees look at. The arguments are those
    of `find_chances`.

    Of each cell: its doubt; how likely its likeliest kind and something else are, and how well print explains it, at
    its least clear place; how surely the network sees it empty. Then what `_compare_colours`, `_measure_alike`,
    `_describe_contents` and `_describe_picture` say. Probabilities are logarithms.
    """
    here, places = survey.scene.atlas, survey.without_dice
    number: dict[str | None, int] = {look.kind: i + 1 for i, look in enumerate(final.looks)}
    number[EMPTY[0]] = 0
    seen = {name: cell for name, cell in reading.cells.items() if cell.likely and not cell.covered}
    if not seen:
        return [], np.empty((0, len(FEATURES)))
    held = np.array([number[cell.best[0]] if name in seen else -1 for name, cell in reading.cells.items()])
    doubt = np.array([1 - cell.p if name in seen else 0.0 for name, cell in reading.cells.items()])
    of_cell = [np.flatnonzero(here.cell == i) for i in np.flatnonzero(held >= 0)]
    sure = final.probabilities.max(axis=1)
    worst = np.array([those[sure[those].argmin()] for those in of_cell])
    content, own_doubt = held[here.cell], doubt[held >= 0]
    columns = [
        _to_log(own_doubt),
        _to_log(final.probabilities[worst, 1:-1].max(axis=1)),
        _to_log(final.probabilities[worst, -1]),
        places.print_log_density[worst],
        np.array([places.log_p[those, network.EMPTY].min() for those in of_cell]),
        *_compare_colours(
            places.core, places.darkest, here.cell, content, np.array([look.mean for look in final.looks]), worst
        ),
        _measure_alike(survey, content, worst),
        *_describe_contents(places.log_p, content, held[held >= 0], own_doubt),
        *_describe_picture(final, held[held >= 0], measure_doubt(reading)),
    ]
    return list(seen), np.column_stack(columns)


def _to_log(p: Floats) -> Floats:
    """Logarithms of probabilities."""
    return np.log(np.maximum(p, _MIN_P))


def _compare_colours(
    core: Floats, darkest: Floats, cell: Ints, content: Ints, looks: Floats, worst: Ints
) -> tuple[Floats, Floats, Floats, Floats, Floats]:
    """(m,) each, for m cells: how far the colour is from pieces elsewhere, its hue from empty places elsewhere, and its
    colour from the nearest look of another kind; how strong the colour is; how much darker its darkest part is.

    core, darkest: (n, 3) of the places. cell: (n,) the number of each place's cell. content: (n,) what the cells of the
    places seem to hold, 0 for nothing, -1 if covered. looks: (k, 3) the mean colours of the kinds. worst: (m,) the
    least clear place of each cell.
    """
    hue = core - core.mean(axis=1, keepdims=True)
    off_looks = np.linalg.norm(core[worst, None] - looks, axis=2)
    own = content[worst] - 1
    off_looks = np.where(own[:, None] == np.arange(len(looks)), np.inf, off_looks)
    is_other = cell != cell[worst, None]
    return (
        _measure_gap(core[worst], core, is_other & (content > 0)),
        _measure_gap(hue[worst], hue, is_other & (content == 0)),
        off_looks.min(axis=1, initial=_UNLIKE),
        np.linalg.norm(hue[worst], axis=1),
        np.linalg.norm(darkest[worst] - core[worst], axis=1),
    )


def _measure_gap(colours: Floats, others: Floats, counts: Flags) -> Floats:
    """(m,) how far each of m colours is from some others, of which the two nearest may be wrong: from the third
    nearest. others: (n, 3). counts: (m, n) True for those that count.
    """
    gaps = np.where(counts, np.linalg.norm(colours[:, None] - others, axis=2), _UNLIKE)
    return np.asarray(np.sort(gaps, axis=1)[:, min(_NEAREST, gaps.shape[1]) - 1])


def _measure_alike(survey: Survey, content: Ints, worst: Ints) -> Floats:
    """(m,) how wide the group of places is that seem to hold the same as each cell and look like it, in places. A hand
    or a lamp changes only a part of the board. content, worst: as for `_compare_colours`.
    """
    here = survey.scene.atlas
    fields = windows.average_fields(survey.windows)
    disc, middle = (
        repetition.measure_gaps(fields[:, some].reshape(len(fields), -1))
        for some in (windows.IN_DISC, windows.IN_MIDDLE)
    )
    pitch = float(np.median(here.pitch))
    out = np.zeros(len(worst))
    for i, one in enumerate(worst):
        off = (disc if content[one] == 0 else middle)[one]
        same = (content == content[one]) & (here.cell != here.cell[one])
        others = (content >= 0) & (content != content[one])
        alike = same & (off < _ALIKE_PART * off[others].min(initial=1.0))
        if np.count_nonzero(alike) > 1:
            out[i] = windows.measure_width(np.vstack([here.place[alike], here.place[one]])) / pitch
    return out


def _describe_contents(log_p: Floats, content: Ints, held: Ints, doubt: Floats) -> tuple[Floats, Floats, Floats]:
    """(m,) each, about all cells that seem to hold the same as each of m cells: how many places they have, how doubtful
    they are, and how surely the network sees that they are empty or hold pieces.

    log_p: (n, 3) the network's answers. content: (n,) what the cells of the places seem to hold. held, doubt: (m,)
    the same for cells, and how doubtful they are.
    """
    many, unclear, seen = (np.zeros(len(held)) for _ in range(3))
    for one in np.unique(held):
        there, alike = content == one, held == one
        many[alike], unclear[alike] = np.count_nonzero(there), doubt[alike].mean()
        answer = network.EMPTY if one == 0 else network.PIECE
        seen[alike] = np.quantile(log_p[there, answer], _SEEN_QUANTILE)
    return many, unclear, seen


def _describe_picture(final: Posterior, held: Ints, doubt: float) -> tuple[Floats, ...]:
    """(m,) each, the same for all m cells: what the light adds to the colours, how many cells and which part of them
    hold pieces, `doubt`, and how far the looks of any two kinds are apart at least. doubt: from `measure_doubt`.
    """
    looks = np.array([look.mean for look in final.looks])
    gaps = np.linalg.norm(looks[:, None] - looks, axis=2)[np.triu_indices(len(looks), 1)]
    values = (
        np.abs(final.shift).max(),
        np.count_nonzero(held),
        np.count_nonzero(held) / len(held),
        doubt,
        gaps.min(initial=_UNLIKE),
    )
    return tuple(np.full(len(held), float(value)) for value in values)
