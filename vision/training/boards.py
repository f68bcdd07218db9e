"""Makes boards of many kinds: layouts and prints drawn at random, and our printed boards in other colours."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import cv2
import numpy as np

from vision.layout import Cell, Layout, PieceKind, Point
from vision.reader.colours.light import to_linear
from vision.training.board import Board, PrintedBoard
from vision.training.patterns import make_patterned_board
from vision.training.sheet import SCALE, Sheet, make_contrasting_colour, make_random_colour
from vision.training.textures import Random, Singles, make_material, make_wood_colour


def make_random_board(rng: Random, printed: tuple[PrintedBoard, ...]) -> Board:
    """A random board. printed: our printed boards, which some of the results are."""
    kind = rng.random()
    if kind < 0.12:
        return make_grid_board(rng)
    if kind < 0.21:
        return make_square_board(rng)
    if kind < 0.5 or not printed:
        return make_backgammon_board(rng)
    if kind < 0.57:
        return make_scattered_board(rng)
    one = printed[int(rng.integers(len(printed)))]
    if kind < 0.78 and not any(len(cell.places()) > 1 for cell in one.layout.cells.values()):
        return make_patterned_board(rng, one.layout)
    return repaint_board(rng, one)


def make_random_piled_board(rng: Random, printed: tuple[PrintedBoard, ...]) -> Board:
    """A random board whose cells can hold piles. printed: our printed boards, which some of the results are."""
    piled = [b for b in printed if any(c.capacity > len(c.places()) > 1 for c in b.layout.cells.values())]
    if piled and rng.random() < 0.6:
        return repaint_board(rng, piled[int(rng.integers(len(piled)))])
    return make_backgammon_board(rng)


def _make_board(sheet: Sheet, size: Point, cells: Mapping[str, Cell], piece: float) -> Board:
    return Board(Layout("board", size, MappingProxyType(dict(cells))), sheet.picture, sheet.origin, piece)


def make_grid_board(rng: Random) -> Board:
    """A grid of lines with pieces on the crossings, as for Go."""
    columns = int(rng.choice([9, 13, 19, 19, 8, 6]))
    pitch = float(rng.uniform(18, 26)) if columns > 9 else float(rng.uniform(22, 45))
    high = pitch * rng.uniform(1.0, 1.09)
    size = (pitch * (columns - 1), high * (columns - 1))
    sheet = Sheet(rng, size, pitch * rng.uniform(0.8, 1.6))
    base = make_wood_colour(rng) if rng.random() < 0.75 else make_random_colour(rng)
    base = np.maximum(base, 0.1 * base / base.max()).astype(np.float32)
    edge = 0.7 * pitch
    sheet.fill(
        [(-edge, -edge), (size[0] + edge, -edge), (size[0] + edge, size[1] + edge), (-edge, size[1] + edge)], base
    )
    ink = (
        make_contrasting_colour(rng, base)
        if rng.random() < 0.3
        else np.asarray(base * rng.uniform(0.05, 0.5), np.float32)
    )
    ends: list[tuple[Point, Point]] = []
    for i in range(columns):
        ends += [((0, i * high), (size[0], i * high)), ((i * pitch, 0), (i * pitch, size[1]))]
    sheet.draw_lines(ends, rng.uniform(0.5, 1.6), ink)
    if columns > 8:
        stars = (3, columns // 2, columns - 4) if columns > 9 else (2, columns // 2, columns - 3)
        for i in stars:
            for j in stars:
                sheet.draw_disc((i * pitch, j * high), rng.uniform(1.4, 2.6), ink)
    cells = {}
    for j in range(columns):
        for i in range(columns):
            name = f"{i}-{j}"
            cells[name] = Cell(name, i * pitch, j * high, None, pitch)
    return _make_board(sheet, size, cells, pitch * rng.uniform(0.8, 1.0))


def make_square_board(rng: Random) -> Board:
    """Squares in two colours, or in one with lines between them."""
    n = int(rng.choice([8, 8, 10, 6, 5]))
    pitch = float(rng.uniform(25, 55))
    size = (n * pitch, n * pitch)
    sheet = Sheet(rng, size, pitch * rng.uniform(0.1, 0.8))
    a = make_random_colour(rng)
    b = make_contrasting_colour(rng, a)
    sheet.fill([(0, 0), (size[0], 0), size, (0, size[1])], a)
    two = rng.random() < 0.75
    signs = rng.random() < 0.15
    mask = np.zeros(sheet.shape, np.uint8)
    cells = {}
    ends: list[tuple[Point, Point]] = []
    for j in range(n):
        ends += [((0, j * pitch), (size[0], j * pitch)), ((j * pitch, 0), (j * pitch, size[1]))]
        for i in range(n):
            x, y = i * pitch, j * pitch
            outline = ((x, y), (x + pitch, y), (x + pitch, y + pitch), (x, y + pitch))
            if two and (i + j) % 2:
                cv2.fillPoly(mask, [sheet.to_px(outline)], (255,), cv2.LINE_AA, shift=4)
            name = f"{i}-{j}"
            polygon = outline if rng.random() < 0.5 else None
            cells[name] = Cell(name, x + pitch / 2, y + pitch / 2, polygon, None if polygon else 0.98 * pitch)
    sheet.blend(mask, b)
    if not two or rng.random() < 0.3:
        sheet.draw_lines(ends, rng.uniform(0.5, 2.5), make_contrasting_colour(rng, a))
    if signs:
        for cell in cells.values():
            if rng.random() < 0.5:
                sheet.draw_ornament((cell.x, cell.y), 0.4 * pitch)
    return _make_board(sheet, size, cells, pitch * rng.uniform(0.6, 0.92))


def make_backgammon_board(rng: Random) -> Board:
    """A backgammon board: points in two colours, a bar, five or six checkers in a row."""
    piece = float(rng.uniform(22, 50))
    wide = piece * rng.uniform(1.0, 1.18)
    rows = int(rng.choice([5, 5, 5, 6]))
    bar = piece * rng.uniform(0.3, 1.6)
    high = 2 * rows * piece * rng.uniform(1.02, 1.25)
    size = (12 * wide + bar, high)
    sheet = Sheet(rng, size, piece * rng.uniform(0.3, 1.5))
    field = make_random_colour(rng)
    sheet.fill([(0, 0), (size[0], 0), size, (0, high)], field)
    a, b = _choose_point_colours(rng, field)
    length = min(rows * piece * rng.uniform(0.8, 1.1), 0.5 * high)
    blunt = float(rng.choice([0.0, 0.0, 0.15, 0.5])) * wide
    narrow = rng.uniform(0.75, 1.0)
    rounded = rng.random() < 0.5
    off_rim = float(rng.choice([0.0, rng.uniform(0.0, 0.3 if rounded else 0.15)])) * wide
    inlay = make_random_colour(rng)
    style = rng.random()
    cells = {}
    masks = np.zeros((3, *sheet.shape), np.uint8)
    for i in range(12):
        x = i * wide + (bar if i > 5 else 0)
        for top in (True, False):
            y0, y1 = (off_rim, length) if top else (high - off_rim, high - length)
            m, w = x + wide / 2, narrow * wide / 2
            outline = [(m + blunt / 2, y1), (m - blunt / 2, y1), *_outline_base(m, w, y0, 1 if top else -1, rounded)]
            ink = masks[(i + int(top)) % 2]
            cv2.fillPoly(ink, [sheet.to_px(outline)], (255,), cv2.LINE_AA, shift=4)
            if style < 0.3:
                inner = [(m - 0.6 * w, y0), (m + 0.6 * w, y0), (m, y0 + 0.8 * (y1 - y0))]
                cv2.fillPoly(masks[2], [sheet.to_px(inner)], (255,), cv2.LINE_AA, shift=4)
            elif style < 0.5:
                cv2.polylines(
                    masks[2], [sheet.to_px(outline)], True, (255,), 1 + int(style < 0.4), cv2.LINE_AA, shift=4
                )
            start = piece * rng.uniform(0.5, 0.56)
            down, rim = (1, 0.0) if top else (-1, high)
            spots = tuple((m, rim + down * (start + k * piece)) for k in range(rows))
            y = 0.25 * high if top else 0.75 * high
            half = 0.5 * high if top else -0.5 * high
            polygon = ((x, rim), (x + wide, rim), (x + wide, rim + half), (x, rim + half))
            name = f"{i}{'t' if top else 'b'}"
            cells[name] = Cell(name, m, y, polygon, None, 15, spots)
    for mask, ink in zip(masks, (a, b, inlay), strict=True):
        sheet.blend(mask, ink)
    middle = 6 * wide
    if rng.random() < 0.9:
        sheet.fill([(middle, 0), (middle + bar, 0), (middle + bar, high), (middle, high)], make_random_colour(rng))
    if rng.random() < 0.3:
        for x in (3 * wide, 9 * wide + bar):
            sheet.draw_ornament((x, high / 2), 0.8 * piece)
    if bar > 0.8 * piece:
        for name, y in (("bar1", 0.25 * high), ("bar2", 0.75 * high)):
            spots = tuple((middle + bar / 2, y + (k - 1) * piece) for k in range(3))
            cells[name] = Cell(name, middle + bar / 2, y, None, bar, 15, spots)
    if rng.random() < 0.3:
        dark = np.asarray(field * 0.2, np.float32)
        sheet.draw_lines([((middle + bar / 2, 0), (middle + bar / 2, high))], rng.uniform(0.5, 4), dark)
    return _make_board(sheet, size, cells, piece)


def _choose_point_colours(rng: Random, field: Singles) -> tuple[Singles, Singles]:
    """Two colours (3,) for a board's points: any that are visible on the field, or two of the strong ones in
    `_STRONG`.
    """
    strong = [c for c in _STRONG if np.abs(np.log((c + 0.02) / (field + 0.02))).max() > 0.35]
    if rng.random() < 0.5 and len(strong) > 1:
        one = strong[int(rng.integers(len(strong)))]
        others = [c for c in strong if np.abs(np.log((c + 0.02) / (one + 0.02))).max() > 0.35]
        if others:
            other = others[int(rng.integers(len(others)))]
            vary = np.exp(rng.normal(0, 0.1, (2, 3)))
            return np.asarray(one * vary[0], np.float32), np.asarray(other * vary[1], np.float32)
    least = float(rng.choice([0.2, 0.35]))
    return make_contrasting_colour(rng, field, least), make_contrasting_colour(rng, field, least)


# Black is in the list twice because it is the most common.
_STRONG = tuple(
    np.array(colour, np.float32)
    for colour in (
        (0.02, 0.02, 0.02),
        (0.02, 0.02, 0.02),
        (0.7, 0.75, 0.78),
        (0.03, 0.03, 0.35),
        (0.25, 0.06, 0.03),
        (0.04, 0.14, 0.32),
        (0.05, 0.2, 0.05),
        (0.3, 0.32, 0.34),
    )
)


def _outline_base(middle: float, half: float, rim: float, down: int, rounded: bool) -> list[Point]:
    """The wide end of a point at the rim, from its left to its right corner, in mm: straight, or half a circle."""
    if not rounded:
        return [(middle - half, rim), (middle + half, rim)]
    turn = np.linspace(0, np.pi, 13)
    x, y = middle - half * np.cos(turn), rim + down * half * (1 - np.sin(turn))
    return [(float(p), float(q)) for p, q in zip(x, y, strict=True)]


def make_scattered_board(rng: Random) -> Board:
    """Circles or signs as places for pieces, joined by lines, as for mill or solitaire."""
    n = int(rng.integers(12, 50))
    pitch = float(rng.uniform(28, 50))
    side = int(np.ceil(np.sqrt(n * 1.4)))
    size = (side * pitch, side * pitch * rng.uniform(0.7, 1.0))
    sheet = Sheet(rng, size, 0.7 * pitch)
    base = make_random_colour(rng)
    sheet.fill([(0, 0), (size[0], 0), size, (0, size[1])], base)
    places: list[Point] = []
    for _ in range(40 * n):
        p = (float(rng.uniform(0, size[0])), float(rng.uniform(0, size[1])))
        if all(np.hypot(p[0] - q[0], p[1] - q[1]) > pitch for q in places):
            places.append(p)
        if len(places) == n:
            break
    ink = make_contrasting_colour(rng, base)
    if rng.random() < 0.35:
        return _make_mill_board(rng, sheet, size, pitch, ink)
    if rng.random() < 0.6:
        pairs = [(p, places[int(rng.integers(len(places)))]) for p in places]
        near = [(p, q) for p, q in pairs if np.hypot(p[0] - q[0], p[1] - q[1]) < 3 * pitch]
        sheet.draw_lines(near, rng.uniform(1, 5), ink)
    piece = pitch * rng.uniform(0.55, 0.85)
    inner, ring, signs = (
        make_contrasting_colour(rng, base),
        float(rng.choice([0.0, 1.0, 2.5], p=[0.15, 0.5, 0.35])),
        rng.random() < 0.3,
    )
    if rng.random() < 0.7:
        for p in places:
            sheet.draw_disc(p, piece * 0.58, inner, ring)
            if signs:
                sheet.draw_ornament(p, piece * 0.5)
    cells = {str(i): Cell(str(i), x, y, None, pitch * 0.95) for i, (x, y) in enumerate(places)}
    return _make_board(sheet, size, cells, piece)


def _make_mill_board(rng: Random, sheet: Sheet, size: Point, pitch: float, ink: Singles) -> Board:
    """Squares inside squares, joined in the middle of their sides; pieces go on corners and crossings."""
    x, y = size[0] / 2, size[1] / 2
    cells = {}
    ends: list[tuple[Point, Point]] = []
    inner, outer = min(size) / 6, min(size) / 2
    for ring in range(3):
        r = inner + (outer - inner) * ring / 2
        corners = [(x - r, y - r), (x + r, y - r), (x + r, y + r), (x - r, y + r)]
        ends += [(corners[i], corners[(i + 1) % 4]) for i in range(4)]
        for i in range(4):
            a, b = np.array(corners[i]), np.array(corners[(i + 1) % 4])
            for j, p in enumerate((a, (a + b) / 2)):
                name = f"{ring}-{i}-{j}"
                cells[name] = Cell(name, float(p[0]), float(p[1]), None, pitch * 0.9)
    ends += [
        ((x + inner * u, y + inner * v), (x + outer * u, y + outer * v)) for u, v in ((1, 0), (-1, 0), (0, 1), (0, -1))
    ]
    sheet.draw_lines(ends, rng.uniform(1, 5), ink)
    if rng.random() < 0.4:
        sheet.draw_lines(ends, rng.uniform(0.3, 1), make_contrasting_colour(rng, ink))
    if rng.random() < 0.4:
        for cell in cells.values():
            sheet.draw_disc((cell.x, cell.y), rng.uniform(1.5, 5), ink)
    return _make_board(sheet, size, cells, min((outer - inner) / 2 * 0.8, pitch) * rng.uniform(0.6, 0.95))


def repaint_board(rng: Random, printed: PrintedBoard) -> Board:
    """One of our printed boards, as it is printed or in other colours and materials."""
    layout = printed.layout
    margin = 0.06 * max(layout.size_mm)
    size = layout.size_mm
    w, h = round(size[0] * SCALE), round(size[1] * SCALE)
    art = to_linear(np.asarray(cv2.resize(printed.art, (w, h), interpolation=cv2.INTER_AREA), np.uint8))
    if rng.random() < 0.45:
        # A print in other inks: each channel gets its own curve, the channels are mixed, and the material below shines
        # through.
        mix = np.eye(3) + rng.normal(0, 0.35, (3, 3))
        mixed = np.clip(art @ (mix / mix.sum(axis=0)).astype(np.float32), 0, 1)
        bent = mixed ** rng.uniform(0.5, 1.8, 3).astype(np.float32)
        low, high = rng.uniform(0.0, 0.3, 3), rng.uniform(0.45, 1.0, 3)
        if rng.random() < 0.25:
            low, high = high, low
        art = (low + (high - low) * bent) * make_material(rng, (h, w), np.full(3, 0.85, np.float32))
        art = np.clip(art / 0.85, 0.004, 0.92)
    picture = make_material(
        rng, (h + 2 * round(margin * SCALE), w + 2 * round(margin * SCALE)), make_random_colour(rng)
    )
    m = round(margin * SCALE)
    picture[m : m + h, m : m + w] = art * 0.95
    sizes = [k.diameter_mm for k in layout.pieces.values()]
    return Board(layout, np.asarray(picture, np.float32), (-m / SCALE, -m / SCALE), float(np.max(sizes)))


def measure_colours(rng: Random, board: Board) -> Singles:
    """(n, 3) the colours of the print near some of the board's places, blurred over 3 mm."""
    cells = list(board.layout.cells.values())
    soft = cv2.blur(board.print, (round(3 * SCALE), round(3 * SCALE)))
    h, w = soft.shape[:2]
    out = []
    for i in rng.integers(len(cells), size=6).tolist():
        x, y = (np.array((cells[i].x, cells[i].y)) - board.origin) * SCALE + rng.normal(0, 0.2 * board.piece_mm, 2)
        out.append(soft[int(np.clip(y, 0, h - 1)), int(np.clip(x, 0, w - 1))])
    return np.array(out, np.float32)


def add_pieces(board: Board, kinds: Mapping[str, PieceKind]) -> Layout:
    """The board's layout with these kinds of pieces."""
    return Layout("board", board.layout.size_mm, board.layout.cells, (), MappingProxyType(dict(kinds)))
