"""What a position waits for, and what can be done in it, said to people."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import islice
from types import MappingProxyType

from companion.rules.core import Counter, Hint, Hints, Status
from companion.rules.mindfield import moves, rounds
from companion.rules.mindfield.actions import Jump, Step, write
from companion.rules.mindfield.judge import broken, listed
from companion.rules.mindfield.position import ANTIPODE, FEWEST, PLAYER_NAMES, PLAYERS, TO_WIN, Position, other
from companion.rules.mindfield.squares import NAMES, STEPS
from companion.words import join_words

_HOW: Mapping[str, str] = {
    "score": "by the higher score",
    "stones": f"the opponent had fewer than {FEWEST} stones left",
    "captures": f"in the extra round, with {TO_WIN} captures",
    "primes": f"in the extra round, with {TO_WIN} stones on Prime squares",
}

MOST_NAMED = 4
"""How many mandatory moves are named."""

MOST_JUMPS = 100
"""How many jumps of one stone are told of; more only stand in invented positions."""


def status(position: Position) -> Status:
    """What the position waits for."""
    match = position.tournament
    counters: dict[str, tuple[Counter, ...]] = {
        player: (
            *((Counter("score", match.score.of(player)), Counter("round", match.round)) if match else ()),
            Counter("in hand", position.hand.of(player)),
            Counter("captured", position.captured.of(player)),
            Counter("on Prime", position.on_prime(player)),
        )
        for player in PLAYERS
    }
    stuck = not position.ended and not moves.can_act(position)
    return Status(
        due="next" if position.phase == "between" else "nothing" if position.ended else "move",
        player=position.to_move,
        offers=("pass",) if stuck else (),
        counters=MappingProxyType(counters),
        result=rounds.of_round(position) if position.phase == "between" else position.result,
    )


def hints(position: Position) -> Hints:
    """What may be done now, and why a piece may not be moved."""
    if position.ended:
        return Hints(_ended(position))
    cells: dict[str, list[Hint]] = {}
    text = _ways(position, cells)
    must = [write(action) for action in islice(moves.mandatory(position), MOST_NAMED)]
    if must:
        text += f" This round can be ended now, so it must be: {' or '.join(must)}."
    if position.phase == "claim":
        text = _claims(position, cells) + text
    return Hints(text, _frozen(cells))


def _ways(position: Position, cells: dict[str, list[Hint]]) -> str:
    """Adds what can be done on the board and what not; says what can be done."""
    player = PLAYER_NAMES[position.to_move]
    for square in moves.placements(position):
        cells[NAMES[square]] = [Hint(NAMES[square], "Place a stone: no piece touches this square.")]
    can_place = bool(cells)
    if position.setting_up:
        if can_place:
            return f"{player}: place a stone on a square that touches no piece, not even at a corner."
        return f"{player} cannot place a stone: pass."
    can_move, can_jump = _moves(position, cells), _jumps(position, cells)
    can_slide = _slides(position, cells)
    for square in position.stones(position.to_move):
        cells.setdefault(
            NAMES[square], [Hint(None, "This stone can neither move nor jump: everything round it is taken.")]
        )
    ways = [
        words
        for possible, words in (
            (can_move, "move a stone one square"),
            (can_jump, "jump"),
            (can_place, "place a stone that touches no piece"),
            (can_slide, "slide the Antipode"),
        )
        if possible
    ]
    if not ways:
        return f"{player} can do nothing: pass."
    return f"{player}: {join_words(ways, 'or')}."


def _claims(position: Position, cells: dict[str, list[Hint]]) -> str:
    """Adds the stones that can be claimed; says why one can."""
    offender = other(position.to_move)
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[offender]
    for claim in moves.claims(position):
        why = "Claim this stone: take it off the board, it counts as captured and it stays your turn."
        _add(cells, claim.square, Hint(None, why))
    return (
        f"{opponent} could have ended the round and did not: {player} may claim one {opponent.lower()} stone "
        "by taking it off the board, or play on. "
    )


def _moves(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds the moves of stones, and the way back that is forbidden; whether there is a move."""
    found = False
    for step in moves.steps(position):
        if position.board[step.start] != ANTIPODE:
            found = True
            _add(cells, step.start, Hint(NAMES[step.end], f"Move to {NAMES[step.end]}."))
    back = moves.forbidden_return(position)
    if back and position.board[back[0]] == position.to_move and back[1] in STEPS[back[0]]:
        _refuse(position, cells, *back)
    return found


def _refuse(position: Position, cells: dict[str, list[Hint]], start: int, end: int) -> None:
    """Adds the way back, with the reason why it may not be gone, where nothing else forbids it."""
    reasons = broken(position, Step(start, end))
    if [reason.rule for reason in reasons] == ["MF-B"]:
        _add(cells, start, Hint(None, f"Not to {NAMES[end]}: {reasons[0].text}"))


def _jumps(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds the jumps; whether there is one."""
    found = False
    for origin in position.stones(position.to_move):
        for route, landing in islice(moves.landings(position, origin), MOST_JUMPS):
            found = True
            taken = [s for s in range(len(NAMES)) if landing.captured >> s & 1]
            effects = []
            if taken:
                effects.append(f"captures {listed(taken)}")
            if landing.flipped:
                up = PLAYER_NAMES[other(position.antipode_up)]
                effects.append(f"turns the Antipode to {up}")
            brings = " and ".join(effects) or "captures nothing"
            _add(cells, origin, Hint(NAMES[landing.square], f"Jump {write(Jump(route))}: {brings}."))
    return found


def _slides(position: Position, cells: dict[str, list[Hint]]) -> bool:
    """Adds the slides of the Antipode, or why it may not be moved; whether there is a slide."""
    home = position.board.index(ANTIPODE)
    if position.antipode_up != position.to_move:
        up = PLAYER_NAMES[position.antipode_up]
        _add(cells, home, Hint(None, f"The Antipode shows {up}, so only {up} may move it. A jump over it turns it."))
        return False
    slides = [step for step in moves.steps(position) if step.start == home]
    for step in slides:
        _add(cells, home, Hint(NAMES[step.end], f"Slide the Antipode to {NAMES[step.end]}."))
    back = moves.forbidden_return(position)
    if back and back[0] == home:
        _refuse(position, cells, *back)
    if NAMES[home] not in cells:
        _add(cells, home, Hint(None, "The Antipode cannot slide: everything round it is taken."))
    return bool(slides)


def _ended(position: Position) -> str:
    match = position.tournament
    standing = f"Gold {match.score.G}, Silver {match.score.S}" if match else ""
    if match and position.phase == "between":
        name = "the extra round" if match.round == match.rounds else "the next round"
        return f"Round {match.round} is over: {standing}. Lay out {name}."
    assert position.result is not None
    if match:
        how = _HOW.get(position.result.how, position.result.how)
        return f"The match is over: {PLAYER_NAMES[position.to_move]} has won it ({how}). {standing}."
    by = "stones captured" if position.result.how == "captures" else "stones on Prime squares"
    count = (
        position.captured.of(position.to_move)
        if position.result.how == "captures"
        else position.on_prime(position.to_move)
    )
    return f"The game is over: {PLAYER_NAMES[position.to_move]} has won with {count} {by}."


def _add(cells: dict[str, list[Hint]], square: int, hint: Hint) -> None:
    cells.setdefault(NAMES[square], []).append(hint)


def _frozen(cells: Mapping[str, list[Hint]]) -> Mapping[str, tuple[Hint, ...]]:
    return MappingProxyType({cell: tuple(found) for cell, found in cells.items()})
