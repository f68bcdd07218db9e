"""Corners that people pointed at, moved so that the board's lines agree with the edges that the picture shows.

The lines are those that the layout promises: borders of cells, or the lines that join places. Around each of them the
picture is searched, at right angles to the line, for edges of the same direction; one homography is fitted to all of
them at once, most of them counting for little (as pieces hide lines and have edges of their own). The search begins
wide and ends narrow (annealing; the weights are those of mean shift, Comaniciu and Meer 2002).

It never says that corners are right: it says how much of the lines is seen, and whether the lines one place further
would fit better. Whoever calls it decides.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Literal, get_args

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.errors import BoardNotFound
from vision.layout import Cell, Layout, Point
from vision.register.camera import apply_homography
from vision.register.lens import Points
from vision.register.markers import Picture
from vision.register.registration import from_corners

Segment = tuple[Point, Point]
"""A straight line on the board, from end to end, in mm."""

Floats = NDArray[np.float64]

Kind = Literal["border", "dark", "bright"]
"""What a line looks like: the border of two colours, or thin and darker or brighter than what is around it."""

GOOD_FIT = 0.35
"""Seen share of lines from which a fit can be relied on. Clean grids have 0.6 and more; a crowded Go board with 0.2 was
found wrongly by several px, so what has less is left to people."""

_MAX_SAMPLES = 1200  # points on lines that are looked at, at most
_STEP = 0.25  # between places along a search, in widths of the search
_REACH = 0.4  # of the distance between neighbouring places: nearer to the next line it would be mistaken for this one
_WIDEST_PX = 14.0  # nobody points worse than this
_NARROW_PX = 0.8  # width of the search in the end: what blur and the lines' own width leave open
_BLURS_PX = (2.2, 1.4, 0.9)  # of the picture, from the wide search to the narrow one
_AROUND_PX = 40  # of the picture beside the board: its frame and what is beyond
_FINEST_PITCH_PX = 30.0  # places further apart than this are looked at in a smaller picture
_SMALLEST_PX = 480.0
_LEAST_REACH_PX = 8.0  # people point no better than this on a touchscreen
_FAR = 0.8  # places: corners that go further were drawn away by other lines
_BEYOND = 2.0  # places beside the board that belong to the part: a line one place further may be there
_EDGE_FLOOR = 60.0  # squared grey levels a px: edges fainter than about 8 grey levels are as good as none
_LINE_FLOOR = 6.0  # second differences in grey levels: lines fainter than about that are as good as none
_HELD = 0.004  # of a step's weight against going far at once: where lines are few, nothing else holds the corners


@dataclass(frozen=True, slots=True)
class Refined:
    """Corners after the fit, and how well they fit."""

    corners: tuple[Point, Point, Point, Point]
    """Of the layout's size_mm in px, top left first, clockwise."""
    seen: float
    """0 to 1: how much more edge of the right direction there is on the lines than beside them."""
    margin: float | None
    """How much better (`seen` of the outermost lines) the grid fits than one place further to any side; below 0 it is
    shifted. None where lines of the layout do not tell."""
    moved_px: float
    """By how much the corner that moved most moved."""
    reach_px: float
    """How far corners may move: further away the next line may have been taken for the right one."""

    @property
    def is_reliable(self) -> bool:
        """True if enough of the lines is seen, no corner went too far and no shift by one place would fit better."""
        near = self.moved_px <= self.reach_px
        return near and self.seen >= GOOD_FIT and (self.margin is None or self.margin > 0)


def list_lines(layout: Layout) -> tuple[tuple[Segment, ...], ...]:
    """What a layout's lines may be, in mm: the borders of its cells; the lines that join its places. One at least.

    Cells that are drawn as discs may be squares or crossings of lines: then there are both.
    """
    borders = _list_borders(layout.cells.values())
    if any(cell.polygon for cell in layout.cells.values()):
        return (borders,)
    return tuple(lines for lines in (_list_links(layout), _list_squares(layout)) if lines)


def refine_corners(
    image: Picture, layout: Layout, corners: Sequence[Point], lines: Sequence[Segment] | None = None
) -> Refined:
    """The corners of the layout's size_mm in a BGR or grey picture, moved to where the lines are.

    corners: in px, top left first, clockwise, at most 0.4 of a place off. lines: what is printed, in mm; else what
    `lines_of` says, whichever is seen best. Raises BoardNotFound or BoardMirrored where these are no corners of a
    board, or hardly any line is in the picture.
    """
    from_corners((image.shape[1], image.shape[0]), layout, corners)
    choices = list_lines(layout) if lines is None else (tuple(lines),)
    given = np.asarray(corners, np.float64)
    work = _BoardPart.of(image, given, [line for choice in choices for line in choice], layout)
    ideas = [_Search.begun(work, layout, given, choice, kind) for choice in choices for kind in get_args(Kind)]
    best = max(ideas, key=lambda idea: idea.seen)
    best = best.narrowed(_BLURS_PX[1], (3.0, 2.0)).narrowed(_BLURS_PX[2], (1.5, 1.0, _NARROW_PX))
    return best.refined(given)


@dataclass(frozen=True, eq=False)
class _BoardPart:
    """The part of a picture that shows the board, no finer than the search needs."""

    picture: Picture
    left_top: Floats
    scale: float

    @classmethod
    def of(cls, image: Picture, corners: Points, lines: Sequence[Segment], layout: Layout) -> _BoardPart:
        board = get_corners_mm(layout)
        homography = solve_homography(board, corners)
        seen = apply_homography(homography, np.array(lines, np.float64).reshape(-1, 2))
        h, w = image.shape[:2]
        around = max(_AROUND_PX, _BEYOND * measure_pitch_px(layout, homography))
        low = np.clip(np.floor(seen.min(axis=0)) - around, 0, (w - 2, h - 2)).astype(int)
        high = np.clip(np.ceil(seen.max(axis=0)) + around, low + 2, (w, h)).astype(int)
        part = image[low[1] : high[1], low[0] : high[0]]
        scale = min(
            1.0, max(_FINEST_PITCH_PX / measure_pitch_px(layout, homography), _SMALLEST_PX / max(part.shape[:2]))
        )
        if scale < 0.9:
            part = np.asarray(cv2.resize(part, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
        else:
            scale = 1.0
        return cls(part, low.astype(np.float64), scale)

    @property
    def size(self) -> tuple[int, int]:
        return self.picture.shape[1], self.picture.shape[0]

    def inward(self, pixels: Points) -> Points:
        """Pixels of the whole picture in the part."""
        return np.asarray((pixels - self.left_top + 0.5) * self.scale - 0.5)

    def outward(self, pixels: Points) -> Points:
        """Pixels of the part in the whole picture."""
        return np.asarray((pixels + 0.5) / self.scale - 0.5 + self.left_top)


@dataclass(frozen=True, eq=False)
class _Search:
    """One idea of what the lines are and look like, and where the corners (4, 2) are by it, in px of the part."""

    work: _BoardPart
    layout: Layout
    lines: tuple[Segment, ...]
    kind: Kind
    points: Points
    along: Points
    first: Points
    now: Points
    seen: float

    @classmethod
    def begun(
        cls, work: _BoardPart, layout: Layout, corners: Points, lines: tuple[Segment, ...], kind: Kind
    ) -> _Search:
        """Searched widely around corners of the whole picture. Raises BoardNotFound."""
        first = work.inward(corners)
        points, along = keep_visible(*sample_lines(lines), solve_homography(get_corners_mm(layout), first), work.size)
        begun = cls(work, layout, lines, kind, points, along, first, first, 0.0)
        widest = float(np.clip(_REACH * begun.pitch / 1.5, 2.0, _WIDEST_PX * work.scale))
        return begun.narrowed(_BLURS_PX[0], (widest, 0.75 * widest, 0.5 * widest))

    @property
    def pitch(self) -> float:
        return measure_pitch_px(self.layout, solve_homography(get_corners_mm(self.layout), self.first))

    def narrowed(self, blur_px: float, widths: Sequence[float]) -> _Search:
        """After searches of these widths (px), one after the other, in a picture blurred by so much."""
        evidence = LineFilter(self.work.picture, self.kind, blur_px)
        board, now = get_corners_mm(self.layout), self.now
        for width in widths:
            now = _fit_step(evidence, board, now, self.points, self.along, width)
        seen = measure_seen(evidence, solve_homography(board, now), self.points, self.along, 0.45 * self.pitch)
        if np.linalg.norm(now - self.first, axis=1).max() > _FAR * self.pitch:  # drawn away by other lines
            seen = 0.0
        return replace(self, now=now, seen=seen)

    def refined(self, corners: Points) -> Refined:
        """What is said of it in the end. corners: those given, in px of the whole picture."""
        evidence = LineFilter(self.work.picture, self.kind, _BLURS_PX[-1])
        homography = solve_homography(get_corners_mm(self.layout), self.now)
        margin = _measure_margin(evidence, homography, self.layout, self.lines, 0.45 * self.pitch, self.work.size)
        found = self.work.outward(self.now)
        one, two, three, four = ((float(x), float(y)) for x, y in found)
        moved = float(np.linalg.norm(found - corners, axis=1).max())
        reach = max(_REACH * self.pitch / self.work.scale, _LEAST_REACH_PX)
        return Refined((one, two, three, four), self.seen, margin, moved, reach)


def get_corners_mm(layout: Layout) -> Points:
    w, h = layout.size_mm
    return np.array([(0, 0), (w, 0), (w, h), (0, h)], np.float64)


class LineFilter:
    """How much a picture looks like a line of any direction around each pixel: as the border of two colours, or as a
    thin line that is darker or brighter than what is around it."""

    def __init__(self, image: Picture, kind: Kind, blur_px: float) -> None:
        self._kind = kind
        soft = cv2.GaussianBlur(image, (0, 0), blur_px).astype(np.float32)
        if kind == "border":
            dx, dy = (np.asarray(cv2.Scharr(soft, cv2.CV_32F, *way)) / np.float32(32) for way in ((1, 0), (0, 1)))
            if soft.ndim == 3:  # of the channel that shows the edge best
                strength = dx * dx + dy * dy
                best = strength.argmax(axis=2)
                dx, dy = (np.choose(best, [d[..., c] for c in range(d.shape[2])]) for d in (dx, dy))
            dx, dy = dx * np.float32(blur_px), dy * np.float32(blur_px)
            tensor = np.stack([dx * dx, dx * dy, dy * dy], axis=-1)
            self._terms = np.asarray(cv2.GaussianBlur(tensor, (0, 0), max(1.0, blur_px)), np.float32)
        else:
            flat = soft if soft.ndim == 2 else np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2GRAY), np.float32)
            sign = np.float32(blur_px**2 * (1 if kind == "dark" else -1) / 4)
            xx, xy, yy = (cv2.Sobel(flat, cv2.CV_32F, *way, ksize=3) for way in ((2, 0), (1, 1), (0, 2)))
            self._terms = np.asarray(np.stack([xx, xy, yy], axis=-1) * sign, np.float32)

    def across(self, pixels: Floats, normals: Floats) -> Floats:
        """(...,) 0 to 1: how much a line at right angles to the normals (..., 2) is seen at the pixels (..., 2)."""
        flat = pixels.reshape(-1, 2).astype(np.float32)
        rows = -(-len(flat) // 2048)  # cv2.remap takes maps of less than 32768 px a side
        padded = np.full((rows * 2048, 2), -10, np.float32)
        padded[: len(flat)] = flat
        maps = padded.reshape(rows, 2048, 2)
        taken = cv2.remap(self._terms, maps[..., 0], maps[..., 1], cv2.INTER_LINEAR, borderValue=(0, 0, 0))
        xx, xy, yy = np.moveaxis(np.asarray(taken).reshape(-1, 3)[: len(flat)].astype(np.float64), 1, 0)
        n = np.broadcast_to(normals, pixels.shape).reshape(-1, 2)
        across = n[:, 0] ** 2 * xx + 2 * n[:, 0] * n[:, 1] * xy + n[:, 1] ** 2 * yy
        along = xx + yy - across
        if self._kind == "border":
            # What is across less what is along: edges of any other direction count for nothing.
            found = np.maximum(across - along, 0.0) / (across + along + _EDGE_FLOOR)
        else:
            found = np.maximum(across - 2 * np.abs(along), 0.0) / (np.abs(across) + np.abs(along) + _LINE_FLOOR)
        return np.asarray(found.reshape(pixels.shape[:-1]))


def _fit_step(edges: LineFilter, board: Points, now: Points, points: Points, along: Points, width: float) -> Points:
    """The corners (4, 2) after one search of a width (px, deviation) around where the lines would be."""
    homography = solve_homography(board, now)
    pixels, normals = project_lines(homography, points, along)
    offsets = np.arange(-2.5, 2.5 + 1e-9, _STEP) * width
    profile = edges.across(pixels[:, None] + offsets[:, None] * normals[:, None], normals[:, None])
    slopes = _compute_slopes(board, now, points, normals)
    moved = np.zeros(8)
    held = _HELD * len(points) / 8 * np.eye(8)
    for _ in range(5):
        shift = slopes @ moved
        near = profile * np.exp(-0.5 * ((offsets - shift[:, None]) / width) ** 2)
        weight = near.sum(axis=1)
        meant = (near @ offsets) / np.maximum(weight, 1e-9)
        scale = weight / max(float(weight.mean()), 1e-9)
        normal = slopes.T @ (scale[:, None] * slopes) + held
        moved = np.linalg.solve(normal, slopes.T @ (scale * meant) + held @ moved)
    return np.asarray(now + moved.reshape(4, 2))


def _compute_slopes(board: Points, corners: Points, points: Points, normals: Points) -> Floats:
    """(n, 8) by how many px along its normal each point moves when a corner's x or y does by one."""
    columns = []
    for i in range(8):
        by = np.zeros(8)
        by[i] = 0.5
        there = apply_homography(solve_homography(board, corners + by.reshape(4, 2)), points)
        back = apply_homography(solve_homography(board, corners - by.reshape(4, 2)), points)
        columns.append(((there - back) * normals).sum(axis=1))
    return np.stack(columns, axis=1)


def measure_seen(edges: LineFilter, homography: Floats, points: Points, along: Points, reach: float) -> float:
    """How much more edge there is on the lines than beside them, 0 to 1."""
    if not len(points):
        return 0.0
    pixels, normals = project_lines(homography, points, along)
    near, far = np.array([-1.0, 0.0, 1.0]), np.linspace(0.5 * reach, reach, 6)
    beside = np.concatenate([-far, far])
    on = edges.across(pixels[:, None] + near[:, None] * normals[:, None], normals[:, None]).max(axis=1)
    off = edges.across(pixels[:, None] + beside[:, None] * normals[:, None], normals[:, None]).mean(axis=1)
    return float(np.clip((on - off).mean(), 0.0, 1.0))


def _measure_margin(
    edges: LineFilter,
    homography: Floats,
    layout: Layout,
    lines: Sequence[Segment],
    reach: float,
    shape: tuple[int, int],
) -> float | None:
    """How much better the outermost lines are seen than those one place further, in the worst direction."""
    ends = np.array(lines, np.float64)
    worst: float | None = None
    for axis in (0, 1):
        step = measure_pitch(layout, axis)
        upright = np.abs(ends[:, 0, axis] - ends[:, 1, axis]) < 1e-6
        if step is None or not upright.any():
            continue
        at = ends[upright, 0, axis]
        low, high = float(at.min()), float(at.max())
        if high - low < 2 * step:
            continue

        def support(
            place: float, source: float, axis: int = axis, upright: NDArray[np.bool_] = upright
        ) -> float | None:
            chosen = ends[upright & (np.abs(ends[:, 0, axis] - source) < 1e-6)].copy()
            chosen[..., axis] = place
            points, along = sample_lines([(tuple(a), tuple(b)) for a, b in chosen])
            inside, kept = find_visible(points, along, homography, shape)
            return None if len(inside) < 0.5 * len(points) else measure_seen(edges, homography, inside, kept, reach)

        for inner, outer, way in ((low, high, -1.0), (high, low, 1.0)):
            # Moved by one place, the line beyond `inner` is gained and the one at `outer` is lost.
            gained, lost = support(inner + way * step, inner), support(outer, outer)
            if gained is None:  # the picture ends before it: the board cannot be there
                continue
            better = (0.0 if lost is None else lost) - gained
            worst = better if worst is None else min(worst, better)
    return worst


def _list_borders(cells: Iterable[Cell]) -> tuple[Segment, ...]:
    """The borders of cells, each once."""
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
    """The borders of squares around the places of a regular grid; none where places are irregular."""
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
    """mm between neighbouring places along an axis, where it is the same nearly everywhere."""
    at = np.unique(np.round([(cell.x, cell.y)[axis] for cell in layout.cells.values()], 1))
    gaps = np.diff(at)
    if not len(gaps):
        return None
    usual = float(np.median(gaps))
    return usual if (np.abs(gaps - usual) < 0.05 * usual).mean() > 0.8 else None


def measure_pitch_px(layout: Layout, homography: Floats) -> float:
    """px between neighbouring places, where the picture shows them nearest."""
    places = np.array([place for cell in layout.cells.values() for place in cell.places()], np.float64)
    seen = apply_homography(homography, places)
    if len(seen) < 2:
        return float(np.ptp(apply_homography(homography, np.array([(0, 0), layout.size_mm], np.float64)), axis=0).min())
    gaps = np.linalg.norm(seen[:, None] - seen[None], axis=-1)
    np.fill_diagonal(gaps, np.inf)
    return float(np.quantile(gaps.min(axis=1), 0.1))


def sample_lines(lines: Sequence[Segment]) -> tuple[Points, Points]:
    """Points (n, 2) on the lines, evenly spread, and the directions (n, 2) of the lines there, in mm."""
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
    """The samples that are in a picture of a size (w, h). Raises BoardNotFound where they are too few to fit."""
    kept = find_visible(points, along, homography, shape)
    if len(kept[0]) < 0.25 * len(points):
        raise BoardNotFound("Most of the board is outside of the picture. Move the camera so that it sees all of it.")
    return kept


def find_visible(points: Points, along: Points, homography: Floats, shape: tuple[int, int]) -> tuple[Points, Points]:
    pixels = apply_homography(homography, points)
    inside = ((pixels >= 3) & (pixels <= np.array(shape) - 4.0)).all(axis=1)
    return points[inside], along[inside]


def project_lines(homography: Floats, points: Points, along: Points) -> tuple[Points, Points]:
    """Where points (n, 2) appear, and the normals (n, 2) of their lines there."""
    pixels = apply_homography(homography, points)
    ahead = apply_homography(homography, points + 0.5 * along) - apply_homography(homography, points - 0.5 * along)
    ahead /= np.maximum(np.linalg.norm(ahead, axis=1, keepdims=True), 1e-9)
    return pixels, np.stack([-ahead[:, 1], ahead[:, 0]], axis=1)


def solve_homography(board: Points, pixels: Points) -> Floats:
    """From four points of the board to four pixels; solved in double precision."""
    rows, values = [], []
    for (x, y), (u, v) in zip(board, pixels, strict=True):
        rows += [[x, y, 1, 0, 0, 0, -u * x, -u * y], [0, 0, 0, x, y, 1, -v * x, -v * y]]
        values += [u, v]
    return np.append(np.linalg.solve(np.array(rows), np.array(values)), 1.0).reshape(3, 3)
