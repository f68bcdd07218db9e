"""What all our prints have around the game's own field: white paper, an outline, markers along the edge."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from companion.boards import markers
from companion.boards.drawing import WHITE, Area, Colour, Drawing, Shape, draw_rectangle, scale_shapes
from companion.boards.outlines import Point, Quad, trace_rounded_box
from companion.boards.scaled_layout import scale_point
from vision.layout import Marker

FROM_EDGE_MM = 0.9
"""How far it is from the edge of the paper to the outline along which people cut."""


def make_print(
    title: str,
    size_mm: Point,
    field: Sequence[Shape],
    margin: Iterable[Shape],
    ring: Iterable[Marker],
    factor: float,
    ink: Colour,
    outline_mm: float = 0.5,
) -> Drawing:
    """A board's whole print, made `factor` times as large: paper, outline, field, margin, and markers on top.

    field: the shapes that screens show, too. margin: the words around the field. outline_mm: width of the outline.
    """
    width, height = size_mm
    outline = trace_rounded_box(FROM_EDGE_MM, FROM_EDGE_MM, width - 2 * FROM_EDGE_MM, height - 2 * FROM_EDGE_MM, 2)
    painted: list[Shape] = [
        draw_rectangle(0, 0, width, height, WHITE),
        Area((outline,), stroke=ink, width_mm=outline_mm),
        *field,
        *margin,
    ]
    for marker in ring:
        painted += markers.draw_marker(marker)
    return Drawing(title, scale_point(size_mm, factor), scale_shapes(painted, factor), scale_shapes(field, factor))


def mirror(size_mm: Point, x: float, y: float) -> Quad:
    """The point (x, y) near the top left corner, and the same point near the other three corners, clockwise."""
    width, height = size_mm
    return (x, y), (width - x, y), (width - x, height - y), (x, height - y)


def make_markers(
    first_id: int, corners: Iterable[Point], corner_mm: float, sides: Iterable[Point], side_mm: float
) -> tuple[Marker, ...]:
    """Markers with ids from first_id on. Those in the corners show where the board is, the others how the lens bends
    it. corner_mm, side_mm: the side of the black square of each sort.
    """
    sized = [*((place, corner_mm) for place in corners), *((place, side_mm) for place in sides)]
    return tuple(Marker(first_id + i, x, y, size) for i, ((x, y), size) in enumerate(sized))
