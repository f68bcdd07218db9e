"""Arms: what hides the print, wider than any piece and longer still, from beyond its edge or on cells.

Cells are looked at closely elsewhere; here the whole print is looked over coarsely, so that an arm is seen between
cells and beside them too. Only print that is known can show it. It never says what a cell holds.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.changed import Changed
from vision.layout import Layout
from vision.median import median
from vision.reader import hand, light
from vision.reader.appearance import encode
from vision.reader.atlas import Atlas, Flags, Floats, Picture, Singles, Whole
from vision.reader.ground import Print
from vision.reader.light import Light
from vision.reader.view import View
from vision.register import Registration

_SAMPLES = 90  # along the longer side of the print
_WIDER = 1.25  # an arm's width, in diameters of the largest piece
_NARROWEST_MM = 30.0
_LONG = 4.0  # an arm's area, in areas of a disc of its least width: piles, shadows and reflections make less
_LIKELY = 0.8  # of an arm's least width: so much of it shows as a change where some of it looks like the print
_FLUSH, _TINTED = 0.25, 0.3  # how much redder than print skin is; how much more than a shadow, wholly dark, may be
_HIGHLIGHT = 5  # samples: as wide a gap in an arm may be a reflection on it
_EDGE = 15  # samples: what comes nearer to the print's edge than half of this comes from beyond it
_SAME_INK = 0.25
_COMMON = 0.03  # of all samples: inks as common show how they are seen in a picture
_TELLING = 0.25  # of an ink's samples: if the camera cut more of them off, the rest tell nothing of it
_EVERY = 5  # samples of an ink: one in so many shows how it is seen, and the light
_OFF = 0.35  # how far an ink may be off what is known of it
_BRIGHTER = float(np.log(light.PAPER + light.FLOOR))

Mask = NDArray[np.uint8]


@dataclass(frozen=True, eq=False)
class Overview:
    """Samples all over the print: points (h, w, 2) in mm, step mm apart, visible (h, w) in the picture.

    rim: (h, w) near where the print, or the picture, ends. amid: (h, w) among the cells. cells: (h, w) on a place.
    terms: (h, w, 6) of the light.
    """

    points: Floats
    step: float
    view: View
    visible: Flags
    rim: Flags
    amid: Flags
    cells: Flags
    terms: Singles
    size_mm: tuple[float, float]


@dataclass(frozen=True, eq=False)
class Paper:
    """The known print at the samples of an overview: colours (h, w, 3), doubt (h, w).

    inks: for each common ink the numbers of the samples that are printed in it.
    """

    colours: Singles
    doubt: Singles
    inks: tuple[Whole, ...]


@dataclass(frozen=True, eq=False)
class Glance:
    """A picture at the samples of an overview, (h, w, 3) each: its colours, the brightest that they could be, and its
    linear light."""

    colours: Singles
    brightest: Singles
    values: Singles


@dataclass(frozen=True, eq=False)
class Pieces:
    """Pieces believed on the board: where their feet and tops are seen (m, 2), and their radii (m,), in mm."""

    foot: Floats
    top: Floats
    radius: Floats
    widest_mm: float


def overview(layout: Layout, registration: Registration) -> Overview:
    """Where to look for arms over a layout's print."""
    width, height = layout.size_mm
    step = max(width, height) / _SAMPLES
    x, y = (np.arange(max(1, int(side / step))) * step + step / 2 for side in (width, height))
    points = np.stack(np.meshgrid(x, y), axis=-1)
    pixels = registration.project(points)
    visible = np.asarray(((pixels >= 0) & (pixels <= np.array(registration.size) - 1.0)).all(axis=-1))
    spacing = step * float(np.median(registration.scale_at(points.reshape(-1, 2)[::_SAMPLES])))
    inner = cv2.erode(visible.astype(np.uint8), np.ones((_EDGE, _EDGE), np.uint8), borderValue=0)
    places = np.array([place for cell in layout.cells.values() for place in cell.places()])
    amid = ((points >= places.min(axis=0)) & (points <= places.max(axis=0))).all(axis=-1)
    cells = np.zeros(visible.shape, bool)
    column, row = np.rint(places / step - 0.5).astype(int).T
    cells[row.clip(0, len(y) - 1), column.clip(0, len(x) - 1)] = True
    view = View.of(pixels, registration.size, spacing)
    terms = light.terms(points, layout.size_mm).astype(np.float32)
    return Overview(points, step, view, visible, inner == 0, np.asarray(amid), cells, terms, layout.size_mm)


def paper(known: Print, over: Overview) -> Paper:
    """What a known print looks like where an overview samples it."""
    colours, doubt = known.sample(over.points)
    names = np.rint(colours / _SAME_INK).astype(np.int64) @ (1, 1 << 10, 1 << 20)
    _, numbers, counts = np.unique(names, return_inverse=True, return_counts=True)
    common = np.flatnonzero(counts >= _COMMON * names.size)
    return Paper(colours, doubt, tuple(np.flatnonzero(numbers.ravel() == ink) for ink in common))


def glance(image: Picture, over: Overview, lit: Light) -> Glance:
    """A BGR picture looked over in its light."""
    values, lit_by = light.linear(over.view.sample(image)), lit.over(over.terms)
    return Glance(encode(values / lit_by), encode(light.BRIGHTEST / lit_by), values)


def arms(seen: Glance, over: Overview, ground: Singles, doubt: Singles, noise: float, pieces: Pieces) -> Mask:
    """(h, w) 1 where an arm hides the print. ground: (h, w, 3) from `as_seen`; doubt: (h, w) of it."""
    colours, ground = seen.colours, np.minimum(ground, seen.brightest)
    under = _under(pieces, over)
    odd = hand.strange(colours, ground, noise, doubt) | _flushed(colours, ground, under)
    # What is brighter than paper can be is a reflection.
    dull = np.minimum(np.minimum(colours[..., 0], colours[..., 1]), colours[..., 2])
    odd &= over.visible & (dull < _BRIGHTER) & ~under
    board = odd.astype(np.uint8)
    board = _changed(board, cv2.MORPH_CLOSE, _HIGHLIGHT)
    long = _long(board, _least_width(over, pieces.widest_mm))
    reaching = np.union1d(np.intersect1d(long[over.rim], long[over.amid]), long[over.cells])
    arm = np.isin(long, reaching[reaching > 0])
    if not arm.any():
        return np.zeros_like(board)
    # Fingers are narrower: all that hangs together with the arm is the hand, and what it seems to hold is hidden.
    _, labels = cv2.connectedComponents(_changed(board, cv2.MORPH_OPEN, 3), connectivity=8)
    whole = np.isin(labels, np.unique(labels[arm & (labels > 0)])) | arm
    return _changed(whole.astype(np.uint8), cv2.MORPH_CLOSE, _WIDER * pieces.widest_mm / over.step)


def possible(changed: Changed, over: Overview, widest_mm: float) -> bool:
    """Whether there may be an arm where no picture before showed one, by what has changed since."""
    board = changed.where.ravel()[changed.at(over.points)].astype(np.uint8)
    least = _LIKELY * _least_width(over, widest_mm)
    return bool(_long(_changed(board, cv2.MORPH_CLOSE, _HIGHLIGHT), least).any())


def _least_width(over: Overview, widest_mm: float) -> float:
    """How wide an arm is at least, in samples, where the largest piece is so wide."""
    return max(_WIDER * widest_mm, _NARROWEST_MM) / over.step + 2


def _long(board: Mask, least: float) -> NDArray[np.int32]:
    """(h, w) numbers of the parts of a mask that are at least so many samples wide, and as long as arms then are."""
    area = _LONG * np.pi / 4 * least**2
    if np.count_nonzero(board) <= area:
        return np.zeros(board.shape, np.int32)
    _, labels = cv2.connectedComponents(_changed(board, cv2.MORPH_OPEN, least), connectivity=8)
    return np.where(np.bincount(labels.ravel())[labels] > area, labels, 0).astype(np.int32)


def _under(pieces: Pieces, over: Overview) -> Flags:
    """(h, w) where pieces hide the print."""
    board = np.zeros(over.visible.shape, np.uint8)
    for foot, top, radius in zip(pieces.foot, pieces.top, pieces.radius, strict=True):
        ends = [np.rint(end / over.step - 0.5).astype(int).tolist() for end in (foot, top)]
        cv2.line(board, ends[0], ends[1], (1,), max(1, round(2.2 * float(radius) / over.step)))
    return board > 0


def as_seen(picture: Glance, sheet: Paper, over: Overview) -> Singles:
    """(h, w, 3) the print in the inks of this picture: each common ink as most of it is seen, and then its light.

    The light is known where the cells are, and between them; beyond them the print says what it is there.
    """
    colours, values = picture.colours, picture.values
    whole = np.maximum(np.maximum(values[..., 0], values[..., 1]), values[..., 2]) < light.CLIPPED
    out = sheet.colours.copy()
    seen, flat = colours.reshape(-1, 3), out.reshape(-1, 3)
    valid = (whole & over.visible).ravel()
    known = []
    for ink in sheet.inks:
        few = ink[::_EVERY]
        telling = few[valid[few]]
        if len(telling) > _TELLING * len(few):
            flat[ink] += np.clip(median(seen[telling] - flat[telling]), -_OFF, _OFF)
            known.append(telling)
    if known:
        at = np.concatenate(known)
        off = (seen[at] - flat[at]).astype(np.float64)
        fit = light.smooth(over.points.reshape(-1, 2)[at], off, over.size_mm).astype(np.float32)
        out += np.clip(over.terms @ fit, -_OFF, _OFF)
    return out


def _flushed(colours: Singles, ground: Singles, under: Flags) -> Flags:
    """(h, w) where all around is redder than the print by more than a shadow makes it, even one in mixed light.

    under: where pieces are, whose own colours tell nothing of what is around them.
    """
    off = np.asarray(cv2.blur(np.where(under[..., None], np.float32(0.0), colours - ground), (3, 3)), np.float32)
    dark = 1.0 - np.exp(np.minimum(off[..., 1], 0.0))
    return np.asarray(off[..., 2] - off[..., 0] > _FLUSH + _TINTED * dark)


def hidden(arm: Mask, over: Overview, atlas: Atlas) -> Floats:
    """(n,) how much of each place's own area an arm covers."""
    h, w = arm.shape
    at = np.rint(atlas.plane / over.step - 0.5).astype(np.int64)
    inside = (at >= 0).all(axis=-1) & (at < (w, h)).all(axis=-1)
    there = arm[at[..., 1].clip(0, h - 1), at[..., 0].clip(0, w - 1)] > 0
    both = (there & inside & atlas.own).reshape(atlas.count, -1).sum(axis=1)
    return np.asarray(both / np.maximum(atlas.own.reshape(atlas.count, -1).sum(axis=1), 1))


def _changed(board: Mask, how: int, wide: float) -> Mask:
    """Opened or closed with a disc of so many samples; beyond the print's edge all goes on as it is there."""
    kernel = cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (max(3, round(wide) | 1),) * 2)
    m = kernel.shape[0]
    beyond = cv2.copyMakeBorder(board, m, m, m, m, cv2.BORDER_REPLICATE)
    return np.ascontiguousarray(cv2.morphologyEx(beyond, how, kernel)[m:-m, m:-m], np.uint8)
