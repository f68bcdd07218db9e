"""Cuts from scenes what the network learns: windows, and whether each shows an empty place, a piece or a thing.

While people play, vision knows the print only in part. So the network gets the print with errors of the same kinds:
learned from another picture with pieces on it, drawn in other inks, guessed from places that look alike, or not known
at all.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.reader.colours.light import to_linear
from vision.reader.networks import piles, windows
from vision.reader.networks.windows import SIDE
from vision.reader.places import atlas as atlases
from vision.reader.places import shape
from vision.reader.places.atlas import Atlas
from vision.training.scenes import EMPTY, HALFWAY, PIECE, THING, UNCLEAR, Scene
from vision.training.textures import Random, Singles, make_noise

Bytes = NDArray[np.uint8]
_MAX_WINDOWS = {EMPTY: 34, PIECE: 34, THING: 14, HALFWAY: 8}
_MAX_RARE_PLACES = 2  # a family with at most this many places gives all of them in every scene
# The most pieces in a pile: fifteen checkers in a row of five places can leave one on each of the other four places.
LEVELS = 11
NO_SIZE, SMALL, LARGE = 0, 87, 93
"""Sizes of pieces in hundredths of the largest diameter; NO_SIZE if there is no piece. A piece up to SMALL is small,
from LARGE on it is large. Between the two nobody can see which it is.
"""

FULL = 170.0  # the byte for 1.0: windows are saved as bytes


def cut_windows(rng: Random, scene: Scene) -> tuple[Bytes, Bytes, Bytes]:
    """The windows of a scene (m, CHANNELS, SIDE, SIDE) as bytes, what each shows (m,), and the size of the piece in it
    (m,).

    Sizes are in hundredths of the largest kind's diameter, NO_SIZE if there is no piece.
    """
    here = atlases.build(scene.layout, scene.registration)
    radius = max(k.diameter_mm for k in scene.layout.pieces.values()) / 2
    around = windows.build(scene.registration, here.place + here.lean, radius)
    cut = around.cut(scene.image)
    visible = here.visible.reshape(here.count, -1).mean(axis=1) > 0.9
    whites = windows.find_white(cut)
    now = windows.balance_windows(cut, whites)
    families = shape.number_families(here, scene.layout)
    empty, doubt = _simulate_known_print(rng, scene, here, around, now, whites, families)
    rare = np.bincount(families)[families] <= _MAX_RARE_PLACES
    chosen = [np.flatnonzero(rare & visible & (scene.truth != UNCLEAR) & (scene.truth != HALFWAY))]
    for what, most in _MAX_WINDOWS.items():
        there = np.flatnonzero((scene.truth == what) & visible & ~rare)
        chosen.append(rng.permutation(there)[:most])
    some = np.concatenate(chosen)
    whole = windows.join_channels(
        now[some], None if empty is None else empty[some], None if doubt is None else doubt[some]
    )
    whole[:, :6] *= FULL
    whole[:, 6] *= 255
    held, truth = scene.kinds[some], scene.truth[some]
    # A piece halfway between two places may count as there or not: the network learns both answers.
    truth = np.where(truth == HALFWAY, rng.choice([EMPTY, PIECE], len(truth)), truth)
    sizes = np.where((held >= 0) & (truth == PIECE), np.rint(100 * scene.sizes[held]), NO_SIZE)
    return np.clip(np.rint(whole), 0, 255).astype(np.uint8), truth.astype(np.uint8), sizes.astype(np.uint8)


def cut_piles(rng: Random, scene: Scene) -> tuple[Bytes, Bytes]:
    """The windows of a scene's piles (m, LEVELS + 1, 3, side, side) as bytes, see `piles.cut`, and how many pieces each
    pile has (m,).
    """
    here = atlases.build(scene.layout, scene.registration)
    kind = next(iter(scene.layout.pieces.values()))
    known = piles.build(scene.layout, scene.registration, here, kind.diameter_mm / 2, kind.height_mm)
    whites = windows.find_white(
        windows.build(scene.registration, here.place + here.lean, kind.diameter_mm / 2).cut(scene.image)
    )
    there = np.flatnonzero((scene.piled[known.places] > 0) & (scene.truth[known.places] == PIECE))
    side = piles.SIDE
    if not len(there):
        return np.empty((0, LEVELS + 1, 3, side, side), np.uint8), np.empty(0, np.uint8)
    seen = np.clip(np.rint(piles.cut(scene.image, known.select(there), whites) * FULL), 0, 255).astype(np.uint8)
    many = scene.piled[known.places[there]]
    fits = many <= LEVELS
    out = np.zeros((len(there), LEVELS + 1, 3, side, side), np.uint8)
    out[:, : min(known.levels, LEVELS)] = seen[:, :-1][:, :LEVELS]
    out[:, LEVELS] = seen[:, -1]
    return out[fits], many[fits].astype(np.uint8)


def to_network_input(stored: Bytes) -> Singles:
    """The network's input, as floats, from saved windows (m, CHANNELS, SIDE, SIDE) of bytes."""
    out = stored.astype(np.float32)
    out[:, :6] /= FULL
    out[:, 6] /= 255
    return out


def _simulate_known_print(
    rng: Random,
    scene: Scene,
    here: Atlas,
    around: windows.Windows,
    now: Singles,
    whites: NDArray[np.float64],
    families: NDArray[np.int64],
) -> tuple[Singles | None, Singles | None]:
    """What a reader may know about the print in the windows: its colours (n, SIDE, SIDE, 3) and their doubt (n, SIDE,
    SIDE), with the usual errors. None for both if it may know nothing.
    """
    way = rng.random()
    if way < 0.25:
        return None, None
    if way < 0.45:
        return windows.predict_empty(now, windows.find_similar(now, families, here.place, _guess_empty(rng, scene)))
    cut = around.cut(scene.bare)
    n = len(cut)
    light = to_linear(cut)
    # Different light than in the scene: brighter, of another colour, from another side.
    level = np.exp(rng.normal(0, 0.1) + rng.normal(0, 0.04, 3)).astype(np.float32)
    slope = rng.normal(0, rng.choice([0.03, 0.15]), 2)
    side = (here.place - here.place.mean(axis=0)) / np.ptp(here.place, axis=0).max()
    uneven = np.exp(side @ slope).astype(np.float32)
    light = light * level * uneven[:, None, None, None]
    if way < 0.7:
        doubt = np.full((n, SIDE, SIDE), rng.uniform(0.05, 0.4), np.float32)
        _hide_places(rng, light, doubt, here)
    else:
        doubt = np.full((n, SIDE, SIDE), 0.4, np.float32)
        tone = light / whites.astype(np.float32)
        bent = tone ** rng.uniform(0.8, 1.25, 3).astype(np.float32)
        light = bent * whites.astype(np.float32) * np.exp(rng.normal(0, 0.06, 3)).astype(np.float32)
        if rng.random() < 0.5:
            light = np.stack([cv2.GaussianBlur(patch, (0, 0), 0.7) for patch in light])
    return windows.balance(np.asarray(light, np.float32), whites), doubt


def _hide_places(rng: Random, light: Singles, doubt: Singles, here: Atlas) -> None:
    """Makes the print at some places a guess in `light` and `doubt`, as if pieces had been there when it was
    learned.
    """
    axis = np.linspace(-windows.REACH, windows.REACH, SIDE)
    gap = np.hypot(*np.meshgrid(axis, axis))
    for i in np.flatnonzero(rng.random(len(light)) < rng.uniform(0, 0.6)):
        disc = gap < rng.uniform(1.0, 1.3)
        ring = (gap > 1.2) & (gap < 1.6)
        light[i][disc] = np.median(light[i][ring], axis=0)
        doubt[i][disc] = 1.0
    if rng.random() < 0.3:  # soft shadows when the print was learned
        field = np.exp(-0.3 * np.abs(make_noise(rng, (len(light), SIDE), 30)))
        light *= field.reshape(len(light), SIDE, 1, 1).astype(np.float32)


def _guess_empty(rng: Random, scene: Scene) -> NDArray[np.bool_]:
    """(n,) True for places that a first look takes for empty: nearly all empty places, and a few others by mistake."""
    guess = np.where(rng.random(len(scene.truth)) < 0.04, scene.truth != EMPTY, scene.truth == EMPTY)
    return np.asarray(guess, np.bool_)
