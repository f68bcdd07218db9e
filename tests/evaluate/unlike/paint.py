"""Repaints the print of a board: other materials, colours, patterns, lines and wear; its markers stay.

Runs in the environment of photo.py and needs only numpy and OpenCV. Cells stay where the layout has them. Colours are
drawn again until each piece differs from the print below it, so that a person can still read the board.
"""

from __future__ import annotations

import math
import zlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import cv2
import numpy as np

Array = np.ndarray
Layout = Mapping[str, Any]

PX_PER_MM = 4.0
MIN_CONTRAST = 24.0  # the least CIE76 colour difference between print and piece
MATERIALS = ("wood", "felt", "leather", "cork", "paper")
FILLS = ("plain", "stripes", "dots", "rings", "gradient", "hatch", "diamond", "grain")
MARKER_EDGE = 2.0 / 6.0  # the width of the white paper around a marker, in parts of its side

# sRGB of materials as they are sold: woods, felts, leathers, papers.
WOODS = ((222, 184, 135), (193, 154, 107), (150, 100, 60), (101, 67, 40), (66, 42, 28), (170, 80, 45), (210, 170, 95))
CLOTHS = (
    (20, 90, 60),
    (25, 45, 100),
    (120, 20, 30),
    (60, 60, 65),
    (150, 130, 100),
    (90, 40, 90),
    (30, 30, 32),
    (190, 175, 150),
)
PRINTS = (
    (235, 228, 210),
    (205, 205, 205),
    (180, 60, 45),
    (45, 80, 140),
    (60, 110, 70),
    (215, 180, 70),
    (40, 40, 45),
    (150, 165, 175),
    (225, 140, 90),
)


def repaint(layout: Layout, original: Array, pieces: Sequence[tuple[float, float, float]], seed: int) -> Array:
    """The whole print as a BGR picture of PX_PER_MM.

    original: the drawn print in any resolution; its markers are kept. pieces: linear RGB of the pieces that will be on
    it.
    """
    rng = np.random.default_rng([seed, zlib.crc32(layout["game"].encode())])
    size = tuple(round(v * PX_PER_MM) for v in layout["size_mm"])
    original = cv2.resize(original, size, interpolation=cv2.INTER_AREA)
    lying = [_lab(_shown(piece)) for piece in pieces]
    out = _recoloured(original, lying, rng) if rng.random() < 0.35 else _drawn(layout, size, lying, rng)
    out = _worn(out, rng) if rng.random() < 0.6 else out
    for marker in layout["markers"]:
        half = marker["size_mm"] * (0.5 + MARKER_EDGE / 2)
        x0, x1, y0, y1 = (
            round(v * PX_PER_MM)
            for v in (marker["x"] - half, marker["x"] + half, marker["y"] - half, marker["y"] + half)
        )
        x0, y0 = max(x0, 0), max(y0, 0)
        out[y0:y1, x0:x1] = original[y0:y1, x0:x1]
    return np.clip(out, 0, 255).astype(np.uint8)


def _recoloured(original: Array, lying: Sequence[Array], rng: np.random.Generator) -> Array:
    """The same print in other colours, on another material."""
    small = cv2.resize(original, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA).reshape(-1, 3).astype(np.float32)
    picked = small[rng.integers(len(small), size=4000)]
    criteria = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 20, 1.0)
    cv2.setRNGSeed(int(rng.integers(1 << 30)))
    _, _, middles = cv2.kmeans(picked, 7, None, criteria, 2, cv2.KMEANS_PP_CENTERS)
    sources = (*WOODS, *CLOTHS, *PRINTS)
    others = np.array([_colour(sources, lying, rng) for _ in middles], np.float32)
    flat = original.reshape(-1, 3).astype(np.float32)
    out = np.empty_like(flat)
    for part in range(0, len(flat), 1 << 18):
        away = ((flat[part : part + (1 << 18), None] - middles) ** 2).sum(axis=2)
        share = np.exp(-(away - away.min(axis=1, keepdims=True)) / 150)
        out[part : part + (1 << 18)] = share / share.sum(axis=1, keepdims=True) @ others
    h, w = original.shape[:2]
    return out.reshape(h, w, 3) * _texture(MATERIALS[rng.integers(len(MATERIALS))], (w, h), rng)[..., None]


def _drawn(layout: Layout, size: tuple[int, int], lying: Sequence[Array], rng: np.random.Generator) -> Array:
    """A new print: background, frame, a shape for each cell and lines between them."""
    w, h = size
    material = MATERIALS[rng.integers(len(MATERIALS))]
    colours = {"wood": WOODS, "cork": WOODS[:2], "felt": CLOTHS, "leather": CLOTHS + WOODS[2:5], "paper": PRINTS}[
        material
    ]
    out = _sheet(_colour(colours, lying, rng), material, size, rng)
    x0, y0, x1, y1 = _extent(layout)
    if rng.random() < 0.6:
        frame = _sheet(_colour(WOODS, lying, rng), "wood", size, rng)
        gap = round(rng.uniform(2, 9) * PX_PER_MM)
        inside = np.zeros((h, w), np.uint8)
        cv2.rectangle(inside, (x0 - gap, y0 - gap), (x1 + gap, y1 + gap), 1, -1)
        out = np.where(inside[..., None] > 0, out, frame)
        cv2.rectangle(
            out, (x0 - gap, y0 - gap), (x1 + gap, y1 + gap), _any(rng), round(rng.uniform(1, 4) * PX_PER_MM / 2)
        )
    colour = _pair(lying, rng)
    inlay = ("wood", "felt", "leather", "paper", material)[rng.integers(5)]
    sheets = [_filled(_sheet(c, inlay, size, rng), FILLS[rng.integers(len(FILLS))], lying, rng) for c in colour]
    form = ("whole", "inset", "pad", "ring", "none")[rng.choice(5, p=[0.3, 0.25, 0.2, 0.15, 0.1])]
    points = layout["game"] == "backgammon"
    tip = ("triangle", "petal", "diamond", "triangle")[rng.integers(4)]
    shapes, group = {}, {}
    for n, (name, cell) in enumerate(layout["cells"].items()):
        outline = np.array(cell["polygon"] if "polygon" in cell else _ring(cell), float)
        if points and name.isdigit():
            shapes[name], group[name] = _point(outline, cell, tip), int(name) % 2
        elif points:
            shapes[name], group[name] = outline, 2
        else:
            shapes[name], group[name] = _formed(outline, cell, form), _family(cell, outline, layout, n)
    for name, outline in shapes.items():
        if group[name] == 2 or (form == "none" and not points):
            continue
        if form == "ring" and not points:
            cv2.polylines(
                out, [_px(outline)], True, colour[group[name]], round(rng.uniform(1, 2) * PX_PER_MM), cv2.LINE_AA
            )
            continue
        mask = np.zeros((h, w), np.uint8)
        cv2.fillPoly(mask, [_px(outline)], 255, cv2.LINE_AA)
        x, y, wide, high = cv2.boundingRect(_px(outline))
        x, y = max(x, 0), max(y, 0)
        part = (slice(y, y + high), slice(x, x + wide))
        share = mask[part][..., None] / 255
        out[part] = out[part] * (1 - share) + sheets[group[name]][part] * share
    if form == "none" or rng.random() < 0.6:
        line, thick = _any(rng), max(1, round(rng.uniform(0.3, 1.2) * PX_PER_MM))
        for name, cell in layout["cells"].items():
            outline = shapes[name] if points else np.array(cell["polygon"] if "polygon" in cell else _ring(cell), float)
            cv2.polylines(out, [_px(outline)], True, line, thick, cv2.LINE_AA)
    return out


def _extent(layout: Layout) -> tuple[int, int, int, int]:
    """The rectangle around all cells, in pixels."""
    corners = np.concatenate(
        [np.array(c["polygon"] if "polygon" in c else _ring(c), float) for c in layout["cells"].values()]
    )
    (x0, y0), (x1, y1) = corners.min(axis=0) * PX_PER_MM, corners.max(axis=0) * PX_PER_MM
    return round(x0), round(y0), round(x1), round(y1)


def _ring(cell: Mapping[str, Any], radius: float | None = None) -> list[tuple[float, float]]:
    """A circle as a polygon in mm."""
    r = cell.get("diameter_mm", 10) / 2 if radius is None else radius
    return [
        (cell["x"] + r * math.cos(a), cell["y"] + r * math.sin(a))
        for a in np.linspace(0, 2 * math.pi, 32, endpoint=False)
    ]


def _point(outline: Array, cell: Mapping[str, Any], tip: str) -> Array:
    """A triangle of a backgammon board in its cell, with its base where the first checker is."""
    (x0, y0), (x1, y1) = outline.min(axis=0), outline.max(axis=0)
    base, end = (y1, y0) if abs(cell["spots"][0][1] - y1) < abs(cell["spots"][0][1] - y0) else (y0, y1)
    long = (end - base) * 0.92
    middle, half = (x0 + x1) / 2, (x1 - x0) / 2 * 0.94
    t = np.linspace(0, 1, 16)
    width = {
        "triangle": 1 - t,
        "petal": np.sqrt(np.clip(1 - t**2.5, 0, 1)) * 0.8,
        "diamond": np.where(t < 0.15, 0.55 + 3 * t, (1 - t) / 0.85),
    }[tip]
    left, right = middle - half * width, middle + half * width
    along = base + long * t
    return np.concatenate([np.column_stack([left, along]), np.column_stack([right, along])[::-1]])


def _formed(outline: Array, cell: Mapping[str, Any], form: str) -> Array:
    """A cell's shape: its outline, a smaller copy of that, or a disc."""
    middle = np.array([cell["x"], cell["y"]])
    if form == "inset":
        return middle + (outline - middle) * 0.84
    if form in ("pad", "ring"):
        inner = min(
            float(np.linalg.norm((a + b) / 2 - middle))
            for a, b in zip(outline, np.roll(outline, 1, axis=0), strict=True)
        )
        return np.array(_ring(cell, 0.86 * inner))
    return outline


def _family(cell: Mapping[str, Any], outline: Array, layout: Layout, number: int) -> int:
    """Which of two colours a cell has, so that neighbours mostly differ."""
    side = math.sqrt(cv2.contourArea(outline.astype(np.float32)))
    if len(outline) == 3:
        return int(outline[:, 1].mean() > (outline[:, 1].min() + outline[:, 1].max()) / 2)
    if len(outline) == 4:
        return int(cell["x"] // side + cell["y"] // side) % 2
    return int(cell["y"] // side) % 2 if len(layout["cells"]) % 2 else number % 2


def _filled(sheet: Array, fill: str, lying: Sequence[Array], rng: np.random.Generator) -> Array:
    """A sheet with a pattern of two colours, to be cut into cells."""
    if fill == "plain":
        return sheet
    h, w = sheet.shape[:2]
    y, x = np.mgrid[0:h, 0:w] / PX_PER_MM
    pitch, turn = rng.uniform(2.5, 9), rng.uniform(0, math.pi)
    u, v = x * math.cos(turn) + y * math.sin(turn), y * math.cos(turn) - x * math.sin(turn)
    waver = _smooth((w, h), 12, rng)  # drawn for every pattern, so that a seed always gives the same board
    waves: dict[str, Callable[[], Array]] = {
        "stripes": lambda: (u / pitch) % 1 < 0.4,
        "dots": lambda: np.hypot(u % pitch - pitch / 2, v % pitch - pitch / 2) < 0.27 * pitch,
        "rings": lambda: (np.hypot(x % (3 * pitch) - 1.5 * pitch, y % (3 * pitch) - 1.5 * pitch) / pitch * 2) % 1 < 0.3,
        "gradient": lambda: (u / (6 * pitch)) % 1,
        "hatch": lambda: ((u / pitch) % 1 < 0.15) | ((v / pitch) % 1 < 0.15),
        "diamond": lambda: np.abs(u % pitch - pitch / 2) + np.abs(v % pitch - pitch / 2) < 0.35 * pitch,
        "grain": lambda: (u / pitch + 0.6 * waver) % 1,
    }
    wave = waves[fill]()
    other = _colour((*WOODS, *CLOTHS, *PRINTS), lying, rng)
    share = wave[..., None] * rng.uniform(0.25, 0.9)
    return sheet * (1 - share) + np.array(other) * share


def _sheet(colour: tuple[float, ...], material: str, size: tuple[int, int], rng: np.random.Generator) -> Array:
    """A whole sheet of one material in one colour."""
    return np.array(colour) * _texture(material, size, rng)[..., None]


def _texture(material: str, size: tuple[int, int], rng: np.random.Generator) -> Array:
    """How bright a material is at each pixel; the mean is 1."""
    w, h = size
    y, x = np.mgrid[0:h, 0:w] / PX_PER_MM
    if rng.random() < 0.5:
        x, y = y, x
    if material == "wood":
        lines = y + 14 * _smooth(size, 60, rng) + 3 * _smooth(size, 16, rng)
        rings = np.sin(lines / rng.uniform(1.2, 3.5)) + 0.6 * np.sin(
            lines / rng.uniform(0.4, 0.9) + 2 * _smooth(size, 30, rng)
        )
        pores = cv2.blur(rng.normal(0, 1, (h, w)), (31, 1) if x[0, -1] > x[0, 0] else (1, 31)) * 2.4
        return 1 + rng.uniform(0.03, 0.1) * rings + 0.03 * pores
    if material == "felt":
        return 1 + 0.05 * rng.normal(0, 1, (h, w)) + 0.05 * _smooth(size, 1.5, rng) + 0.04 * _smooth(size, 40, rng)
    if material == "leather":
        bumps = np.abs(_smooth(size, 1.6, rng)) + 0.5 * np.abs(_smooth(size, 3.5, rng))
        return 0.86 + 0.17 * bumps + 0.05 * _smooth(size, 50, rng)
    if material == "cork":
        return 1 + 0.10 * _smooth(size, 1.2, rng) - 0.3 * (_smooth(size, 2.2, rng) > 1.9)
    return 1 + 0.015 * rng.normal(0, 1, (h, w)) + 0.02 * _smooth(size, 80, rng)


def _worn(print_: Array, rng: np.random.Generator) -> Array:
    """The print with scratches, rubbed places and stains."""
    h, w = print_.shape[:2]
    out = print_.astype(np.float64)
    rubbed = np.clip(_smooth((w, h), rng.uniform(8, 40), rng) - rng.uniform(0.6, 1.4), 0, 1)[..., None] * rng.uniform(
        0.2, 0.6
    )
    out = out * (1 - rubbed) + out.mean(axis=(0, 1)) * 1.1 * rubbed
    out *= 1 - 0.25 * np.clip(_smooth((w, h), rng.uniform(5, 25), rng) - 1.5, 0, 1)[..., None]
    for _ in range(rng.integers(0, 60)):
        at, turn, long = rng.uniform(0, 1, 2) * (w, h), rng.uniform(0, math.pi), rng.uniform(3, 60) * PX_PER_MM
        bend = rng.normal(0, 0.15)
        steps = np.linspace(0, 1, 8)[:, None]
        way = turn + bend * steps
        line = at + long * steps * np.hstack([np.cos(way), np.sin(way)])
        shade = rng.uniform(0.55, 1.4)
        mask = np.zeros((h, w), np.uint8)
        cv2.polylines(mask, [np.rint(line).astype(np.int32)], False, 255, int(rng.integers(1, 4)), cv2.LINE_AA)
        x, y, wide, high = cv2.boundingRect(np.rint(line).astype(np.int32))
        part = (slice(max(y - 4, 0), max(y + high + 4, 0)), slice(max(x - 4, 0), max(x + wide + 4, 0)))
        out[part] *= 1 + (shade - 1) * mask[part][..., None] / 255
    return out


def _smooth(size: tuple[int, int], wide_mm: float, rng: np.random.Generator) -> Array:
    """Noise of mean 0 and standard deviation 1 with spots of this width."""
    w, h = size
    step = max(1.0, wide_mm * PX_PER_MM / 3)
    small = rng.normal(0, 1, (math.ceil(h / step) + 4, math.ceil(w / step) + 4))
    small = cv2.GaussianBlur(small, (0, 0), 1.2)
    out = cv2.resize(small / small.std(), (w, h), interpolation=cv2.INTER_CUBIC)
    return np.asarray(out)


def _pair(lying: Sequence[Array], rng: np.random.Generator) -> list[tuple[float, float, float]]:
    """Two colours that pieces can be seen on, mostly unlike each other."""
    sources = (WOODS, CLOTHS, PRINTS, (*WOODS, *PRINTS))[rng.integers(4)]
    first = _colour(sources, lying, rng)
    for _ in range(20):
        second = _colour(sources, lying, rng)
        if np.linalg.norm(_lab(np.array(first[::-1]) / 255) - _lab(np.array(second[::-1]) / 255)) > 15:
            break
    return [first, second]


def _any(rng: np.random.Generator) -> tuple[float, float, float]:
    """The BGR colour of a line."""
    r, g, b = (WOODS + CLOTHS + PRINTS)[rng.integers(len(WOODS + CLOTHS + PRINTS))]
    return float(b), float(g), float(r)


def _colour(
    sources: Sequence[tuple[int, int, int]], lying: Sequence[Array], rng: np.random.Generator
) -> tuple[float, float, float]:
    """A BGR colour like one of `sources` that differs enough from all pieces; if none is found, the best one."""
    best, most = np.zeros(3), -1.0
    for n in range(60):
        pool = sources if n < 30 else (*WOODS, *CLOTHS, *PRINTS)
        rgb = np.clip(np.array(pool[rng.integers(len(pool))]) * rng.uniform(0.85, 1.15) + rng.normal(0, 8, 3), 4, 245)
        least = min((float(np.linalg.norm(_lab(rgb / 255) - piece)) for piece in lying), default=99.0)
        if least > most:
            best, most = rgb, least
        if most >= MIN_CONTRAST:
            break
    return float(best[2]), float(best[1]), float(best[0])


def _shown(linear: Sequence[float]) -> Array:
    """sRGB from 0 to 1 of linear RGB."""
    value = np.clip(np.array(linear, float), 0, 1)
    return np.where(value <= 0.0031308, 12.92 * value, 1.055 * value ** (1 / 2.4) - 0.055)


def _lab(rgb: Array) -> Array:
    """CIE L*a*b* of an sRGB colour from 0 to 1."""
    return np.asarray(cv2.cvtColor(np.float32(np.clip(rgb, 0, 1)).reshape(1, 1, 3), cv2.COLOR_RGB2LAB))[0, 0]


def _px(outline: Array) -> Array:
    return np.rint(np.asarray(outline) * PX_PER_MM).astype(np.int32)
