"""Where a picture differs from the known print, on the whole board: at the places of cells, between and beside them."""

from __future__ import annotations

import numpy as np

from vision.reader.board.conditions import Conditions
from vision.reader.board.scene import KnownPrint, Scene
from vision.reader.colours import light
from vision.reader.colours.appearance import encode
from vision.reader.places import shape
from vision.reader.places.atlas import Picture, Singles


def measure_changes(image: Picture, scene: Scene, known: KnownPrint, conditions: Conditions) -> Singles:
    """(h, w) how much a BGR picture differs from the print, from 0 to 1, at the points of the coarse raster."""
    raster, sheet = scene.coarse_raster, known.everywhere + conditions.ink_offset
    shone = light.to_linear(raster.view.sample(image))
    colours = encode(np.asarray(shone / conditions.light.compute_from_terms(raster.terms), np.float32))
    printed = sheet.reshape(1, -1, 4)
    changed = shape.measure_difference(colours.reshape(1, -1, 3), printed[..., :3], printed[..., 3], conditions.noise)
    return np.asarray(changed.reshape(sheet.shape[:2]), np.float32)
