"""What the players of a game have confirmed, folded by the rules alone: the model that a session is compared with.

It uses nothing of `companion.history.state`. `Book.apply` says what an event changes, and `Book.find_fault` why the
players have not confirmed it.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any, Literal

from companion.history.events import (
    KEPT,
    Corrected,
    CorrectionUndone,
    Event,
    Moved,
    NextPartStarted,
    Redone,
    Resigned,
    Rolled,
    RollVoided,
    Started,
    TakenBack,
)
from companion.rules import GAMES
from companion.rules.core import JSON, Game, Table
from companion.values.commands import (
    Agree,
    AnswerMove,
    AnswerUndone,
    Command,
    CorrectPosition,
    EnterRoll,
    FinishTurn,
    GiveUp,
    PlayMove,
    Redo,
    StartNextPart,
    Undo,
    VoidRoll,
)


@dataclass(frozen=True)
class Step:
    """One thing that counts."""

    did: Literal["roll", "move", "part", "correction"]
    what: JSON
    before: Any
    """The position before it."""
    player: str
    """Whose turn it was."""


@dataclass(frozen=True)
class Consent:
    """What the players did just now."""

    command: Command | None = None
    """The button that they pressed or the choice that they tapped; None if they only moved pieces."""
    table: Table = field(default_factory=dict)
    """What is on the board."""
    done: bool = False
    """True if Done was pressed, now or while the table changed."""
    proposed: CorrectPosition | VoidRoll | GiveUp | None = None
    """What everybody was asked to agree to."""
    offered: tuple[Command, ...] = ()
    """The answers that the companion's question offered."""


@dataclass(frozen=True)
class Book:
    """A game as it was confirmed."""

    game: Game[Any]
    position: Any
    steps: tuple[Step, ...] = ()
    kept: tuple[Step, ...] = ()
    """Rolls after moves that are undone; they count again after new moves."""
    undone: tuple[Book, ...] = ()
    """What can be redone, the latest last."""

    @property
    def moves(self) -> list[JSON]:
        """The moves that count."""
        return [step.what for step in self.steps if step.did == "move"]

    def dropped(self, moves: int) -> tuple[Step, ...]:
        """The steps that are lost if the last moves are undone."""
        at = [number for number, step in enumerate(self.steps) if step.did == "move"]
        return self.steps[at[-moves] :] if 0 < moves <= len(at) else ()

    def apply(self, event: Event) -> Book:
        """The book after an event."""
        game, position = self.game, self.position
        match event:
            case Rolled(dice, source):
                after = self._add("roll", dice, game.roll(position, dice).position)
                return replace(after, kept=self.kept[1:] if source == KEPT else ())
            case Moved(move):
                outcome = game.judge(position, move).outcome
                assert outcome is not None, move
                return self._add("move", move, outcome.position)
            case NextPartStarted():
                return replace(self._add("part", None, game.next(position).position), kept=())
            case Corrected(corrected):
                return replace(self._add("correction", None, game.parse(corrected)), kept=())
            case Resigned(what):
                (given_up,) = (one for one in game.resignations(position) if one.name == what)
                return replace(self._add("correction", what, given_up.outcome.position), kept=())
            case CorrectionUndone():
                assert self.steps[-1].did == "correction"
                return self._go_back(self.steps[-1:], self.kept)
            case TakenBack(moves):
                lost = self.dropped(moves)
                return self._go_back(lost, (*(step for step in lost if step.did == "roll"), *self.kept))
            case RollVoided():
                return replace(self._go_back(self._voided(event), ()), undone=())
            case Redone():
                return replace(self.undone[-1], undone=self.undone[:-1])
            case Started(name, start):
                return Book(GAMES[name], GAMES[name].parse(start))
            case _:
                raise AssertionError(f"nobody expects {event}")

    def find_fault(self, event: Event, consent: Consent) -> str | None:
        """Why the players have not confirmed an event; None if they have."""
        game, position, command = self.game, self.position, consent.command
        match event:
            case Rolled(dice, source) if source == KEPT:
                right = bool(self.kept) and self.kept[0].what == dice and self.steps[-1].did in ("move", "roll")
            case Rolled(dice):
                right = isinstance(command, EnterRoll) and command.dice == dice
            case Moved(move):
                outcome = game.judge(position, move).outcome
                assert outcome is not None
                is_shown = game.arranged(outcome.position, consent.table) == consent.table
                right = command in (PlayMove(move), AnswerMove(move)) or (consent.done and is_shown)
            case NextPartStarted():
                is_laid = game.table(game.next(position).position) == consent.table
                right = consent.done or is_laid or isinstance(command, StartNextPart)
            case Started(_, start):
                right = game.status(position).due == "nothing" and game.table(game.parse(start)) == consent.table
            case Corrected():
                agrees = isinstance(command, Agree | FinishTurn)
                right = agrees and consent.proposed == CorrectPosition(event.position)
            case Resigned(what):
                right = isinstance(command, Agree | FinishTurn) and consent.proposed == GiveUp(what)
            case RollVoided():
                lost = self._voided(event)
                agrees = isinstance(command, Agree | FinishTurn) and isinstance(consent.proposed, VoidRoll)
                # Corrections that cancel each other may be lost with the roll before them.
                is_latest = all(step.did == "roll" for step in lost) or (
                    game.roll(lost[0].before, lost[0].what).position == position
                )
                right = agrees and is_latest
            case CorrectionUndone():
                right = isinstance(command, Undo)
            case Redone():
                right = isinstance(command, Redo)
            case TakenBack(moves):
                return self._find_loss(moves, consent)
            case _:
                right = False
        return None if right else f"{event} was not confirmed by {consent}"

    def _find_loss(self, moves: int, consent: Consent) -> str | None:
        """Why a takeback loses what nobody agreed to lose; None if it does not."""
        lost = self.dropped(moves)
        if isinstance(consent.command, AnswerUndone) and consent.command in consent.offered:
            return None if consent.command.moves == moves else f"{moves} moves are undone after {consent.command}"
        if any(step.did in ("part", "correction") for step in lost):
            return f"{moves} moves are undone, and a part's start or a correction with them, after {consent}"
        if isinstance(consent.command, Undo) and moves == 1:
            return None
        if self._is_too_far(lost):
            return f"{moves} moves are undone without a question after {consent}"
        shown = self.game.arranged(lost[0].before, consent.table) == consent.table
        if shown or (isinstance(consent.command, Undo) and AnswerUndone(moves) in consent.offered):
            return None
        return f"{moves} moves are undone, but the board shows another table: {consent}"

    def _is_too_far(self, lost: tuple[Step, ...]) -> bool:
        """True if more is lost than the last turn of the player to move, what they began since, and the reply."""
        status = self.game.status(self.position)
        players = [step.player for step in reversed(lost) if step.did == "move"]
        own = status.player if status.due in ("move", "roll") else players[0]
        if status.due in ("move", "roll"):
            while players and players[0] == own:
                players.pop(0)
        while players and players[0] != own:
            players.pop(0)
        return any(player != own for player in players)

    def _voided(self, event: RollVoided) -> tuple[Step, ...]:
        """The steps that are lost if rolls do not count."""
        last = max((number for number, step in enumerate(self.steps) if step.did == "move"), default=-1)
        rolls = [number for number, step in enumerate(self.steps) if number > last and step.did == "roll"]
        assert rolls
        return self.steps[rolls[-event.throws if event.throws else 0] :]

    def _add(self, did: Literal["roll", "move", "part", "correction"], what: JSON, after: Any) -> Book:
        step = Step(did, what, self.position, self.game.status(self.position).player)
        return replace(self, position=after, steps=(*self.steps, step), undone=())

    def _go_back(self, lost: tuple[Step, ...], kept: tuple[Step, ...]) -> Book:
        return replace(
            self,
            position=lost[0].before,
            steps=self.steps[: len(self.steps) - len(lost)],
            kept=kept,
            undone=(*self.undone, replace(self, undone=())),
        )
