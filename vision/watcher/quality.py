"""How good a picture of the board is, measured on its markers, and what people can do about it.

A marker is black with sharp edges on white paper, whatever the game. The width of its edges tells the focus. The white
of the paper and the black of the ink tell the light and the lens. What varies on both is the camera's noise. This
module never reads a cell and never refuses a picture: it gives advice.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Layout
from vision.register import Registration
from vision.register.markers import Picture, to_grey

Floats = NDArray[np.float64]

MIN_CELL_PX = 18.0
"""Cells nearer to each other than this in the picture hold too few pixels to tell pieces apart reliably."""

_RISE_DEVIATIONS = 1.349  # deviations of a Gaussian blur from a quarter to three quarters of an edge's rise
_MAX_BLUR_PX = 2.2  # deviation of the blur: a camera in focus has 0.6 to 1.3, after compression too
_MAX_SOFT_PX = 1.5  # the same where ink is grey: blur alone does that to small markers
_MAX_SMEAR = 2.2  # times as blurred as the sharpest markers: no depth of field does that to a board
_MIN_WHITE = 70.0  # grey levels of white paper
_MIN_CONTRAST_TO_NOISE = 10.0  # white paper stands out from black ink by so many deviations of the noise, at least
_CLIPPED_LEVEL = 250.0  # grey levels from which on paper is cut off
_MIN_BOARD_LEVEL = 45.0  # grey levels: a board whose brightest places and pieces are darker is not lit
_MAX_CLIPPED_BOARD = 0.35  # of a board: hardly any is printed so white
_BOARD_SAMPLES = 48  # samples along a board's side, for its light
_MAX_VEIL = 0.20  # linear light of black ink, in parts of white paper's: more is a veil before the lens
_MIN_GLARE = 0.6  # grey levels of a marker's ink, in parts of other markers' paper, where its own paper is cut off
_MAX_BURNT_PART = 0.15  # of all cells: where as many are cut off as white paper is, pieces cannot be told
_MAX_BLOCKINESS = 2.0  # times as large steps between the squares of 8 pixels that JPEG works on as within them
_MAX_BLEACHED_VEIL = 0.075  # the same where white is cut off: the picture is so bright that ink is grey
_ALONG = np.linspace(-0.4, 0.4, 9)  # of a marker's side: where its edges are looked at
_ACROSS = np.linspace(-0.8, 0.8, 33)  # of a module: how far inwards and outwards
_PLATEAU_SAMPLES = 6  # samples at each end of that
_CALM_SAMPLES = [6, -7]  # samples on ink and on paper, in the middle between the edges on both sides
_NOISE_LEFT = 0.67  # what is left of white noise after linear interpolation between pixels, on average


@dataclass(frozen=True, slots=True)
class Quality:
    """The quality of one picture, by the markers in sight; NaN if none is in sight."""

    cell_px: float
    """px between neighbouring cells, where it is smallest."""
    white: float
    """Grey level of paper (median)."""
    black: float
    """Grey level of ink (median)."""
    clipped: float
    """The part of the paper that is as white as possible."""
    noise: float
    """Grey levels."""
    blur_px: float
    """The standard deviation of the blur (median)."""
    veil: float
    """Linear light of ink in parts of the paper's."""
    worst: tuple[int, float] | None
    """The id of the most blurred marker that is seen whole, and how many times as blurred as sharp ones it is."""
    glaring: tuple[int, ...]
    """The ids of markers that shine."""
    board: tuple[float, float] | None = None
    """If no marker is in sight: the brightest grey level of the board, and the part that is as white as possible."""
    burnt: float = 0.0
    """The part of all cells of which a colour is cut off in the middle."""
    blocks: float = 1.0
    """How much larger steps of brightness are between the squares that JPEG works on than within them."""

    @property
    def advice(self) -> str | None:
        """What is wrong with the picture and what to do, in words; None where it is good enough. The worst first."""
        small = _explain_size(self.cell_px)
        if small is not None:
            return small
        if not np.isfinite(self.white):
            return None if self.board is None else _explain_light(*self.board)
        if self.white < _MIN_WHITE or self.white - self.black < _MIN_CONTRAST_TO_NOISE * self.noise:
            return "There is not enough light to see the pieces well. Switch on a lamp or move the board to the light."
        if self.blocks > _MAX_BLOCKINESS:
            return (
                "The camera compresses its picture too much to see the pieces well. Choose a better picture quality, "
                "or a smaller picture, in the camera's settings."
            )
        if self.clipped > 0.6 and (self.veil > _MAX_BLEACHED_VEIL or self.burnt > _MAX_BURNT_PART):
            return (
                "The picture is overexposed: white is cut off. Dim the lamp, move it away, "
                "or lower the camera's exposure."
            )
        if self.blur_px > (_MAX_BLUR_PX if self.veil < _MAX_VEIL else _MAX_SOFT_PX):
            return (
                "The camera is out of focus: the board's edges are blurred. Focus it on the board, "
                "and wipe its lens with a soft cloth if that does not help."
            )
        if self.veil > _MAX_VEIL:
            return "The picture is hazy. Wipe the camera's lens with a soft cloth, and keep lamps from shining into it."
        if self.glaring:
            return f"A lamp is mirrored near {_name_markers(self.glaring)}. Move the lamp or the camera a little."
        if self.worst is not None and self.worst[1] > _MAX_SMEAR and self.worst[1] * self.blur_px > _MAX_BLUR_PX:
            return (
                f"The picture is blurred near marker {self.worst[0]} and sharp elsewhere: the lens seems to be dirty. "
                "Wipe it with a soft cloth."
            )
        return None


def _explain_light(brightest: float, clipped: float) -> str | None:
    """What is wrong with the light where no marker tells."""
    if brightest < _MIN_BOARD_LEVEL:
        return "There is not enough light to see the pieces well. Switch on a lamp or move the board to the light."
    if clipped > _MAX_CLIPPED_BOARD:
        return "The picture is too bright: much of the board is plain white. Dim the lamp or move it away."
    return None


def explain_size(registration: Registration, layout: Layout) -> str | None:
    """Why the board is too small in the picture, None where it is not."""
    return _explain_size(measure_cell_px(registration, layout))


def _explain_size(cell_px: float) -> str | None:
    if cell_px >= MIN_CELL_PX:
        return None
    return (
        f"The board is too small in the picture: {cell_px:.0f} pixels a cell, {MIN_CELL_PX:.0f} are needed. "
        "Move the camera nearer, or choose a larger picture in its settings."
    )


def assess(image: Picture, registration: Registration, layout: Layout) -> Quality:
    """The quality of a BGR or grey picture in which the board was found. Looks at its markers alone: a millisecond."""
    ids, profiles, px_per_module, noise = _measure_profiles(image, registration, layout)
    cell_px = measure_cell_px(registration, layout)
    black, white = np.median(profiles[:, :_PLATEAU_SAMPLES], axis=1), np.median(profiles[:, -_PLATEAU_SAMPLES:], axis=1)
    contrast = white - black
    # What lies over a marker has no such edge there.
    seen = contrast > 0.35 * np.max(contrast, initial=12.0)
    if not seen.any():
        nothing = float("nan")
        unmarked = _measure_board_light(image, registration, layout)
        return Quality(cell_px, nothing, nothing, nothing, nothing, nothing, nothing, None, (), board=unmarked)
    shining = (black > _MIN_GLARE * np.median(white[seen])) & (white >= _CLIPPED_LEVEL) & ~seen
    glaring = tuple(int(n) for n in np.unique(ids[shining]) if shining[ids == n].sum() > 1)
    covered = np.unique(ids[~seen])
    ids, profiles, px_per_module = ids[seen], profiles[seen], px_per_module[seen]
    black, white = black[seen], white[seen]
    blur = _measure_blur(profiles, black, white) * px_per_module
    ink = _to_linear(black) / np.maximum(_to_linear(white), 1e-3)
    # A hand's edge beside a marker that it covers in part is no edge of the marker.
    names = np.setdiff1d(ids, covered)
    each = np.array([np.median(blur[ids == n]) for n in names])
    sharp = max(float(np.quantile(each, 0.25)), 0.5) if len(each) else 0.5
    return Quality(
        cell_px=cell_px,
        white=float(np.median(white)),
        black=float(np.median(black)),
        clipped=float((white >= _CLIPPED_LEVEL).mean()),
        noise=float(np.median(noise[seen])),
        # The widest modules tell most: a blur that is wider than a module looks no wider than that.
        blur_px=float(np.median(blur[px_per_module >= 0.85 * px_per_module.max()])),
        veil=float(np.median(ink)),
        worst=(int(names[each.argmax()]), float(each.max()) / sharp) if len(each) else None,
        glaring=glaring,
        burnt=_measure_burnt(image, registration, layout),
        blocks=_measure_blocks(image),
    )


def _measure_board_light(image: Picture, registration: Registration, layout: Layout) -> tuple[float, float] | None:
    """The brightest grey level on the board (the 98th percentile) and the part that is white; None out of sight."""
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
    """The part of all cells of which a colour is cut off in the middle."""
    at = registration.project(np.array([(cell.x, cell.y) for cell in layout.cells.values()], np.float64)).round()
    column, row = at.astype(int).T
    h, w = image.shape[:2]
    inside = (column >= 0) & (column < w) & (row >= 0) & (row < h)
    values = image[row[inside], column[inside]].reshape(int(inside.sum()), -1)
    return float((values.max(axis=1) >= _CLIPPED_LEVEL).mean()) if len(values) else 0.0


def _measure_blocks(image: Picture) -> float:
    """How much larger steps of brightness are between columns of 8 pixels than within them; 1 for no squares."""
    lines = to_grey(np.ascontiguousarray(image[3::24])).astype(np.float32)
    steps = np.abs(np.diff(lines, axis=1))
    steps = steps[:, : steps.shape[1] // 8 * 8].mean(axis=0).reshape(-1, 8).mean(axis=0)
    return float(steps[7] / max(float(np.median(steps[:7])), 0.3))


def measure_cell_px(registration: Registration, layout: Layout) -> float:
    """The distance between neighbouring cells in px, where the picture shows it smallest."""
    places = np.array([(cell.x, cell.y) for cell in layout.cells.values()], np.float64)
    if len(places) < 2:
        return float(min(layout.size_mm) * registration.scale_at(places).min())
    gaps = np.linalg.norm(places[:, None] - places[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.median(gaps.min(axis=1)) * np.quantile(registration.scale_at(places), 0.05))


def unseen(image: Picture) -> str | None:
    """Why a BGR or grey picture may show no board, as far as it tells itself; None where it does not.

    For the words to a board that was not found.
    """
    small = cv2.resize(to_grey(image), (320, 180), interpolation=cv2.INTER_AREA).astype(np.float32)
    dark, bright = np.percentile(small, (5, 95))
    if bright < 40:
        return "The picture is almost black: switch on a light, and see that nothing covers the lens."
    if dark > 245:
        return "The picture is almost white: dim the light, or lower the camera's exposure."
    if bright - dark < 8:
        return "The picture shows next to nothing: see that nothing covers the lens, and wipe it with a soft cloth."
    return None


def _measure_profiles(
    image: Picture, registration: Registration, layout: Layout
) -> tuple[NDArray[np.intp], Floats, Floats, Floats]:
    """Each side of each marker: id (s,), profile from ink to paper (s, len(_ACROSS)) in grey levels, px a module (s,),
    and the noise (s,) in grey levels."""
    sides, ids = [], []
    for marker in layout.markers:
        module = marker.size_mm / 6  # of a 4x4 marker with its border
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
    # The second difference along an edge: what the light does there is smooth, what the sensor does is not.
    flat = cut.reshape(shape)[:, :, _CALM_SAMPLES].astype(np.float64)
    rough = np.abs(flat[:, 2:] - 2 * flat[:, 1:-1] + flat[:, :-2])
    noise = 1.4826 * np.median(rough, axis=(1, 2)) / np.sqrt(6) / _NOISE_LEFT
    length = np.linalg.norm(pixels[:, :, -1] - pixels[:, :, 0], axis=-1).mean(axis=1)
    return numbers, profiles, length / (_ACROSS[-1] - _ACROSS[0]), noise


def _measure_blur(profiles: Floats, black: Floats, white: Floats) -> Floats:
    """(s,) the deviation of the blur in modules, by how far it is from a quarter to three quarters of the rise."""
    level = (profiles - black[:, None]) / (white - black)[:, None]
    # Made to rise, the profile is crossed once at each height.
    rising = np.maximum.accumulate(level, axis=1) + 1e-9 * np.arange(level.shape[1])
    quarter, most = (np.array([np.interp(height, r, _ACROSS) for r in rising]) for height in (0.25, 0.75))
    return np.asarray((most - quarter) / _RISE_DEVIATIONS)


def _to_linear(level: Floats) -> Floats:
    """Grey levels as linear light from 0 to 1 (sRGB, IEC 61966-2-1)."""
    s = level / 255
    return np.asarray(np.where(s <= 0.04045, s / 12.92, ((s + 0.055) / 1.055) ** 2.4))


def _name_markers(ids: tuple[int, ...]) -> str:
    return f"marker {ids[0]}" if len(ids) == 1 else f"markers {', '.join(map(str, ids[:-1]))} and {ids[-1]}"
