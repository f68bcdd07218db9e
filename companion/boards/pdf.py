"""Drawings as PDF pages, true to scale. `tiles` decides which part of a drawing is on which page."""

from __future__ import annotations

import io
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from reportlab.lib.colors import HexColor
from reportlab.pdfbase.pdfmetrics import stringWidth
from reportlab.pdfgen.canvas import Canvas
from reportlab.pdfgen.pathobject import PDFPathObject

from companion.boards.drawing import Area, Disc, Drawing, Line, Shape, Text
from companion.boards.outlines import Point

POINT_MM = 25.4 / 72
REGULAR, BOLD = "Helvetica", "Helvetica-Bold"


@dataclass(frozen=True)
class Placed:
    """Shapes at a place on a page."""

    shapes: tuple[Shape, ...]
    offset_mm: Point = (0.0, 0.0)
    """How far the shapes are moved to the right and down."""
    window_mm: tuple[float, float, float, float] | None = None
    """The part of the page in which the shapes can be seen: x, y, width and height; None for the whole page."""


@dataclass(frozen=True)
class Page:
    """One page."""

    size_mm: Point
    """Width and height of the page."""
    items: tuple[Placed, ...]
    """What is on the page, in the order in which it is painted."""


def make_page(drawing: Drawing) -> Page:
    """A page as large as the drawing."""
    return Page(drawing.size_mm, (Placed(drawing.shapes),))


def make_pdf(pages: Sequence[Page], title: str) -> bytes:
    """A PDF file of pages. The same pages give the same bytes."""
    out = io.BytesIO()
    canvas = Canvas(out, invariant=1)
    canvas.setTitle(title)
    canvas.setViewerPreference("PrintScaling", "None")
    for page in pages:
        canvas.setPageSize((page.size_mm[0] / POINT_MM, page.size_mm[1] / POINT_MM))
        for item in page.items:
            _place(canvas, item, page.size_mm[1])
        canvas.showPage()
    canvas.save()
    return out.getvalue()


def measure_text(text: Text) -> float:
    """How wide a text is, in mm."""
    width = float(stringWidth(text.text, BOLD if text.bold else REGULAR, text.size_mm))
    return width + text.tracking_mm * max(0, len(text.text) - 1)


def _place(canvas: Canvas, item: Placed, page_height: float) -> None:
    canvas.saveState()
    if item.window_mm is not None:
        x, y, width, height = (v / POINT_MM for v in item.window_mm)
        window = canvas.beginPath()
        window.rect(x, page_height / POINT_MM - y - height, width, height)
        canvas.clipPath(window, stroke=0, fill=0)
    # PDF counts y upwards from the page's bottom and in points.
    canvas.translate(item.offset_mm[0] / POINT_MM, (page_height - item.offset_mm[1]) / POINT_MM)
    canvas.setLineCap(1)
    canvas.setLineJoin(1)
    for shape in item.shapes:
        _draw(canvas, shape)
    canvas.restoreState()


def _draw(canvas: Canvas, shape: Shape) -> None:
    match shape:
        case Area():
            _set_colours(canvas, shape.fill, shape.stroke, shape.width_mm)
            path = canvas.beginPath()
            for ring in shape.rings:
                _follow(path, ring)
                path.close()
            canvas.drawPath(path, stroke=int(shape.stroke is not None), fill=int(shape.fill is not None))
        case Disc():
            _set_colours(canvas, shape.fill, shape.stroke, shape.width_mm)
            canvas.circle(
                shape.x / POINT_MM,
                -shape.y / POINT_MM,
                shape.radius_mm / POINT_MM,
                stroke=int(shape.stroke is not None),
                fill=int(shape.fill is not None),
            )
        case Line():
            _set_colours(canvas, None, shape.stroke, shape.width_mm)
            canvas.setDash([shape.dash_mm / POINT_MM] * 2 if shape.dash_mm else [])
            path = canvas.beginPath()
            _follow(path, shape.points)
            canvas.drawPath(path, stroke=1, fill=0)
            canvas.setDash([])
        case Text():
            _write(canvas, shape)


def _follow(path: PDFPathObject, points: Iterable[Point]) -> None:
    for i, (x, y) in enumerate(points):
        step = path.lineTo if i else path.moveTo
        step(x / POINT_MM, -y / POINT_MM)


def _set_colours(canvas: Canvas, fill: str | None, stroke: str | None, width_mm: float) -> None:
    if fill is not None:
        canvas.setFillColor(HexColor(fill))
    if stroke is not None:
        canvas.setStrokeColor(HexColor(stroke))
        canvas.setLineWidth(width_mm / POINT_MM)


def _write(canvas: Canvas, text: Text) -> None:
    shift = {"start": 0.0, "middle": 0.5, "end": 1.0}[text.anchor] * measure_text(text)
    canvas.saveState()
    canvas.translate(text.x / POINT_MM, -text.y / POINT_MM)
    canvas.rotate(-text.turn_deg)
    canvas.setFillColor(HexColor(text.fill))
    line = canvas.beginText(-shift / POINT_MM, 0)
    line.setFont(BOLD if text.bold else REGULAR, text.size_mm / POINT_MM)
    line.setCharSpace(text.tracking_mm / POINT_MM)
    line.textOut(text.text)
    canvas.drawText(line)
    canvas.restoreState()
