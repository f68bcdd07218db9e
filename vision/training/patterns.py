"""Gives our layouts a different print: pads, rings and outlines in the cells, filled with patterns.

Such a print may look much like a piece, for example if it has a disc of the same size. From it, the network learns that
a shape in many cells is print.
"""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.layout import Cell, Layout
from vision.training.board import Board
from vision.training.sheet import SCALE, Mask, Sheet, make_contrasting_colour, make_random_colour
from vision.training.textures import Random, Singles

_FORMS = ("outline", "inset", "disc", "ring", "target", "none")
_FILLS = ("plain", "plain", "stripes", "dots", "rings", "hatch", "diamonds")


def make_patterned_board(rng: Random, layout: Layout) -> Board:
    """A board with this layout and a new print. Each cell must have a single place."""
    size = layout.size_mm
    sheet = Sheet(rng, size, 0.06 * max(size))
    piece = max(kind.diameter_mm for kind in layout.pieces.values())
    ground = make_random_colour(rng)
    if rng.random() < 0.6:
        sheet.fill(_bound_cells(layout, rng.uniform(0.02, 0.1) * max(size)), ground)
    least = rng.choice([0.12, 0.3, 0.5])  # many prints use two shades of one colour
    inks = make_contrasting_colour(rng, ground, least), make_contrasting_colour(rng, ground, least)
    groups = _group_cells(rng, layout)
    forms = [str(rng.choice(_FORMS))] * 2
    if rng.random() < 0.3:
        forms[1] = str(rng.choice(_FORMS))
    radius = piece * rng.uniform(0.35, 0.75)
    for group, ink in enumerate(inks):
        mask = np.zeros(sheet.shape, np.uint8)
        cells = [c for c, g in zip(layout.cells.values(), groups, strict=True) if g == group]
        for cell in cells:
            _draw_cell(sheet, mask, cell, forms[group], radius)
        _fill_cells(rng, sheet, mask, cells, str(rng.choice(_FILLS)), ink, radius)
    if forms[0] == "none" or rng.random() < 0.5:
        _draw_lines(rng, sheet, layout, piece, make_contrasting_colour(rng, ground, 0.3))
    if rng.random() < 0.15:
        for cell in layout.cells.values():
            if rng.random() < 0.5:
                sheet.draw_ornament((cell.x, cell.y), piece * rng.uniform(0.3, 0.55))
    return Board(layout, sheet.picture, sheet.origin, piece)


def _bound_cells(layout: Layout, beyond: float) -> list[tuple[float, float]]:
    """The rectangle around all cells with a margin of `beyond` mm, as its corners in mm."""
    at = np.array([(cell.x, cell.y) for cell in layout.cells.values()])
    (x0, y0), (x1, y1) = at.min(axis=0) - beyond, at.max(axis=0) + beyond
    return [(x0, y0), (x1, y0), (x1, y1), (x0, y1)]


def _group_cells(rng: Random, layout: Layout) -> NDArray[np.int64]:
    """(n,) which of two inks each cell gets. The second ink goes to none, to the inner or outer cells, to every other
    one, or to a few.
    """
    at = np.array([(cell.x, cell.y) for cell in layout.cells.values()])
    way = rng.integers(4)
    if way == 1:
        out = np.hypot(*(at - at.mean(axis=0)).T)
        return np.asarray(out > np.quantile(out, rng.uniform(0.2, 0.8)), np.int64)
    if way == 2:
        step = np.median([np.sort(np.hypot(*(at - p).T))[1] for p in at])
        return np.asarray(np.rint((at - at[0]) / step).sum(axis=1) % 2, np.int64)
    if way == 3:
        return np.asarray(rng.random(len(at)) < rng.uniform(0.03, 0.4), np.int64)
    return np.zeros(len(at), np.int64)


def _draw_cell(sheet: Sheet, mask: Mask, cell: Cell, form: str, radius: float) -> None:
    """Draws a cell's form on a mask. form: such as a disc or an outline. radius: of discs, in mm."""
    middle = sheet.to_px((cell.x, cell.y))
    at = int(middle[0]), int(middle[1])
    if form in ("outline", "inset") and cell.polygon is not None:
        share = 1.0 if form == "outline" else 0.8
        outline = [(cell.x + share * (x - cell.x), cell.y + share * (y - cell.y)) for x, y in cell.polygon]
        cv2.fillPoly(mask, [sheet.to_px(outline)], (255,), cv2.LINE_AA, shift=4)
    elif form in ("ring", "target"):
        cv2.circle(mask, at, int(radius * SCALE * 16), (255,), max(1, round(radius * SCALE / 9)), cv2.LINE_AA, shift=4)
        if form == "target":
            cv2.circle(mask, at, int(0.4 * radius * SCALE * 16), (255,), -1, cv2.LINE_AA, shift=4)
    elif form != "none":
        cv2.circle(mask, at, int(radius * SCALE * 16), (255,), -1, cv2.LINE_AA, shift=4)


def _fill_cells(
    rng: Random, sheet: Sheet, mask: Mask, cells: list[Cell], how: str, ink: Singles, radius: float
) -> None:
    """Fills the mask with an ink, and may draw a pattern over it in another ink. how: which pattern."""
    sheet.blend(mask, ink)
    if how == "plain" or not cells:
        return
    over = np.zeros(sheet.shape, np.uint8)
    h, w = sheet.shape
    step = max(3, round(radius * SCALE * rng.uniform(0.2, 0.7)))
    thick = max(1, step // int(rng.integers(2, 5)))
    if how in ("stripes", "hatch"):
        slope = float(rng.choice([0.0, 1.0]))
        for x in range(-h, w, 2 * step):
            cv2.line(over, (x, 0), (round(x + slope * h), h), (255,), thick)
        if how == "hatch":
            for y in range(-w, h + w, 2 * step):
                cv2.line(over, (0, y), (w, round(y - slope * w)), (255,), thick)
    else:
        for cell in cells:
            x, y = (int(v) for v in sheet.to_px((cell.x, cell.y)) // 16)
            reach = round(radius * SCALE)
            if how == "dots":
                for i in range(-reach, reach + 1, 2 * step):
                    for j in range(-reach, reach + 1, 2 * step):
                        cv2.circle(over, (x + i, y + j), max(1, step // 2), (255,), -1, cv2.LINE_AA)
            elif how == "rings":
                for r in range(step, 2 * reach, 2 * step):
                    cv2.circle(over, (x, y), r, (255,), thick, cv2.LINE_AA)
            else:
                corners = np.array([(0, -reach), (reach, 0), (0, reach), (-reach, 0)]) * 0.8 + (x, y)
                cv2.fillPoly(over, [np.rint(corners).astype(np.int32)], (255,), cv2.LINE_AA)
    sheet.blend(np.minimum(over, mask), make_contrasting_colour(rng, ink, 0.25))


def _draw_lines(rng: Random, sheet: Sheet, layout: Layout, piece: float, ink: Singles) -> None:
    """Draws the outlines of cells that have one, and lines between cells that have none."""
    width = float(rng.uniform(0.4, 1.5))
    at = np.array([(cell.x, cell.y) for cell in layout.cells.values()])
    ends = []
    for i, cell in enumerate(layout.cells.values()):
        if cell.polygon is not None:
            ends += list(zip(cell.polygon, (*cell.polygon[1:], cell.polygon[0]), strict=True))
            continue
        gaps = np.hypot(*(at - at[i]).T)
        near = np.flatnonzero((gaps < 1.2 * max(piece, np.sort(gaps)[1])) & (np.arange(len(at)) > i))
        ends += [((cell.x, cell.y), (float(at[j, 0]), float(at[j, 1]))) for j in near]
    sheet.draw_lines(ends, width, ink)
