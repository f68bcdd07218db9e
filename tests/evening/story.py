"""Evenings told as stories: one sentence a line, what people do and what the companion has to say to it.

    A game of Mindfield.
    expect setup-ok
    Gold plays b2.
    Silver puts a silver stone on c4.
    Silver presses done.
    expect illegal MF-P, fix take c4
    the screen says Take the silver stone off c4.
    ...

`plays MOVE` is to make the move by hand, to press Done and to expect it, and to say so if the companion asks whether
it was that; `moves MOVE` only makes it, and `begins MOVE` leaves out the last thing to do. `throws` expects the throw.
After `expect` an event of interfaces.md section 7 is named, and what it has to say. Events are expected in their order,
and none may happen unexpected, but for `hand` and `partial`, which are passed over where they are not named.
`SENTENCES` lists all sentences.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.actions import BUTTON_NAMES, Dice, Press, Roll, Tap
from companion.happening import Happening, in_words
from companion.mend import mend
from companion.referee import OneOf
from companion.table.hand import BOX, Hand
from companion.table.scene import Piece, Table
from tests.evening.clumsy import Players
from tests.evening.evening import Evening
from tests.evening.hearing import says, written
from tests.evening.tale import StoryError, Tale

SOON = 75
"""Frames within which an expected event has to happen."""

A_MOMENT = 6
"""Frames that people wait after they have done something."""

UNSPOKEN = ("hand", "partial")

SHARES = {"a little": 0.3, "halfway": 0.5}
"""How far a piece is pushed, in parts of the way to another cell."""


class Teller:
    """Tells a tale: each sentence becomes acts on the virtual table, or a look at what has happened.

    `on_heard` is called with the line and the event that was expected there, when it has happened.
    """

    def __init__(self, tale: Tale, folder: Path) -> None:
        self._tale = tale
        self.on_heard: Callable[[int, str], None] | None = None
        self._sentence: tuple[int, str] = (0, "")
        self._heard = 0
        self.evening = Evening(folder, tale.game, options=tale.options, position=tale.position, seed=3, brisk=True)

    def tell(self) -> None:
        """Plays the whole story. Raises StoryError at the first line that does not go as told."""
        self.evening.play(self._acts())
        self._nothing_else()

    # Telling

    def _acts(self) -> Iterator[None]:
        yield from self._wait(A_MOMENT)
        for number, sentence in self._tale.sentences:
            self._sentence = number, sentence
            for pattern, act in SENTENCES:
                found = re.fullmatch(pattern, sentence, re.IGNORECASE)
                if found is not None:
                    yield from act(self, **found.groupdict())
                    break
            else:
                raise self._failed("this is not understood")

    def _moves(self, who: str, move: str) -> Iterator[None]:
        yield from self._hand(who).make(self._after(move))
        yield from self._wait(A_MOMENT)

    def _begins(self, who: str, move: str) -> Iterator[None]:
        evening, hand = self.evening, self._hand(who)
        steps = mend(evening.scene.table(), self._after(move), evening.state.game.info, evening.layout.middles)
        if len(steps) < 2:
            raise self._failed(f"{move} is made at one go")
        for step in steps[:-1]:
            yield from hand.do(step)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _after(self, move: str) -> Table:
        """The table after a move."""
        state = self.evening.state
        verdict = state.game.judge(state.position, move)
        if verdict.outcome is None:
            raise self._failed(f"{move} is no legal move here: {verdict.violations[0].text}")
        return state.game.arranged(verdict.outcome.position, self.evening.scene.table())

    def _plays(self, who: str, move: str) -> Iterator[None]:
        if move in self.evening.state.game.status(self.evening.state.position).offers:
            yield from self._taps(who, move)
        else:
            yield from self._moves(who, move)
            yield from self._presses(who, "done")
            yield from self._answers(who, move)
        yield from self._expect_event("move", move)

    def _answers(self, who: str, move: str) -> Iterator[None]:
        """Taps the move, if the companion asks whether it was that."""
        doubt = self.evening.session.moment.doubt
        options = doubt.moves if isinstance(doubt, OneOf) else [c.label for c in doubt.candidates] if doubt else []
        if move in options:
            yield from self._expect_event("unsure", f"answer {move}")
            yield from self._taps(who, move)

    def _throws(self, who: str, dice: str) -> Iterator[None]:
        thrown = _dice(dice)
        self.evening.press(Roll(thrown))
        yield from self._wait(2)
        yield from self._expect_event("roll", json.dumps(thrown))

    def _throws_in_vain(self, who: str, dice: str) -> Iterator[None]:
        self.evening.press(Roll(_dice(dice)))
        yield from self._wait(2)
        yield from self._expect_event("device", "does not count")

    def _puts(self, who: str, kind: str, cell: str) -> Iterator[None]:
        yield from self._carries(who, self._kind(kind), BOX, self._cell(cell))

    def _takes(self, who: str, kind: str, cell: str) -> Iterator[None]:
        yield from self._carries(who, self._kind(kind), self._cell(cell), BOX)

    def _shifts(self, who: str, kind: str, start: str, end: str) -> Iterator[None]:
        yield from self._carries(who, self._kind(kind), self._cell(start), self._cell(end))

    def _carries(self, who: str, kind: str, start: str, end: str) -> Iterator[None]:
        hand = self._hand(who)
        yield from hand.carry(kind, start, end)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _turns(self, who: str, cell: str) -> Iterator[None]:
        hand, cell = self._hand(who), self._cell(cell)
        yield from hand.turn(self._lying(cell).kind, cell)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _pushes(self, who: str, start: str, end: str, share: str) -> Iterator[None]:
        start, end = self._cell(start), self._cell(end)
        piece, (x, y) = self._lying(start), self._between(start, end, SHARES[share])
        self.evening.scene.nudge(piece.x, piece.y, x - piece.x, y - piece.y)
        yield from self._wait(A_MOMENT)

    def _straightens(self, who: str, start: str, end: str, to: str) -> Iterator[None]:
        x, y = self._between(self._cell(start), self._cell(end), SHARES["halfway"])
        place = self.evening.layout.cells[self._cell(to)]
        goal = self.evening.scene.free_spot(self._cell(to)) if place.spots else (place.x, place.y)
        if self.evening.scene.nudge(x, y, goal[0] - x, goal[1] - y) is None:
            raise self._failed(f"nothing lies between {start} and {end}")
        yield from self._wait(A_MOMENT)

    def _lays_back(self, who: str, move: str = "") -> Iterator[None]:
        """The table as the companion has it, whatever lies there now."""
        state = self.evening.state
        yield from self._hand(who).make(state.game.arranged(state.position, self.evening.scene.table()))
        yield from self._wait(A_MOMENT)

    def _lays_as_before(self, who: str, moves: str) -> Iterator[None]:
        state = self.evening.state
        before = state.turns[-int(moves)].before
        yield from self._hand(who).make(state.game.arranged(before, self.evening.scene.table()))
        yield from self._wait(A_MOMENT)

    def _lays(self, who: str, cells: str) -> Iterator[None]:
        """Changes what lies on some cells: `J6 empty, J7 white, 6 5 white`."""
        table = dict(self.evening.scene.table())
        for part in cells.split(", "):
            name, *count, kind = part.split()
            table.pop(self._cell(name), None)
            if kind != "empty":
                table[self._cell(name)] = (self._kind(kind),) * int(count[0] if count else 1)
        yield from self._hand(who).make(table)
        yield from self._wait(A_MOMENT)

    def _lays_out(self) -> Iterator[None]:
        """The next round, when it is due: a tap, and the table laid out."""
        state = self.evening.state
        following = state.game.next(state.position).position
        self.evening.press(Tap("next"))
        yield from self._wait(2)
        yield from self._hand("").make(state.game.arranged(following, self.evening.scene.table()))
        yield from self._wait(A_MOMENT)

    def _presses(self, who: str, button: str, twice: str | None = None) -> Iterator[None]:
        name = next(name for name in BUTTON_NAMES if name == button.lower())
        for _ in range(2 if twice else 1):
            self.evening.press(Press(name))
        yield from self._wait(A_MOMENT)

    def _presses_early(self, who: str, cell: str) -> Iterator[None]:
        """Done, while the player's hand is still over the board."""
        hand, place = self._hand(who), self.evening.layout.cells[self._cell(cell)]
        yield from hand.hover(place.x, place.y, 2)
        self.evening.press(Press("done"))
        yield from hand.rest(A_MOMENT)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _taps(self, who: str, label: str) -> Iterator[None]:
        self.evening.press(Tap(label))
        yield from self._wait(A_MOMENT)

    def _lamp(self, state: str) -> Iterator[None]:
        self.evening.camera.light_up("lamp" if state == "on" else "daylight")
        yield from self._wait(4 * A_MOMENT)

    def _bump(self) -> Iterator[None]:
        self.evening.camera.bump()
        yield from self._wait(4 * A_MOMENT)

    def _unplugged(self, frames: str) -> Iterator[None]:
        self.evening.camera.plugged_in = False
        yield from self._wait(int(frames))
        self.evening.camera.plugged_in = True
        yield from self._wait(A_MOMENT)

    def _stands(self, name: str, cell: str) -> Iterator[None]:
        """A hand puts a thing on the board that is no piece."""
        hand, place = self._hand(""), self.evening.layout.cells[self._cell(cell)]
        yield from hand.hover(place.x, place.y, 1)
        self.evening.scene.stand(name.lower(), place.x, place.y, turn_deg=35.0)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _clears(self, name: str) -> Iterator[None]:
        hand = self._hand("")
        prop = next(prop for prop in self.evening.scene.props if prop.name == name.lower())
        yield from hand.hover(prop.x, prop.y, 1)
        self.evening.scene.clear(prop.name)
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _power_cut(self) -> Iterator[None]:
        yield from self.evening.cut_power()
        yield from self._wait(A_MOMENT)

    def _hand_stays(self, frames: str, cell: str) -> Iterator[None]:
        hand = self._hand("")
        place = self.evening.layout.cells[self._cell(cell)]
        yield from hand.hover(place.x, place.y, int(frames))
        yield from hand.leave()
        yield from self._wait(A_MOMENT)

    def _waits(self, frames: str) -> Iterator[None]:
        yield from self._wait(int(frames))

    def _play_on(self, seed: str, turns: str | None = None) -> Iterator[None]:
        """At random, without mishaps, until the game is over or so many moves were made."""
        players = Players(self.evening, int(seed), clumsiness=0.0)
        yield from players.play(int(turns) if turns else 1000)
        moves = self.evening.state.moves
        if moves[-len(players.notes.meant) :] != players.notes.meant:
            raise self._failed(f"meant were {players.notes.meant}, committed {moves}")
        while self._heard < len(self.evening.happenings):
            if self.evening.happenings[self._heard].event not in ("roll", "move", "setup-ok", "setup-wrong", *UNSPOKEN):
                break
            self._heard += 1

    # Hearing

    def _expect_nothing(self) -> Iterator[None]:
        yield from self._wait(A_MOMENT)
        self._nothing_else()

    def _screen_says(self, words: str) -> Iterator[None]:
        yield from self._wait(1)
        shown = written(self.evening.view)
        if words.lower() not in shown.lower():
            raise self._failed(f"the screen says: {shown}")

    def _expect(self, event: str, rest: str | None = None) -> Iterator[None]:
        yield from self._expect_event(event, *(part.strip() for part in (rest or "").split(", ") if part.strip()))

    def _expect_event(self, event: str, *details: str) -> Iterator[None]:
        for _ in range(SOON):
            happening = self._next(event)
            if happening is not None:
                break
            yield
        else:
            raise self._failed(f"expected {event}, and nothing happened: {self.evening.session.moment!r}"[:900])
        if happening.event != event:
            raise self._failed(f"expected {event} {', '.join(details)}, and heard: {in_words(happening)}")
        for detail in details:
            if not says(happening, detail):
                raise self._failed(f"expected {detail!r}, and heard: {in_words(happening)}")
        if self.on_heard is not None:
            self.on_heard(self._sentence[0], event)

    def _next(self, wanted: str) -> Happening | None:
        while self._heard < len(self.evening.happenings):
            happening = self.evening.happenings[self._heard]
            self._heard += 1
            if happening.event == wanted or happening.event not in UNSPOKEN:
                return happening
        return None

    def _nothing_else(self) -> None:
        happening = self._next("")
        if happening is not None:
            raise self._failed(f"unexpected: {in_words(happening)}")

    def _failed(self, what: str) -> StoryError:
        line, sentence = self._sentence
        return StoryError(f"{self._tale.file}, line {line}, {sentence!r}: {what}")

    # Words

    def _wait(self, frames: int) -> Iterator[None]:
        for _ in range(frames):
            yield

    def _hand(self, who: str) -> Hand:
        """The hand of a player: the first one sits on the near side, anybody else opposite."""
        first = next(iter(self.evening.state.game.info.names.values()))
        return self.evening.hands[0 if who.lower() == first.lower() else 1]

    def _kind(self, words: str) -> str:
        info = self.evening.state.game.info
        found = [k for k in info.kinds if words.lower() in (k, info.kind_names.get(k, k).lower())]
        if not found:
            found = [k for k in info.kinds if words.lower().split()[0] == k]
        if len(found) != 1:
            raise self._failed(f"which piece is {words!r}?")
        return found[0]

    def _cell(self, name: str) -> str:
        for cell in self.evening.layout.cells:
            if cell.lower() == name.lower():
                return cell
        raise self._failed(f"this board has no cell {name!r}")

    def _lying(self, cell: str) -> Piece:
        piece = self.evening.scene.in_cell(cell)
        if piece is None:
            raise self._failed(f"nothing lies on {cell}")
        return piece

    def _between(self, one: str, other: str, share: float) -> tuple[float, float]:
        (x, y), (u, v) = (self.evening.layout.cells[c].places()[0] for c in (one, other))
        return x + share * (u - x), y + share * (v - y)


def _dice(words: str) -> Dice:
    """`6 2`, or `red 4, blue 2` where dice have names."""
    if words[0].isdigit():
        return [int(value) for value in words.split()]
    return {name: int(value) for name, value in (part.split() for part in words.split(","))}


WHO = r"(?P<who>\w+)"
PIECE = r"(?P<kind>[\w -]+?)"
SENTENCES: tuple[tuple[str, Callable[..., Iterator[None]]], ...] = (
    (r"expect nothing", Teller._expect_nothing),
    (r"the screen says (?P<words>.+)", Teller._screen_says),
    (r"expect (?P<event>[\w-]+?)(?:[ ,]+(?P<rest>.+))?", Teller._expect),
    (r"They play to the end, seed (?P<seed>\d+)", Teller._play_on),
    (r"They play (?P<turns>\d+) moves, seed (?P<seed>\d+)", Teller._play_on),
    (r"They lay out the next round", Teller._lays_out),
    (r"They wait (?P<frames>\d+) frames", Teller._waits),
    (r"The lamp is switched (?P<state>on|off)", Teller._lamp),
    (r"The camera is bumped", Teller._bump),
    (r"The camera is unplugged for (?P<frames>\d+) frames", Teller._unplugged),
    (r"A (?P<name>cup|phone) is put on (?P<cell>\S+)", Teller._stands),
    (r"The (?P<name>cup|phone) is taken away", Teller._clears),
    (r"The power is cut", Teller._power_cut),
    (r"A hand stays over (?P<cell>\S+) for (?P<frames>\d+) frames", Teller._hand_stays),
    (rf"{WHO} presses (?P<button>done|undo|hint|double)(?P<twice> twice)?", Teller._presses),
    (rf"{WHO} presses done with a hand still over (?P<cell>\S+)", Teller._presses_early),
    (rf"{WHO} taps (?P<label>.+)", Teller._taps),
    (rf"{WHO} throws (?P<dice>[\w ,]+?) in vain", Teller._throws_in_vain),
    (rf"{WHO} throws (?P<dice>[\w ,]+)", Teller._throws),
    (rf"{WHO} puts an? {PIECE} on (?P<cell>\S+)", Teller._puts),
    (rf"{WHO} takes the {PIECE} off (?P<cell>\S+)", Teller._takes),
    (rf"{WHO} moves the {PIECE} from (?P<start>\S+) to (?P<end>\S+)", Teller._shifts),
    (rf"{WHO} turns the piece on (?P<cell>\S+) over", Teller._turns),
    (rf"{WHO} pushes the piece on (?P<start>\S+) (?P<share>halfway|a little) to (?P<end>\S+)", Teller._pushes),
    (
        rf"{WHO} pushes the piece between (?P<start>\S+) and (?P<end>\S+) onto (?P<to>\S+)",
        Teller._straightens,
    ),
    (rf"{WHO} lays (?P<cells>.+)", Teller._lays),
    (rf"{WHO} puts the pieces back", Teller._lays_back),
    (rf"{WHO} puts the pieces as they were (?P<moves>\d+) moves? ago", Teller._lays_as_before),
    (rf"{WHO} plays (?P<move>.+)", Teller._plays),
    (rf"{WHO} moves (?P<move>.+)", Teller._moves),
    (rf"{WHO} begins (?P<move>.+)", Teller._begins),
)
