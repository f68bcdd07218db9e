"""Draws shapes with smooth edges: discs, rings, arrows, pieces with their symbols, and the small signs of the screen.

pygame draws hard edges. So everything is drawn several times as large as needed and made smaller. Pictures that are
needed often (pieces, signs) are kept.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Literal, assert_never

import pygame

from companion.boards.symbol_outlines import trace_symbol
from companion.screen.theme import DARK, Colour, Look, look, mix
from companion.values.symbols import Symbol

FINE = 4
"""How many times as large as needed shapes are drawn before they are made smaller."""

Point = tuple[float, float]
Sign = Literal["tick", "cross", "plus", "question", "warning", "eye", "hand", "turn", "undo", "star", "pencil", "copy"]
Badge = Literal["ok", "wrong", "missing", "doubt", "turn", "gain"]


def smooth(
    size: tuple[int, int], fringe: Colour, paint: Callable[[pygame.Surface, int], None], fine: int = FINE
) -> pygame.Surface:
    """A transparent picture of this size in pixels.

    paint: paints the picture several times as large; its arguments are the surface and the factor. fringe: the colour
    for pixels at the edge, which `paint` covers only partly.
    """
    large = pygame.Surface((max(1, size[0]) * fine, max(1, size[1]) * fine), pygame.SRCALPHA)
    large.fill((*fringe, 0))
    paint(large, fine)
    return pygame.transform.smoothscale(large, (max(1, size[0]), max(1, size[1])))


def put(surface: pygame.Surface, picture: pygame.Surface, middle: Point) -> None:
    """Draws a picture with its middle at a point."""
    surface.blit(picture, (round(middle[0] - picture.get_width() / 2), round(middle[1] - picture.get_height() / 2)))


@lru_cache(maxsize=128)
def piece(kind: str, diameter: int, token: bool = False, ghost: bool = False) -> pygame.Surface:
    """A piece from above, with its symbol. token: True for a flat piece with a milled rim. ghost: True for a piece that
    should be there but is not.
    """
    its = look(kind)
    side = diameter + 2 * max(2, diameter // 8)
    if ghost:
        return smooth((side, side), its.face, lambda s, f: _ghost(s, its, diameter * f))
    return smooth((side, side), its.edge, lambda s, f: _piece(s, its, diameter * f, token))


def _piece(surface: pygame.Surface, its: Look, diameter: int, token: bool) -> None:
    middle = surface.get_width() / 2
    radius = diameter / 2
    for i in range(4):  # the shadow on the board, softer towards the outside
        pygame.draw.circle(
            surface, (0, 0, 0, 26 + 16 * i), (middle, middle + radius * 0.10), radius * (1.13 - 0.035 * i)
        )
    pygame.draw.circle(surface, its.edge, (middle, middle), radius)
    if token:
        pygame.draw.circle(surface, its.face, (middle, middle), radius * 0.94)
        for i in range(12):
            a = math.tau * (i + 0.5) / 12
            _spoke(surface, its.edge, (middle, middle), a, radius * 0.78, radius * 0.97, max(1, round(radius * 0.09)))
        pygame.draw.circle(surface, its.edge, (middle, middle), radius * 0.74)
        pygame.draw.circle(surface, mix(its.face, (255, 255, 255), 0.16), (middle, middle), radius * 0.68)
        pygame.draw.polygon(surface, its.ink, _spikes((middle, middle), [radius * 0.60, radius * 0.22], 8))
        pygame.draw.circle(surface, mix(its.face, (255, 255, 255), 0.16), (middle, middle), radius * 0.24)
        symbol(surface, its.symbol, its.ink, (middle, middle), radius * 0.30)
        return
    pygame.draw.circle(surface, its.face, (middle, middle), radius * 0.90)
    for i in range(6):  # glass: lighter towards the upper left
        share = 0.05 + 0.06 * i
        at = middle - radius * 0.055 * i
        pygame.draw.circle(surface, mix(its.face, (255, 255, 255), share), (at, at), radius * (0.80 - 0.10 * i))
    symbol(surface, its.symbol, its.ink, (middle, middle), radius * 0.42)


def _ghost(surface: pygame.Surface, its: Look, diameter: int) -> None:
    middle = surface.get_width() / 2
    pygame.draw.circle(surface, (*its.face, 70), (middle, middle), diameter / 2)
    dashes(surface, its.face, (middle, middle), diameter / 2, max(3, diameter // 14))
    symbol(surface, its.symbol, its.face, (middle, middle), diameter * 0.21)


def _spoke(
    surface: pygame.Surface, colour: Colour, middle: Point, angle: float, inner: float, outer: float, width: int
) -> None:
    c, s = math.cos(angle), math.sin(angle)
    start = (middle[0] + c * inner, middle[1] + s * inner)
    end = (middle[0] + c * outer, middle[1] + s * outer)
    pygame.draw.line(surface, colour, start, end, width)


def dashes(surface: pygame.Surface, colour: Colour, middle: Point, radius: float, width: int, count: int = 12) -> None:
    """Draws a dashed ring. radius: of its outer edge."""
    for i in range(count):
        start = math.tau * i / count
        arc = [start + math.tau / count * 0.62 * j / 6 for j in range(7)]
        outer = [(middle[0] + math.cos(a) * radius, middle[1] + math.sin(a) * radius) for a in arc]
        inner = [
            (middle[0] + math.cos(a) * (radius - width), middle[1] + math.sin(a) * (radius - width))
            for a in reversed(arc)
        ]
        pygame.draw.polygon(surface, colour, outer + inner)


def symbol(surface: pygame.Surface, name: Symbol, colour: Colour, middle: Point, radius: float) -> None:
    """Draws the symbol of a colour, for people who do not see colours."""
    x, y = middle
    thick = max(1, round(radius * 0.42))
    match name:
        case "dot":
            pygame.draw.circle(surface, colour, middle, radius * 0.62)
        case "ring":
            pygame.draw.circle(surface, colour, middle, radius * 0.85, max(1, round(radius * 0.3)))
        case "bar":
            pygame.draw.rect(surface, colour, pygame.Rect(x - radius * 0.9, y - thick / 2, radius * 1.8, thick))
        case "cross":
            d = radius * 0.72
            for sign in (-1, 1):
                _stroke(surface, colour, [(x - d, y - sign * d), (x + d, y + sign * d)], thick * 0.8)
        case "diamond":
            pygame.draw.polygon(surface, colour, _spikes(middle, [radius * 0.95], 4))
        case "plus" | "star" | "square" | "triangle":
            pygame.draw.polygon(surface, colour, trace_symbol(name, middle, radius * 1.05))


def _spikes(middle: Point, radii: list[float], count: int) -> list[Point]:
    """The corners of a star around a point. The first is at the top, and the radii take turns."""
    return [
        (
            middle[0] + math.sin(math.tau * i / count) * radii[i % len(radii)],
            middle[1] - math.cos(math.tau * i / count) * radii[i % len(radii)],
        )
        for i in range(count)
    ]


def _stroke(surface: pygame.Surface, colour: Colour, points: Iterable[Point], width: float) -> None:
    """Draws a line of even width with round ends and joints."""
    points = list(points)
    for start, end in itertools.pairwise(points):
        length = math.dist(start, end)
        if not length:
            continue
        nx, ny = (end[1] - start[1]) / length * width / 2, (start[0] - end[0]) / length * width / 2
        corners = [
            (start[0] + nx, start[1] + ny),
            (end[0] + nx, end[1] + ny),
            (end[0] - nx, end[1] - ny),
            (start[0] - nx, start[1] - ny),
        ]
        pygame.draw.polygon(surface, colour, corners)
    for point in points:
        pygame.draw.circle(surface, colour, point, width / 2)


@lru_cache(maxsize=128)
def sign(name: Sign, size: int, colour: Colour) -> pygame.Surface:
    """A small sign of `size` x `size` pixels."""
    return smooth((size, size), colour, lambda s, f: _sign(s, name, colour, size * f / 24))


def _sign(surface: pygame.Surface, name: Sign, colour: Colour, k: float) -> None:
    """Draws a sign, designed on a field of 24 by 24 units. k: pixels for each unit."""

    def stroke(*points: Point, width: float = 2.6) -> None:
        _stroke(surface, colour, [(x * k, y * k) for x, y in points], width * k)

    def arc(x: float, y: float, radius: float, start: float, end: float, width: float = 2.4) -> None:
        angles = [math.radians(start + (end - start) * i / 24) for i in range(25)]
        stroke(*((x + math.cos(a) * radius, y + math.sin(a) * radius) for a in angles), width=width)

    def dot(x: float, y: float, radius: float) -> None:
        pygame.draw.circle(surface, colour, (x * k, y * k), radius * k)

    match name:
        case "tick":
            stroke((5, 12.5), (10, 17.5), (19, 7), width=3.2)
        case "cross":
            stroke((6.5, 6.5), (17.5, 17.5), width=3.2)
            stroke((17.5, 6.5), (6.5, 17.5), width=3.2)
        case "plus":
            stroke((12, 5), (12, 19), width=3.2)
            stroke((5, 12), (19, 12), width=3.2)
        case "question":
            arc(12, 8.6, 4.4, -190, 60, width=3)
            stroke((14.2, 12.4), (12, 14), (12, 15.4), width=3)
            dot(12, 20, 1.9)
        case "warning":
            stroke((12, 3.5), (21.5, 20), (2.5, 20), (12, 3.5), width=2.4)
            stroke((12, 9.5), (12, 14), width=2.4)
            dot(12, 17, 1.4)
        case "eye":
            arc(12, 18.6, 11, -143, -37)
            arc(12, 5.4, 11, 37, 143)
            dot(12, 12, 3.4)
            stroke((4, 21), (20, 3), width=2.4)
        case "hand":
            for x, top in ((7.6, 7.5), (10.9, 4.4), (14.2, 4.8), (17.4, 8)):
                stroke((x, top), (x, 13), width=2.7)
            stroke((3.6, 12.4), (7.6, 17), width=2.7)
            pygame.draw.rect(
                surface, colour, pygame.Rect(6.3 * k, 11.5 * k, 12.4 * k, 9.5 * k), border_radius=round(4 * k)
            )
        case "turn":
            arc(12, 12, 7.4, -60, 200)
            pygame.draw.polygon(surface, colour, [(x * k, y * k) for x, y in ((11.5, 1.2), (12.3, 10), (19, 5.4))])
        case "undo":
            arc(12, 12, 7.4, -20, 240)
            pygame.draw.polygon(surface, colour, [(x * k, y * k) for x, y in ((12.5, 1.2), (11.7, 10), (5, 5.4))])
        case "star":
            pygame.draw.polygon(surface, colour, _spikes((12 * k, 12.6 * k), [11 * k, 4.8 * k], 10))
        case "copy":
            stroke((7.5, 10.5), (4.5, 10.5), (4.5, 20.5), (19.5, 20.5), (19.5, 10.5), (16.5, 10.5), width=2.2)
            stroke((12, 15.5), (12, 3.5), width=2.4)
            stroke((7.8, 7.6), (12, 3.4), (16.2, 7.6), width=2.4)
        case "pencil":
            stroke((8, 19.5), (19.5, 8), (16, 4.5), (4.5, 16), (4, 20), (8, 19.5), width=2.2)
            stroke((13.5, 7), (17, 10.5), width=2.2)
        case _:
            assert_never(name)


_BADGES: dict[Badge, tuple[Sign, Colour]] = {
    "ok": ("tick", DARK.ACCENT),
    "wrong": ("cross", DARK.ERROR),
    "missing": ("plus", DARK.ACCENT),
    "doubt": ("question", DARK.WARNING),
    "turn": ("turn", DARK.ACCENT),
    "gain": ("star", DARK.WARNING),
}


@lru_cache(maxsize=64)
def badge(name: Badge, size: int) -> pygame.Surface:
    """A round badge with a sign in it, for the corner of a cell."""
    what, colour = _BADGES[name]

    def paint(surface: pygame.Surface, fine: int) -> None:
        middle = size * fine / 2
        pygame.draw.circle(surface, DARK.ON_ACCENT, (middle, middle), middle)
        pygame.draw.circle(surface, colour, (middle, middle), middle * 0.88)
        inner = smooth(
            (round(size * fine * 0.7),) * 2,
            DARK.ON_ACCENT,
            lambda s, f: _sign(s, what, DARK.ON_ACCENT, s.get_width() / 24),
            1,
        )
        put(surface, inner, (middle, middle))

    return smooth((size, size), DARK.ON_ACCENT, paint)


@lru_cache(maxsize=64)
def ring(colour: Colour, diameter: int, width: float, dashed: bool = False) -> pygame.Surface:
    """A ring with a dark edge, so that it can be seen on every print. diameter: of its outer edge, in pixels."""
    side = diameter + 4

    def paint(surface: pygame.Surface, fine: int) -> None:
        middle = surface.get_width() / 2
        radius, thick = diameter * fine / 2, max(1, round(width * fine))
        if dashed:
            dashes(surface, colour, (middle, middle), radius, thick, 10)
        else:
            pygame.draw.circle(surface, (0, 0, 0, 120), (middle, middle), radius + fine, thick + 2 * fine)
            pygame.draw.circle(surface, colour, (middle, middle), radius, thick)

    return smooth((side, side), colour, paint)


@lru_cache(maxsize=64)
def spot(colour: Colour, diameter: int) -> pygame.Surface:
    """A filled spot with a dark edge. It marks an empty cell to which a piece may go."""
    side = diameter + 4

    def paint(surface: pygame.Surface, fine: int) -> None:
        middle = surface.get_width() / 2
        pygame.draw.circle(surface, (0, 0, 0, 150), (middle, middle), (diameter / 2 + 1.5) * fine)
        pygame.draw.circle(surface, colour, (middle, middle), diameter / 2 * fine)

    return smooth((side, side), colour, paint)


def draw_way(surface: pygame.Surface, points: Sequence[Point], colour: Colour, width: float) -> None:
    """Draws a line over several points, with an arrow's head at its end and a dark edge, so that it can be seen on
    every print.
    """
    pad = math.ceil(4 * width)
    xs, ys = [x for x, _y in points], [y for _x, y in points]
    left, top = min(xs) - pad, min(ys) - pad
    size = (math.ceil(max(xs) - left) + pad, math.ceil(max(ys) - top) + pad)
    (ax, ay), (bx, by) = points[-2], points[-1]
    length = max(1.0, math.dist((ax, ay), (bx, by)))
    ux, uy = (bx - ax) / length, (by - ay) / length
    head = min(4.2 * width, length * 0.6)
    neck = (bx - ux * head, by - uy * head)

    def paint(large: pygame.Surface, fine: int) -> None:
        def at(point: Point, aside: float = 0.0, along: float = 0.0) -> Point:
            return (point[0] + ux * along - uy * aside - left) * fine, (point[1] + uy * along + ux * aside - top) * fine

        for grow, tint in ((max(1.0, width * 0.5), (0, 0, 0)), (0.0, colour)):
            line = [at(point) for point in (*points[:-1], neck)]
            _stroke(large, tint, line, (width + 2 * grow) * fine)
            wide = head * 0.55 + grow
            tip = [at(neck, -wide, -grow), at(points[-1], along=grow * 1.5), at(neck, wide, -grow)]
            pygame.draw.polygon(large, tint, tip)

    put(surface, smooth(size, colour, paint), (left + size[0] / 2, top + size[1] / 2))


def arrow(surface: pygame.Surface, start: Point, end: Point, colour: Colour, width: float, alpha: int = 255) -> None:
    """A straight arrow. width: of its shaft, in pixels. Draws nothing if start and end are the same."""
    length = math.dist(start, end)
    if length < 1:
        return
    head = min(width * 2.6, length * 0.6)
    pad = math.ceil(head + width)
    left, top = min(start[0], end[0]) - pad, min(start[1], end[1]) - pad
    size = (
        math.ceil(abs(end[0] - start[0]) + 2 * pad),
        math.ceil(abs(end[1] - start[1]) + 2 * pad),
    )
    ux, uy = (end[0] - start[0]) / length, (end[1] - start[1]) / length

    def at(along: float, aside: float, fine: int) -> Point:
        return (
            (start[0] + ux * along - uy * aside - left) * fine,
            (start[1] + uy * along + ux * aside - top) * fine,
        )

    def paint(large: pygame.Surface, fine: int) -> None:
        for grow, tint in ((max(1.0, width * 0.16), (0, 0, 0, 140)), (0.0, (*colour, 255))):
            w = width / 2 + grow
            shaft = [at(0, -w, fine), at(length - head, -w, fine), at(length - head, w, fine), at(0, w, fine)]
            tip = [
                at(length - head - grow, -head * 0.62 - grow, fine),
                at(length + grow * 1.6, 0, fine),
                at(length - head - grow, head * 0.62 + grow, fine),
            ]
            pygame.draw.polygon(large, tint, shaft)
            pygame.draw.circle(large, tint, at(0, 0, fine), w * fine)
            pygame.draw.polygon(large, tint, tip)

    picture = smooth(size, colour, paint, fine=3)
    picture.set_alpha(alpha)
    surface.blit(picture, (round(left), round(top)))
