"""Joins the die to the game: asks the die for the roll that is due, and enters the roll when the dice are at rest.

The game's status says which dice are due. Some rolls come die by die, so this module gathers them. It also takes the
values of ordinary dice that people enter on the screen. It shows nothing: the screen offers a `RollPrompt`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.app.due_roll import DueRoll
from companion.devices.die import Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Proof, Request, Rolling, Settled
from companion.devices.errors import DeviceError
from companion.fairness.commit_reveal import SealedRolls
from companion.history.events import TYPED, Rolled
from companion.language import _, start_sentence
from companion.presentation.roll_prompt import RollPrompt
from companion.rules.core import JSON
from companion.session import Session
from companion.values.commands import BeginTyping, DiceCommand, EndTyping, EnterRoll, RemoveValue, RollDice, TypeValue
from companion.values.results import Done, NotWritten, Result
from companion.words import join_words


@dataclass(frozen=True, slots=True)
class _Gathered:
    """The dice of a roll that are at rest already, while others still roll."""

    values: tuple[int, ...] = ()
    settled: tuple[Settled, ...] = ()
    """What the die reported about these dice; empty for values that people entered."""

    def with_more(self, values: Iterable[int], settled: Settled | None = None) -> _Gathered:
        return _Gathered((*self.values, *values), self.settled if settled is None else (*self.settled, settled))

    def proof(self) -> Proof | None:
        """What proves where the roll comes from. A roll that came die by die has a proof for each die."""
        proofs = [dict(one.proof) for one in self.settled if one.proof]
        if len(proofs) > 1:
            return {"parts": proofs}
        return proofs[0] if proofs else None


@dataclass(frozen=True, slots=True)
class _Unwritten:
    """A whole roll that the journal could not take."""

    roll: EnterRoll
    gathered: _Gathered


class DiceController:
    """The rolls of one running game."""

    def __init__(self, session: Session, die: Die, *, seals: SealedRolls | None = None, watched: bool = False) -> None:
        """die: an open die. seals: where its rolls come from, if the companion makes them itself. watched: True if
        somebody sees the screen. Then a seal is shown before the roll, and dice at rest are rolled again only if people
        choose so on the screen.
        """
        self._session = session
        self._die = die
        self._seals = seals
        self._watched = watched
        self._due = DueRoll(session)
        self._request: Request | None = None
        self._gathered = _Gathered()
        self._typing = False
        self._is_rolling = False
        self._away = ""
        self._seal = ""
        self._unwritten: _Unwritten | None = None
        if isinstance(session.state.last, Rolled):
            die.show(_values(session.state.last.dice))

    @property
    def prompt(self) -> RollPrompt | None:
        """What the screen offers about the roll; None if no roll is due."""
        self._follow()
        due = self._due
        if not due.is_due:
            return None
        # When all dice have values, people are not asked for the next one: they may keep the dice.
        typing = self._typing and not due.is_choice(due.wanted)
        return RollPrompt(
            dice=due.wanted[:1] if typing and due.named else due.wanted,
            named=due.named,
            alone=due.dice if due.named and len(due.dice) > 1 else (),
            by_tap=self._die.by_tap and not self._away,
            may_type=self._may_type,
            typing=typing,
            typed=self._gathered.values,
            rolling=self._is_rolling,
            away=self._away,
            seal=self._seal,
        )

    def step(self, frame: int, t: float, now: float) -> None:
        """Asks the die for the roll that is due, and takes what the die reports.

        frame, t: number and time of the camera's frame. now: the time by the die's clock.
        """
        self._follow()
        if self._unwritten is not None and not self._session.now.unsaved:
            self._enter(self._unwritten.roll, self._unwritten.gathered, frame, t, now)
        self._ask()
        for event in self._die.events(now):
            self._hear(event, frame, t, now)
        self._ask()

    def perform(self, command: DiceCommand, frame: int, t: float, now: float) -> Result:
        """Carries out a command about the dice. frame, t, now: as for `step`."""
        self._follow()
        if not self._is_possible(command):
            return self._session.refuse_too_late()
        match command:
            case RollDice(None):
                self._press(now)
            case RollDice(name):
                self._due.alone = name
                if self._die.by_tap and not self._typing:
                    self._ask()
                    self._die.press(now)
            case BeginTyping():
                self._typing = True
                if self._due.is_choice(self._due.wanted):
                    self._due.alone = self._due.wanted[0]
            case EndTyping():
                self._typing, self._due.alone, self._gathered = False, None, _Gathered()
            case RemoveValue():
                self._gathered = _Gathered(self._gathered.values[:-1])
            case TypeValue(value):
                self._type(value, frame, t, now)
        self.step(frame, t, now)
        return Done()

    def _is_possible(self, command: DiceCommand) -> bool:
        """True if the command fits the roll that is due. The roll button may be pressed at any time, because the die
        answers every press.
        """
        due = self._due
        match command:
            case RollDice(None):
                return True
            case RollDice(name):
                return due.named and name in due.dice
            case BeginTyping() | TypeValue():
                return due.is_due and self._may_type
            case RemoveValue():
                return due.is_due and self._typing and bool(self._gathered.values)
            case EndTyping():
                return due.is_due and self._typing and not self._away

    @property
    def _may_type(self) -> bool:
        return bool(self._away) or not self._die.at_hand

    def _follow(self) -> None:
        """Finds out which roll is due, if the game has changed."""
        if self._due.follow():
            self._gathered = _Gathered()
            self._drop_unwritten()
            self._keep_seals()

    def _drop_unwritten(self) -> None:
        """Drops a roll that waits to be written, if a change of the game has made it impossible."""
        if self._unwritten is not None:
            for settled in self._unwritten.gathered.settled:
                self._die.forget(settled)
            self._unwritten = None

    def _keep_seals(self) -> None:
        """Seals rolls before they are made, and publishes the secret when the game is over."""
        self._seal = ""
        if self._seals is None:
            return
        try:
            if self._session.state.over:
                self._seals.reveal()
            elif self._due.is_due and self._watched:
                self._seal = self._seals.seal()
        except DeviceError as error:
            self._session.notice(start_sentence(str(error)), "die")

    def _ask(self) -> None:
        """Tells the die which roll is due."""
        self._follow()
        self._request = None
        due = self._due
        if due.is_due and not self._typing and self._unwritten is None:
            dice = due.wanted[len(self._gathered.values) :][: self._die.max_dice]
            if not (due.is_choice(dice) and self._die.at_hand and self._watched):
                self._request = Request(dice, due.player)
        self._die.ask(self._request)

    def _press(self, now: float) -> None:
        """Does what a press of the roll button means. The button is on the table or on the screen."""
        if self._away:
            self._session.notice(self._away, "die")
            return
        if self._die.by_tap and self._typing:
            self._typing, self._gathered = False, _Gathered()
        self._ask()
        self._die.press(now)

    def _hear(self, event: DieEvent, frame: int, t: float, now: float) -> None:
        match event:
            case Rolling():
                self._is_rolling = True
            case Settled():
                self._is_rolling = False
                self._settle(event, frame, t, now)
            case InvalidRoll(text):
                self._is_rolling = False
                self._session.notice(text, "die")
            case NotDue():
                self._session.notice(_("No roll is due now, so this one does not count."), "die")
            case DieLost(text):
                self._is_rolling, self._away = False, text
                self._typing = True
                self._session.notice(text, "die")
            case DieBack(text, stands):
                self._away, self._typing, self._gathered = "", False, _Gathered()
                if stands:
                    text = _("{text}. It shows {values}.").format(text=text, values=join_words(stands))
                self._session.notice(text, "die")

    def _settle(self, settled: Settled, frame: int, t: float, now: float) -> None:
        request, values = self._request, settled.values
        if request is None or len(values) != len(request.dice):
            self._session.notice(
                _("A roll of {values} came when none was due. It does not count.").format(values=join_words(values)),
                "die",
            )
            self._die.forget(settled)
            return
        gathered = self._gathered.with_more(values, settled)
        if self._due.named:
            # JSON keeps no order of dice, but the proof is about the dice in their order.
            proof = {**settled.proof, "dice": list(request.dice)} if settled.proof else None
            self._enter(EnterRoll(dict(zip(request.dice, values, strict=True)), proof), gathered, frame, t, now)
        elif len(gathered.values) == len(self._due.wanted):
            self._enter(EnterRoll(list(gathered.values), gathered.proof()), gathered, frame, t, now)
        else:  # a box with one die rolls a second time only after the first roll was taken
            self._gathered = gathered
            self._die.forget(settled)

    def _type(self, value: int, frame: int, t: float, now: float) -> None:
        """Takes the value of an ordinary die. If the connected die has already rolled for the same roll, its values no
        longer count.
        """
        self._typing = True
        if self._gathered.settled:
            self._gathered = _Gathered()
        gathered = self._gathered.with_more((value,))
        if self._due.named:
            self._enter(EnterRoll({self._due.wanted[0]: value}), gathered, frame, t, now)
        elif len(gathered.values) == len(self._due.wanted):
            self._enter(EnterRoll(list(gathered.values)), gathered, frame, t, now)
        else:
            self._gathered = gathered

    def _enter(self, roll: EnterRoll, gathered: _Gathered, frame: int, t: float, now: float) -> None:
        """Enters a whole roll into the game. If the journal cannot take it now, it waits, and the dice keep their
        values.
        """
        self._gathered, self._unwritten = _Gathered(), None
        result = self._session.perform(roll, self._die.source if gathered.settled else TYPED, frame, t)
        if isinstance(result, NotWritten):
            self._unwritten = _Unwritten(roll, gathered)
            return
        for settled in gathered.settled:
            self._die.forget(settled)
        self._follow()


def _values(dice: JSON) -> tuple[int, ...]:
    return tuple(dice.values() if isinstance(dice, dict) else dice)
