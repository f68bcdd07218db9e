"""The sheet of corner markers for a bought board: four markers to cut out, and what to do with them."""

from __future__ import annotations

from companion.boards import markers
from companion.boards.drawing import SHEET_INK, Area, Drawing, Line, Shape, Text
from companion.boards.errors import BoardError
from companion.boards.outlines import CORNER_NAMES, trace_box
from companion.language import _
from vision.layout import Marker

SIZE_MM = (190.0, 240.0)
MARKER_MM = 30.0
"""The side of a marker's black square, if people do not choose another one."""
MARKER_RANGE_MM = (15.0, 40.0)
"""The smallest and the largest marker that the sheet can have."""
FIRST_ID = 40
"""The id of the marker for the top left corner. The others have the next numbers."""
FAINT = "#8a949b"

HOW_TO = (
    ("Cut", "out the four cards along the dashed lines. Keep the white border: the camera needs it."),
    ("Put", "each card flat beside the corner that it names, as high as the playing field. Its arrow points"),
    ("", "straight away from the player at the bottom. Nothing may cover a marker or its white border."),
    (
        "Make",
        "the board's layout file: companion boards own GAME ... --markers {size:g}. This prints where each marker",
    ),
    ("", "belongs, in mm from the board's corners. Put it there, or measure its x and y and write them into the file:"),
)
"""The steps to follow. Each has its first word apart, because it is printed bold."""


def draw_marker_sheet(marker_mm: float = MARKER_MM) -> Drawing:
    """Markers 40 to 43 for top left, top right, bottom right and bottom left, with short instructions. marker_mm: the
    side of a marker's black square. Raises BoardError if it is not in MARKER_RANGE_MM.
    """
    least, most = MARKER_RANGE_MM
    if not least <= marker_mm <= most:
        raise BoardError(
            _("a marker of {size:g} mm does not fit on the sheet: give a size from {least:g} to {most:g} mm").format(
                size=marker_mm, least=least, most=most
            )
        )
    centres = ((52.0, 62.0), (138.0, 62.0), (138.0, 132.0), (52.0, 132.0))
    shapes: list[Shape] = [
        Text(SIZE_MM[0] / 2, 12, "Markers for a board that you own", 8, SHEET_INK, "middle", bold=True),
        Text(SIZE_MM[0] / 2, 19, "The camera finds the board by these four markers.", 3.6, SHEET_INK, "middle"),
    ]
    for i, (name, (x, y)) in enumerate(zip(CORNER_NAMES, centres, strict=True)):
        shapes += _draw_card(Marker(FIRST_ID + i, x, y, marker_mm), name)
    y = 182.0
    for word, rest in HOW_TO:
        shapes.append(Text(4, y, word, 3.6, SHEET_INK, bold=True))
        shapes.append(Text(22, y, rest.format(size=marker_mm), 3.6, SHEET_INK))
        y += 6.2
    entry = f'{{"id": {FIRST_ID}, "dictionary": "DICT_4X4_50", "x": 20, "y": 20, "size_mm": {marker_mm:g}}}'
    example = f'"markers": [{entry}, ... ]'
    without = 'Without markers, give the corners in the picture: companion read --corners "x,y x,y x,y x,y" IMAGE'
    shapes.append(Text(22, y, example, 3.6, SHEET_INK, bold=True))
    shapes.append(Text(22, y + 6.2, without, 3.6, SHEET_INK))
    return Drawing("Corner markers", SIZE_MM, tuple(shapes))


def _draw_card(marker: Marker, name: str) -> list[Shape]:
    """One marker with its white border inside a dashed outline, its name below and an arrow above."""
    x, y, width, height = markers.find_zone(marker)
    left, top, wide, tall = x - 4, y - 8, width + 8, height + 16
    corners = trace_box(left, top, wide, tall)
    outline = (*corners, corners[0])
    tip = top + 2.5
    return [
        Line(outline, FAINT, 0.2, dash_mm=1.5),
        *markers.draw_marker(marker),
        Area((((marker.x, tip), (marker.x - 2.4, tip + 4), (marker.x + 2.4, tip + 4)),), fill=FAINT),
        Text(marker.x, top + tall - 3.2, f"{name}  ({marker.id})", 3.8, SHEET_INK, "middle", bold=True),
    ]
