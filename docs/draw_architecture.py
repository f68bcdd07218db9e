"""Draws docs/pictures/architecture.svg, the path of a frame, a tap and a roll: `python docs/draw_architecture.py`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from pathlib import Path
from typing import Literal

FILE = Path(__file__).parent / "pictures" / "architecture.svg"
SIZE = (1180, 620)
INK, PALE = "#1c2a33", "#5b6b75"
FILLS = {"device": "#fbe9c8", "vision": "#d7ecdd", "companion": "#d9e6f5", "disk": "#ece3f4"}
"""The background of each group of boxes."""


@dataclass(frozen=True, slots=True)
class Box:
    """A part of the program, or a thing on the table."""

    x: int
    """Of the middle, in pixels."""
    y: int
    """Of the middle, in pixels."""
    group: Literal["device", "vision", "companion", "disk"]
    title: str
    path: str = ""
    """Where it is in the repository; "" for a thing on the table."""
    width: int = 150
    height: int = 56


BOXES = {
    "camera": Box(80, 100, "device", "camera", width=110),
    "sources": Box(235, 100, "vision", "gives frames", "vision/sources", width=130),
    "watcher": Box(430, 100, "vision", "is it at rest? a hand?", "vision/watcher", width=165),
    "register": Box(335, 210, "vision", "where is the board?", "vision/register", width=165),
    "reader": Box(525, 210, "vision", "what is in each cell?", "vision/reader", width=165),
    "loop": Box(640, 100, "companion", "one frame at a time", "companion/app/game_loop.py", width=205),
    "referee": Box(920, 100, "companion", "which move explains it?", "companion/referee", width=180),
    "rules": Box(1085, 210, "companion", "which moves are legal?", "companion/rules", width=170),
    "session": Box(920, 330, "companion", "the game so far", "companion/session", width=180),
    "history": Box(1085, 440, "disk", "every event, on disk", "companion/history", width=170),
    "presentation": Box(920, 550, "companion", "words, marks, steps", "companion/presentation", width=190),
    "screen": Box(560, 550, "companion", "draws them", "companion/screen", width=170),
    "dispatcher": Box(640, 330, "companion", "one command, one result", "companion/app/dispatcher.py", width=210),
    "dice": Box(380, 420, "companion", "makes the roll", "companion/app/dice.py", width=170),
    "die": Box(80, 420, "device", "die", width=110),
    "buttons": Box(380, 330, "companion", "a press is a command", "companion/app/buttons.py", width=180),
    "presses": Box(80, 330, "device", "buttons", width=110),
    "people": Box(80, 550, "device", "touchscreen", width=120),
}


@dataclass(frozen=True, slots=True)
class Arrow:
    """Something that goes from one place to another along straight lines."""

    points: tuple[tuple[int, int], ...]
    words: str = ""
    at: tuple[int, int] = (0, 0)
    """The middle of the words."""


ARROWS = (
    Arrow(((135, 100), (170, 100))),
    Arrow(((300, 100), (347, 100)), "frame", (323, 88)),
    Arrow(((395, 128), (360, 182))),
    Arrow(((465, 128), (500, 182))),
    Arrow(((512, 100), (537, 100))),
    Arrow(((742, 100), (830, 100)), "observation", (786, 88)),
    Arrow(((1085, 182), (1085, 100), (1010, 100)), "legal moves", (1085, 88)),
    Arrow(((920, 128), (920, 302)), "verdict", (948, 250)),
    Arrow(((1010, 330), (1085, 330), (1085, 412)), "event", (1110, 375)),
    Arrow(((920, 358), (920, 522)), "state", (942, 470)),
    Arrow(((825, 550), (645, 550)), "view", (735, 538)),
    Arrow(((475, 542), (140, 542)), "picture", (310, 530)),
    Arrow(((140, 560), (475, 560)), "finger", (310, 580)),
    Arrow(((580, 522), (580, 358)), "command of the choice", (660, 470)),
    Arrow(((135, 330), (290, 330)), "press", (212, 318)),
    Arrow(((470, 330), (535, 330)), "command", (502, 318)),
    Arrow(((135, 420), (295, 420)), "value", (212, 408)),
    Arrow(((465, 420), (500, 420), (500, 347), (535, 347)), "command", (535, 400)),
    Arrow(((745, 323), (830, 323)), "command", (787, 311)),
    Arrow(((830, 338), (745, 338)), "result", (787, 356)),
)


def make_svg() -> str:
    """The whole picture as SVG."""
    width, height = SIZE
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}"'
        ' font-family="Helvetica, Arial, sans-serif">',
        '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="8" markerHeight="8" orient="auto">'
        f'<path d="M0 0 L10 5 L0 10 z" fill="{INK}"/></marker></defs>',
        f'<rect width="{width}" height="{height}" fill="#ffffff"/>',
        f'<text x="20" y="34" font-size="20" font-weight="bold" fill="{INK}">'
        "The path of a frame (top) and of a press, a roll and a tap (bottom)</text>",
    ]
    for arrow in ARROWS:
        points = " ".join(f"{x},{y}" for x, y in arrow.points)
        stroke = f'fill="none" stroke="{INK}" stroke-width="2" marker-end="url(#tip)"'
        lines.append(f'<polyline points="{points}" {stroke}/>')
        if arrow.words:
            lines.append(write(arrow.words, *arrow.at, size=13, colour=PALE))
    for box in BOXES.values():
        left, top = box.x - box.width // 2, box.y - box.height // 2
        look = f'rx="8" fill="{FILLS[box.group]}" stroke="{INK}" stroke-width="1.5"'
        lines.append(f'<rect x="{left}" y="{top}" width="{box.width}" height="{box.height}" {look}/>')
        if box.path:
            lines.append(write(box.path, box.x, box.y - 5, size=13, colour=INK, bold=True))
            lines.append(write(box.title, box.x, box.y + 16, size=13, colour=INK))
        else:
            lines.append(write(box.title, box.x, box.y + 5, size=15, colour=INK, bold=True))
    return "\n".join([*lines, "</svg>"]) + "\n"


def write(words: str, x: int, y: int, *, size: int, colour: str, bold: bool = False) -> str:
    """A line of text around a point."""
    weight = "bold" if bold else "normal"
    look = f'font-size="{size}" font-weight="{weight}" fill="{colour}" text-anchor="middle"'
    return f'<text x="{x}" y="{y}" {look}>{escape(words)}</text>'


if __name__ == "__main__":
    FILE.write_text(make_svg(), encoding="utf-8")
