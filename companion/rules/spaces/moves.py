"""Which moves are legal in Spaces, and what each of them does (special rules 2 to 8, SP-R3 to SP-R13).

`judge` explains why a move is not legal.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from companion.language import _, ngettext
from companion.rules.core import Event, Outcome, Resignation, Result
from companion.rules.resigning import RESIGNED, end_game, make_resignation
from companion.rules.spaces.actions import Action, Move, Pass, Path
from companion.rules.spaces.board import CENTRE, COLOURS, HEXAGON, NAMES, WAYS
from companion.rules.spaces.position import MOST_PIECES, Position, Spaces
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, Player, other
from companion.words import join_words

FEWEST_TO_PASS = 4
"""The smallest roll with which a piece can pass the centre. It counts the triangle where it goes in, CENTRE, the
triangle where it comes out, and the first space outside (SP-R6).
"""

_HEXAGON = frozenset(HEXAGON)
_TRIANGLES = {
    colour: tuple(space for space in HEXAGON if COLOURS[space] == colour) for colour in ("red", "green", "blue")
}


@dataclass(frozen=True, slots=True)
class Terms:
    """What the ways of a piece must avoid."""

    through: Spaces
    """Spaces through which a way may not lead."""
    onto: Spaces
    """Spaces on which a way may not end."""
    again: bool = False
    """True if a way may lead to the same space twice."""


REGARDLESS = Terms(frozenset(), frozenset())
"""Terms without any pieces: all ways that the roll alone allows."""


def the_rules(position: Position) -> Terms:
    """What ways must avoid by the rules: no piece is jumped, no own piece is landed on, and no space is used twice
    (special rules 2 to 4, SP-R9).
    """
    return Terms(position.own | position.enemy, position.own)


def actions(position: Position) -> Iterator[Action]:
    """The legal actions. If several lead to the same result, only one of them is listed. If nothing can move, only the
    pass. Empty if no move is due.
    """
    if position.phase != "move":
        return
    results = set()
    for move in ways(position):
        if (result := (move.start, frozenset(move.ends))) not in results:
            results.add(result)
            yield move
    if not results:
        yield Pass()


def ways(
    position: Position,
    terms: Terms | None = None,
    starts: Spaces | None = None,
    ends: Spaces | None = None,
) -> Iterator[Move]:
    """Every way to move the roll. Empty if no move is due.

    terms: what the ways must avoid; None for what the rules say. starts: if given, only pieces on these spaces. ends:
    if given, only moves that end on exactly these spaces.
    """
    roll = position.roll
    if roll is None:
        return
    terms = terms or the_rules(position)
    for start in sorted(position.own if starts is None else starts):
        for path in _walks((start,), roll, terms):
            if ends is None or ends == {path[-1]}:
                yield Move(path)
        for path in ways_in((start,), roll - FEWEST_TO_PASS + 1, terms):
            for branches in _ways_out(position, path, terms, ends):
                if ends is None or ends == {branch[-1] for branch in branches}:
                    yield Move(path, branches)


def _walks(path: Path, left: int, terms: Terms) -> Iterator[Path]:
    """All ways to go on from the end of a path by exactly `left` steps, outside the hexagon."""
    if not left:
        yield path
        return
    shut = terms.onto if left == 1 else terms.through
    for space in WAYS[path[-1]]:
        if space not in shut and space not in _HEXAGON and (terms.again or space not in path):
            yield from _walks((*path, space), left - 1, terms)


def ways_in(path: Path, most: int, terms: Terms) -> Iterator[Path]:
    """All ways to go on from the end of a path by at most `most` steps, so that the last step leads into the
    hexagon.
    """
    if most < 1:
        return
    for space in WAYS[path[-1]]:
        if space in _HEXAGON:
            yield (*path, space)
        elif space not in terms.through and (terms.again or space not in path):
            yield from ways_in((*path, space), most - 1, terms)


def _ways_out(position: Position, path: Path, terms: Terms, ends: Spaces | None) -> Iterator[tuple[Path, ...]]:
    """All ways out for a piece that has gone into the centre by `path` (SP-R10 to SP-R12). Each result has one way for
    every piece that comes out.
    """
    assert position.roll is not None
    # the steps of the path (one fewer than its spaces), CENTRE and the triangle out are counted already
    left = position.roll - len(path) - 1
    out = [
        [
            branch
            for triangle in triangles
            for branch in _walks((triangle,), left, terms)
            if ends is None or branch[-1] in ends
        ]
        for colour, triangles in _TRIANGLES.items()
        if colour != COLOURS[path[-1]]
    ]
    if gains(position):
        yield from (tuple(sorted(pair)) for pair in product(*out))
    else:
        yield from ((branch,) for branches in out for branch in branches)


def gains(position: Position) -> bool:
    """True if a second piece comes out when the player to move passes the centre (SP-R11)."""
    return len(position.own) < MOST_PIECES


def touched(move: Move) -> Spaces:
    """Every space on which a move puts a piece down. The start of the move is among them."""
    return frozenset(move.path).union((CENTRE,) if move.branches else (), *move.branches)


def after(position: Position, move: Move) -> tuple[Spaces, Spaces]:
    """The spaces of the player's own pieces, and of the other player's pieces, after a move."""
    return position.own - {move.start} | frozenset(move.ends), position.enemy.difference(move.ends)


def carry_out(position: Position, action: Action) -> Outcome[Position]:
    """What an action leads to. It must be legal; this is not checked here."""
    mover, enemy = position.to_move, other(position.to_move)
    done = replace(position, phase="roll", roll=None, extra_roll=False)
    if isinstance(action, Pass):
        return Outcome(replace(done, to_move=enemy))
    name, events = PLAYER_NAMES[mover], []
    own, left = after(position, action)
    for space in sorted(position.enemy - left):
        text = _("{player} captures the piece on {space}. {opponent} takes it off the board.")
        text = text.format(player=name, space=NAMES[space], opponent=PLAYER_NAMES[enemy])
        events.append(Event("captured", text, (NAMES[space],)))
    if len(own) > len(position.own):
        ends = tuple(NAMES[space] for space in action.ends)
        text = _("{player} passes through the centre and gains a piece. {player}'s pieces come out on {spaces}.")
        events.append(Event("gained", text.format(player=name, spaces=join_words(ends)), ends))
    done = replace(done, pieces=position.pieces.but(mover, own).but(enemy, left))
    if not left:
        text = _("{player} wins the bout: {opponent} has no piece left on the board.")
        return bout_won(done, mover, "capture", text.format(player=name, opponent=PLAYER_NAMES[enemy]), events)
    if len(own) > len(position.own):
        return Outcome(replace(done, extra_roll=True), tuple(events))
    return Outcome(replace(done, to_move=enemy), tuple(events))


def bout_won(position: Position, winner: Player, how: str, text: str, events: list[Event]) -> Outcome[Position]:
    """What the end of a bout leads to, which may be the end of the game. The winner gets the point, and the pieces stay
    where they are. text: who wins the bout and why, for people.
    """
    score = position.score.but(winner, position.score.of(winner) + 1)
    ended = replace(position, to_move=winner, phase="between", roll=None, opening=False, extra_roll=False, score=score)
    events = [*events, Event("bout-won", text)]
    if score.of(winner) < position.target:
        return Outcome(ended, tuple(events))
    points = score.of(winner)
    text = ngettext(
        "{player} wins the game with {points} point.", "{player} wins the game with {points} points.", points
    )
    events.append(Event("won", text.format(player=PLAYER_NAMES[winner], points=points)))
    return Outcome(replace(ended, phase="over", result=Result(winner, 1, how)), tuple(events))


def resignations(position: Position) -> tuple[Resignation[Position], ...]:
    """What can be given up: each player may give up the bout that is played, or the whole game."""
    if position.phase in ("between", "over"):
        return ()
    found = []
    for player in PLAYERS:
        winner = other(player)
        name, won = PLAYER_NAMES[player], PLAYER_NAMES[winner]
        text = _("{player} wins the bout by resignation.").format(player=won)
        bout = bout_won(position, winner, RESIGNED, text, [])
        over = replace(
            position,
            to_move=winner,
            phase="over",
            roll=None,
            opening=False,
            extra_roll=False,
            result=Result(winner, 1, RESIGNED),
        )
        found.append(make_resignation(player, "bout", name, bout))
        found.append(make_resignation(player, "game", name, end_game(over, won)))
    return tuple(found)
