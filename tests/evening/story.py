"""Evenings told as stories: one sentence on each line says what people do or what the companion has to say.

    A game of Mindfield.
    expect setup-ok
    Gold plays b2.
    Silver puts a silver stone on c4.
    Silver presses done.
    expect illegal MF-P, fix take c4
    the screen says Take the silver stone off c4.
    ...

`plays MOVE` makes the move by hand, presses Done and expects the event `move`; if the companion asks whether it was
this move, people confirm it. `moves MOVE` only makes the move, and `begins MOVE` makes it without its last step.
`throws` rolls and expects the event `roll`. `expect` names an event of docs/contract.md and what it has to say. Events
must happen in the order of the story. No other event may happen, except `hand` and `partial`. `SENTENCES` lists all
sentences.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

from companion.referee import Ambiguous
from companion.values.commands import EnterRoll
from companion.values.notifications import Notification, in_words
from tests.evening.acts import A_MOMENT, Acts
from tests.evening.clumsy import Players
from tests.evening.hearing import says, written
from tests.evening.tale import Tale, dice_in

SOON = 75
"""Frames within which an expected event has to happen."""

UNSPOKEN = ("hand", "partial")


class Teller(Acts):
    """Plays a tale: each sentence becomes acts on the virtual table, or a check of what has happened.

    When an expected event has happened, `on_heard` is called with the line and the event.
    """

    def __init__(self, tale: Tale, folder: Path) -> None:
        super().__init__(tale, folder)
        self.on_heard: Callable[[int, str], None] | None = None
        self._heard = 0

    def tell(self) -> None:
        """Plays the whole story. Raises StoryError at the first line that does not go as told."""
        self.evening.play(self._acts())
        self._nothing_else()

    # Telling

    def _acts(self) -> Iterator[None]:
        yield from self.wait(A_MOMENT)
        for number, sentence in self._tale.sentences:
            self._sentence = number, sentence
            for pattern, act in SENTENCES:
                found = re.fullmatch(pattern, sentence, re.IGNORECASE)
                if found is not None:
                    yield from act(self, **found.groupdict())
                    break
            else:
                raise self.failed("this is not understood")

    def _plays(self, who: str, move: str) -> Iterator[None]:
        if move in self.evening.state.game.status(self.evening.state.position).offers:
            yield from self.taps(who, move)
        else:
            yield from self.moves(who, move)
            yield from self.presses(who, "done")
            yield from self._answers(who, move)
        yield from self._expect_event("move", move)

    def _answers(self, who: str, move: str) -> Iterator[None]:
        """Taps the move if the companion asks whether it was this one."""
        doubt = self.evening.session.now.doubt
        options = doubt.moves if isinstance(doubt, Ambiguous) else [c.label for c in doubt.candidates] if doubt else []
        if move in options:
            yield from self._expect_event("unsure", f"answer {move}")
            yield from self.taps(who, move)

    def _throws(self, who: str, dice: str) -> Iterator[None]:
        thrown = dice_in(dice)
        self.evening.press(EnterRoll(thrown))
        yield from self.wait(2)
        yield from self._expect_event("roll", json.dumps(thrown))

    def _throw_stands(self, dice: str) -> Iterator[None]:
        """Expects that a roll from before a takeback counts again by itself."""
        yield from self._expect_event("roll", json.dumps(dice_in(dice)), "stands")

    def _throws_in_vain(self, who: str, dice: str) -> Iterator[None]:
        self.evening.press(EnterRoll(dice_in(dice)))
        yield from self.wait(2)
        yield from self._expect_event("device", "does not count")

    def _next_round(self) -> Iterator[None]:
        """Sets up the next round. How many `setup-wrong` events this takes depends on when the hand was away."""
        yield from self.lays_out()
        while self._happened("setup-wrong"):
            self._heard += 1
        yield from self._expect_event("setup-ok")

    def _play_on(self, seed: str, turns: str | None = None) -> Iterator[None]:
        """Plays at random, without mishaps, until the game is over or this many moves were made."""
        players = Players(self.evening, int(seed), clumsiness=0.0)
        yield from players.play(int(turns) if turns else 1000)
        moves = self.evening.state.moves
        if moves[-len(players.notes.meant) :] != players.notes.meant:
            raise self.failed(f"meant were {players.notes.meant}, committed {moves}")
        while self._happened("roll", "move", "setup-ok", "setup-wrong"):
            self._heard += 1

    # Hearing

    def _expect_nothing(self) -> Iterator[None]:
        yield from self.wait(A_MOMENT)
        self._nothing_else()

    def _screen_says(self, words: str) -> Iterator[None]:
        yield from self.wait(1)
        shown = written(self.evening.view)
        if words.lower() not in shown.lower():
            raise self.failed(f"the screen says: {shown}")

    def _screen_marks(self, cells: str, style: str) -> Iterator[None]:
        yield from self.wait(1)
        view = self.evening.view
        marked = {mark.cell for mark in view.marks if mark.style == style}
        if style == "free":
            marked = {cell for region in view.regions for cell in region.cells}
            if not marked >= set(cells.split(", ")):
                raise self.failed(f"the screen marks {sorted(marked)} as {style}")
        elif marked != set(cells.split(", ")):
            raise self.failed(f"the screen marks {sorted(marked)} as {style}")

    def _expect(self, event: str, rest: str | None = None) -> Iterator[None]:
        yield from self._expect_event(event, *(part.strip() for part in (rest or "").split(", ") if part.strip()))

    def _expect_event(self, event: str, *details: str) -> Iterator[None]:
        for _ in range(SOON):
            happening = self._next(event)
            if happening is not None:
                break
            yield
        else:
            raise self.failed(f"expected {event}, and nothing happened: {self.evening.session.now!r}"[:900])
        if happening.event != event:
            raise self.failed(f"expected {event} {', '.join(details)}, and heard: {in_words(happening)}")
        for detail in details:
            if not says(happening, detail):
                raise self.failed(f"expected {detail!r}, and heard: {in_words(happening)}")
        if self.on_heard is not None:
            self.on_heard(self._sentence[0], event)

    def _happened(self, *events: str) -> bool:
        """True if the next event that the story does not pass over is one of `events`."""
        happenings = self.evening.happenings
        return self._heard < len(happenings) and happenings[self._heard].event in (*events, *UNSPOKEN)

    def _next(self, wanted: str) -> Notification | None:
        while self._heard < len(self.evening.happenings):
            happening = self.evening.happenings[self._heard]
            self._heard += 1
            if happening.event == wanted or happening.event not in UNSPOKEN:
                return happening
        return None

    def _nothing_else(self) -> None:
        happening = self._next("")
        if happening is not None:
            raise self.failed(f"unexpected: {in_words(happening)}")


WHO = r"(?P<who>\w+)"
PIECE = r"(?P<kind>[\w -]+?)"
SENTENCES: tuple[tuple[str, Callable[..., Iterator[None]]], ...] = (
    (r"expect nothing", Teller._expect_nothing),
    (r"the screen says (?P<words>.+)", Teller._screen_says),
    (r"the screen marks (?P<cells>.+) as (?P<style>\w+)", Teller._screen_marks),
    (r"expect (?P<event>[\w-]+?)(?:[ ,]+(?P<rest>.+))?", Teller._expect),
    (r"They play to the end, seed (?P<seed>\d+)", Teller._play_on),
    (r"They play (?P<turns>\d+) moves, seed (?P<seed>\d+)", Teller._play_on),
    (r"They lay out the next round", Teller._next_round),
    (r"They lay out a new game", Teller.lays_anew),
    (r"They wait (?P<frames>\d+) frames", Teller.waits),
    (r"The lamp is switched (?P<state>on|off)", Teller.lamp),
    (r"The camera is bumped", Teller.bump),
    (r"The camera is unplugged for (?P<frames>\d+) frames", Teller.unplugged),
    (r"A (?P<name>cup|phone) is put on (?P<cell>\S+)", Teller.stands),
    (r"The (?P<name>cup|phone) is taken away", Teller.clears),
    (r"The power is cut", Teller.power_cut),
    (r"A hand stays over (?P<cell>\S+) for (?P<frames>\d+) frames", Teller.hand_stays),
    (rf"{WHO} presses (?P<button>done|undo|redo|hint|double)(?P<twice> twice)?", Teller.presses),
    (rf"{WHO} presses done with a hand still over (?P<cell>\S+)", Teller.presses_early),
    (rf"{WHO} taps (?P<label>.+)", Teller.taps),
    (r"(?P<colour>[\w ]+) is called (?P<name>\w+) from now on", Teller.types_name),
    (r"the throw (?P<dice>[\w ,]+) stands", Teller._throw_stands),
    (rf"{WHO} throws (?P<dice>[\w ,]+?) in vain", Teller._throws_in_vain),
    (rf"{WHO} throws (?P<dice>[\w ,]+)", Teller._throws),
    (rf"{WHO} puts an? {PIECE} on (?P<cell>\S+)", Teller.puts),
    (rf"{WHO} puts two {PIECE} side by side on (?P<cell>\S+)", Teller.puts_two),
    (rf"{WHO} puts an? {PIECE} beside the spaces near (?P<cell>\S+)", Teller.puts_beside),
    (rf"{WHO} takes the {PIECE} off (?P<cell>\S+)", Teller.takes),
    (rf"{WHO} moves the {PIECE} from (?P<start>\S+) to (?P<end>\S+)", Teller.shifts),
    (rf"{WHO} turns the piece on (?P<cell>\S+) over", Teller.turns),
    (rf"{WHO} pushes the piece on (?P<start>\S+) (?P<share>halfway|a little) to (?P<end>\S+)", Teller.pushes),
    (
        rf"{WHO} pushes the piece between (?P<start>\S+) and (?P<end>\S+) onto (?P<to>\S+)",
        Teller.straightens,
    ),
    (rf"{WHO} lays (?P<cells>.+)", Teller.lays),
    (rf"{WHO} puts the pieces back", Teller.lays_back),
    (rf"{WHO} puts the pieces as they were (?P<moves>\d+) moves? ago", Teller.lays_as_before),
    (rf"{WHO} plays (?P<move>.+)", Teller._plays),
    (rf"{WHO} moves (?P<move>.+)", Teller.moves),
    (rf"{WHO} begins (?P<move>.+)", Teller.begins),
)
