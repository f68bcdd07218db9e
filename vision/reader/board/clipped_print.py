"""How much brighter than its drawing the print between the cells is where the camera clips it.

Such a camera clips the white paper, too, so there seems to be less light than there is, and print that reflects less
than paper looks brighter than the drawing in this light. Windows that are drawn in one colour are brighter alike.
"""

from __future__ import annotations

import numpy as np

from vision.reader.board.background import MAX_SAME_INK, find_commonest
from vision.reader.colours import appearance, light
from vision.reader.colours.light import Light
from vision.reader.networks.between import Between
from vision.reader.places.atlas import Flags, Floats, Picture, Singles

_CLIPPED_LEVEL = 250  # from this median of 255 on, the camera clips a channel of a window
_MIN_ALIKE, _MIN_ALIKE_PART = 6, 0.5
"""So many windows drawn in one colour, and more than this part of them, must be brighter alike. A hand that covers as
much of one colour covers cells, too, and is seen there.
"""


def find_excess(image: Picture, between: Between, printed: Singles, lit: Light) -> Floats:
    """(m, 3) how much brighter (logarithms) than drawn the print in windows between the cells is; 0 where the camera
    does not clip it.

    printed: (m, SIDE, SIDE, 4) the drawn print in the windows: its colours and their doubt. lit: the light.
    """
    if between.windows is None:
        return np.zeros((0, 3))
    levels = np.median(between.windows.cut(image), axis=(1, 2))
    shone = light.to_linear(levels.round().astype(np.uint8)).astype(np.float64)
    seen = appearance.encode(shone / lit.compute_at(between.place))
    return group_excess(seen, np.median(printed[..., :3], axis=(1, 2)), (levels >= _CLIPPED_LEVEL).any(axis=1))


def group_excess(seen: Floats, drawn: Floats, clipped: Flags) -> Floats:
    """(m, 3) the same for windows of which the median colours are known.

    seen, drawn: (m, 3) the colours of each window in the picture and in the drawing. clipped: (m,) True for windows
    that the camera clips.
    """
    out = np.zeros_like(seen)
    alike = np.abs(drawn[:, None] - drawn[None]).max(axis=2) < MAX_SAME_INK
    for i in np.flatnonzero(clipped):
        company = alike[i] & clipped
        common, count = find_commonest((seen - drawn)[company])
        if count >= _MIN_ALIKE and count > _MIN_ALIKE_PART * alike[i].sum():
            out[i] = np.maximum(common, 0.0)
    return out
