"""Whether a move may be made, and why not: the rules that it breaks, in words about this very move."""

from __future__ import annotations

from collections.abc import Mapping

from companion.rules.backgammon import play, turns
from companion.rules.backgammon.notation import Action, Part, Play, Word, read, write, write_action
from companion.rules.backgammon.play import cell, kind
from companion.rules.backgammon.position import Dice, Position
from companion.rules.backgammon.turns import BAR, HOME, OFF, View
from companion.rules.backgammon.written_play import Spelled, Tried, best_try, solve, spellings
from companion.rules.core import Verdict, Violation
from companion.rules.white_black import PLAYER_NAMES, other

TITLES: Mapping[str, str] = {
    "BG-M": "Movement and direction",
    "BG-B": "A blocked point",
    "BG-H": "Hitting",
    "BG-BAR": "The bar comes first",
    "BG-OFF": "Bearing off",
    "BG-D": "Doubles",
    "BG-R2": "The roll-off",
    "BG-R4": "A move by several dice needs open stops",
    "BG-R7": "Both dice, else the higher",
    "BG-R11": "The doubling cube",
}


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on a move text. Raises MoveTextError where it is none."""
    action = read(text)
    if isinstance(action, str):
        found = word_breaks(position, action)
        return Verdict(action, None, tuple(found)) if found else Verdict(action, play.said(position, action))
    found = _not_now(position, action)
    if not found:
        board = turns.view(position)
        solved = solve(position, board, action)
        if solved:
            text = write(solved.way, turns.hits_of(solved.result))
            return Verdict(text, play.moved(position, solved.way))
        found = _breaks(position, board, action)
    return Verdict(write_action(action), None, tuple(found))


def broken(position: Position, action: Action) -> list[Violation]:
    """The rules that an action breaks, most basic first; none where it is legal."""
    if isinstance(action, str):
        return word_breaks(position, action)
    found = _not_now(position, action)
    if found:
        return found
    board = turns.view(position)
    return [] if solve(position, board, action) else _breaks(position, board, action)


def violation(rule: str, text: str, *cells: str) -> Violation:
    """A violation with the rule's title; every cell is named once."""
    return Violation(rule, TITLES[rule], text, tuple(dict.fromkeys(cells)))


def place(point: int) -> str:
    """A point as people say it."""
    return "the bar" if point == BAR else "off the board" if point == OFF else f"point {point}"


def _not_now(position: Position, action: Play) -> list[Violation]:
    """Why no checker may be moved at all in this phase."""
    name = PLAYER_NAMES[position.to_move]
    if position.phase == "roll-off":
        return [violation("BG-R2", "Nobody moves yet: both throw one die, and the higher one begins.")]
    cells = [cell(position.to_move, point) for part in action.parts for point in (part.source, part.target)]
    text = {
        "roll": f"{name} has not thrown yet: throw both dice first.",
        "double": f"{name} was doubled: take or drop comes first.",
        "between": f"The game is over, {name} has won: lay out the next one.",
        "over": f"The game is over: {name} has won.",
    }.get(position.phase)
    if text is None:
        return []
    return [violation("BG-R11" if position.phase == "double" else "BG-M", text, *cells)]


def word_breaks(position: Position, word: Word) -> list[Violation]:
    """Why `pass`, `double`, `take` or `drop` may not be said."""
    name = PLAYER_NAMES[position.to_move]
    if word == "pass":
        return _pass_breaks(position)
    if not position.options.cube:
        return [violation("BG-R11", f"This game is played without the doubling cube, so there is no '{word}'.")]
    if word != "double":
        if position.phase == "double":
            return []
        return [violation("BG-R11", f"Nobody has doubled, so there is nothing to {word}.")]
    if position.phase == "double":
        return [violation("BG-R11", f"{name} was doubled: take or drop. Doubling back is for later turns.")]
    if position.phase != "roll":
        when = "The game is over" if position.result or position.phase == "between" else "It is too late or too early"
        return [violation("BG-R11", f"{when}: one doubles before one's own throw, and not before the first.")]
    if play.may_double(position):
        return []
    if position.cube.crawford:
        return [violation("BG-R11", "This is the Crawford game: nobody doubles in it.")]
    if position.cube.owner == other(position.to_move):
        owner = PLAYER_NAMES[other(position.to_move)]
        return [violation("BG-R11", f"The cube is {owner}'s, so only {owner} may double.")]
    return [violation("BG-R11", f"The cube shows {position.cube.value} and goes no higher.")]


def _pass_breaks(position: Position) -> list[Violation]:
    if position.phase != "move":
        return _not_now(position, Play(()))
    assert position.dice is not None
    board = turns.view(position)
    if not turns.most_dice(board, position.dice):
        return []
    name = PLAYER_NAMES[position.to_move]
    text = f"{name} may not pass while a checker can be moved, for example {_example(board, position.dice)}."
    return [violation("BG-R7", text)]


def _breaks(position: Position, board: View, action: Play) -> list[Violation]:
    """The rules that a play breaks which is not legal; never empty."""
    assert position.dice is not None
    return (
        _wrong_way(position, board, action)
        or _too_far(position, action)
        or _hindrances(position, board, action)
        or _false_stars(position, board, action)
        or [_too_few(position, board, action)]
    )


def _wrong_way(position: Position, board: View, action: Play) -> list[Violation]:
    """Parts that go backwards, or start where the mover has no checker (left)."""
    mover = position.to_move
    found: list[Violation] = []
    left = {point: board.count(point) for point in range(BAR + 1)}
    for part in action.parts:
        left[part.target] += 1
    for part in action.parts:
        cells = cell(mover, part.source), cell(mover, part.target)
        if part.source <= part.target:
            way = "stays where it is" if part.source == part.target else "goes backwards"
            text = (
                f"{part.source} to {part.target} {way}: {PLAYER_NAMES[mover]}'s checkers go from "
                "higher to lower points, by their own counting."
            )
            found.append(violation("BG-M", text, *cells))
        left[part.source] -= 1
        if left[part.source] == -1:
            found.append(_nothing_there(position, board, part, cells))
    return found


def _nothing_there(position: Position, board: View, part: Part, cells: tuple[str, str]) -> Violation:
    mover, here = position.to_move, board.count(part.source)
    if part.source == BAR:
        many = "no" if not here else f"only {here}"
        return violation("BG-BAR", f"There is {many} {kind(mover)} checker on the bar.", *cells)
    if here:
        checkers = "checker stands" if here == 1 else "checkers stand"
        text = f"Only {here} {kind(mover)} {checkers} on point {part.source}; more were to be moved."
    elif (board.made | board.blots) >> part.source & 1:
        opponent = kind(other(mover))
        text = f"The checkers on point {part.source} are {opponent}; {PLAYER_NAMES[mover]} moves {kind(mover)} ones."
    else:
        text = f"No {kind(mover)} checker stands on point {part.source}."
    return violation("BG-M", text, *cells)


def _too_far(position: Position, action: Play) -> list[Violation]:
    """Parts that no dice make up, or more moves than the dice give."""
    mover, dice = position.to_move, position.dice
    assert dice is not None
    high, low = max(dice), min(dice)
    rule = "BG-D" if high == low else "BG-M"
    threw = (
        f"{PLAYER_NAMES[mover]} threw a double {high}"
        if high == low
        else f"{PLAYER_NAMES[mover]} threw {high} and {low}"
    )
    found = []
    for part in action.parts:
        if any(spellings(Play((part,)), dice)):
            continue
        cells = cell(mover, part.source), cell(mover, part.target)
        if part.target == OFF:
            text = f"From {place(part.source)} it is {part.source} to get off; {threw}, which is not enough."
            found.append(violation("BG-OFF", text, *cells))
        else:
            far = part.source - part.target
            start = "the bar" if part.source == BAR else part.source
            fits = f"steps of {high}, four at most" if high == low else f"{high}, {low} or {high + low}"
            found.append(violation(rule, f"From {start} to {part.target} it is {far}; {threw}: {fits}.", *cells))
    if found or any(spellings(action, dice)):
        return found
    cells_all = [cell(mover, point) for part in action.parts for point in (part.source, part.target)]
    if high == low:
        return [violation(rule, f"{threw}: that is four steps of {high}, and this takes more.", *cells_all)]
    return [violation(rule, f"{threw}: each die is played once, and this takes more.", *cells_all)]


def _hindrances(position: Position, board: View, action: Play) -> list[Violation]:
    """What stands in the way of the spelling that gets furthest; nothing where some spelling can be carried out."""
    assert position.dice is not None
    worst: tuple[Spelled, Tried] | None = None
    for spelled in spellings(action, position.dice):
        tried = best_try(board, spelled)
        if not tried.hindrance:
            return []
        if worst is None or len(tried.way) > len(worst[1].way):
            worst = spelled, tried
    assert worst is not None
    return [_hindrance(position, board, action, *worst)]


def _hindrance(position: Position, board: View, action: Play, spelled: Spelled, tried: Tried) -> Violation:
    mover, (source, target) = position.to_move, tried.step
    name, opponent, colour = PLAYER_NAMES[mover], kind(other(mover)), kind(mover)
    cells = cell(mover, source), cell(mover, target)
    match tried.hindrance:
        case "blocked" if target in spelled.unsaid:
            whole = next(p for p in action.parts if p.source >= source and p.target < target)
            stops = sorted({s for other_way in spellings(action, position.dice or (1, 1)) for s in other_way.unsaid})
            shut = [stop for stop in stops if board.made >> stop & 1] or [target]
            names = " and ".join(f"point {stop}" for stop in reversed(shut))
            text = (
                f"From {place(whole.source)} to {place(whole.target)} one stop must be open, but {opponent} "
                f"holds {names} with two or more checkers."
            )
            return violation("BG-R4", text, cells[0], *(cell(mover, stop) for stop in reversed(shut)))
        case "blocked":
            text = f"Point {target} is blocked: two or more {opponent} checkers stand there, so none may land on it."
            return violation("BG-B", text, *cells)
        case "bar":
            text = f"{name} has a checker on the bar, which must come in before the one on point {source} may move."
            return violation("BG-BAR", text, cell(mover, BAR), *cells)
        case "outside":
            return _outside(position, board, source)
        case "inexact":
            higher = max(p for p in range(source + 1, HOME + 1) if turns.own_of(tried.result) >> 4 * p & 15)
            text = (
                f"The {tried.die} takes off a checker from point {source} only when none stands higher, "
                f"but one stands on point {higher}."
            )
            return violation("BG-OFF", text, cells[0], cell(mover, higher))
        case _:
            text = f"There is no {colour} checker on {place(source)} for the {tried.die} by then."
            return violation("BG-M", text, *cells)


def _outside(position: Position, board: View, source: int) -> Violation:
    mover = position.to_move
    away = [point for point in range(BAR, HOME, -1) if board.count(point)]
    where = " and ".join([place(away[0])] if len(away) == 1 else [place(away[0]), "others"])
    text = (
        f"{PLAYER_NAMES[mover]} bears off only when all checkers are on points 1 to 6, but there are some on {where}."
        if len(away) > 1
        else f"{PLAYER_NAMES[mover]} bears off only when all checkers are on points 1 to 6, but one is on {where}."
    )
    return violation("BG-OFF", text, cell(mover, source), *(cell(mover, point) for point in away))


def _false_stars(position: Position, board: View, action: Play) -> list[Violation]:
    """Hits that the text claims where there are none."""
    mover = position.to_move
    opponent = kind(other(mover))
    false = [p.target for p in action.parts if p.hits and not board.blots >> p.target & 1]
    return [
        violation(
            "BG-H", f"Nothing is hit on point {point}: no single {opponent} checker is there.", cell(mover, point)
        )
        for point in dict.fromkeys(false)
    ]


def _too_few(position: Position, board: View, action: Play) -> Violation:
    """That more dice, or the higher, must be played."""
    dice, mover = position.dice, position.to_move
    assert dice is not None
    most, high, low = turns.most_dice(board, dice), max(dice), min(dice)
    example = _example(board, dice)
    cells = [cell(mover, point) for part in action.parts for point in (part.source, part.target)]
    if high == low:
        number = ("", "one", "two", "three", "all four")[most]
        text = f"{number} of the {high}s can be played, so {number} must be, for example {example}."
        return violation("BG-R7", text[0].upper() + text[1:], *cells)
    if most == 2:
        return violation("BG-R7", f"Both dice can be played, so you must play both, for example {example}.", *cells)
    text = f"Only one die can be played, and the {high} can, so it must be the {high}: {example}."
    return violation("BG-R7", text, *cells)


def rest_unplayed(board: View, dice: Dice) -> str:
    """Why a step that is open may not be made: it would leave too much of the throw unplayed."""
    if dice[0] == dice[1]:
        return f"fewer of the {dice[0]}s could be played then, and as many as possible must be"
    if turns.most_dice(board, dice) == 2:
        return "the other die could not be played then; both dice can be played, so you must play both"
    return f"only one die can be played, so it must be the higher, the {max(dice)}"


def _example(board: View, dice: Dice) -> str:
    """The text of some legal way."""
    result, ways = next(iter(turns.turns(board, dice).ways.items()))
    return write(ways[0], turns.hits_of(result))
