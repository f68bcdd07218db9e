"""Explains what people tried if no legal action leads to their table.

It reads the difference between table and position as an action, and judges this action. It only finds the words: the
caller has already checked that no action fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import Protocol

from companion.language import _, ngettext
from companion.rules.core import Table, Violation
from companion.rules.mindfield import moves
from companion.rules.mindfield.actions import Action, Jump, Place, Step
from companion.rules.mindfield.judge import broken, listed, violation
from companion.rules.mindfield.jumps import jumper, reached
from companion.rules.mindfield.position import EMPTY, KINDS, PLAYER_NAMES, Position, other
from companion.rules.mindfield.squares import NAMES, between

MOST_LANDINGS = 2_000
"""How many possible jumps of a moved stone are compared with the table."""


class Difference(Protocol):
    """What must be known about the squares that differ: what was there and what is there now. `table_match.Changes` has
    it.
    """

    @property
    def was(self) -> Mapping[int, tuple[str, ...]]: ...
    @property
    def now(self) -> Mapping[int, tuple[str, ...]]: ...


@dataclass(frozen=True, slots=True)
class Traffic:
    """The squares that pieces of one kind have left, and those that they have reached, in the order of the squares."""

    gone: tuple[int, ...]
    came: tuple[int, ...]


def explain(position: Position, seen: Table, changes: Difference) -> list[Violation]:
    """Why a changed table is no legal result: at least one reason, the most basic one first."""
    if position.ended:
        return broken(position, Place(next(iter(changes.now))))
    own, foreign, antipode = (
        _traffic(changes, KINDS[position.to_move]),
        _traffic(changes, KINDS[other(position.to_move)]),
        _traffic(changes, "antipode"),
    )
    found = [*_impossible(position, seen, changes)]
    done: list[Action] = []
    captured: tuple[int, ...] = ()
    jumped_antipode = False
    if len(own.gone) == 1 and len(own.came) == 1:
        action = _travelled(position, own.gone[0], own.came[0], foreign.gone, _turned(changes))
        done.append(action)
        wrong = broken(position, action)
        found += wrong
        if isinstance(action, Jump):
            captured, jumped_antipode = _effects(position, action)
            if not wrong:
                found += _unfinished(position, action, captured, foreign.gone)
    elif own.gone or own.came:
        done += [Place(square) for square in own.came] if not own.gone else []
        found += _own_stones(position, own, done)
    found += _foreign_stones(position, foreign, captured)
    found += _antipode(position, changes, antipode, done, jumped_antipode)
    if not found:
        text = _("There was more than one action, on {squares}. A turn is one placing, move or jump.")
        found = [violation("MF-R3", text.format(squares=listed(sorted(changes.now))), *sorted(changes.now))]
    return found


def _traffic(changes: Difference, kind: str) -> Traffic:
    gone, came = [], []
    for square in sorted(changes.now):
        before = Counter(k.partition("-")[0] for k in changes.was[square])[kind]
        after = Counter(k.partition("-")[0] for k in changes.now[square])[kind]
        gone += [square] * (before - after)
        came += [square] * (after - before)
    return Traffic(tuple(gone), tuple(came))


def _turned(changes: Difference) -> bool:
    """True if the Antipode has not moved, but its other side is up."""
    return any(
        was[0].startswith("antipode") and changes.now[square] and changes.now[square][0].startswith("antipode")
        for square, was in changes.was.items()
        if was
    )


def _impossible(position: Position, seen: Table, changes: Difference) -> Iterator[Violation]:
    kinds = [kind for kinds in seen.values() for kind in kinds]
    for player, kind in KINDS.items():
        count = kinds.count(kind)
        if count > position.stones_each:
            came = _traffic(changes, kind).came
            text = _("There are {count} stones of {player} on the board. {player} has only {most}: take some away.")
            text = text.format(count=count, player=PLAYER_NAMES[player], most=position.stones_each)
            yield violation("MF-P" if player == position.to_move else "MF-R3", text, *came)
    antipodes = [s for s, name in enumerate(NAMES) for k in seen.get(name, ()) if k.startswith("antipode")]
    if len(antipodes) > 1:
        text = _("The Antipode is on {squares}, but there is only one. Take the others away.")
        yield violation("MF-A", text.format(squares=listed(antipodes)), *antipodes)
    for square, now in changes.now.items():
        if len(now) > 1 and not (position.board[square] != EMPTY and len(now) == 2 and changes.was[square][0] in now):
            text = _("There are {count} pieces on {square}. A square holds one piece.")
            yield violation("MF-R3", text.format(count=len(now), square=NAMES[square]), square)


def _travelled(position: Position, start: int, end: int, lifted: Sequence[int], turned: bool) -> Action:
    """The action that best explains why a stone has gone from one square to another."""
    best: tuple[int, Jump] | None = None
    if not position.setting_up:
        gone = sum(1 << square for square in lifted)
        # By the basic rules: a jump that only tournament rules forbid is still read as a jump.
        stone = replace(jumper(position, start, bound=False), strict=False)
        for route, landing in islice(reached(stone), MOST_LANDINGS):
            if landing.square == end:
                missed = (landing.captured ^ gone).bit_count() + (landing.flipped != turned)
                if best is None or missed < best[0]:
                    best = missed, Jump(route)
    if best:
        return best[1]
    passed = between(start, end)
    over_something = passed is not None and len(passed) == 1 and position.board[passed[0]] != EMPTY
    far = passed is None or len(passed) >= 1
    return Jump((start, end)) if over_something or (lifted and far) else Step(start, end)


def _effects(position: Position, jump: Jump) -> tuple[tuple[int, ...], bool]:
    """The squares of opposing stones that a jump passes over, and True if it passes over the Antipode."""
    passed = [s for leg in jump.legs for s in between(*leg) or ()]
    enemy = other(position.to_move)
    return tuple(s for s in passed if position.board[s] == enemy), any(position.board[s] == "A" for s in passed)


def _unfinished(
    position: Position, jump: Jump, captured: tuple[int, ...], lifted: tuple[int, ...]
) -> Iterator[Violation]:
    if left := [s for s in captured if s not in lifted]:
        text = ngettext(
            "{opponent}'s stone on {squares} was jumped and captured. Take it off the board.",
            "{opponent}'s stones on {squares} were jumped and captured. Take them off the board.",
            len(left),
        ).format(opponent=PLAYER_NAMES[other(position.to_move)], squares=listed(left))
        yield violation("MF-J", text, jump.squares[0], *left, jump.squares[-1])


def _own_stones(position: Position, own: Traffic, placed: Sequence[Action]) -> list[Violation]:
    fields = {"player": PLAYER_NAMES[position.to_move], "gone": listed(own.gone), "came": listed(own.came)}
    found: list[Violation] = []
    if not own.gone:
        if len(own.came) > 1:
            text = _("{count} stones of {player} were put on the board, on {came}. A turn places one stone.")
            found.append(violation("MF-R3", text.format(count=len(own.came), **fields), *own.came))
        for action in placed:
            found += broken(position, action)
    elif not own.came:
        if len(own.gone) > 1:
            text = _("{count} stones of {player} are gone, from {gone}. A turn moves one stone.")
            return [violation("MF-R3", text.format(count=len(own.gone), **fields), *own.gone)]
        start = own.gone[0]
        if position.setting_up:
            text = _("{player}'s stone from {gone} is off the board. Put it back and place a new one.")
            return [violation("MF-R2", text.format(**fields), start)]
        if any(step.start == start for step in moves.steps(position)) or any(moves.landings(position, start)):
            text = _("{player}'s stone from {gone} is off the board. Put it where it moves or jumps to.")
        else:
            text = _("{player}'s stone from {gone} is off the board. It can neither move nor jump, so put it back.")
        found.append(violation("MF-M", text.format(**fields), start))
    else:
        text = _(
            "More than one stone of {player} was moved, from {gone} to {came}. A turn is one action with one stone."
        )
        found.append(violation("MF-R3", text.format(**fields), *own.gone, *own.came))
    return found


def _foreign_stones(position: Position, foreign: Traffic, captured: Iterable[int]) -> Iterator[Violation]:
    gone = tuple(s for s in foreign.gone if s not in captured)
    fields = {
        "player": PLAYER_NAMES[position.to_move],
        "opponent": PLAYER_NAMES[other(position.to_move)],
        "gone": listed(gone),
        "came": listed(foreign.came),
    }
    if gone and foreign.came:
        text = _("{opponent}'s stone was moved from {gone} to {came}. It is {player}'s turn: put it back.")
        yield violation("MF-M", text.format(**fields), *gone, *foreign.came)
    elif gone and position.phase == "claim":
        if len(gone) > 1:
            text = _("{count} stones of {opponent} are gone, from {gone}. The penalty is one stone.")
        else:
            text = _(
                "{opponent}'s stone from {gone} is gone and something else has changed. First claim the stone, then "
                "move."
            )
        yield violation("MF-TM", text.format(count=len(gone), **fields), *gone)
    elif gone:
        text = ngettext(
            "{opponent}'s stone on {gone} is gone but was not jumped. Only a jump captures: put it back.",
            "{opponent}'s stones on {gone} are gone but were not jumped. Only a jump captures: put them back.",
            len(gone),
        )
        yield violation("MF-J", text.format(**fields), *gone)
    elif foreign.came:
        text = _("A stone of {opponent} was put on {came}. It is {player}'s turn, so place a stone of {player}.")
        yield violation("MF-P", text.format(**fields), *foreign.came)


def _antipode(
    position: Position, changes: Difference, antipode: Traffic, done: list[Action], jumped: bool
) -> list[Violation]:
    found: list[Violation] = []
    home = position.board.index("A")
    name = NAMES[home]
    if antipode.gone and len(antipode.came) == 1:
        end = antipode.came[0]
        slide = Step(home, end)
        found += broken(position, slide)
        if position.kind(home) not in changes.now[end]:
            text = _("The Antipode was turned over on its way to {square}. Only a jump over it turns it.")
            text = text.format(square=NAMES[end])
            found.append(violation("MF-A", text, home, end))
        if done:
            text = _(
                "A stone and the Antipode were both moved, the Antipode from {start} to {end}. A turn is one action."
            )
            text = text.format(start=name, end=NAMES[end])
            found.insert(0, violation("MF-R3", text, home, end))
        done.append(slide)
    elif antipode.gone:
        if jumped:
            if _is_odd(_crossings(position, done)):
                text = _("The Antipode is off the board. It was jumped, so turn it over and put it back on {square}.")
            else:
                text = _("The Antipode is off the board. Put it back on {square}.")
        elif any(step.start == home for step in moves.steps(position)) and not position.setting_up and not done:
            text = _("The Antipode from {square} is off the board. Put it where it slides to.")
        else:
            text = _("The Antipode is off the board. It is never captured, so put it back on {square}.")
        found.append(violation("MF-A", text.format(square=name), home))
    elif not antipode.came and _turned(changes) and not jumped:
        text = _("The Antipode on {square} was turned over but not jumped. Only a jump over it turns it.")
        found.append(violation("MF-A", text.format(square=name), home))
    elif jumped and not _turned(changes) and _is_odd(_crossings(position, done)):
        text = _("The Antipode on {square} was jumped. Turn it over.")
        found.append(violation("MF-A", text.format(square=name), home))
    elif jumped and _turned(changes) and not _is_odd(_crossings(position, done)):
        text = _("The Antipode on {square} was jumped twice, so its first side is up again. Turn it back.")
        found.append(violation("MF-A", text.format(square=name), home))
    return found


def _crossings(position: Position, done: Iterable[Action]) -> int:
    """How often jumps pass over the Antipode, counted over these actions."""
    return sum(
        position.board[s] == "A"
        for action in done
        if isinstance(action, Jump)
        for leg in action.legs
        for s in between(*leg) or ()
    )


def _is_odd(count: int) -> bool:
    return count % 2 == 1
