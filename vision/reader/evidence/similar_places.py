"""Finds empty places that show how a similar place looks when it is empty.

This is needed if the print is not known, or if a piece hid it when it was learned. This module never says what a place
holds.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from vision.median import median
from vision.reader.board.conditions import MIN_EMPTY_LOG_P, MIN_GUESSED_DOUBT, Conditions
from vision.reader.board.print_sheet import HIDDEN_DOUBT
from vision.reader.board.scene import Scene
from vision.reader.colours import appearance
from vision.reader.evidence.network_input import classify_places, find_bare, make_inputs
from vision.reader.networks import network, repetition, rows, windows
from vision.reader.places import texture
from vision.reader.places.atlas import Flags, Floats, Ints, Singles

_MIN_OTHERS = 4  # a place is compared with at least this many others
_MAX_GAIN = 1.4  # the light may make a place this many times as bright as others
_MIN_OFF = 0.004  # places differ by at least this much, because of noise; white is 1
_DARK = 0.02  # added to brightness, so that dark samples differ by more than their noise
_MAX_RATIOS = np.array([(2.0, 1.5), (1.5, 5.0)])
"""A place is unlike others of its sort if it differs from them this many times more than these differ from each
other: on average over its samples, and in its mean hue. Either pair of limits is enough. The second one is for places
that clearly differ in hue, on print whose pattern varies from place to place: on 30 repainted boards, 10 of 2,100 sure
empty cells do, and both white stones of Spaces that surely seemed to be empty.
"""
_FAR_MM, _MIN_LIKENESS = 60.0, 0.8
"""A place shows the lines of its print if its pattern is at least this much like that of similar empty places (a
correlation) that are further away than the first value, from it and from all that is covered. A sleeve in the colour of
the print shows no lines. On 150 photographs of repainted boards with a hand, 2,674 of 5,678 cells that seemed empty,
and were, show them, and none of 98 that were not or of 2,028 that were covered.
"""
_MIN_UNEVENNESS, _UNEVEN_QUANTILES = 0.17, (0.05, 0.95)
"""Coloured shadows change a place, too, but evenly. A piece is rounded: compared with print, its darker and brighter
parts (the quantiles) differ by at least the first value (a logarithm).
"""
_NOISE = 0.03  # colours of the same print differ by less; white is 1


def find_similar_empty(now: Singles, conditions: Conditions, scene: Scene) -> list[Ints | None] | None:
    """For each place, the numbers of empty places that show how it looks when empty, see `windows.find_similar`. None
    if the print is known.

    A place counts as empty if the network says so, or if it looks like most places of its sort. now: (n, SIDE, SIDE, 3)
    from `windows.balance_windows`.
    """
    if conditions.is_print_known:
        return None
    place, cell = scene.atlas.place, scene.atlas.cell
    log_p = network.classify(make_inputs(now, conditions), ~scene.in_row).log_p
    sort = windows.number_sorts(now, scene.family)
    sort = 2 * sort + np.where(scene.in_row, cell % 2, 0)  # the points of a Backgammon board alternate in colour
    empty = (log_p[:, network.EMPTY] > MIN_EMPTY_LOG_P) | rows.find_printed_ends(log_p, cell, scene.in_row)
    usual = windows.find_usual(now, sort, place)
    if not scene.in_row.any():
        told = repetition.find_repeated(now, sort, place, log_p, empty)
        sort, empty, usual = told.sort, empty & ~told.strange | told.printed, usual & ~told.strange
    return windows.find_similar(now, sort, place, empty | usual)


def fill_hidden_print(conditions: Conditions, now: Singles, colours: Singles, scene: Scene) -> Conditions:
    """The conditions with better print at places where a piece hid the print when it was learned.

    There it was only guessed; now empty places of the same sort show it, best those that show nothing but known print.
    Places whose own print was guessed show nothing: many of them may hold pieces of one kind. now: (n, SIDE, SIDE, 3)
    from `windows.balance_windows`. colours: (n, p*p, 3) of the patches, from `conditions.encode_colours`.
    """
    printed = conditions.window_background
    guessed = conditions.guessed
    if printed is None or not guessed.any():
        return conditions
    sort, place = windows.number_sorts(now, scene.family), scene.atlas.place
    usual = windows.find_usual(now, sort, place)
    empty, bare = _find_known_empty(usual & ~guessed, now, conditions)
    surer, similar = (windows.find_similar(now, sort, place, some) for some in (bare, empty))
    filled, background, doubt = printed.copy(), conditions.background.copy(), conditions.background_doubt.copy()
    for i in np.flatnonzero(usual & guessed):
        those = similar[i] if surer[i] is None else surer[i]
        if those is None:
            continue
        reflected = windows.unbalance(_join(now[those]), conditions.window_white) / conditions.light_at[i]
        unsure = printed[i, ..., 3] > MIN_GUESSED_DOUBT
        filled[i][unsure, :3] = appearance.encode(np.asarray(reflected, np.float32))[unsure]
        filled[i][unsure, 3] = HIDDEN_DOUBT * windows.PREDICTED_DOUBT
        unsure = doubt[i] > MIN_GUESSED_DOUBT
        background[i][unsure], doubt[i][unsure] = median(colours[those])[unsure], HIDDEN_DOUBT
    return replace(conditions, window_background=filled, background=background, background_doubt=doubt)


def _find_known_empty(some: Flags, now: Singles, conditions: Conditions) -> tuple[Flags, Flags]:
    """(n,) True for those of some places that are empty, and (n,) True for those of them that show nothing but their
    print. some: (n,) True for places whose print is known. now: (n, SIDE, SIDE, 3) from `windows.balance_windows`.
    """
    empty, bare = np.zeros(len(now), np.bool_), np.zeros(len(now), np.bool_)
    numbers = np.flatnonzero(some)
    if len(numbers):
        there, seen = conditions.select(numbers), now[numbers]
        empty[numbers] = classify_places(seen, there).log_p[:, network.EMPTY] > MIN_EMPTY_LOG_P
        bare[numbers] = find_bare(seen, there)
    return empty, empty & bare


def _join(those: Singles) -> Singles:
    """(SIDE, SIDE, 3) the print that windows (k, SIDE, SIDE, 3) of empty places show. those: the most similar first."""
    joined = median(those)
    if texture.loses_pattern(joined[windows.IN_PIECE], those[:, windows.IN_PIECE], _NOISE):
        return np.asarray(those[0])
    return joined


def find_followed_by_empty(similar: Sequence[Ints | None] | None, log_p: Floats, cell: Ints, in_row: Flags) -> Ints:
    """(m,) the numbers of places that have no similar empty place, but whose next place in the row is empty.

    similar: from `find_similar_empty`. log_p: (n, 3) the network's answers. cell: (n,) the number of each place's cell,
    in order. in_row: (n,) True for places in rows.
    """
    if similar is None:
        return np.empty(0, np.int64)
    empty_next = np.append((cell[1:] == cell[:-1]) & (log_p[1:, network.EMPTY] > MIN_EMPTY_LOG_P), False)
    return np.flatnonzero(in_row & empty_next & np.array([those is None for those in similar]))


def find_unlike(now: Singles, similar: Sequence[Ints | None]) -> Flags:
    """(n,) True for places that look less like their similar empty places than those look like each other. now: (n,
    SIDE, SIDE, 3) from `windows.balance_windows`. similar: from `find_similar_empty`.
    """
    others = [None if those is None else those[those != i] for i, those in enumerate(similar)]
    off, usual = _compare(now, others)
    is_off = np.stack([(off[:, :2] > ratios * usual).all(axis=1) for ratios in _MAX_RATIOS]).any(axis=0)
    return np.asarray(is_off & (off[:, 2] > _MIN_UNEVENNESS))


def find_printed(now: Singles, similar: Sequence[Ints | None], gaps: Floats, covered: Flags) -> Flags:
    """(n,) True for places that show the lines of similar empty places that are far away from them and from all covered
    places. now: (n, SIDE, SIDE, 3) from `windows.balance_windows`. similar: from `find_similar_empty`. gaps: (n, n) mm,
    how far any two places are apart. covered: (n,) True for these.
    """
    is_bare = gaps[:, covered].min(axis=1, initial=np.inf) > _FAR_MM
    far = [
        None if those is None else those[(gaps[i, those] > _FAR_MM) & is_bare[those]] for i, those in enumerate(similar)
    ]
    return _compare_lines(now, far) > _MIN_LIKENESS


def _compare_lines(now: Singles, others: Sequence[Ints | None]) -> Floats:
    """(n,) how well each place shows the pattern that others show, from -1 to 1, whatever its light is and however
    clearly it shows: the correlation with their mean. 0 if there are too few. now: (n, SIDE, SIDE, 3) from
    `windows.balance_windows`.
    """
    fields = windows.average_fields(now)
    lines = (fields - fields.mean(axis=(1, 2), keepdims=True)).reshape(len(now), -1)
    lines /= np.linalg.norm(lines, axis=1, keepdims=True) + _NOISE
    out = np.zeros(len(now))
    for i, those in enumerate(others):
        if those is not None and len(those) >= _MIN_OTHERS:
            mean = lines[those].mean(axis=0)
            out[i] = lines[i] @ mean / max(float(np.linalg.norm(mean)), _NOISE)
    return out


def _compare(now: Singles, others: Sequence[Ints | None]) -> tuple[Floats, Floats]:
    """How much each place differs from others: (n, 3) from `_measure_difference`, nan if there are too few. And (n, 2)
    how much these others differ from theirs, nan if none of them has enough. now: (n, SIDE, SIDE, 3) from
    `windows.balance_windows`.
    """
    off, usual = np.full((len(now), 3), np.nan), np.full((len(now), 2), np.nan)
    for i, those in enumerate(others):
        if those is not None and len(those) >= _MIN_OTHERS:
            off[i] = _measure_difference(now[i][windows.IN_PIECE], median(now[those])[windows.IN_PIECE])
    for i, those in enumerate(others):
        if those is not None and not np.isnan(off[those]).all():
            usual[i] = np.maximum(np.nanmedian(off[those, :2], axis=0), _MIN_OFF)
    return off, usual


def _measure_difference(some: Singles, others: Singles) -> tuple[float, float, float]:
    """How much two groups of samples (m, 3) differ, in whatever light they are: on average, in their mean hue, and how
    unevenly.
    """
    gain = float(np.clip((some.mean() + _MIN_OFF) / (others.mean() + _MIN_OFF), 1 / _MAX_GAIN, _MAX_GAIN))
    off = some - np.float32(gain) * others
    mean = off.mean(axis=0)
    ratio = np.log(some.mean(axis=1) + _DARK) - np.log(others.mean(axis=1) + _DARK)
    low, high = np.quantile(ratio, _UNEVEN_QUANTILES)
    return float(np.abs(off).mean()), float(np.abs(mean - mean.mean()).max()), float(high - low)
