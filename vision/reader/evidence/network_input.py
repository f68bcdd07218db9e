"""Prepares windows for the network: each window of the picture gets beside it the same window of the empty board, as
far as that is known.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.board.print_sheet import HIDDEN_DOUBT
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.networks import network, windows
from vision.reader.networks.between import Between
from vision.reader.networks.network import NetworkAnswer
from vision.reader.places.atlas import Flags, Floats, Ints, Picture, Singles

_MAX_BARE_DIFFERENCE = 0.13
"""A window between cells that differs from its print by at most this, see `windows.measure_differences`, shows nothing
else. On photographs of our boards and of repainted ones these are six of ten, and the network gave nothing foreign in
them a probability above 0.1.
"""
_MAX_BARE_PLACE_DIFFERENCE = 0.08
"""The same for the window around a place. On photographs of repainted boards two of three empty places whose print was
known differ by less, and of 478 pieces none.
"""
_BARE_P = 0.99996
"""How likely such a place is empty, if its print was not guessed. On 80 photographs of our boards and of repainted ones
the network gives 8,485 such places at least 0.96, and most of them this. All are empty.
"""


def make_inputs(now: Singles, conditions: Conditions, similar: Sequence[Ints | None] | None = None) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) the network's input for the windows of all places.

    now: (n, SIDE, SIDE, 3) the windows, from `windows.balance_windows`. similar: if the print is not known, the places
    that show how each place looks when empty; see `similar_places.find_similar_empty`.
    """
    if conditions.window_background is None:
        predicted = (None, None) if similar is None else windows.predict_empty(now, similar)
        return windows.join_channels(now, *predicted)
    return make_inputs_on_print(now, conditions.window_background, conditions.light_at, conditions.window_white)


def make_inputs_on_print(now: Singles, printed: Singles, light_at: Floats, white: Floats) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) the network's input for windows on a known print.

    now: (n, SIDE, SIDE, 3) the windows. printed: (n, SIDE, SIDE, 4) the print in them: its colours and their doubt.
    light_at: (n, 3) the linear light there. white: (3,) the light that counts as 1.
    """
    return _join_print(now, expect_empty(printed, light_at, white), printed)


def _join_print(now: Singles, empty: Singles, printed: Singles) -> Singles:
    """The same, if it is known how the windows look empty. empty: from `expect_empty`."""
    return windows.join_channels(now, empty, np.minimum(printed[..., 3] / HIDDEN_DOUBT, 1))


def expect_empty(printed: Singles, light_at: Floats, white: Floats) -> Singles:
    """(n, SIDE, SIDE, 3) how the windows look if nothing is on the print, in the form of `windows.balance_windows`. The
    arguments are those of `make_inputs_on_print`.
    """
    reflected = np.maximum(np.exp(printed[..., :3]) - np.float32(light.REFLECTANCE_FLOOR), 0)
    lit = np.minimum(reflected * light_at[:, None, None].astype(np.float32), 1.0)  # the camera clips what is brighter
    return windows.balance(np.asarray(lit, np.float32), white)


def classify_places(
    now: Singles, conditions: Conditions, similar: Sequence[Ints | None] | None = None, turned: Flags | None = None
) -> NetworkAnswer:
    """What the windows of all places show. On known print, the network is asked only about those that show more than
    their print, or whose print was only guessed.

    now, similar: as for `make_inputs`. turned: as for `network.classify`; it counts only if the print is not known.
    """
    printed = conditions.window_background
    if printed is None:
        return network.classify(make_inputs(now, conditions, similar), turned)
    empty, is_bare = _compare_with_print(now, printed, conditions)
    asked = np.flatnonzero(~is_bare | conditions.guessed)
    other = (1 - _BARE_P) / 2
    log_p, large = np.tile(np.log([_BARE_P, other, other]), (len(now), 1)), np.zeros(len(now))
    if len(asked):
        answer = network.classify(_join_print(now[asked], empty[asked], printed[asked]))
        log_p[asked], large[asked] = answer.log_p, answer.large
    return NetworkAnswer(log_p, large)


def find_bare(now: Singles, conditions: Conditions) -> Flags:
    """(n,) True for places whose windows show nothing but their print. now: (n, SIDE, SIDE, 3) from
    `windows.balance_windows`. All are False if the print is not known.
    """
    printed = conditions.window_background
    return np.zeros(len(now), np.bool_) if printed is None else _compare_with_print(now, printed, conditions)[1]


def _compare_with_print(now: Singles, printed: Singles, conditions: Conditions) -> tuple[Singles, Flags]:
    """How the windows of all places look if nothing is on the print, from `expect_empty`, and (n,) True for those that
    look like that. now, printed: as for `make_inputs_on_print`.
    """
    empty = expect_empty(printed, conditions.light_at, conditions.window_white)
    return empty, np.asarray(windows.measure_differences(now, empty) < _MAX_BARE_PLACE_DIFFERENCE)


def classify_around(
    image: Picture, scene: Scene, known: KnownPrint, conditions: Conditions, middles: Floats, radius: float
) -> Floats:
    """(m, 3) how likely the windows around points (m, 2) in mm show only print, a piece, or something foreign.

    radius: of the largest piece, in mm.
    """
    if not len(middles):
        return np.empty((0, 3))
    around = windows.build(scene.registration, middles, radius)
    printed = known.sample_windows(around.points) + conditions.ink_offset
    return classify_windows(image, around, middles, printed, conditions)


def classify_windows(
    image: Picture, around: windows.Windows, middle: Floats, printed: Singles, conditions: Conditions
) -> Floats:
    """(m, 3) how likely each window shows only print, a piece, or something foreign. The print must be known.

    middle: (m, 2) mm, the windows' middles. printed: (m, SIDE, SIDE, 4) the print in the windows: its colours and their
    doubt.
    """
    cut, white = around.cut(image), conditions.window_white
    light_at = conditions.light.compute_at(middle)
    return _classify(make_inputs_on_print(windows.balance_windows(cut, white), printed, light_at, white), cut)


def _classify(inputs: Singles, cut: Picture) -> Floats:
    """The same for inputs of the network that are made already. cut: the windows, as cut from the picture."""
    return np.asarray(np.exp(network.mask_unlit(network.classify(inputs).log_p, windows.find_unlit(cut))))


def find_things_between(image: Picture, around: Between, conditions: Conditions, numbers: Ints) -> Floats:
    """(k,) how likely something foreign is in some windows between cells. numbers: (k,) which windows. If the print is
    not known, this cannot be decided, and all are 0.

    The network is asked only about windows that differ from their print, or that are too dark to tell.
    """
    out = np.zeros(len(numbers))
    if conditions.between_background is None or around.windows is None or not len(numbers):
        return out
    cut, white = around.windows.select(numbers).cut(image), conditions.window_white
    now, printed = windows.balance_windows(cut, white), conditions.between_background[numbers]
    empty = expect_empty(printed, conditions.light.compute_at(around.place[numbers]), white)
    asked = np.flatnonzero((windows.measure_differences(now, empty) > _MAX_BARE_DIFFERENCE) | windows.find_unlit(cut))
    if len(asked):
        inputs = _join_print(now[asked], empty[asked], printed[asked])
        out[asked] = _classify(inputs, cut[asked])[:, network.THING]
    return out
