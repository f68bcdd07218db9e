"""Makes the network's input: windows of a picture, and the same windows of the empty board as far as it is known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from vision.reader import light, network, windows
from vision.reader.atlas import Floats, Ints, Picture, Singles
from vision.reader.between import Between
from vision.reader.conditions import Conditions
from vision.reader.print_sheet import HIDDEN_DOUBT


def make_inputs(now: Singles, conditions: Conditions, similar: Sequence[Ints | None] | None = None) -> Singles:
    """(n, CHANNELS, SIDE, SIDE) what the network takes for windows (n, SIDE, SIDE, 3) from `windows.balance_windows`.

    similar: for a print that is not known, the places that show how each one looks when it is empty; see
    `similar_places.find_similar_empty`.
    """
    if conditions.window_background is None:
        predicted = (None, None) if similar is None else windows.predict_empty(now, similar)
        return windows.join_channels(now, *predicted)
    return make_inputs_on_print(now, conditions.window_background, conditions.light_at, conditions.window_white)


def make_inputs_on_print(now: Singles, printed: Singles, light_at: Floats, white: Floats) -> Singles:
    """The same as `make_inputs`, for windows of a known print.

    printed: (n, SIDE, SIDE, 4) its colours and doubt. light_at: (n, 3) linear light. white: (3,) the light that counts
    as 1.
    """
    reflected = np.maximum(np.exp(printed[..., :3]) - np.float32(light.REFLECTANCE_FLOOR), 0)
    empty = windows.balance(np.asarray(reflected * light_at[:, None, None].astype(np.float32), np.float32), white)
    return windows.join_channels(now, empty, np.minimum(printed[..., 3] / HIDDEN_DOUBT, 1))


def classify_windows(
    image: Picture, around: windows.Windows, middle: Floats, printed: Singles, conditions: Conditions
) -> Floats:
    """(m, 3) how likely windows on a known print show only the print, a piece, or something foreign.

    middle: (m, 2) mm, the windows' middles. printed: (m, SIDE, SIDE, 4) colours and doubt of the print in them.
    """
    cut, white = around.cut(image), conditions.window_white
    light_at = conditions.light.compute_at(middle)
    answer = network.classify(make_inputs_on_print(windows.balance_windows(cut, white), printed, light_at, white))
    return np.asarray(np.exp(network.mask_unlit(answer.log_p, windows.find_unlit(cut))))


def find_things_between(image: Picture, around: Between, conditions: Conditions, numbers: Ints) -> Floats:
    """(k,) how likely there is something foreign at the places between cells with these numbers (k,).

    All are 0 if the print is not known, because then this cannot be decided.
    """
    if conditions.between_background is None or around.windows is None or not len(numbers):
        return np.zeros(len(numbers))
    printed = conditions.between_background[numbers]
    chances = classify_windows(image, around.windows.select(numbers), around.place[numbers], printed, conditions)
    return np.asarray(chances[:, network.THING])
