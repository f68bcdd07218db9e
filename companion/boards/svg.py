"""Writes drawings as SVG, in millimetres."""

from __future__ import annotations

from collections.abc import Iterable
from xml.etree import ElementTree

from companion.boards.drawing import Area, Disc, Drawing, Line, Shape, Text
from companion.boards.outlines import Point

FONTS = "Helvetica, Arial, 'Liberation Sans', sans-serif"


def make_svg(drawing: Drawing) -> bytes:
    """A drawing as the bytes of an SVG file (UTF-8). One unit is a millimetre."""
    width, height = drawing.size_mm
    root = ElementTree.Element(
        "svg",
        {
            "xmlns": "http://www.w3.org/2000/svg",
            "width": f"{_format(width)}mm",
            "height": f"{_format(height)}mm",
            "viewBox": f"0 0 {_format(width)} {_format(height)}",
        },
    )
    ElementTree.SubElement(root, "title").text = drawing.title
    group = ElementTree.SubElement(
        root, "g", {"stroke-linecap": "round", "stroke-linejoin": "round", "font-family": FONTS}
    )
    for shape in drawing.shapes:
        _draw(group, shape)
    ElementTree.indent(root)
    text: str = ElementTree.tostring(root, encoding="unicode")
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{text}\n'.encode()


def _draw(parent: ElementTree.Element, shape: Shape) -> None:
    match shape:
        case Area():
            rings = " ".join(_join(ring) + "Z" for ring in shape.rings)
            paint = _list_paint(shape.fill, shape.stroke, shape.width_mm)
            ElementTree.SubElement(parent, "path", {"d": rings, **paint})
        case Disc():
            place = {"cx": _format(shape.x), "cy": _format(shape.y), "r": _format(shape.radius_mm)}
            ElementTree.SubElement(parent, "circle", {**place, **_list_paint(shape.fill, shape.stroke, shape.width_mm)})
        case Line():
            paint = _list_paint(None, shape.stroke, shape.width_mm)
            if shape.dash_mm:
                paint["stroke-dasharray"] = _format(shape.dash_mm)
            ElementTree.SubElement(parent, "path", {"d": _join(shape.points), **paint})
        case Text():
            _write(parent, shape)


def _write(parent: ElementTree.Element, text: Text) -> None:
    attributes = {
        "x": _format(text.x),
        "y": _format(text.y),
        "font-size": _format(text.size_mm),
        "fill": text.fill,
        "text-anchor": text.anchor,
    }
    if text.bold:
        attributes["font-weight"] = "bold"
    if text.tracking_mm:
        attributes["letter-spacing"] = _format(text.tracking_mm)
    if text.turn_deg:
        attributes["transform"] = f"rotate({_format(text.turn_deg)} {_format(text.x)} {_format(text.y)})"
    ElementTree.SubElement(parent, "text", attributes).text = text.text


def _list_paint(fill: str | None, stroke: str | None, width_mm: float) -> dict[str, str]:
    paint = {"fill": fill or "none"}
    if stroke is not None:
        paint |= {"stroke": stroke, "stroke-width": _format(width_mm)}
    return paint


def _join(points: Iterable[Point]) -> str:
    return "M" + "L".join(f"{_format(x)} {_format(y)}" for x, y in points)


def _format(number: float) -> str:
    """A number to a thousandth of a millimetre, without needless zeros."""
    return f"{round(number, 3):g}" if abs(number) < 1000 else f"{number:.3f}".rstrip("0").rstrip(".")
