"""Draws the board with what the companion thinks is on it: the print, the pieces, and marks on cells.

A picture of the print is made once for each size and kept. This module knows where cells are and how pieces look, but
no rules: the view says what is wrong, missing or in doubt.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from types import MappingProxyType

import pygame

from companion.boards import Board
from companion.boards.picture import raster_clear
from companion.screen import board_hints, shapes
from companion.screen.board_geometry import BoardGeometry, Place
from companion.screen.coordinates import draw_coordinates, draw_names
from companion.screen.motion import Glide, Motion, ease
from companion.screen.shapes import Point
from companion.screen.theme import DARK, Colour, Type, colours
from companion.values.views import Arrow, Mark, Region, Step, Style

Table = Mapping[str, tuple[str, ...]]

_COLOURS: dict[Style, Colour] = {
    **board_hints.COLOURS,
    "from": DARK.ACCENT,
    "to": DARK.ACCENT,
    "last": DARK.LAST,
    "wrong": DARK.ERROR,
    "missing": DARK.ACCENT,
    "doubt": DARK.WARNING,
    "hint": DARK.ACCENT,
}


@dataclass(frozen=True)
class Scene:
    """What is on a board, and the marks on it."""

    table: Table
    ghosts: Table
    """Pieces that should be there but are not, by cell."""
    marks: tuple[Mark, ...] = ()
    arrows: tuple[Arrow, ...] = ()
    ways: tuple[tuple[str, ...], ...] = ()
    """The cells that pieces pass, for each piece from its first to its last cell."""
    ticked: tuple[str, ...] = ()
    """Cells that are right."""
    steps: tuple[Step, ...] = ()
    """The actions that repair the table; the first is due now and is drawn boldest."""
    regions: tuple[Region, ...] = ()
    """The cells where a piece may be placed."""
    areas: Mapping[str, tuple[str, ...]] = field(default_factory=lambda: MappingProxyType({}))
    """The cells of each area that a mark can be about. Empty for the place outside all cells."""
    rim: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    """For cells at the rim: the name to write beside the cell."""


MOST_NAMED = 10
"""Up to this many cells with pieces, with marks, or at the ends of a piece's ways have their names on the board."""


def lift(scene: Scene, glides: Iterable[Glide]) -> Scene:
    """The scene without the pieces that are gliding to their places."""
    table = dict(scene.table)
    for glide in glides:
        if glide.is_made and glide.kind in table.get(glide.end, ()):
            kinds = list(table[glide.end])
            kinds.reverse()
            kinds.remove(glide.kind)
            table[glide.end] = tuple(reversed(kinds))
    return replace(scene, table=table)


def _find_arrow_ends(scene: Scene) -> set[str | None]:
    """The cells where an arrow starts or ends."""
    ways = [(arrow.start, arrow.end) for arrow in scene.arrows] + [(step.start, step.end) for step in scene.steps[:1]]
    return {cell for way in ways for cell in way}


def _list_named(scene: Scene) -> list[str]:
    """The cells of which words may speak: those with pieces and marks, as long as there are few. Only a letter with a
    number is a name for people ("J6"); "red1" and "CENTRE" are none.
    """
    ends = [mark.cell for mark in scene.marks if mark.style == "target"]
    others = [mark.cell for mark in scene.marks if mark.style != "target"]
    named = [one for some in (scene.table, others, ends) if len(some) <= MOST_NAMED for one in some]
    return [cell for cell in dict.fromkeys(named) if cell[:1].isupper() and cell[1:].isdigit()]


@lru_cache(maxsize=8)
def _measure(board: Board, piece_diameter_mm: float | None) -> BoardGeometry:
    """The geometry of a board. It is kept for later calls."""
    return BoardGeometry(board, piece_diameter_mm)


@lru_cache(maxsize=12)  # the boards of all games in two sizes, 1 to 4 MB each
def _draw_print(geometry: BoardGeometry, px_per_mm: float, turned: bool) -> pygame.Surface:
    """The shown part of a print. It is kept for later calls, so nobody may draw on it."""
    image = raster_clear(geometry.document, px_per_mm)
    height, width = image.shape[:2]
    upright = pygame.image.frombuffer(image.tobytes(), (width, height), "BGRA").copy()
    return pygame.transform.rotate(upright, 180) if turned else upright


class BoardPicture:
    """Draws one board at any size. piece_diameter_mm: as for `companion.boards`."""

    def __init__(self, board: Board, piece_diameter_mm: float | None = None) -> None:
        self._board = board
        self._diameter_mm = piece_diameter_mm
        self._geometry = _measure(board, piece_diameter_mm)
        self._reach = self._geometry.reach

    @property
    def shape(self) -> float:
        """The height of the board, as a multiple of its width."""
        return self._geometry.shape

    @property
    def middles(self) -> Mapping[str, Point]:
        """The middle of each cell, in mm."""
        return self._geometry.middles

    def draw(
        self,
        surface: pygame.Surface,
        area: pygame.Rect,
        scene: Scene,
        kind: Type,
        *,
        dimmed: bool = False,
        turned: bool = False,
    ) -> Place:
        """Draws the board as large as possible in the middle of an area, with coordinates if they can be read. Returns
        where the board is.

        Cells that the board does not have are skipped, such as the outside of Color Dice. turned: True to draw it as
        the player opposite sees it.
        """
        place = self._geometry.place(area, kind, rim=bool(scene.rim), turned=turned)
        surface.blit(self._print(place), place.area)
        before = surface.get_clip()
        surface.set_clip(place.area.inflate(kind.px(12), kind.px(12)).clip(before))  # a mark at the edge is whole
        board_hints.draw_regions(surface, self._geometry, place, scene.regions, kind)
        named = [] if scene.rim or scene.areas else _list_named(scene)
        ends = _find_arrow_ends(scene)
        draw_names(surface, self._geometry, place, [cell for cell in named if cell not in ends], kind)
        for arrow in scene.arrows:
            if arrow.style == "hint":  # below the pieces: a hint hides nothing
                self._arrow(surface, place, arrow, scene, kind)
        for cell, kinds in scene.table.items():
            self._pieces(surface, place, cell, kinds, below=0, ghost=False)
        for cell, kinds in scene.ghosts.items():
            self._pieces(surface, place, cell, kinds, below=len(scene.table.get(cell, ())), ghost=True)
        for way in scene.ways:
            self._way(surface, place, way, scene, kind)
        for cell in scene.ticked:
            if cell not in self._reach:
                continue
            self._badge(surface, place, cell, self._spot(cell, scene), "ok")
        hints = [mark for mark in scene.marks if mark.style in board_hints.STYLES]
        board_hints.draw_marks(surface, self._geometry, place, hints, scene.table, scene.areas, kind)
        now = scene.steps[0] if scene.steps else None
        for mark in scene.marks:
            if mark in hints:
                continue
            if now is None or mark.cell not in (now.start, now.end):
                self._mark(surface, place, mark, scene, kind)
        for arrow in scene.arrows:
            if arrow.style != "hint" and (now is None or (arrow.start, arrow.end) != (now.start, now.end)):
                self._arrow(surface, place, arrow, scene, kind)
        if now is not None:
            self._step(surface, place, now, scene, kind)
        # The names at the ends of arrows come last, so that no arrow hides them.
        draw_names(surface, self._geometry, place, [cell for cell in named if cell in ends], kind)
        surface.set_clip(before)
        draw_coordinates(surface, self._geometry, place, area, kind, scene.rim)
        if dimmed:
            veil = pygame.Surface(area.size, pygame.SRCALPHA)
            veil.fill((*colours.GROUND, 200))
            surface.blit(veil, area)
        return place

    def draw_glides(self, surface: pygame.Surface, place: Place, motion: Motion, now: float) -> None:
        """Draws the gliding pieces where they are at the time `now`."""
        for glide in motion.glides:
            start, end = self._geometry.spots(glide.start), self._geometry.spots(glide.end)
            if start and end:
                share = ease(motion.find_progress(now, glide.lasts_s))
                a, b = place.px(start[min(glide.place, len(start) - 1)]), place.px(end[min(glide.goal, len(end) - 1)])
                piece = self._piece(glide.kind, place.scale, ghost=not glide.is_made)
                shapes.put(surface, piece, (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])))

    def list_targets(self, place: Place, cells: Iterable[str], scene: Scene) -> Iterator[tuple[str, pygame.Rect]]:
        """For each cell or area, the part that belongs to no other one. Taps are aimed at it."""
        return board_hints.list_targets(self._geometry, place, cells, scene.areas)

    def find_tapped(self, place: Place, kind: Type, cells: Collection[str], scene: Scene, at: Point) -> str | None:
        """The cell or area that people mean with a tap at a pixel; None if it is too far from all of them."""
        marked = {mark.cell for mark in scene.marks if mark.style in board_hints.STYLES}
        return board_hints.find_tapped(self._geometry, place, cells, marked, scene.areas, at, kind)

    def is_token(self, kind: str) -> bool:
        """True if a kind of piece is a flat token."""
        piece = self._geometry.pieces.get(kind)
        return piece is not None and piece.shape == "token"

    def _print(self, place: Place) -> pygame.Surface:
        """The shown part of the print, in the size and position of a place."""
        return _draw_print(self._geometry, place.scale, place.turned)

    def _spot(self, cell: str, scene: Scene, coming: bool = False) -> Point:
        """Where the last piece of a cell is, in mm. coming: True for the place of the next piece."""
        spots, lying = self._geometry.spots(cell), len(scene.table.get(cell, ()))
        return spots[min(max(lying + coming, 1), len(spots)) - 1]

    def _pieces(
        self, surface: pygame.Surface, place: Place, cell: str, kinds: tuple[str, ...], below: int, ghost: bool
    ) -> None:
        spots = self._geometry.spots(cell)
        if not spots:
            return
        for i, name in enumerate(kinds, start=below):
            spot = place.px(spots[min(i, len(spots) - 1)])
            shapes.put(surface, self._piece(name, place.scale, ghost=ghost), spot)
        # further pieces are on top of the last spot, so a number shows how many there are
        if below + len(kinds) > len(spots):
            self._count(surface, place, spots[-1], below + len(kinds) - len(spots) + 1)

    def _piece(self, kind: str, scale: float, *, ghost: bool) -> pygame.Surface:
        return shapes.piece(kind, self._diameter(kind, scale), self.is_token(kind), ghost)

    def _diameter(self, kind: str, scale: float) -> int:
        piece = self._geometry.pieces.get(kind)
        own = piece.diameter_mm if piece else 1.2 * min(self._reach.values())
        return max(5, round(own * scale))

    def _count(self, surface: pygame.Surface, place: Place, spot: Point, number: int) -> None:
        size = 0.55 * min(self._reach.values()) * place.scale
        figure = Type(1.0).font(max(9, size), "bold").render(f"×{number}", True, DARK.INK)
        x, y = place.px(spot)
        ground = figure.get_rect(center=(round(x), round(y))).inflate(6, 0)
        pygame.draw.rect(surface, DARK.GROUND, ground, border_radius=ground.height // 2)
        surface.blit(figure, figure.get_rect(center=ground.center))

    def _badge(self, surface: pygame.Surface, place: Place, cell: str, spot: Point, name: shapes.Badge) -> None:
        """Draws a badge beside a piece, at the upper right, where it hides no piece. spot: where the piece is,
        in mm.
        """
        reach = self._reach[cell] * place.scale
        x, y = place.px(spot)
        shapes.put(surface, shapes.badge(name, max(9, round(reach * 0.72))), (x + reach * 0.66, y - reach * 0.66))

    def _mark(self, surface: pygame.Surface, place: Place, mark: Mark, scene: Scene, kind: Type) -> None:
        if mark.cell not in self._reach:
            return
        reach = self._reach[mark.cell] * place.scale
        spot = self._spot(mark.cell, scene, coming=mark.style == "missing")
        middle = place.px(spot)
        colour = _COLOURS[mark.style]
        width = max(1.5, 2.6 * kind.scale * min(1.0, reach / 20))
        match mark.style:
            case "last":
                _brackets(surface, middle, reach * 0.88, colour, max(2, round(width)))
            case "missing" if mark.cell in scene.ghosts:
                self._badge(surface, place, mark.cell, spot, "missing")
            case "wrong" if scene.steps and all(step.start != mark.cell for step in scene.steps):
                # The broken rule names this cell, but nothing has to be done there.
                shapes.put(surface, shapes.ring(colour, round(reach * 1.72), width * 0.8), middle)
            case "from" | "missing":
                shapes.put(surface, shapes.ring(colour, round(reach * 1.72), width, dashed=True), middle)
            case "to":
                shapes.put(surface, shapes.ring(colour, round(reach * 1.72), width), middle)
            case "wrong":
                shapes.put(surface, shapes.ring(colour, round(reach * 1.72), width * 1.3), middle)
                self._badge(surface, place, mark.cell, spot, "wrong")
            case "doubt":
                shapes.put(surface, shapes.ring(colour, round(reach * 1.72), width * 1.3), middle)
                self._badge(surface, place, mark.cell, spot, "doubt")

    def _arrow(self, surface: pygame.Surface, place: Place, arrow: Arrow, scene: Scene, kind: Type) -> None:
        if arrow.start not in self._reach or arrow.end not in self._reach or arrow.start == arrow.end:
            return
        slight = arrow.style == "hint"
        via = [cell for cell in arrow.via if cell in self._reach]
        first, last = via[0] if via else arrow.end, via[-1] if via else arrow.start
        start, _ = self._between(place, arrow.start, first, scene, 0.72, 0.5)
        _, end = self._between(place, last, arrow.end, scene, 0.72, 0.9 if slight else 0.5)
        width = max(2.5, (3.0 if slight else 4.0) * kind.scale * min(1.0, self._reach[arrow.start] * place.scale / 20))
        if via:
            points = [start, *(place.px(self._spot(cell, scene, coming=True)) for cell in via), end]
            shapes.draw_way(surface, points, _COLOURS[arrow.style], width)
        else:
            shapes.arrow(surface, start, end, _COLOURS[arrow.style], width, 220)

    def _way(self, surface: pygame.Surface, place: Place, way: tuple[str, ...], scene: Scene, kind: Type) -> None:
        """Draws where a piece goes: a line over its cells, with an arrow's head at the piece at the end."""
        cells = [cell for cell in way if cell in self._reach]
        if len(cells) < 2:
            return
        *before, last = cells
        points = [place.px(self._spot(cell, scene, coming=True)) for cell in before]
        end, goal = pygame.Vector2(points[-1]), pygame.Vector2(place.px(self._spot(last, scene)))
        if end != goal:
            goal -= (goal - end).normalize() * min(self._reach[last] * place.scale * 0.5, end.distance_to(goal) * 0.4)
        shapes.draw_way(surface, [*points, (goal.x, goal.y)], DARK.INK, max(2.0, 2.6 * kind.scale))

    def _step(self, surface: pygame.Surface, place: Place, step: Step, scene: Scene, kind: Type) -> None:
        """Draws the action that people must do now: which piece to take, where it goes, and a badge that shows which is
        which.
        """
        width = 4 * kind.scale
        start = step.start if step.start in self._reach else None
        end = step.end if step.end in self._reach else None
        if start is not None and end is not None and start != end:
            shapes.arrow(surface, *self._between(place, start, end, scene, 0.6, 0.6), DARK.INK, 6 * kind.scale)
        for cell, is_end in ((start, False), (end, True)):
            if cell is None or (is_end and cell == start):
                continue
            reach = self._reach[cell] * place.scale
            leaves = not is_end and step.do != "flip"
            ring = shapes.ring(DARK.ERROR if leaves else DARK.ACCENT, round(reach * 1.84), width, dashed=is_end)
            spot = self._spot(cell, scene, coming=is_end)
            shapes.put(surface, ring, place.px(spot))
            self._badge(surface, place, cell, spot, "turn" if step.do == "flip" else "missing" if is_end else "wrong")

    def _between(
        self, place: Place, start: str, end: str, scene: Scene, off: float, short: float
    ) -> tuple[Point, Point]:
        """A line between two cells, in px. It starts this far (`off`) and ends this far (`short`) from the middles of
        the cells, in radii of a cell.
        """
        a = pygame.Vector2(place.px(self._spot(start, scene)))
        b = pygame.Vector2(place.px(self._spot(end, scene, coming=True)))
        way = (b - a).normalize() if a != b else pygame.Vector2(0, 0)
        first = a + way * self._reach[start] * place.scale * off
        last = b - way * self._reach[end] * place.scale * short
        return (first.x, first.y), (last.x, last.y)


def _brackets(surface: pygame.Surface, middle: Point, reach: float, colour: Colour, width: int) -> None:
    """Draws the four corners of a square around a point."""
    x, y = round(middle[0]), round(middle[1])
    far, leg = round(reach), round(reach * 0.45)
    for sx in (-1, 1):
        for sy in (-1, 1):
            corner = pygame.Rect(0, 0, leg, width)
            corner.center = (x + sx * (far - leg // 2), y + sy * far)
            pygame.draw.rect(surface, colour, corner)
            corner = pygame.Rect(0, 0, width, leg)
            corner.center = (x + sx * far, y + sy * (far - leg // 2))
            pygame.draw.rect(surface, colour, corner)
