"""Why a move may not be made: the rules that it breaks, in words about this very move.

The reverse of `moves`: a move breaks no rule here exactly where it is legal there; the tests hold the two
against each other. Most basic first: whose piece, where one step leads, the centre, the count, then the
special rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise

from companion.rules.core import Verdict, Violation
from companion.rules.spaces import moves
from companion.rules.spaces.actions import Action, Move, Pass, Path, read, write
from companion.rules.spaces.board import COLOURS, HEXAGON, NAMES, STRIPES, TOUCHED, WAYS, facing_sides
from companion.rules.spaces.position import MOST_PIECES, Position
from companion.rules.white_black import KINDS, PLAYER_NAMES, other
from companion.words import join_words

TITLES: Mapping[str, str] = {
    "SP-M": "Moving a piece",
    "SP-E": "Edge moves",
    "SP-O": "Capturing",
    "SP-C": "The centre hexagon",
    "SP-2": "Not back to the start",
    "SP-3": "No space twice",
    "SP-4": "No passing through pieces",
    "SP-5": "No stop in the centre",
    "SP-6": "All the way through the centre",
    "SP-7": "The extra roll",
    "SP-R1": "The roll-off",
    "SP-R3": "A player who can move must move",
    "SP-R9": "Not onto an own piece",
    "SP-R10": "The same count for both pieces",
    "SP-R11": "The second piece comes in",
    "SP-R15": "The end of the game",
    "SP-R16": "Three pieces at most",
}

MOST_TOLD = 3
"""How many places of one fault are told of; a move may be a text of any length."""

_HEXAGON = frozenset(HEXAGON)


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on a move text. Raises MoveTextError where it is none."""
    action = read(text)
    violations = broken(position, action)
    if violations:
        return Verdict(write(action), None, tuple(violations))
    return Verdict(write(action), moves.carry_out(position, action))


def broken(position: Position, action: Action) -> list[Violation]:
    """The rules that an action breaks, most basic first; none where it is legal."""
    if waiting := not_due(position):
        return [waiting]
    if isinstance(action, Pass):
        return _passing(position)
    return _piece(position, action.start) or [
        *_steps(action),
        *_centre(position, action),
        *_count(position, action),
        *_where_it_ends(position, action),
        *_on_the_way(position, action),
    ]


def not_due(position: Position) -> Violation | None:
    """Why no move is due at all, where none is."""
    name = PLAYER_NAMES[position.to_move]
    match position.phase:
        case "roll-off":
            return violation("SP-R1", "Nobody moves yet: each player throws a die, and the higher one begins.")
        case "roll" if position.extra_roll:
            return violation("SP-7", f"{name} has gained a piece and throws the die once more before moving.")
        case "roll":
            return violation("SP-M", f"{name} throws the die before moving.")
        case "between":
            return violation("SP-O", f"The bout is over, {name} has won it: lay out the next one.")
        case "over":
            return violation("SP-R15", f"The game is over: {name} has won.")
    return None


def violation(rule: str, text: str, *spaces: int) -> Violation:
    """A violation with the rule's title; every space is named once."""
    return Violation(rule, TITLES[rule], text, names(spaces))


def names(spaces: Iterable[int]) -> tuple[str, ...]:
    """The names of spaces, each once."""
    return tuple(dict.fromkeys(NAMES[space] for space in spaces))


def listed(spaces: Iterable[int], last: str = "and") -> str:
    """The names of spaces as people say them: "A1", "A1 and B2", "A1, B2 and C3"."""
    return join_words(names(spaces), last)


def spaces_counted(count: int) -> str:
    return "1 space" if count == 1 else f"{count} spaces"


def _passing(position: Position) -> list[Violation]:
    action = next(moves.actions(position))
    if isinstance(action, Pass):
        return []
    name = PLAYER_NAMES[position.to_move]
    return [violation("SP-R3", f"{name} may not pass: the {position.roll} can be moved, for example {write(action)}.")]


def _piece(position: Position, start: int) -> list[Violation]:
    player, name = position.to_move, NAMES[start]
    if start in position.own:
        return []
    if start in position.enemy:
        enemy = PLAYER_NAMES[other(player)]
        text = f"The piece on {name} is {enemy}'s, but {PLAYER_NAMES[player]} is to move."
    else:
        text = f"No piece stands on {name}: {PLAYER_NAMES[player]} has {listed(sorted(position.own))}."
    return [violation("SP-M", text, start)]


# --- where the steps lead ---------------------------------------------------------------------------


def _steps(move: Move) -> Iterator[Violation]:
    """Steps that are none."""
    faults = (
        fault for a, b in chain.from_iterable(map(pairwise, (move.path, *move.branches))) if (fault := bad_step(a, b))
    )
    return islice(faults, MOST_TOLD)


def bad_step(a: int, b: int) -> Violation | None:
    """Why no step leads from one space to another, where none does."""
    if b in WAYS[a]:
        return None
    way, colour = f"From {NAMES[a]} to {NAMES[b]}", COLOURS[a]
    if a == b:
        return violation("SP-M", f"{way} is no step: the piece stays where it is.", a)
    if black := [space for space in (a, b) if COLOURS[space] is None]:
        text = f"{listed(black)} is black: the black spaces are no part of the playing field."
        return violation("SP-M", text, *black)
    if a in _HEXAGON and b in _HEXAGON:
        text = f"{way} no step leads: the only way on from {NAMES[a]} is over the black space, to another colour."
        return violation("SP-C", text, a, b)
    if side := facing_sides(a, b):
        return violation("SP-E", f"{way} is no edge move: {_why_not_across(a, b, side)}", a, b)
    if COLOURS[b] != colour:
        text = (
            f"{NAMES[b]} is {COLOURS[b]}, but a piece on {colour} stays on {colour}: colours change in the centre only."
        )
        return violation("SP-M", text, a, b)
    nearest = listed(WAYS[a], "or")
    return violation(
        "SP-M", f"{way} is more than one space: from {NAMES[a]} the next {colour} ones are {nearest}.", a, b
    )


def _why_not_across(a: int, b: int, side: tuple[int, int]) -> str:
    stripe, colour = STRIPES[side], COLOURS[a]
    if stripe != colour:
        return f"the stripe at {NAMES[a]} is {stripe}, the space is {colour}."
    if COLOURS[b] != colour:
        return f"it leads straight across to the same colour, and {NAMES[b]} is {COLOURS[b]}, not {colour}."
    if TOUCHED[a][side] < 2 or TOUCHED[b][side[0], -side[1]] < 2:
        return "it leads over the colour's own stripe only, from a space that lies along it."
    return f"{NAMES[b]} is not straight across from {NAMES[a]}."


# --- the centre -------------------------------------------------------------------------------------


def _centre(position: Position, move: Move) -> Iterator[Violation]:
    if move.branches:
        yield from _in_and_out(move)
        yield from _pieces_out(position, move)
    inner = chain(move.path[1:-1], *(branch[1:-1] for branch in move.branches)) if move.branches else move.path[1:-1]
    if inside := list(islice((space for space in inner if space in _HEXAGON), MOST_TOLD)):
        text = (
            f"The piece goes into the centre hexagon at {listed(inside)} and out again: "
            "it may go in only to pass all the way through and change colour."
        )
        yield violation("SP-6", text, *inside)


def _in_and_out(move: Move) -> Iterator[Violation]:
    entry = move.path[-1]
    if entry not in _HEXAGON:
        text = f"A pass goes in by a triangle of the centre hexagon, and {NAMES[entry]} is none."
        yield violation("SP-C", text, entry)
    exits = [branch[0] for branch in move.branches]
    for space in exits:
        if space not in _HEXAGON:
            text = f"A pass goes out by a triangle of the centre hexagon, and {NAMES[space]} is none."
            yield violation("SP-C", text, space)
    if entry not in _HEXAGON or not _HEXAGON.issuperset(exits):
        return
    colour = COLOURS[entry]
    others = " and ".join(sorted({COLOURS[space] or "" for space in HEXAGON} - {colour or ""}, reverse=True))
    if back := [space for space in exits if COLOURS[space] == colour]:
        text = f"In on {colour} at {NAMES[entry]} and out on {colour} at {listed(back)}: a pass changes the colour."
        yield violation("SP-6", text, entry, *back)
    elif len(exits) == 2 and COLOURS[exits[0]] == COLOURS[exits[1]]:
        text = f"In on {colour}, the two pieces go out on {others}, one on each, and not both on {COLOURS[exits[0]]}."
        yield violation("SP-C", text, entry, *exits)


def _pieces_out(position: Position, move: Move) -> Iterator[Violation]:
    player = PLAYER_NAMES[position.to_move]
    wanted = 2 if moves.gains(position) else 1
    if len(move.branches) == wanted:
        return
    if wanted == 2:
        text = (
            f"{player} has fewer than {MOST_PIECES} pieces on the board, so in a pass through the centre another one "
            "comes in: one piece goes out on each of the other two colours."
        )
    else:
        text = f"{player} has {MOST_PIECES} pieces on the board already: in a pass only the moving piece goes on."
    yield violation("SP-R11", text, *(branch[-1] for branch in move.branches))


# --- the count --------------------------------------------------------------------------------------


def _count(position: Position, move: Move) -> Iterator[Violation]:
    roll = position.roll
    if not move.branches:
        if (count := len(move.path) - 1) != roll:
            end = move.path[-1]
            text = f"{NAMES[move.start]} to {NAMES[end]} is {spaces_counted(count)} here, but the roll is {roll}."
            yield violation("SP-M", text, move.start, end)
        return
    at_centre = len(move.path)
    counts = [at_centre + len(branch) for branch in move.branches]
    for count in dict.fromkeys(counts):
        if count != roll:
            ends = [end for end, counted in zip(move.ends, counts, strict=True) if counted == count]
            text = (
                f"{NAMES[move.start]} to {listed(ends)} through the centre is {spaces_counted(count)}, "
                f"the black space counted as {at_centre}, but the roll is {roll}."
            )
            yield violation("SP-M", text, move.start, *ends)
    if len(set(counts)) > 1:
        text = (
            f"The two pieces go on from the black space by different counts, {counts[0] - at_centre} and "
            f"{counts[1] - at_centre}: both go on by what is left of the roll."
        )
        yield violation("SP-R10", text, *move.ends)


# --- special rules ----------------------------------------------------------------------------------


def _where_it_ends(position: Position, move: Move) -> Iterator[Violation]:
    if inside := [space for space in move.ends if space in _HEXAGON]:
        text = f"The move ends on {listed(inside)} within the centre hexagon: special rule 5."
        if position.roll is not None and position.roll < moves.FEWEST_TO_PASS:
            text += f" (A pass needs a roll of {moves.FEWEST_TO_PASS} or more.)"
        yield violation("SP-5", text, *inside)
    if move.start in move.ends:
        yield violation("SP-2", f"{NAMES[move.start]} is the space you started on: special rule 2.", move.start)
    if own := sorted(position.own.intersection(move.ends) - {move.start}):
        kind = KINDS[position.to_move]
        yield violation(
            "SP-R9", f"{NAMES[own[0]]} is taken by a {kind} piece: a move may not end on an own piece.", *own
        )


def _on_the_way(position: Position, move: Move) -> Iterator[Violation]:
    if twice := list(islice(_repeated(move), MOST_TOLD)):
        text = f"{listed(twice)} {'is' if len(twice) == 1 else 'are'} landed on twice in this move: special rule 3."
        if move.start in twice:
            text += " (The space you started on counts as landed on.)"
        yield violation("SP-3", text, *twice)
    passed = chain(move.path[1:], *(branch[:-1] for branch in move.branches)) if move.branches else move.path[1:-1]
    standing = (position.own | position.enemy) - {move.start}
    for space in islice(dict.fromkeys(space for space in passed if space in standing), MOST_TOLD):
        kind = KINDS[position.to_move if space in position.own else other(position.to_move)]
        text = f"A {kind} piece stands on {NAMES[space]}: special rule 4, no piece is passed through."
        yield violation("SP-4", text, space)


def _repeated(move: Move) -> Iterator[int]:
    """The spaces that a move lands on again, but for a start that it ends on: that is special rule 2."""
    seen: set[int] = set()
    told: set[int] = set()
    ways: Sequence[Path] = (move.path, *move.branches)
    for number, way in enumerate(ways):
        last = len(way) - 1
        for place, space in enumerate(way):
            ends_at_start = space == move.start and place == last and (number > 0 or not move.branches)
            if space in seen and space not in told and not ends_at_start:
                told.add(space)
                yield space
            seen.add(space)
