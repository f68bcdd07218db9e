"""What a position waits for, and what can be done in it, in words for people."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from itertools import pairwise
from types import MappingProxyType

from companion.language import N_, Translated, _, join, ngettext, pgettext
from companion.rules.core import Counter, Due, Fact, Hint, Hints, Result, Status
from companion.rules.spaces import moves, rolls
from companion.rules.spaces.actions import Move, Pass, write
from companion.rules.spaces.board import CENTRE, COLOUR_NAMES, COLOURS, NAMES, PARTNER
from companion.rules.spaces.judge import broken, list_choices, spaces_counted
from companion.rules.spaces.position import MOST_PIECES, Phase, Position
from companion.rules.white_black import PLAYER_NAMES, PLAYERS, other

_DUE: Mapping[Phase, Due] = {"roll-off": "roll", "roll": "roll", "move": "move", "between": "next", "over": "nothing"}
_DICE: Mapping[Phase, tuple[str, ...]] = {"roll-off": ("white", "black"), "roll": ("die",)}
_HOW: Mapping[str, str] = Translated(
    {
        "capture": N_("all pieces captured"),
        "opening-one": N_("a 1 on the very first roll"),
        "trap": N_("the last piece trapped"),
        "resigned": N_("resignation"),
    }
)


def status(position: Position) -> Status:
    """What the position waits for."""
    counters: dict[str, tuple[Counter, ...]] = {
        player: (
            Counter(pgettext("counter", "points"), position.score.of(player)),
            Counter(pgettext("counter", "to come in"), MOST_PIECES - len(position.pieces.of(player))),
        )
        for player in PLAYERS
    }
    result = position.result
    if position.phase == "between":
        result = Result(position.to_move, 1, "throw" if position.enemy else "capture")
    return Status(
        due=_DUE[position.phase],
        player=position.to_move,
        dice=_DICE.get(position.phase, ()),
        offers=("pass",) if _stuck(position) else (),
        counters=MappingProxyType(counters),
        result=result,
        shown_dice=() if position.roll is None else (("", position.roll),),
    )


def facts(position: Position) -> Iterator[Fact]:
    """What the screen always shows: the number of the bout, the score, and the pieces that are not on the board yet."""
    bouts = sum(position.score)
    yield Fact(pgettext("fact", "bout"), (("", str(bouts if position.phase in ("between", "over") else bouts + 1)),))
    target = pgettext("fact", "points of {target}").format(target=position.target)
    yield Fact(target, tuple((player, str(position.score.of(player))) for player in PLAYERS))
    spare = tuple((player, str(MOST_PIECES - len(position.pieces.of(player)))) for player in PLAYERS)
    yield Fact(pgettext("fact", "to come in"), spare)


def hints(position: Position) -> Hints:
    """What can be done now, and why a piece may not move."""
    if position.phase != "move":
        return Hints(_waiting(position))
    player, roll = PLAYER_NAMES[position.to_move], position.roll or 0
    cells = {NAMES[start]: _of_piece(position, start) for start in sorted(position.own)}
    if _stuck(position):
        text = ngettext(
            "{player} cannot move any piece {roll} space: pass.",
            "{player} cannot move any piece {roll} spaces: pass.",
            roll,
        )
        return Hints(text.format(player=player, roll=roll), MappingProxyType(cells))
    if position.extra_roll:
        text = ngettext(
            "{player}: move one piece {roll} more space.", "{player}: move one piece {roll} more spaces.", roll
        )
    else:
        text = ngettext("{player}: move one piece {roll} space.", "{player}: move one piece {roll} spaces.", roll)
    text = text.format(player=player, roll=roll)
    ends = {space for move in moves.ways(position) for space in move.ends}
    if captures := sorted(ends & position.enemy):
        capture = _("You can capture {opponent}'s piece on {spaces}.")
        capture = capture.format(opponent=PLAYER_NAMES[other(position.to_move)], spaces=list_choices(captures))
        text += " " + capture
    return Hints(text, MappingProxyType(cells))


def _stuck(position: Position) -> bool:
    return position.phase == "move" and isinstance(next(moves.actions(position)), Pass)


def _waiting(position: Position) -> str:
    player = PLAYER_NAMES[position.to_move]
    match position.phase:
        case "roll-off":
            return _("Each player rolls a die. The higher roll begins.")
        case "roll" if rolls.trapped(position):
            text = _("{player}: roll the die. The only piece is trapped, so anything but a 1 loses the bout.")
        case "roll" if position.opening:
            text = _(
                "{player}: roll the die. A 1 wins the bout at once: one step across the board captures the other piece."
            )
        case "roll" if position.extra_roll:
            text = _("{player}: roll the die again, because you gained a piece.")
        case "roll":
            text = _("{player}: roll the die.")
        case "over":
            return _game_over(position)
        case _:
            text = _("{player} has won the bout and rolls first. Set up the next one: White on J6, Black on A6.")
    return text.format(player=player)


def _game_over(position: Position) -> str:
    assert position.result is not None
    points, how = position.score.of(position.to_move), position.result.how
    text = ngettext(
        "The game is over: {player} has won with {points} point ({how}).",
        "The game is over: {player} has won with {points} points ({how}).",
        points,
    )
    return text.format(player=PLAYER_NAMES[position.to_move], points=points, how=_HOW.get(how, how))


def _of_piece(position: Position, start: int) -> tuple[Hint, ...]:
    """Where one piece can go. Also where it cannot go although the roll would lead there."""
    walks: dict[int, Move] = {}
    passes: dict[int, list[Move]] = {}
    for move in moves.ways(position, starts=frozenset({start})):
        if not move.branches:
            walks.setdefault(move.ends[0], move)
        for end in move.ends if move.branches else ():
            passes.setdefault(end, []).append(move)
    enemy = position.enemy
    found = [Hint(NAMES[e], _walk_words(position, move), takes=e in enemy) for e, move in sorted(walks.items())]
    found += [Hint(NAMES[e], _pass_words(position, e, ways), takes=e in enemy) for e, ways in sorted(passes.items())]
    found += _refused(position, start, walks.keys() | passes.keys())
    if not found:
        text = _("From {space} this piece cannot move {spaces}.")
        return (Hint(None, text.format(space=NAMES[start], spaces=spaces_counted(position.roll or 0))),)
    return tuple(found)


def _walk_words(position: Position, move: Move) -> str:
    captures = move.ends[0] in position.enemy
    over_edge = any(PARTNER[a] == b for a, b in pairwise(move.path))
    if captures and over_edge:
        text = _("Move {move} over the edge and capture {opponent}'s piece.")
    elif captures:
        text = _("Move {move} and capture {opponent}'s piece.")
    elif over_edge:
        text = _("Move {move} over the edge.")
    else:
        text = _("Move {move}.")
    return text.format(move=write(move), opponent=PLAYER_NAMES[other(position.to_move)])


def _pass_words(position: Position, end: int, through: list[Move]) -> str:
    first = through[0]
    fields = {
        "move": write(first),
        "colour": COLOUR_NAMES[COLOURS[first.path[-1]] or ""],
        "number": len(first.path),
        "space": NAMES[end],
    }
    text = _("Pass through the centre: {move}. Go in on {colour} and count the black space as {number}.")
    parts = [text.format(**fields)]
    if end in position.enemy:
        parts.append(_("This captures the piece on {space}.").format(**fields))
    if len(first.branches) == 2:
        others = sorted({space for move in through for space in move.ends} - {end})
        text = _("Another piece comes in on {spaces}. Then roll again.")
        parts.append(text.format(spaces=list_choices(others)))
    return join(" ", parts)


def _refused(position: Position, start: int, reached: Set[int]) -> Iterator[Hint]:
    """Hints for spaces that the roll leads to but that other pieces forbid, and for the centre if the roll ends inside
    it.
    """
    refused: dict[int, str] = {}
    through_the_centre = False
    for move in moves.ways(position, moves.REGARDLESS, starts=frozenset({start})):
        through_the_centre |= bool(move.branches)
        for end in move.ends:
            if end not in reached and end not in refused and (faults := broken(position, move)):
                refused[end] = faults[0].text
    # Translators: {reason} is a whole sentence that says which rule forbids it.
    text = _("Not to {space}. {reason}")
    for end, why in sorted(refused.items()):
        yield Hint(None, text.format(space=NAMES[end], reason=why), about=NAMES[end], reason=why)
    roll = position.roll or 0
    way_in = next(moves.ways_in((start,), roll, moves.the_rules(position)), None)
    if way_in and not through_the_centre:
        needed = len(way_in) - 1 + 3
        text = _(
            "Not into the centre. From {start} by {entry} a pass needs {needed} or more, and the roll of {roll} ends "
            "inside (special rule 5)."
        )
        text = text.format(start=NAMES[start], entry=NAMES[way_in[-1]], needed=needed, roll=roll)
        yield Hint(None, text, about=NAMES[CENTRE])
