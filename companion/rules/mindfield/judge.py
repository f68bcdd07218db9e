"""Why an action may not be made: the rules that it breaks, in words about this very action.

The reverse of `moves`: an action breaks no rule here exactly where it is legal there; the tests hold the
two against each other over the whole alphabet of moves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from companion.rules.core import Verdict, Violation
from companion.rules.mindfield import moves
from companion.rules.mindfield.actions import Action, Claim, Jump, Pass, Place, Step, read, touched, write
from companion.rules.mindfield.jumps import Jumper, Landing, jumper, legs
from companion.rules.mindfield.position import ANTIPODE, EMPTY, PLAYER_NAMES, Position, other
from companion.rules.mindfield.squares import AROUND, NAMES, between
from companion.words import join_words

TITLES: Mapping[str, str] = {
    "MF-P": "Placing a stone",
    "MF-M": "Moving a stone",
    "MF-B": "No moving back and forth",
    "MF-J": "Jumping",
    "MF-A": "The Antipode",
    "MF-W": "The end of the game",
    "MF-TP": "Jumping from the Perimeter",
    "MF-TM": "The mandatory move",
    "MF-TS": "The end of a round",
    "MF-R2": "Setting up comes first",
    "MF-R3": "One action a turn",
    "MF-R12": "A jump must change something",
    "MF-R13": "Passing",
    "MF-R16": "Claiming a stone",
}


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on a move text. Raises MoveTextError where it is none."""
    action = read(text)
    violations = broken(position, action)
    if violations:
        return Verdict(write(action), None, tuple(violations))
    return Verdict(write(action), moves.carry_out(position, action))


def broken(position: Position, action: Action) -> list[Violation]:
    """The rules that an action breaks, most basic first; none where it is legal."""
    if position.phase == "between":
        text = "The round is over: nothing is moved until the next one is laid out."
        return [violation("MF-TS", text, *touched(action))]
    if position.ended:
        return [violation("MF-W", f"The game is over: {PLAYER_NAMES[position.to_move]} has won.")]
    match action:
        case Place(square):
            return _placing(position, square)
        case Step(start, end):
            return _stepping(position, start, end)
        case Jump():
            return _jumping(position, action)
        case Pass():
            return _passing(position)
        case Claim(square):
            return _claiming(position, square)


def violation(rule: str, text: str, *squares: int) -> Violation:
    """A violation with the rule's title; every square is named once."""
    return Violation(rule, TITLES[rule], text, tuple(dict.fromkeys(NAMES[square] for square in squares)))


def piece_words(position: Position, square: int) -> str:
    """What lies on an occupied square: "a gold stone", "the Antipode"."""
    piece = position.board[square]
    return "the Antipode" if piece == ANTIPODE else f"a {'gold' if piece == 'G' else 'silver'} stone"


def listed(squares: Sequence[int]) -> str:
    """The names of squares as people say them: "a1", "a1 and b2", "a1, b2 and c3"."""
    return join_words(dict.fromkeys(NAMES[square] for square in squares))


def _placing(position: Position, square: int) -> list[Violation]:
    found = []
    player, name = PLAYER_NAMES[position.to_move], NAMES[square]
    if not position.hand.of(position.to_move):
        found.append(
            violation("MF-R3", f"{player} has no stone left in hand, so none can be placed on {name}.", square)
        )
    if position.board[square] != EMPTY:
        text = f"{name} is taken: {piece_words(position, square)} lies there. A stone is placed on an empty square."
        found.append(violation("MF-P", text, square))
    elif near := [s for s in AROUND[square] if position.board[s] != EMPTY]:
        lying = " and ".join(f"{NAMES[s]} where {piece_words(position, s)} lies" for s in near)
        text = f"{name} stands next to {lying}. A stone is placed only where all squares around are empty, corners too."
        found.append(violation("MF-P", text, square, *near))
    return found


def _stepping(position: Position, start: int, end: int) -> list[Violation]:
    found = _setting_up(position, "moved", start)
    if position.board[start] == ANTIPODE:
        return found + _control(position, start) + _sliding(position, start, end) + _returning(position, start, end)
    foreign = _not_own(position, "MF-M", "moved", start)
    return found + (foreign or _moving(position, start, end) + _returning(position, start, end))


def _setting_up(position: Position, done: str, square: int) -> list[Violation]:
    if not position.setting_up:
        return []
    text = (
        f"The piece on {NAMES[square]} cannot be {done} yet: until no more stones can be placed, a turn places a stone."
    )
    return [violation("MF-R2", text, square)]


def _not_own(position: Position, rule: str, done: str, square: int) -> list[Violation]:
    piece, name = position.board[square], NAMES[square]
    if piece == EMPTY:
        return [violation(rule, f"{name} is empty: there is no piece to be {done}.", square)]
    if piece == other(position.to_move):
        owner, player = PLAYER_NAMES[other(position.to_move)], PLAYER_NAMES[position.to_move]
        text = f"The stone on {name} is {owner}'s, and it is {player}'s turn: only own stones are {done}."
        return [violation(rule, text, square)]
    return []


def _control(position: Position, square: int) -> list[Violation]:
    if position.antipode_up == position.to_move:
        return []
    up, player = PLAYER_NAMES[position.antipode_up], PLAYER_NAMES[position.to_move]
    text = f"The Antipode shows {up}, so {up} controls it; {player} may not move it."
    return [violation("MF-A", text, square)]


def _sliding(position: Position, start: int, end: int) -> list[Violation]:
    way = f"{NAMES[start]} to {NAMES[end]}"
    if start == end:
        return [violation("MF-A", f"{way} moves nothing: the Antipode must leave its square.", start)]
    passed = between(start, end)
    if passed is None:
        text = f"{way} is no straight line: the Antipode slides up, down, left or right, any number of empty squares."
        return [violation("MF-A", text, start, end)]
    found = []
    if blocking := [s for s in passed if position.board[s] != EMPTY]:
        standing = " and ".join(f"{piece_words(position, s)} on {NAMES[s]}" for s in blocking)
        text = f"On the way from {way} is {standing}: the Antipode slides over empty squares and never jumps."
        found.append(violation("MF-A", text, start, *blocking))
    return found + _taken(position, "MF-A", "The Antipode slides to an empty square.", end)


def _moving(position: Position, start: int, end: int) -> list[Violation]:
    way = f"{NAMES[start]} to {NAMES[end]}"
    if start == end:
        return [violation("MF-M", f"{way} moves nothing: a stone moves to another square.", start)]
    found = []
    passed = between(start, end)
    only = "a stone moves one square up, down, left or right"
    if passed is None:
        files, rows = abs(start % 7 - end % 7), abs(start // 7 - end // 7)
        kind = "diagonal" if files == rows else "not in a straight line"
        found.append(violation("MF-M", f"{way} is {kind}: {only}.", start, end))
    elif passed:
        count = {1: "two", 2: "three", 3: "four", 4: "five", 5: "six"}[len(passed)]
        text = f"{way} is {count} squares; {only}."
        if len(passed) == 1 and position.board[passed[0]] != EMPTY and position.board[end] == EMPTY:
            text += f" (To jump over {NAMES[passed[0]]} would be {write(Jump((start, end)))}.)"
        found.append(violation("MF-M", text, start, end))
    return found + _taken(position, "MF-M", "A stone moves to an empty square.", end)


def _taken(position: Position, rule: str, instead: str, square: int) -> list[Violation]:
    if position.board[square] == EMPTY:
        return []
    return [violation(rule, f"{NAMES[square]} is taken: {piece_words(position, square)} lies there. {instead}", square)]


def _returning(position: Position, start: int, end: int) -> list[Violation]:
    if moves.forbidden_return(position) != (start, end):
        return []
    player, piece = (
        PLAYER_NAMES[position.to_move],
        "the Antipode" if position.board[start] == ANTIPODE else "this stone",
    )
    text = (
        f"{player} moved {piece} from {NAMES[end]} to {NAMES[start]} in the turn before; "
        "a piece may not go straight back."
    )
    return [violation("MF-B", text, start, end)]


def _jumping(position: Position, jump: Jump) -> list[Violation]:
    start = jump.squares[0]
    found = _setting_up(position, "jumped with", start)
    if position.board[start] == ANTIPODE:
        text = "The Antipode never jumps: it slides over empty squares."
        return found + _control(position, start) + [violation("MF-A", text, start)]
    if foreign := _not_own(position, "MF-J", "jumped with", start):
        return found + foreign
    stone = jumper(position, start, bound=False)
    landing = stone.start()
    for leg in jump.legs:
        if wrong := _leg(position, stone, landing, *leg):
            return found + wrong
        landing = next(further for further in legs(stone, landing) if further.square == leg[1])
    if landing.nothing_done(start):
        text = (
            f"The jump ends on {NAMES[start]} where it began and has changed nothing: "
            "a turn must change something on the board."
        )
        found.append(violation("MF-R12", text, *jump.squares))
    return found


def _leg(position: Position, stone: Jumper, landing: Landing, start: int, end: int) -> list[Violation]:
    """What is wrong with one leg of a jump by a stone that has come to `landing`."""
    way = f"{NAMES[start]} to {NAMES[end]}"
    passed = between(start, end)
    needed = "a jump goes over the next square to the one straight behind it, up, down, left or right"
    if passed is None or len(passed) != 1:
        text = f"{way} is no jump: {needed}."
        return [violation("MF-J", text, start, end)]
    over = passed[0]
    found = []
    if landing.captured >> over & 1:
        text = f"{NAMES[over]} is empty by then, its stone was captured earlier in this jump: nothing to jump over."
        found.append(violation("MF-J", text, start, over))
    elif position.board[over] == EMPTY:
        text = f"{NAMES[over]} is empty: from {way} there is nothing to jump over."
        found.append(violation("MF-J", text, start, over))
    if end != stone.origin:
        found += _taken(position, "MF-J", "A jump lands on an empty square.", end)
    if not found and stone.forbidden(start, over, landing.flipped):
        text = (
            f"{NAMES[start]} is on the Perimeter and {NAMES[over]} a Prime square, where {piece_words(position, over)} "
            f"lies{' that the opponent controls' if position.board[over] == ANTIPODE else ''}: in a tournament round "
            "no stone jumps an opposing piece on a Prime square from the Perimeter."
        )
        found.append(violation("MF-TP", text, start, over, end))
    return found


def _passing(position: Position) -> list[Violation]:
    action = next(moves.ordinary(position), None)
    if action is None:
        return []
    player = PLAYER_NAMES[position.to_move]
    text = f"{player} may not pass while anything can be done, for example {write(action)}."
    return [violation("MF-R13", text)]


def _claiming(position: Position, square: int) -> list[Violation]:
    offender, name = other(position.to_move), NAMES[square]
    if position.tournament is None:
        text = (
            "A stone is claimed in tournament matches only, after a mandatory move was missed; this is the basic game."
        )
        return [violation("MF-R16", text, square)]
    if position.tournament.extra:
        text = "No stone is claimed in the extra round: it goes by the rules of the basic game."
        return [violation("MF-TM", text, square)]
    if position.phase != "claim":
        text = (
            f"No stone can be claimed now: in the turn before, {PLAYER_NAMES[offender]} left out no move that "
            "would have ended the round."
        )
        return [violation("MF-TM", text, square)]
    if position.board[square] == offender:
        return []
    lying = f"{piece_words(position, square)} lies there" if position.board[square] != EMPTY else "it is empty"
    text = f"On {name} is nothing to claim, {lying}: the penalty is a {PLAYER_NAMES[offender].lower()} stone."
    return [violation("MF-TM", text, square)]
