"""Measures how good a picture of the board is, on its markers, and says what people can do about it.

A marker is black with sharp edges on white paper, whatever the game is. The width of its edges shows the focus. The
white of the paper and the black of the ink show the light and whether the lens is clean. Small variations on both are
the camera's noise. This module never reads a cell and never refuses a picture: it gives advice.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.message import Message, name_markers
from vision.reader.networks.sharpness import MAX_BLUR, measure_blur
from vision.register import Registration
from vision.register.markers import Picture, to_grey
from vision.watcher.compression import measure_blockiness

Floats = NDArray[np.float64]

MIN_CELL_PX = 18.0
"""px between neighbouring cells. With fewer, cells have too few pixels to tell pieces apart reliably."""

# a quarter and three quarters of an edge's rise are this many standard deviations of the blur apart
_RISE_DEVIATIONS = 1.349
# the largest standard deviation of the blur: a camera in focus has 0.6 to 1.3, also after compression
_MAX_BLUR_PX = 2.2
_MAX_SOFT_PX = 1.5  # the same limit if the ink looks grey, because blur alone can make the ink of small markers grey
# a marker may be this many times as blurred as the sharpest ones: depth of field alone never causes more on a board
_MAX_SMEAR = 2.2
_MIN_WHITE = 70.0  # the least grey level of white paper
# the least difference between white paper and black ink, in standard deviations of the noise
_MIN_CONTRAST_TO_NOISE = 10.0
_CLIPPED_LEVEL = 250.0  # paper counts as overexposed from this grey level on
_MIN_BOARD_LEVEL = 45.0  # a board is not lit if its brightest places and pieces are below this grey level
# the picture is too bright if more than this part of a board is white: hardly any board is printed so white
_MAX_CLIPPED_BOARD = 0.35
_BOARD_SAMPLES = 48  # how many samples along a board's side are taken to measure its light
_MAX_VEIL = 0.20  # the most linear light of black ink, relative to white paper; more means a dirty or foggy lens
# an overexposed marker reflects a lamp if its ink has more than this part of other markers' paper level
_MIN_GLARE = 0.6
_MAX_BURNT_PART = 0.15  # if more than this part of all cells is overexposed, pieces cannot be told apart
_MAX_BLOCKINESS = 2.0  # the largest brightness step between the 8 px blocks of JPEG, relative to the steps inside them
# the limit of the veil if paper is overexposed; then the ink is grey because the picture is too bright
_MAX_BLEACHED_VEIL = 0.075
_ALONG = np.linspace(-0.4, 0.4, 9)  # where along a marker's edges profiles are measured, in parts of its side
_ACROSS = np.linspace(-0.8, 0.8, 33)  # the points of a profile, from inside to outside the edge, in parts of a module
_PLATEAU_SAMPLES = 6  # how many samples at each end of `_ACROSS` are ink or paper
_CALM_SAMPLES = [6, -7]  # the samples of a profile that are on plain ink and on plain paper
_NOISE_LEFT = 0.67  # the part of white noise that remains, on average, after linear interpolation between pixels


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of one picture, measured on the markers in sight. Most values are NaN if none is in sight."""

    cell_px: float
    """px between neighbouring cells, where the picture shows them closest together."""
    white: float
    """Grey level of paper (median)."""
    black: float
    """Grey level of ink (median)."""
    clipped: float
    """The part of the paper that is overexposed."""
    noise: float
    """The camera's noise in grey levels (median of the standard deviations)."""
    blur_px: float
    """How blurred the edges of markers are: a standard deviation in px (median)."""
    veil: float
    """How bright ink looks, as a part of the paper's brightness. Stray light in the lens makes it brighter."""
    worst: tuple[int, float] | None
    """The id of the most blurred marker that is wholly in sight, and how many times as blurred as a sharp one it is."""
    glaring: tuple[int, ...]
    """The ids of markers that reflect a lamp."""
    board: tuple[float, float] | None = None
    """If no marker is in sight: the brightest grey level of the board, and how much of the board is overexposed."""
    board_blur: float = 0.0
    """If no marker is in sight: how blurred the board is, see `sharpness.measure_blur`."""
    burnt: float = 0.0
    """The part of all cells whose middle is overexposed."""
    blocks: float = 1.0
    """How much larger brightness steps are between the blocks of JPEG than inside them."""

    @property
    def is_blurred(self) -> bool:
        """True if the board is out of focus."""
        limit = _MAX_BLUR_PX if self.veil < _MAX_VEIL else _MAX_SOFT_PX
        return self.blur_px > limit or self.board_blur > MAX_BLUR

    @property
    def advice(self) -> str | None:
        """What is wrong with the picture and what to do about it; None if it is good enough. Only the worst problem is
        named.
        """
        small = _explain_size(self.cell_px)
        if small is not None:
            return small
        if not np.isfinite(self.white):
            dim = None if self.board is None else _explain_light(*self.board)
            return dim or (_explain_blur() if self.is_blurred else None)
        if self.white < _MIN_WHITE or self.white - self.black < _MIN_CONTRAST_TO_NOISE * self.noise:
            return Message(
                "There is not enough light to see the pieces well. Switch on a lamp or move the board to the light."
            )
        if self.blocks > _MAX_BLOCKINESS:
            return Message(
                "The camera compresses its picture too much to see the pieces well. Choose a better picture "
                "quality, or a smaller picture, in the camera's settings."
            )
        if self.clipped > 0.6 and (self.veil > _MAX_BLEACHED_VEIL or self.burnt > _MAX_BURNT_PART):
            return Message(
                "The picture is overexposed: white is cut off. Dim the lamp, move it away, or lower the camera's "
                "exposure."
            )
        if self.is_blurred:
            return _explain_blur()
        if self.veil > _MAX_VEIL:
            return Message(
                "The picture is hazy. Wipe the camera's lens with a soft cloth, and keep lamps from shining into it."
            )
        if self.glaring:
            return Message(
                "A lamp is mirrored near {markers}. Move the lamp or the camera a little.",
                markers=name_markers(self.glaring),
            )
        if self.worst is not None and self.worst[1] > _MAX_SMEAR and self.worst[1] * self.blur_px > _MAX_BLUR_PX:
            return Message(
                "The picture is blurred near marker {marker} and sharp elsewhere: the lens seems to be dirty. Wipe "
                "it with a soft cloth.",
                marker=self.worst[0],
            )
        return None


def _explain_blur() -> str:
    """What to do if the board is out of focus."""
    return Message(
        "The camera is out of focus: the board's edges are blurred. Focus it on the board, and wipe its lens with a "
        "soft cloth if that does not help."
    )


def _explain_light(brightest: float, clipped: float) -> str | None:
    """What is wrong with the light on a board without markers in sight; None if it is good enough. brightest: grey
    level. clipped: the part that is overexposed.
    """
    if brightest < _MIN_BOARD_LEVEL:
        return Message(
            "There is not enough light to see the pieces well. Switch on a lamp or move the board to the light."
        )
    if clipped > _MAX_CLIPPED_BOARD:
        return Message("The picture is too bright: much of the board is plain white. Dim the lamp or move it away.")
    return None


def explain_size(registration: Registration, layout: Layout) -> str | None:
    """Why the board is too small in the picture; None if it is large enough."""
    return _explain_size(measure_cell_px(registration, layout))


def _explain_size(cell_px: float) -> str | None:
    if cell_px >= MIN_CELL_PX:
        return None
    return Message(
        "The board is too small in the picture: {pixels:.0f} pixels a cell, {needed:.0f} are needed. Move the "
        "camera nearer, or choose a larger picture in its settings.",
        pixels=cell_px,
        needed=MIN_CELL_PX,
    )


def assess(image: Picture, registration: Registration, layout: Layout) -> Quality:
    """The quality of a BGR or grey picture in which the board was found.

    If the board has markers, it looks at little more than these, so it takes about a millisecond.
    """
    ids, profiles, px_per_module, noise = _measure_profiles(image, registration, layout)
    cell_px = measure_cell_px(registration, layout)
    black, white = np.median(profiles[:, :_PLATEAU_SAMPLES], axis=1), np.median(profiles[:, -_PLATEAU_SAMPLES:], axis=1)
    contrast = white - black
    # Something that covers a marker does not have the marker's edges.
    seen = contrast > 0.35 * np.max(contrast, initial=12.0)
    if not seen.any():
        nothing = float("nan")
        unmarked = _measure_board_light(image, registration, layout)
        soft = 0.0 if unmarked is None or layout.markers else _measure_board_blur(image, registration, layout)
        return Quality(
            cell_px, nothing, nothing, nothing, nothing, nothing, nothing, None, (), board=unmarked, board_blur=soft
        )
    shining = (black > _MIN_GLARE * np.median(white[seen])) & (white >= _CLIPPED_LEVEL) & ~seen
    glaring = tuple(int(n) for n in np.unique(ids[shining]) if shining[ids == n].sum() > 1)
    covered = np.unique(ids[~seen])
    ids, profiles, px_per_module = ids[seen], profiles[seen], px_per_module[seen]
    black, white = black[seen], white[seen]
    blur = _measure_blur(profiles, black, white) * px_per_module
    ink = _to_linear(black) / np.maximum(_to_linear(white), 1e-3)
    # The edge of a hand that covers a part of a marker is no edge of the marker.
    names = np.setdiff1d(ids, covered)
    each = np.array([np.median(blur[ids == n]) for n in names])
    sharp = max(float(np.quantile(each, 0.25)), 0.5) if len(each) else 0.5
    return Quality(
        cell_px=cell_px,
        white=float(np.median(white)),
        black=float(np.median(black)),
        clipped=float((white >= _CLIPPED_LEVEL).mean()),
        noise=float(np.median(noise[seen])),
        # The widest modules show the blur best: a blur wider than a module looks only as wide as the module.
        blur_px=float(np.median(blur[px_per_module >= 0.85 * px_per_module.max()])),
        veil=float(np.median(ink)),
        worst=(int(names[each.argmax()]), float(each.max()) / sharp) if len(each) else None,
        glaring=glaring,
        burnt=_measure_burnt(image, registration, layout),
        blocks=measure_blockiness(image),
    )


def _measure_board_blur(image: Picture, registration: Registration, layout: Layout) -> float:
    """`Quality.board_blur`."""
    coloured = cv2.cvtColor(image, cv2.COLOR_GRAY2BGR) if image.ndim == 2 else image
    return measure_blur(np.asarray(coloured, np.uint8), registration, layout)


def _measure_board_light(image: Picture, registration: Registration, layout: Layout) -> tuple[float, float] | None:
    """The brightest grey level on the board (98th percentile), and the part of the board that is overexposed; None if
    the board is out of sight.
    """
    (w, h), t = layout.size_mm, (np.arange(_BOARD_SAMPLES) + 0.5) / _BOARD_SAMPLES
    points = np.stack(np.meshgrid(t * w, t * h), axis=-1)
    pixels = registration.project(points)
    inside = registration.shows(pixels)
    if inside.mean() < 0.25:
        return None
    maps = pixels.astype(np.float32)
    level = to_grey(np.asarray(cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.uint8))[inside]
    return float(np.percentile(level, 98)), float((level >= _CLIPPED_LEVEL).mean())


def _measure_burnt(image: Picture, registration: Registration, layout: Layout) -> float:
    """The part of all cells whose middle is overexposed."""
    at = registration.project(np.array([(cell.x, cell.y) for cell in layout.cells.values()], np.float64)).round()
    column, row = at.astype(int).T
    h, w = image.shape[:2]
    inside = (column >= 0) & (column < w) & (row >= 0) & (row < h)
    values = image[row[inside], column[inside]].reshape(int(inside.sum()), -1)
    return float((values.max(axis=1) >= _CLIPPED_LEVEL).mean()) if len(values) else 0.0


def measure_cell_px(registration: Registration, layout: Layout) -> float:
    """px between neighbouring cells, where the picture shows them closest together."""
    places = np.array([(cell.x, cell.y) for cell in layout.cells.values()], np.float64)
    if len(places) < 2:
        return float(min(layout.size_mm) * registration.scale_at(places).min())
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)) * np.quantile(registration.scale_at(places), 0.05))


def explain_no_board(image: Picture) -> str | None:
    """Why the board was not found in a BGR or grey picture, if the picture is too dark, too bright or empty; None for
    any other reason.
    """
    small = cv2.resize(to_grey(image), (320, 180), interpolation=cv2.INTER_AREA).astype(np.float32)
    dark, bright = np.percentile(small, (5, 95))
    if bright < 40:
        return Message("The picture is almost black: switch on a light, and see that nothing covers the lens.")
    if dark > 245:
        return Message("The picture is almost white: dim the light, or lower the camera's exposure.")
    if bright - dark < 8:
        return Message(
            "The picture shows next to nothing: see that nothing covers the lens, and wipe it with a soft cloth."
        )
    return None


def _measure_profiles(
    image: Picture, registration: Registration, layout: Layout
) -> tuple[NDArray[np.intp], Floats, Floats, Floats]:
    """Measures the s sides of all markers. Returns for each the marker's id (s,), the grey levels across the side from
    ink to paper (s, len(_ACROSS)), px per module (s,), and the noise in grey levels (s,).
    """
    sides, ids = [], []
    for marker in layout.markers:
        module = marker.size_mm / 6  # a 4x4 marker with its border has six modules
        along, across = np.meshgrid(_ALONG * marker.size_mm, marker.size_mm / 2 + _ACROSS * module, indexing="ij")
        for right, down in ((1, 0), (0, 1), (-1, 0), (0, -1)):
            x = marker.x + right * across - down * along
            y = marker.y + down * across + right * along
            sides.append(np.stack([x, y], axis=-1))
            ids.append(marker.id)
    if not sides:
        return np.empty(0, np.intp), np.empty((0, len(_ACROSS))), np.empty(0), np.empty(0)
    pixels = registration.project(np.stack(sides))
    inside = registration.shows(pixels).all(axis=(1, 2))
    pixels, numbers = pixels[inside], np.array(ids, np.intp)[inside]
    if not len(pixels):
        return numbers, np.empty((0, len(_ACROSS))), np.empty(0), np.empty(0)
    maps = pixels.reshape(-1, len(_ACROSS), 2).astype(np.float32)
    cut = to_grey(np.asarray(cv2.remap(image, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR), np.uint8))
    shape = (len(pixels), len(_ALONG), len(_ACROSS))
    profiles = np.median(cut.reshape(shape).astype(np.float64), axis=1)
    # The second difference along an edge: light is smooth there, so the rest is the sensor's noise.
    flat = cut.reshape(shape)[:, :, _CALM_SAMPLES].astype(np.float64)
    rough = np.abs(flat[:, 2:] - 2 * flat[:, 1:-1] + flat[:, :-2])
    noise = 1.4826 * np.median(rough, axis=(1, 2)) / np.sqrt(6) / _NOISE_LEFT
    length = np.linalg.norm(pixels[:, :, -1] - pixels[:, :, 0], axis=-1).mean(axis=1)
    return numbers, profiles, length / (_ACROSS[-1] - _ACROSS[0]), noise


def _measure_blur(profiles: Floats, black: Floats, white: Floats) -> Floats:
    """(s,) how blurred each side is: a standard deviation in modules. It follows from how far the grey level takes to
    rise from a quarter to three quarters.
    """
    level = (profiles - black[:, None]) / (white - black)[:, None]
    # White inside a marker may be seen, too: the edge begins where it is darkest.
    darkest = level.argmin(axis=1)[:, None]
    edge = np.where(np.arange(level.shape[1]) < darkest, level.min(axis=1, keepdims=True), level)
    # The profile is made to rise everywhere, so that each height occurs once.
    rising = np.maximum.accumulate(edge, axis=1) + 1e-9 * np.arange(level.shape[1])
    quarter, most = (np.array([np.interp(height, r, _ACROSS) for r in rising]) for height in (0.25, 0.75))
    return np.asarray((most - quarter) / _RISE_DEVIATIONS)


def _to_linear(level: Floats) -> Floats:
    """Grey levels as linear light from 0 to 1 (sRGB, IEC 61966-2-1)."""
    s = level / 255
    return np.asarray(np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4))
