"""The outlines of the symbols that boards show, for the print and for the screen alike."""

from __future__ import annotations

from companion.boards.drawing import turn_point
from companion.boards.outlines import Point, trace_arc, trace_box, trace_star
from companion.values.symbols import Symbol


def trace_symbol(symbol: Symbol, at: Point, radius: float) -> tuple[Point, ...]:
    """The outline of a symbol around a point. Raises ValueError for a symbol that no board shows."""
    match symbol:
        case "plus":
            return _trace_plus(at, radius)
        case "star":
            return trace_star(at, 5, 1.1 * radius, 0.5 * radius, -90)
        case "square":
            return trace_box(at[0] - 0.8 * radius, at[1] - 0.8 * radius, 1.6 * radius, 1.6 * radius)
        case "triangle":
            return trace_arc(at[0], at[1] + 0.2 * radius, 1.1 * radius, -90, 150, 2)
        case _:
            raise ValueError(f"no board shows the symbol {symbol}")


def _trace_plus(at: Point, radius: float) -> tuple[Point, ...]:
    near, far = 0.32 * radius, 0.95 * radius
    corner = ((near, -far), (near, -near), (far, -near))
    ring = (turn_point(point, quarters) for quarters in range(4) for point in corner)
    return tuple((at[0] + x, at[1] + y) for x, y in ring)
