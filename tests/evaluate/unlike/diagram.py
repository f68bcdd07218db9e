"""Draws a reliability diagram: for each probability that readings gave, how often they were right."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from tests.evaluate.unlike.scores import Score

_SIDE, _EDGE = 420, 60
_COLOURS = ((160, 90, 20), (30, 110, 210), (60, 140, 60), (140, 60, 140), (90, 90, 90))  # BGR
_FONT = cv2.FONT_HERSHEY_SIMPLEX


def draw(scores: Mapping[str, Score], file: Path) -> None:
    """Writes a PNG with a line for each score. A dot's area says how many cells its bin has."""
    side = _SIDE + 2 * _EDGE
    out = np.full((side, side + 300, 3), 255, np.uint8)
    for n in range(6):
        at = round(_EDGE + _SIDE * n / 5)
        cv2.line(out, (at, _EDGE), (at, _EDGE + _SIDE), (225, 225, 225), 1)
        cv2.line(out, (_EDGE, at), (_EDGE + _SIDE, at), (225, 225, 225), 1)
        cv2.putText(out, f"{n / 5:.1f}", (at - 12, _EDGE + _SIDE + 20), _FONT, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
        cv2.putText(out, f"{1 - n / 5:.1f}", (_EDGE - 34, at + 5), _FONT, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.line(out, (_EDGE, _EDGE + _SIDE), (_EDGE + _SIDE, _EDGE), (150, 150, 150), 1, cv2.LINE_AA)
    cv2.putText(out, "probability said", (_EDGE + 150, side - 14), _FONT, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    cv2.putText(out, "part that was right", (_EDGE, _EDGE - 20), _FONT, 0.5, (0, 0, 0), 1, cv2.LINE_AA)
    for score, colour in zip(scores.values(), _COLOURS * 3, strict=False):
        dots = [((_at(said), _at(1 - right)), share) for share, said, right in score.bins()]
        for (a, _), (b, _) in pairwise(dots):
            cv2.line(out, a, b, colour, 1, cv2.LINE_AA)
        for at, share in dots:
            cv2.circle(out, at, max(3, round(18 * share**0.5)), colour, 1 if share > 0.2 else -1, cv2.LINE_AA)
    for n, ((title, score), colour) in enumerate(zip(scores.items(), _COLOURS * 3, strict=False)):
        y = _EDGE + 20 + 42 * n
        cv2.circle(out, (_EDGE + _SIDE + 25, y - 4), 5, colour, -1, cv2.LINE_AA)
        cv2.putText(out, title, (_EDGE + _SIDE + 38, y), _FONT, 0.42, (0, 0, 0), 1, cv2.LINE_AA)
        text = f"error {score.calibration_error():.4f}, {len(score.ps)} cells"
        cv2.putText(out, text, (_EDGE + _SIDE + 38, y + 17), _FONT, 0.4, (90, 90, 90), 1, cv2.LINE_AA)
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), out)


def _at(share: float) -> int:
    return round(_EDGE + _SIDE * share)
