"""Decides whether the print on the table looks like its drawing. Somebody may have painted the board differently."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.layout import Layout
from vision.reader.colours import light
from vision.reader.colours.appearance import find_hue
from vision.reader.places.atlas import Flags, Picture, Singles
from vision.register import Registration

_STEP_MM = 2.0  # between samples
_PART_SAMPLES = 20  # along the side of a part of the board that is compared on its own
# detail of fewer samples is left out because it is noise, of more samples because it is light
_FINE_SAMPLES, _COARSE_SAMPLES = 1.0, 12.0
# print within this part of a marker's side from its middle is left out: it is the same on every board
_MARKER_REACH = 0.75
_MIN_LIGHT = 0.01  # added to linear light before its logarithm is taken
_MIN_DRAWN_DEVIATION = 0.1  # a part of a drawing is plain if the logarithm of its light varies by less
_MIN_SHOWN_DEVIATION = 0.005  # a part of a picture is plain if the logarithm of its light varies by less
_MIN_PART_COUNTED = 0.3  # at least this many of a part's samples, relative to all, must not belong to a marker
_MIN_CORRELATION = 0.54
"""The least correlation of the picture with the drawing. It is taken for brightness and for colour in the median part
of the board, and the mean of both counts. Of 220 path-traced pictures of our boards, some with a hand, none has less
than 0.56. Of 260 pictures of repainted boards, two have more than 0.53, and those are painted almost as drawn.
"""
_MIN_GAIN = 0.2
"""The least contrast in brightness, as a part of the drawing's, in the median part of the board. Three pictures of a
board with the drawn shapes in other colours had 0.07 to 0.16. Of 230 pictures of our boards, in haze, too, none has
less than 0.26.
"""

_MIN_WHITE_LEVEL, _MIN_WHITE_SAMPLES = 225, 20
"""A drawing shows white paper where all channels are above the first value. It is looked at if there is at least the
second number of such samples.
"""
_MAX_PAPER_HUE_GAP = 0.4
"""White paper has the hue of the paper around the markers: the median of all such samples is at most this far off (a
logarithm of one channel). On 500 pictures of our boards it was at most 0.17. On 13 pictures of repainted boards whose
cells looked as drawn it was at least 0.72.
"""


def shows_drawn_print(art: Picture, image: Picture, registration: Registration, layout: Layout) -> bool:
    """True if a BGR picture shows the drawn print where the board is.

    art: the drawing of the whole print (size_mm), a BGR picture. Parts of the board are compared one by one, without
    the light and its colour, because pieces and a hand hide only some parts. Paper that is drawn white must be white.
    """
    w, h = layout.size_mm
    x, y = (np.arange(int(side / _STEP_MM)) * _STEP_MM + _STEP_MM / 2 for side in (w, h))
    plane = np.stack(np.meshgrid(x, y), axis=-1)
    at = registration.project(plane.reshape(-1, 2)).reshape(plane.shape).astype(np.float32)
    blur = 0.4 * _STEP_MM * float(registration.scale_at(np.array([[w / 2, h / 2]]))[0])
    seen = cv2.remap(cv2.GaussianBlur(image, (0, 0), max(blur, 0.4)), at[..., 0], at[..., 1], cv2.INTER_LINEAR)
    drawn = cv2.resize(art, (len(x), len(y)), interpolation=cv2.INTER_AREA)
    counts = np.ones(plane.shape[:2], np.bool_)
    for marker in layout.markers:
        counts &= (np.abs(plane - (marker.x, marker.y)) > _MARKER_REACH * marker.size_mm).any(axis=-1)
    paper = counts & (cv2.erode(drawn, np.ones((3, 3), np.uint8)) > _MIN_WHITE_LEVEL).all(axis=-1)
    if not _is_white(np.asarray(seen[paper], np.uint8), image, registration, layout):
        return False
    there, in_drawing = _extract_detail(np.asarray(seen, np.uint8)), _extract_detail(np.asarray(drawn, np.uint8))
    bright = _compare(there.mean(axis=-1, keepdims=True), in_drawing.mean(axis=-1, keepdims=True), counts)
    if bright is not None and bright.gain < _MIN_GAIN:
        return False
    told, colour = [bright], there[..., ::2] - there[..., 1:2]
    if colour.std() > _MIN_SHOWN_DEVIATION:  # otherwise the picture is grey
        told.append(_compare(colour, in_drawing[..., ::2] - in_drawing[..., 1:2], counts))
    known = [alike.correlation for alike in told if alike is not None]
    return not known or float(np.mean(known)) > _MIN_CORRELATION


def _is_white(seen: Picture, image: Picture, registration: Registration, layout: Layout) -> bool:
    """True if what is seen (m, 3) of the paper mostly has the hue of the markers' paper in the picture, or if this
    cannot be decided.
    """
    borders = light.measure_borders(image, light.find_borders(layout, registration))
    borders = borders[np.isfinite(borders[:, 0])]
    if not len(borders) or len(seen) < _MIN_WHITE_SAMPLES:
        return True
    white = np.median(find_hue(np.log(borders + _MIN_LIGHT)), axis=0)
    hue = find_hue(np.log(light.to_linear(seen).astype(np.float64) + _MIN_LIGHT))
    return float(np.median(np.abs(hue - white).max(axis=1))) <= _MAX_PAPER_HUE_GAP


@dataclass(frozen=True, slots=True)
class _Likeness:
    """How much a picture looks like the drawing, in the median part of the board."""

    correlation: float
    gain: float
    """How strongly the picture shows what is drawn: the slope of its regression on the drawing."""


def _compare(there: Singles, in_drawing: Singles, counts: Flags) -> _Likeness | None:
    """How much the picture looks like the drawing; None if the drawing is plain. there, in_drawing: (h, w, c) the two
    pictures. counts: the samples that count.
    """
    correlations, gains = [], []
    for top in range(0, len(there) - _PART_SAMPLES // 2, _PART_SAMPLES):
        for left in range(0, there.shape[1] - _PART_SAMPLES // 2, _PART_SAMPLES):
            part = np.s_[top : top + _PART_SAMPLES, left : left + _PART_SAMPLES]
            some = counts[part]
            a, b = there[part][some], in_drawing[part][some]
            if some.sum() < _MIN_PART_COUNTED * _PART_SAMPLES**2 or b.std() < _MIN_DRAWN_DEVIATION:
                continue
            a, b = a - a.mean(axis=0), b - b.mean(axis=0)
            both, own, drawn = (a * b).sum(), max((a * a).sum(), a.size * _MIN_SHOWN_DEVIATION**2), (b * b).sum()
            correlations.append(float(both / np.sqrt(own * drawn)))
            gains.append(float(both / drawn))
    return _Likeness(float(np.median(correlations)), float(np.median(gains))) if gains else None


def _extract_detail(picture: Picture) -> Singles:
    """(h, w, 3) the logarithm of a picture's linear light, without its finest detail (noise) and its coarsest (the
    light).
    """
    light = np.log((picture.astype(np.float32) / 255) ** 2.2 + _MIN_LIGHT)
    soft = cv2.GaussianBlur(light, (0, 0), _FINE_SAMPLES)
    return np.asarray(soft - cv2.GaussianBlur(soft, (0, 0), _COARSE_SAMPLES), np.float32)
