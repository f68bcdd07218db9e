"""The straight lines that the print of a layout should have, and where a picture would show them. This module never
looks at a picture.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardNotFound
from vision.layout import Cell, Layout, Point
from vision.message import Message
from vision.register.camera import apply_homography
from vision.register.lens import Points

Floats = NDArray[np.float64]

Segment = tuple[Point, Point]
"""A straight line on the board, from end to end, in mm."""

_MAX_SAMPLES = 1200  # points on all lines together


def list_lines(layout: Layout) -> tuple[tuple[Segment, ...], ...]:
    """Sets of lines that the print may have, in mm: the borders of the layout's cells, or the lines that join its
    places. There is at least one set.

    A layout may give its cells as discs. On the board these may be squares, or crossings of lines. Then there are two
    sets.
    """
    borders = _list_borders(layout.cells.values())
    if any(cell.polygon for cell in layout.cells.values()):
        return (borders,)
    return tuple(lines for lines in (_list_links(layout), _list_squares(layout)) if lines)


def _list_borders(cells: Iterable[Cell]) -> tuple[Segment, ...]:
    """The borders of cells. A border between two cells is listed once."""
    found: dict[tuple[Point, Point], Segment] = {}
    for cell in cells:
        ring = cell.polygon or ()
        for a, b in zip(ring, (*ring[1:], *ring[:1]), strict=True):
            one, two = sorted(((round(a[0], 1), round(a[1], 1)), (round(b[0], 1), round(b[1], 1))))
            found[one, two] = (a, b)
    return tuple(found.values())


def _list_links(layout: Layout) -> tuple[Segment, ...]:
    """Lines that join each place with the next one to the right and the next one below."""
    cells = list(layout.cells.values())
    places = np.array([(cell.x, cell.y) for cell in cells], np.float64)
    found: list[Segment] = []
    for axis in (0, 1):
        for x, y in places:
            away = places - (x, y)
            same = (np.abs(away[:, 1 - axis]) < 0.5) & (away[:, axis] > 0.5)
            if same.any():
                ahead = places[same][away[same, axis].argmin()]
                found.append(((float(x), float(y)), (float(ahead[0]), float(ahead[1]))))
    return tuple(found)


def _list_squares(layout: Layout) -> tuple[Segment, ...]:
    """The borders of squares around the places of a regular grid; nothing if the places are irregular."""
    across, down = measure_pitch(layout, 0), measure_pitch(layout, 1)
    if across is None or down is None:
        return ()
    x, y = across / 2, down / 2
    cells = [
        Cell(c.name, c.x, c.y, ((c.x - x, c.y - y), (c.x + x, c.y - y), (c.x + x, c.y + y), (c.x - x, c.y + y)))
        for c in layout.cells.values()
    ]
    return _list_borders(cells)


def measure_pitch(layout: Layout, axis: int) -> float | None:
    """mm between neighbouring places along an axis; None if the distance varies."""
    at = np.unique(np.round([(cell.x, cell.y)[axis] for cell in layout.cells.values()], 1))
    gaps = np.diff(at)
    if not len(gaps):
        return None
    usual = float(np.median(gaps))
    return usual if (np.abs(gaps - usual) < 0.05 * usual).mean() > 0.8 else None


def measure_pitch_px(layout: Layout, homography: Floats) -> float:
    """px between neighbouring places, where the picture shows them closest together."""
    places = np.array([place for cell in layout.cells.values() for place in cell.places()], np.float64)
    seen = apply_homography(homography, places)
    if len(seen) < 2:
        return float(np.ptp(apply_homography(homography, np.array([(0, 0), layout.size_mm], np.float64)), axis=0).min())
    gaps = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.quantile(gaps.min(axis=1), 0.1))


def sample_lines(lines: Sequence[Segment]) -> tuple[Points, Points]:
    """Points spread evenly on the lines (n, 2), and the directions of the lines there (n, 2), in mm."""
    ends = np.array(lines, np.float64).reshape(-1, 2, 2)
    lengths = np.linalg.norm(ends[:, 1] - ends[:, 0], axis=1)
    spacing = max(float(lengths.sum()) / _MAX_SAMPLES, 1e-6)
    counts = np.maximum(np.round(lengths / spacing).astype(int), 1)
    points, along = [], []
    for (a, b), count, length in zip(ends, counts, lengths, strict=True):
        t = (np.arange(count) + 0.5)[:, None] / count
        points.append(a + t * (b - a))
        along.append(np.broadcast_to((b - a) / max(float(length), 1e-9), (count, 2)))
    return np.concatenate(points), np.concatenate(along)


def keep_visible(points: Points, along: Points, homography: Floats, shape: tuple[int, int]) -> tuple[Points, Points]:
    """Those of the points that are in the picture, with the directions of their lines. shape: width and height of the
    picture. Raises BoardNotFound if they are too few to find the board by them.
    """
    kept = find_visible(points, along, homography, shape)
    if len(kept[0]) < 0.25 * len(points):
        raise BoardNotFound(
            Message("Most of the board is outside of the picture. Move the camera so that it sees all of it.")
        )
    return kept


def find_visible(points: Points, along: Points, homography: Floats, shape: tuple[int, int]) -> tuple[Points, Points]:
    """Those of the points that are in the picture, with the directions of their lines. shape: width and height of the
    picture.
    """
    pixels = apply_homography(homography, points)
    inside = ((pixels >= 3) & (pixels <= np.array(shape) - 4.0)).all(axis=1)
    return points[inside], along[inside]


def project_lines(homography: Floats, points: Points, along: Points) -> tuple[Points, Points]:
    """Where the picture shows the points (n, 2), and the normals of their lines there (n, 2)."""
    pixels = apply_homography(homography, points)
    ahead = apply_homography(homography, points + 0.5 * along) - apply_homography(homography, points - 0.5 * along)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    return pixels, np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)


def solve_homography(board: Points, pixels: Points) -> Floats:
    """The homography (3, 3) from four points of the board to four pixels, in double precision."""
    rows, values = [], []
    for (x, y), (u, v) in zip(board, pixels, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1.0).reshape(3, 3)


def get_corners_mm(layout: Layout) -> Points:
    """(4, 2) the corners of the layout, from the top left clockwise, in mm."""
    w, h = layout.size_mm
    return np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)
