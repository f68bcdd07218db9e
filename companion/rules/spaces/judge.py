"""Says why a move may not be made: the rules that it breaks, in words about exactly this move.

`moves` says what is legal. A move breaks no rule here exactly if it is legal there; the tests compare the two. The most
basic rules come first: whose piece it is, where one step leads, the centre, the number of steps, then the special
rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice, pairwise

from companion.language import N_, Translated, _, ngettext
from companion.rules.core import Verdict, Violation
from companion.rules.spaces import moves
from companion.rules.spaces.actions import Action, Move, Pass, Path, read, write
from companion.rules.spaces.board import (
    CENTRE,
    COLOUR_NAMES,
    COLOURS,
    HEXAGON,
    NAMES,
    STRIPES,
    TOUCHED,
    WAYS,
    facing_sides,
)
from companion.rules.spaces.position import MOST_PIECES, Position
from companion.rules.white_black import PLAYER_NAMES, other
from companion.words import join_words

TITLES: Mapping[str, str] = Translated(
    {
        "SP-M": N_("Moving a piece"),
        "SP-E": N_("Edge moves"),
        "SP-O": N_("Capturing"),
        "SP-C": N_("The centre hexagon"),
        "SP-2": N_("Not back to the start"),
        "SP-3": N_("No space twice"),
        "SP-4": N_("No passing through pieces"),
        "SP-5": N_("No stop in the centre"),
        "SP-6": N_("All the way through the centre"),
        "SP-7": N_("The extra roll"),
        "SP-R1": N_("The roll-off"),
        "SP-R3": N_("A player who can move must move"),
        "SP-R9": N_("Not onto your own piece"),
        "SP-R10": N_("The same count for both pieces"),
        "SP-R11": N_("The second piece comes in"),
        "SP-R15": N_("The end of the game"),
        "SP-R16": N_("Three pieces at most"),
    }
)

MOST_NAMED = 3
"""How many places with the same fault are named at most. The text of a move may be long."""

_HEXAGON = frozenset(HEXAGON)


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on the text of a move. Raises MoveTextError if it is not such a text."""
    action = read(text)
    violations = broken(position, action)
    if violations:
        return Verdict(write(action), None, tuple(violations))
    return Verdict(write(action), moves.carry_out(position, action))


def broken(position: Position, action: Action) -> list[Violation]:
    """The rules that an action breaks, the most basic one first. Empty if it is legal."""
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
    """Says why no move is due; None if one is due."""
    player = PLAYER_NAMES[position.to_move]
    match position.phase:
        case "roll-off":
            return violation("SP-R1", _("Nobody moves yet. Each player rolls a die, and the higher roll begins."))
        case "roll" if position.extra_roll:
            text = _("{player} has gained a piece. Roll the die again before you move.")
            return violation("SP-7", text.format(player=player))
        case "roll":
            return violation("SP-M", _("{player} has not rolled yet. Roll the die first.").format(player=player))
        case "between":
            text = _("The bout is over: {player} has won it. Set up the next one.")
            return violation("SP-O", text.format(player=player))
        case "over":
            return violation("SP-R15", _("The game is over: {player} has won.").format(player=player))
    return None


def violation(rule: str, text: str, *spaces: int) -> Violation:
    """A violation of a rule, with the rule's title. Each space is listed once."""
    return Violation(rule, TITLES[rule], text, names(spaces))


def names(spaces: Iterable[int]) -> tuple[str, ...]:
    """The names of spaces, each once."""
    return tuple(dict.fromkeys(NAMES[space] for space in spaces))


def listed(spaces: Iterable[int]) -> str:
    """The names of spaces in words: "A1", "A1 and B2", "A1, B2 and C3"."""
    return join_words(_("the centre") if space == CENTRE else NAMES[space] for space in dict.fromkeys(spaces))


def list_choices(spaces: Iterable[int]) -> str:
    """The names of spaces as a choice: "A1", "A1 or B2", "A1, B2 or C3"."""
    return join_words(names(spaces), "or")


def spaces_counted(count: int) -> str:
    """A number of spaces in words: "1 space", "2 spaces"."""
    return ngettext("{count} space", "{count} spaces", count).format(count=count)


def _passing(position: Position) -> list[Violation]:
    action = next(moves.actions(position))
    if isinstance(action, Pass):
        return []
    text = _("{player} may not pass: the {roll} can be moved, for example {example}.")
    text = text.format(player=PLAYER_NAMES[position.to_move], roll=position.roll, example=write(action))
    return [violation("SP-R3", text)]


def _piece(position: Position, start: int) -> list[Violation]:
    if start in position.own:
        return []
    if start in position.enemy:
        text = _("The piece on {space} is {opponent}'s. It is {player}'s turn.")
    else:
        text = _("There is no piece on {space}. {player} has pieces on {spaces}.")
    text = text.format(
        space=NAMES[start],
        player=PLAYER_NAMES[position.to_move],
        opponent=PLAYER_NAMES[other(position.to_move)],
        spaces=listed(sorted(position.own)),
    )
    return [violation("SP-M", text, start)]


# --- where the steps lead ---------------------------------------------------------------------------


def _steps(move: Move) -> Iterator[Violation]:
    """Why steps of a move lead nowhere. Empty if all lead somewhere."""
    faults = (
        fault for a, b in chain.from_iterable(map(pairwise, (move.path, *move.branches))) if (fault := bad_step(a, b))
    )
    return islice(faults, MOST_NAMED)


def bad_step(a: int, b: int) -> Violation | None:
    """Why no step leads from one space to another; None if one does."""
    if b in WAYS[a]:
        return None
    start, end, colour = NAMES[a], NAMES[b], COLOURS[a] or ""
    if a == b:
        return violation("SP-M", _("From {start} to {end} is no step.").format(start=start, end=end), a)
    if black := [space for space in (a, b) if COLOURS[space] is None]:
        text = _("{spaces} is black. Pieces never step on the black spaces.").format(spaces=listed(black))
        return violation("SP-M", text, *black)
    if a in _HEXAGON and b in _HEXAGON:
        text = _(
            "No step leads from {start} to {end}. From {start} the only way on is over the black space, to another "
            "colour."
        )
        return violation("SP-C", text.format(start=start, end=end), a, b)
    if side := facing_sides(a, b):
        return violation("SP-E", _why_not_across(a, b, side), a, b)
    names_of = {"start": start, "end": end, "colour": COLOUR_NAMES[colour]}
    if COLOURS[b] != colour:
        text = _("{end} is {other}. A piece on {colour} stays on {colour}: it changes colour only in the centre.")
        return violation("SP-M", text.format(other=COLOUR_NAMES[COLOURS[b] or ""], **names_of), a, b)
    text = _("From {start} to {end} is more than one space. The next {colour} spaces are {nearest}.")
    return violation("SP-M", text.format(nearest=list_choices(WAYS[a]), **names_of), a, b)


def _why_not_across(a: int, b: int, side: tuple[int, int]) -> str:
    stripe, colour = STRIPES[side], COLOURS[a]
    if stripe != colour:
        text = _("From {start} to {end} is no edge move: the stripe at {start} is {stripe}, but the space is {colour}.")
    elif COLOURS[b] != colour:
        text = _("From {start} to {end} is no edge move. An edge move goes to the same colour, but {end} is {other}.")
    elif TOUCHED[a][side] < 2 or TOUCHED[b][side[0], -side[1]] < 2:
        text = _("From {start} to {end} is no edge move. An edge move crosses only a stripe of the piece's own colour.")
    else:
        text = _("From {start} to {end} is no edge move: {end} is not straight across from {start}.")
    return text.format(
        start=NAMES[a],
        end=NAMES[b],
        stripe=COLOUR_NAMES[stripe],
        colour=COLOUR_NAMES[colour or ""],
        other=COLOUR_NAMES[COLOURS[b] or ""],
    )


# --- the centre -------------------------------------------------------------------------------------


def _centre(position: Position, move: Move) -> Iterator[Violation]:
    if move.branches:
        yield from _in_and_out(move)
        yield from _pieces_out(position, move)
    inner = chain(move.path[1:-1], *(branch[1:-1] for branch in move.branches)) if move.branches else move.path[1:-1]
    if inside := list(islice((space for space in inner if space in _HEXAGON), MOST_NAMED)):
        text = _(
            "The piece goes into the centre hexagon at {spaces} and out again. It may go in only to pass all the way "
            "through and change colour."
        ).format(spaces=listed(inside))
        yield violation("SP-6", text, *inside)


def _in_and_out(move: Move) -> Iterator[Violation]:
    entry = move.path[-1]
    if entry not in _HEXAGON:
        text = _("A pass goes in at a triangle of the centre hexagon. {space} is not one of them.")
        text = text.format(space=NAMES[entry])
        yield violation("SP-C", text, entry)
    exits = [branch[0] for branch in move.branches]
    for space in exits:
        if space not in _HEXAGON:
            text = _("A pass comes out at a triangle of the centre hexagon. {space} is not one of them.")
            text = text.format(space=NAMES[space])
            yield violation("SP-C", text, space)
    if entry not in _HEXAGON or not _HEXAGON.issuperset(exits):
        return
    colour = COLOURS[entry]
    if back := [space for space in exits if COLOURS[space] == colour]:
        text = _(
            "The piece goes in on {colour} at {entry} and comes out on {colour} at {exits}. A pass changes the colour."
        )
        text = text.format(colour=COLOUR_NAMES[colour or ""], entry=NAMES[entry], exits=listed(back))
        yield violation("SP-6", text, entry, *back)
    elif len(exits) == 2 and COLOURS[exits[0]] == COLOURS[exits[1]]:
        others = sorted({COLOURS[space] or "" for space in HEXAGON} - {colour or ""}, reverse=True)
        text = _(
            "Both pieces come out on {colour}. After going in on {entry}, one comes out on each of the other colours: "
            "{others}."
        ).format(
            colour=COLOUR_NAMES[COLOURS[exits[0]] or ""],
            entry=COLOUR_NAMES[colour or ""],
            others=join_words(COLOUR_NAMES[name] for name in others),
        )
        yield violation("SP-C", text, entry, *exits)


def _pieces_out(position: Position, move: Move) -> Iterator[Violation]:
    wanted = 2 if moves.gains(position) else 1
    if len(move.branches) == wanted:
        return
    if wanted == 2:
        text = _(
            "{player} has fewer than {most} pieces, so another one comes in with this pass. One piece comes out on "
            "each of the other two colours."
        )
    else:
        text = _("{player} already has {most} pieces on the board. Only the moving piece comes out of the centre.")
    text = text.format(player=PLAYER_NAMES[position.to_move], most=MOST_PIECES)
    yield violation("SP-R11", text, *(branch[-1] for branch in move.branches))


# --- the count --------------------------------------------------------------------------------------


def _count(position: Position, move: Move) -> Iterator[Violation]:
    roll = position.roll
    if not move.branches:
        if (count := len(move.path) - 1) != roll:
            end = move.path[-1]
            text = ngettext(
                "This way from {start} to {end} is {count} space. The roll is {roll}.",
                "This way from {start} to {end} is {count} spaces. The roll is {roll}.",
                count,
            ).format(start=NAMES[move.start], end=NAMES[end], count=count, roll=roll)
            yield violation("SP-M", text, move.start, end)
        return
    at_centre = len(move.path)
    counts = [at_centre + len(branch) for branch in move.branches]
    for count in dict.fromkeys(counts):
        if count != roll:
            ends = [end for end, counted in zip(move.ends, counts, strict=True) if counted == count]
            text = ngettext(
                "From {start} through the centre to {ends} is {count} space, with the black space as number {centre}. "
                "The roll is {roll}.",
                "From {start} through the centre to {ends} is {count} spaces, with the black space as number {centre}. "
                "The roll is {roll}.",
                count,
            ).format(start=NAMES[move.start], ends=listed(ends), count=count, centre=at_centre, roll=roll)
            yield violation("SP-M", text, move.start, *ends)
    if len(set(counts)) > 1:
        text = _(
            "From the black space, one piece goes {first} and the other {second} spaces. Both move what is left of the "
            "roll."
        ).format(first=counts[0] - at_centre, second=counts[1] - at_centre)
        yield violation("SP-R10", text, *move.ends)


# --- special rules ----------------------------------------------------------------------------------


def _where_it_ends(position: Position, move: Move) -> Iterator[Violation]:
    if inside := [space for space in move.ends if space in _HEXAGON]:
        if position.roll is not None and position.roll < moves.FEWEST_TO_PASS:
            text = _(
                "The move ends on {spaces} in the centre hexagon (special rule 5). A pass needs a roll of {fewest} or "
                "more."
            )
        else:
            text = _("The move ends on {spaces} in the centre hexagon. No move may end there (special rule 5).")
        text = text.format(spaces=listed(inside), fewest=moves.FEWEST_TO_PASS)
        yield violation("SP-5", text, *inside)
    if move.start in move.ends:
        text = _("{space} is the space you started on. A move may not end there (special rule 2).")
        yield violation("SP-2", text.format(space=NAMES[move.start]), move.start)
    if own := sorted(position.own.intersection(move.ends) - {move.start}):
        text = _("There is a piece of {player} on {space}. A move may not end on a piece of your own.")
        yield violation("SP-R9", text.format(player=PLAYER_NAMES[position.to_move], space=NAMES[own[0]]), *own)


def _on_the_way(position: Position, move: Move) -> Iterator[Violation]:
    if twice := list(islice(_repeated(move), MOST_NAMED)):
        if move.start in twice:
            text = _("This move lands on {spaces} twice (special rule 3). The space you started on counts too.")
        else:
            text = _("This move lands on {spaces} twice (special rule 3). Choose another way.")
        text = text.format(spaces=listed(twice))
        yield violation("SP-3", text, *twice)
    passed = chain(move.path[1:], *(branch[:-1] for branch in move.branches)) if move.branches else move.path[1:-1]
    standing = (position.own | position.enemy) - {move.start}
    for space in islice(dict.fromkeys(space for space in passed if space in standing), MOST_NAMED):
        owner = position.to_move if space in position.own else other(position.to_move)
        text = _("There is a piece of {owner} on {space}. A move may not pass through a piece (special rule 4).")
        text = text.format(owner=PLAYER_NAMES[owner], space=NAMES[space])
        yield violation("SP-4", text, space)


def _repeated(move: Move) -> Iterator[int]:
    """The spaces on which a move lands twice. If it ends where it started, that space is left out, because special rule
    2 forbids that.
    """
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
