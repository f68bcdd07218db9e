"""What people do in a story: with the pieces, the buttons, the camera and the lamp. Each kind of sentence has a
generator.

Nothing here depends on what the companion says.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.app.buttons import BUTTON_NAMES
from companion.app.script import Press, Tap
from companion.referee.repair import repair
from companion.virtual_table.hand import BOX, Hand
from companion.virtual_table.scene import Piece, Table
from tests.evening.evening import Evening
from tests.evening.tale import StoryError, Tale

A_MOMENT = 6
"""Frames for which people wait after they have done something."""

SHARES = {"a little": 0.2, "halfway": 0.5}
"""How far a piece is pushed, as a part of the way to another cell."""


class Acts:
    """All that people can do during a tale's evening. Raises StoryError if something cannot be done."""

    def __init__(self, tale: Tale, folder: Path) -> None:
        self._tale = tale
        self._sentence: tuple[int, str] = (0, "")
        self._pushed: Piece | None = None
        self.evening = Evening(folder, tale.game, options=tale.options, position=tale.position, seed=3, brisk=True)

    # With the pieces

    def moves(self, who: str, move: str) -> Iterator[None]:
        yield from self.hand(who).make(self.after(move))
        yield from self.wait(A_MOMENT)

    def begins(self, who: str, move: str) -> Iterator[None]:
        evening, hand = self.evening, self.hand(who)
        steps = repair(evening.scene.table(), self.after(move), evening.state.game.info, evening.layout.middles)
        if len(steps) < 2:
            raise self.failed(f"{move} is made at one go")
        for step in steps[:-1]:
            yield from hand.do(step)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def after(self, move: str) -> Table:
        """The table after a move."""
        state = self.evening.state
        verdict = state.game.judge(state.position, move)
        if verdict.outcome is None:
            raise self.failed(f"{move} is no legal move here: {verdict.violations[0].text}")
        return state.game.arranged(verdict.outcome.position, self.evening.scene.table())

    def puts(self, who: str, kind: str, cell: str) -> Iterator[None]:
        yield from self.carries(who, self.kind(kind), BOX, self.cell(cell))

    def puts_two(self, who: str, kind: str, cell: str) -> Iterator[None]:
        """Two pieces side by side on one cell."""
        kind, cell = self.kind(kind), self.cell(cell)
        (x, y), beside = self.evening.layout.middles[cell], self.evening.layout.pieces[kind].diameter_mm / 2 + 0.5
        for aside in (-beside, beside):
            yield from self.carries(who, kind, BOX, cell)
            self.evening.scene.nudge(x, y, aside, 0.0)
            yield from self.wait(A_MOMENT)

    def puts_beside(self, who: str, kind: str, cell: str) -> Iterator[None]:
        """Puts a piece on the print, as far outwards from a cell as the next cell would be."""
        hand, layout = self.hand(who), self.evening.layout
        kind, cell = self.kind(kind), self.cell(cell)
        x, y = layout.middles[cell]
        out_x, out_y = x - layout.size_mm[0] / 2, y - layout.size_mm[1] / 2
        nearest = min(math.dist((x, y), at) for name, at in layout.middles.items() if name != cell)
        away = nearest / math.hypot(out_x, out_y)
        yield from hand.carry(kind, BOX, cell)
        self.evening.scene.nudge(x, y, away * out_x, away * out_y)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def takes(self, who: str, kind: str, cell: str) -> Iterator[None]:
        yield from self.carries(who, self.kind(kind), self.cell(cell), BOX)

    def shifts(self, who: str, kind: str, start: str, end: str) -> Iterator[None]:
        yield from self.carries(who, self.kind(kind), self.cell(start), self.cell(end))

    def carries(self, who: str, kind: str, start: str, end: str) -> Iterator[None]:
        hand = self.hand(who)
        yield from hand.carry(kind, start, end)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def turns(self, who: str, cell: str) -> Iterator[None]:
        hand, cell = self.hand(who), self.cell(cell)
        yield from hand.turn(self.lying(cell).kind, cell)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def pushes(self, who: str, start: str, end: str, share: str) -> Iterator[None]:
        start, end = self.cell(start), self.cell(end)
        (x, y), (u, v) = (self.evening.layout.cells[cell].places()[0] for cell in (start, end))
        piece, way = self.lying(start), SHARES[share]
        self._pushed = self.evening.scene.nudge(piece.x, piece.y, way * (u - x), way * (v - y))
        yield from self.wait(A_MOMENT)

    def straightens(self, who: str, start: str, end: str, to: str) -> Iterator[None]:
        """Puts the piece that was last pushed between two cells onto one of them."""
        piece = self._pushed
        if piece is None or piece not in self.evening.scene.pieces:
            raise self.failed(f"nothing lies between {start} and {end}")
        x, y = self.evening.scene.find_free_spot(self.cell(to))
        self.evening.scene.nudge(piece.x, piece.y, x - piece.x, y - piece.y)
        yield from self.wait(A_MOMENT)

    def lays_back(self, who: str, move: str = "") -> Iterator[None]:
        """Makes the table as the companion expects it, whatever is on the board now."""
        state = self.evening.state
        yield from self.hand(who).make(state.game.arranged(state.position, self.evening.scene.table()))
        yield from self.wait(A_MOMENT)

    def lays_as_before(self, who: str, moves: str) -> Iterator[None]:
        state = self.evening.state
        before = state.turns[-int(moves)].before
        yield from self.hand(who).make(state.game.arranged(before, self.evening.scene.table()))
        yield from self.wait(A_MOMENT)

    def lays(self, who: str, cells: str) -> Iterator[None]:
        """Changes what is on some cells: `J6 empty, J7 white, 6 5 white`."""
        table = dict(self.evening.scene.table())
        for part in cells.split(", "):
            name, *count, kind = part.split()
            table.pop(self.cell(name), None)
            if kind != "empty":
                table[self.cell(name)] = (self.kind(kind),) * int(count[0] if count else 1)
        yield from self.hand(who).make(table)
        yield from self.wait(A_MOMENT)

    def lays_out(self) -> Iterator[None]:
        """Starts the next round by a tap, and sets up its table."""
        state = self.evening.state
        following = state.game.next(state.position).position
        self.evening.press(Tap("next"))
        yield from self.wait(2)
        yield from self.hand("").make(state.game.arranged(following, self.evening.scene.table()))
        yield from self.wait(A_MOMENT)

    def lays_anew(self) -> Iterator[None]:
        """Sets up the start table of this game again, after its end."""
        state = self.evening.state
        yield from self.hand("").make(state.game.table(state.start))
        yield from self.wait(A_MOMENT)

    # With buttons and screen

    def presses(self, who: str, button: str, twice: str | None = None) -> Iterator[None]:
        name = next(name for name in BUTTON_NAMES if name == button.lower())
        for _ in range(2 if twice else 1):
            self.evening.press(Press(name))
        yield from self.wait(A_MOMENT)

    def presses_early(self, who: str, cell: str) -> Iterator[None]:
        """Presses Done while the player's hand is still over the board."""
        hand, place = self.hand(who), self.evening.layout.cells[self.cell(cell)]
        yield from hand.hover(place.x, place.y, 2)
        self.evening.press(Press("done"))
        yield from hand.rest(A_MOMENT)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def taps(self, who: str, label: str) -> Iterator[None]:
        self.evening.press(Tap(label))
        yield from self.wait(A_MOMENT)

    def types_name(self, colour: str, name: str) -> Iterator[None]:
        """Opens the page of the names, and types a player's name on its keyboard instead of what is there."""
        self.evening.press(Tap("names"))
        yield from self.wait(2)
        self._press_on_page(lambda text: text.lower().startswith(f"{colour.lower()}:"))
        yield from self.wait(2)
        side = self.evening.view.side
        for _ in side.typed if side is not None else "":
            self._press_on_page(lambda text: text == "Erase")
            yield from self.wait(1)
        for letter in name:
            self._press_on_page(lambda text, letter=letter: text.lower() == letter.lower())  # type: ignore[misc]
            yield from self.wait(1)
        self._press_on_page(lambda text: text == "Use this name")
        yield from self.wait(1)
        self._press_on_page(lambda text: text == "Back")
        yield from self.wait(A_MOMENT)

    def _press_on_page(self, is_meant: Callable[[str], bool]) -> None:
        side = self.evening.view.side
        texts = [] if side is None else [entry.text for entry in side.list_entries() if is_meant(entry.text)]
        if not texts:
            raise self.failed(f"nothing on the page is meant: {side}")
        self.evening.press(Tap(texts[0]))

    # With camera, lamp and other things on the table

    def lamp(self, state: str) -> Iterator[None]:
        self.evening.camera.set_light("lamp" if state == "on" else "daylight")
        yield from self.wait(4 * A_MOMENT)

    def bump(self) -> Iterator[None]:
        self.evening.camera.bump()
        yield from self.wait(4 * A_MOMENT)

    def unplugged(self, frames: str) -> Iterator[None]:
        self.evening.camera.plugged_in = False
        yield from self.wait(int(frames))
        self.evening.camera.plugged_in = True
        yield from self.wait(A_MOMENT)

    def stands(self, name: str, cell: str) -> Iterator[None]:
        """Puts something on the board that is no piece, such as a cup."""
        hand, place = self.hand(""), self.evening.layout.cells[self.cell(cell)]
        yield from hand.hover(place.x, place.y, 1)
        self.evening.scene.put_obstacle(name.lower(), place.x, place.y, turn_deg=35.0)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def clears(self, name: str) -> Iterator[None]:
        hand = self.hand("")
        obstacle = next(obstacle for obstacle in self.evening.scene.obstacles if obstacle.name == name.lower())
        yield from hand.hover(obstacle.x, obstacle.y, 1)
        self.evening.scene.remove_obstacles(obstacle.name)
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def power_cut(self) -> Iterator[None]:
        yield from self.evening.cut_power()
        yield from self.wait(A_MOMENT)

    def hand_stays(self, frames: str, cell: str) -> Iterator[None]:
        hand = self.hand("")
        place = self.evening.layout.cells[self.cell(cell)]
        yield from hand.hover(place.x, place.y, int(frames))
        yield from hand.leave()
        yield from self.wait(A_MOMENT)

    def waits(self, frames: str) -> Iterator[None]:
        yield from self.wait(int(frames))

    # Words

    def failed(self, what: str) -> StoryError:
        line, sentence = self._sentence
        return StoryError(f"{self._tale.file}, line {line}, {sentence!r}: {what}")

    def wait(self, frames: int) -> Iterator[None]:
        for _ in range(frames):
            yield

    def hand(self, who: str) -> Hand:
        """The hand of a player: the first player sits on the near side, everybody else opposite."""
        first = next(iter(self.evening.state.game.info.names.values()))
        return self.evening.hands[0 if who.lower() == first.lower() else 1]

    def kind(self, words: str) -> str:
        info = self.evening.state.game.info
        name = words.lower().removesuffix("s")
        named = {words.lower(), name}
        found = [k for k in info.kinds if named & {k, info.kind_names.get(k, k).lower()}]
        if not found:
            found = [k for k in info.kinds if name.split()[0] == k]
        if len(found) != 1:
            raise self.failed(f"which piece is {words!r}?")
        return found[0]

    def cell(self, name: str) -> str:
        for cell in self.evening.layout.cells:
            if cell.lower() == name.lower():
                return cell
        raise self.failed(f"this board has no cell {name!r}")

    def lying(self, cell: str) -> Piece:
        piece = self.evening.scene.find_in_cell(cell)
        if piece is None:
            raise self.failed(f"nothing lies on {cell}")
        return piece
