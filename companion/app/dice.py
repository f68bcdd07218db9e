"""Joins the die to the game: asks it for the throw that is due, and lets what it settles on count.

It knows which dice are due by the game's status alone, gathers throws that come die by die, and takes
typed ones while no die is at hand. It shows nothing; what the screen offers is an `RollPrompt`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from companion.devices.die import Die, DieBack, DieEvent, DieLost, InvalidRoll, NotDue, Proof, Request, Rolling, Settled
from companion.devices.errors import DeviceError
from companion.fairness.commit_reveal import SealedRolls
from companion.history.events import TYPED, Rolled
from companion.presentation import roll_prompt
from companion.presentation.roll_prompt import RollPrompt
from companion.rules.core import JSON, Status
from companion.session import Session
from companion.values.commands import Action, Press, Roll, Tap

AGAIN_S = 1.0
"""How long after a throw could not be written down it is tried again."""

SPIN_S = 0.16
"""How long a rolling die shows each face on the screen."""


@dataclass(frozen=True, slots=True)
class _Thrown:
    """Dice that lie and wait to be written down. `settled`: the die's own words, none for typed throws."""

    values: tuple[int, ...] = ()
    settled: tuple[Settled, ...] = ()

    def with_more(self, values: Iterable[int], settled: Settled | None = None) -> _Thrown:
        return _Thrown((*self.values, *values), self.settled if settled is None else (*self.settled, settled))

    def proof(self) -> Proof | None:
        """Where it comes from; a throw that was gathered die by die has a proof for each."""
        proofs = [dict(one.proof) for one in self.settled if one.proof]
        if len(proofs) > 1:
            return {"parts": proofs}
        return proofs[0] if proofs else None


class DiceController:
    """The throws of one running game.

    die: an open one. seals: where the die's throws come from, if they are made here. watched: somebody reads
    the screen, so a seal is shown before the press, and dice that lie are not thrown again unless chosen there.
    """

    def __init__(self, session: Session, die: Die, *, seals: SealedRolls | None = None, watched: bool = False) -> None:
        self._session = session
        self._die = die
        self._seals = seals
        self._watched = watched
        self._named = session.state.game.info.named_dice
        self._position: object = None
        self._status: Status | None = None
        self._lying: frozenset[str] = frozenset()
        self._alone: str | None = None
        self._request: Request | None = None
        self._thrown = _Thrown()
        self._typing = False
        self._rolling = False
        self._spin = 0
        self._away = ""
        self._seal = ""
        self._unwritten: tuple[Roll, _Thrown, float] | None = None
        if isinstance(session.state.last, Rolled):
            die.show(_values(session.state.last.dice))

    @property
    def offer(self) -> RollPrompt | None:
        """The throw as the screen offers it; None where none is due."""
        self._follow()
        if self._status is None:
            return None
        dice = self._wanted()
        return RollPrompt(
            dice=dice[:1] if self._typing and self._named else dice,
            player=self._player(self._status),
            named=self._named,
            alone=self._status.dice if self._named and len(self._status.dice) > 1 else (),
            by_tap=self._die.by_tap and not self._away,
            may_type=self._may_type,
            typing=self._typing,
            typed=self._thrown.values,
            rolling=self._rolling,
            spin=self._spin,
            away=self._away,
            seal=self._seal,
        )

    def step(self, frame: int, t: float, now: float) -> None:
        """Asks for what is due and hears what has happened. frame, t: the camera's; now: the die's clock."""
        self._follow()
        self._spin = int(now / SPIN_S) if self._rolling else 0
        if self._unwritten is not None and now - self._unwritten[2] >= AGAIN_S:
            self._write(*self._unwritten[:2], frame, t, now)
        self._ask()
        for event in self._die.events(now):
            self._hear(event, frame, t, now)
        self._ask()

    def takes(self, action: Action, frame: int, t: float, now: float) -> bool:
        """Whether an action was meant for the dice; what it asks for is done."""
        self._follow()
        if action == Press("throw"):
            self._press(now)
        elif not isinstance(action, Tap) or self._status is None or not self._answers(action.label, frame, t, now):
            return False
        self.step(frame, t, now)
        return True

    def _answers(self, label: str, frame: int, t: float, now: float) -> bool:
        """Whether a label of the offer was tapped; it is done."""
        assert self._status is not None
        name, value = roll_prompt.alone(label), roll_prompt.typed(label)
        if label == roll_prompt.THROW and (self._die.by_tap or self._away):
            self._press(now)
        elif label == roll_prompt.TYPE and self._may_type:
            self._typing = True
        elif label == roll_prompt.NOT_TYPED and self._typing and not self._away:
            self._typing, self._alone, self._thrown = False, None, _Thrown()
        elif self._named and name in self._status.dice:
            self._alone = name
            if self._die.by_tap and not self._typing:
                self._ask()
                self._die.press(now)
        elif value is not None and self._may_type:
            self._type(value, frame, t, now)
        else:
            return False
        return True

    @property
    def _may_type(self) -> bool:
        return bool(self._away) or not self._die.at_hand

    def _follow(self) -> None:
        """Finds out what is due now, where the game has gone on."""
        state = self._session.state
        if state.position is self._position:
            return
        self._position = state.position
        status = state.game.status(state.position)
        self._status = status if status.due == "roll" else None
        self._lying = frozenset(state.game.dump(state.position)["dice"]) if self._named else frozenset()
        self._alone, self._thrown = None, _Thrown()
        self._drop_unwritten()
        self._keep_seals()

    def _drop_unwritten(self) -> None:
        """The game has gone on otherwise: what waited to be written down is not due any more."""
        if self._unwritten is not None:
            for settled in self._unwritten[1].settled:
                self._die.forget(settled)
            self._unwritten = None

    def _keep_seals(self) -> None:
        """Seals throws before they are made, and opens the seal when the game is over."""
        self._seal = ""
        if self._seals is None:
            return
        try:
            if self._session.state.over:
                self._seals.reveal()
            elif self._status is not None and self._watched:
                self._seal = self._seals.seal()
        except DeviceError as error:
            self._session.notice(_sentence(str(error)), "die")

    def _wanted(self) -> tuple[str, ...]:
        """The dice to be thrown next: the one that was chosen, else those that do not lie yet, else any."""
        if self._status is None:
            return ()
        if self._alone is not None:
            return (self._alone,)
        return tuple(die for die in self._status.dice if die not in self._lying) or self._status.dice

    def _player(self, status: Status) -> str:
        """Who throws, for people; "" where each player throws his own die for the first move."""
        names = self._session.state.game.info.names
        if not self._named and {name.lower() for name in names.values()} == set(status.dice):
            return ""
        return names.get(status.player, status.player)

    def _ask(self) -> None:
        """Lets the die know what is due."""
        self._follow()
        self._request = None
        if self._status is not None and not self._typing and self._unwritten is None:
            dice = self._wanted()[len(self._thrown.values) :][: self._die.max_dice]
            again = self._named and self._alone is None and self._lying.issuperset(dice)
            if not (again and self._die.at_hand and self._watched):
                self._request = Request(dice, self._player(self._status))
        self._die.ask(self._request)

    def _press(self, now: float) -> None:
        """The throw button was pressed, or its like on the screen."""
        if self._away:
            self._session.notice(self._away, "die")
            return
        if self._die.by_tap and self._typing:
            self._typing, self._thrown = False, _Thrown()
        self._ask()
        self._die.press(now)

    def _hear(self, event: DieEvent, frame: int, t: float, now: float) -> None:
        match event:
            case Rolling():
                self._rolling = True
            case Settled():
                self._rolling = False
                self._settle(event, frame, t, now)
            case InvalidRoll(text):
                self._rolling = False
                self._session.notice(text, "die")
            case NotDue():
                self._session.notice("No throw is due now: it does not count", "die")
            case DieLost(text):
                self._rolling, self._away = False, text
                self._typing = True
                self._session.notice(text, "die")
            case DieBack(text, stands):
                self._away, self._typing, self._thrown = "", False, _Thrown()
                lies = f". It stands on {' and '.join(map(str, stands))}" if stands else ""
                self._session.notice(text + lies, "die")

    def _settle(self, settled: Settled, frame: int, t: float, now: float) -> None:
        request, values = self._request, settled.values
        if request is None or len(values) != len(request.dice):
            self._session.notice(f"A throw of {_list(values)} came when it was not due: it does not count", "die")
            self._die.forget(settled)
            return
        thrown = self._thrown.with_more(values, settled)
        if self._named:
            # JSON keeps no order, and the proof is about the dice in theirs.
            proof = {**settled.proof, "dice": list(request.dice)} if settled.proof else None
            self._write(Roll(dict(zip(request.dice, values, strict=True)), proof), thrown, frame, t, now)
        elif len(thrown.values) == len(self._wanted()):
            self._write(Roll(list(thrown.values), thrown.proof()), thrown, frame, t, now)
        else:  # a box with one die makes no second throw before the first one is taken
            self._thrown = thrown
            self._die.forget(settled)

    def _type(self, value: int, frame: int, t: float, now: float) -> None:
        """A die of an ordinary throw was typed in. What the die here has thrown of the same throw is void."""
        self._typing = True
        if self._thrown.settled:
            self._thrown = _Thrown()
        thrown = self._thrown.with_more((value,))
        if self._named:
            self._write(Roll({self._wanted()[0]: value}), thrown, frame, t, now)
        elif len(thrown.values) == len(self._wanted()):
            self._write(Roll(list(thrown.values)), thrown, frame, t, now)
        else:
            self._thrown = thrown

    def _write(self, roll: Roll, thrown: _Thrown, frame: int, t: float, now: float) -> None:
        """Lets a whole throw count. One that cannot be written down waits: it lies on the table and stays."""
        before = self._session.state
        self._thrown, self._unwritten = _Thrown(), None
        self._session.act(roll, self._die.source if thrown.settled else TYPED, frame, t)
        if self._session.state is before:
            self._unwritten = roll, thrown, now
            return
        for settled in thrown.settled:
            self._die.forget(settled)
        self._follow()


def _values(dice: JSON) -> tuple[int, ...]:
    return tuple(dice.values() if isinstance(dice, dict) else dice)


def _list(values: Iterable[int]) -> str:
    return " and ".join(map(str, values))


def _sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
