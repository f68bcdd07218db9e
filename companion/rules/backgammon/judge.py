"""Decides if a move is legal. If it is not, says which rules it breaks, in words about exactly this move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.language import N_, Translated, _, ngettext
from companion.rules.backgammon import play, turns
from companion.rules.backgammon.notation import Action, Part, Play, Word, read, write, write_action
from companion.rules.backgammon.play import cell
from companion.rules.backgammon.position import Dice, Position
from companion.rules.backgammon.turns import BAR, HOME, OFF, View
from companion.rules.backgammon.written_play import Spelled, Tried, best_try, solve, spellings
from companion.rules.core import Verdict, Violation
from companion.rules.white_black import PLAYER_NAMES, other
from companion.words import join_words

TITLES: Mapping[str, str] = Translated(
    {
        "BG-M": N_("Movement and direction"),
        "BG-B": N_("A blocked point"),
        "BG-H": N_("Hitting"),
        "BG-BAR": N_("The bar comes first"),
        "BG-OFF": N_("Bearing off"),
        "BG-D": N_("Doubles"),
        "BG-R2": N_("The roll-off"),
        "BG-R4": N_("A move with several dice needs open stops"),
        "BG-R7": N_("Both dice, or else the higher one"),
        "BG-R11": N_("The doubling cube"),
    }
)


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on the text of a move. Raises MoveTextError if it is not such a text."""
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
    """The rules that an action breaks, the most basic one first. Empty if it is legal."""
    if isinstance(action, str):
        return word_breaks(position, action)
    found = _not_now(position, action)
    if found:
        return found
    board = turns.view(position)
    return [] if solve(position, board, action) else _breaks(position, board, action)


def violation(rule: str, text: str, *cells: str) -> Violation:
    """A violation of a rule, with the rule's title. Each cell is listed once."""
    return Violation(rule, TITLES[rule], text, tuple(dict.fromkeys(cells)))


def place(point: int) -> str:
    """A point in words: "point 8", or "the bar"."""
    if point == BAR:
        return _("the bar")
    if point == OFF:
        return _("off the board")
    return _("point {point}").format(point=point)


def list_points(points: Iterable[int]) -> str:
    """Points in words: "point 8 and point 5"."""
    return join_words(place(point) for point in points)


def _not_now(position: Position, action: Play) -> list[Violation]:
    """Why no checker may move at all in this phase of the game. Empty if checkers may move."""
    player = PLAYER_NAMES[position.to_move]
    cells = [cell(position.to_move, point) for part in action.parts for point in (part.source, part.target)]
    match position.phase:
        case "roll-off":
            return [violation("BG-R2", _("Nobody moves yet. Each player rolls one die, and the higher roll begins."))]
        case "roll":
            return [
                violation("BG-M", _("{player} has not rolled yet. Roll both dice first.").format(player=player), *cells)
            ]
        case "double":
            return [violation("BG-R11", _("{player} was doubled. Take or drop first.").format(player=player), *cells)]
        case "between":
            text = _("This game is over: {player} has won. Set up the next one.").format(player=player)
            return [violation("BG-M", text, *cells)]
        case "over":
            return [violation("BG-M", _("The game is over: {player} has won.").format(player=player), *cells)]
        case "move":
            return []


def word_breaks(position: Position, word: Word) -> list[Violation]:
    """Why `pass`, `double`, `take` or `drop` may not be chosen now. Empty if it may."""
    if word == "pass":
        return _pass_breaks(position)
    if not position.options.cube:
        return [violation("BG-R11", _("This game is played without the doubling cube."))]
    if word != "double":
        if position.phase == "double":
            return []
        return [violation("BG-R11", _("Nobody has doubled, so there is nothing to take or drop."))]
    text = _why_no_double(position)
    return [violation("BG-R11", text)] if text else []


def _why_no_double(position: Position) -> str:
    """Why the player to move may not double; "" if they may."""
    player, opponent = PLAYER_NAMES[position.to_move], PLAYER_NAMES[other(position.to_move)]
    if position.phase == "double":
        return _("{player} was doubled. Take or drop first.").format(player=player)
    if position.result or position.phase == "between":
        return _("The game is over. You can only double during a game.")
    if position.phase != "roll":
        return _(
            "It is too late or too early to double. You double before your own roll, but not before the first roll."
        )
    if play.may_double(position):
        return ""
    if position.cube.crawford:
        return _("This is the Crawford game. Nobody doubles in it.")
    if position.cube.owner == other(position.to_move):
        return _("{opponent} has the cube, so only {opponent} may double.").format(opponent=opponent)
    return _("The cube shows {value} and goes no higher.").format(value=position.cube.value)


def _pass_breaks(position: Position) -> list[Violation]:
    if position.phase != "move":
        return _not_now(position, Play(()))
    assert position.dice is not None
    board = turns.view(position)
    if not turns.most_dice(board, position.dice):
        return []
    text = _("{player} may not pass while a checker can move, for example {example}.")
    text = text.format(player=PLAYER_NAMES[position.to_move], example=_example(board, position.dice))
    return [violation("BG-R7", text)]


def _breaks(position: Position, board: View, action: Play) -> list[Violation]:
    """The rules that an illegal move of checkers breaks; at least one."""
    assert position.dice is not None
    return (
        _wrong_way(position, board, action)
        or _too_far(position, action)
        or _hindrances(position, board, action)
        or _false_stars(position, board, action)
        or [_too_few(position, board, action)]
    )


def _wrong_way(position: Position, board: View, action: Play) -> list[Violation]:
    """What is wrong with parts of the move that go backwards, or that start where the player has no checker left."""
    mover = position.to_move
    found: list[Violation] = []
    left = {point: board.count(point) for point in range(BAR + 1)}
    for part in action.parts:
        left[part.target] += 1
    for part in action.parts:
        cells = cell(mover, part.source), cell(mover, part.target)
        if part.source <= part.target:
            if part.source == part.target:
                text = _("The checker on point {start} stays where it is. {player}'s checkers go to lower points.")
            else:
                text = _("{start} to {end} goes backwards. {player}'s checkers go to lower points, as {player} counts.")
            text = text.format(start=part.source, end=part.target, player=PLAYER_NAMES[mover])
            found.append(violation("BG-M", text, *cells))
        left[part.source] -= 1
        if left[part.source] == -1:
            found.append(_nothing_there(position, board, part, cells))
    return found


def _nothing_there(position: Position, board: View, part: Part, cells: tuple[str, str]) -> Violation:
    mover, here = position.to_move, board.count(part.source)
    player, opponent, point = PLAYER_NAMES[mover], PLAYER_NAMES[other(mover)], part.source
    if point == BAR:
        if not here:
            text = _("{player} has no checker on the bar.").format(player=player)
        else:
            text = ngettext(
                "{player} has only {count} checker on the bar.", "{player} has only {count} checkers on the bar.", here
            ).format(player=player, count=here)
        return violation("BG-BAR", text, *cells)
    if here:
        text = ngettext(
            "{player} has only {count} checker on point {point}, but this move needs more.",
            "{player} has only {count} checkers on point {point}, but this move needs more.",
            here,
        ).format(player=player, count=here, point=point)
    elif (board.made | board.blots) >> point & 1:
        text = _("The checkers on point {point} are {opponent}'s. {player} moves their own checkers.")
        text = text.format(point=point, opponent=opponent, player=player)
    else:
        text = _("{player} has no checker on point {point}.").format(player=player, point=point)
    return violation("BG-M", text, *cells)


def _too_far(position: Position, action: Play) -> list[Violation]:
    """What is wrong with parts of the move that no dice can make, or with more moves than the dice allow."""
    mover, dice = position.to_move, position.dice
    assert dice is not None
    high, low = max(dice), min(dice)
    rule = "BG-D" if high == low else "BG-M"
    rolled = {"player": PLAYER_NAMES[mover], "high": high, "low": low, "sum": high + low}
    found = []
    for part in action.parts:
        if any(spellings(Play((part,)), dice)):
            continue
        cells = cell(mover, part.source), cell(mover, part.target)
        if part.target == OFF:
            text = (
                _("From {start} a checker needs {count} to leave the board. {player} rolled a double {high}.")
                if high == low
                else _("From {start} a checker needs {count} to leave the board. {player} rolled {high} and {low}.")
            )
            found.append(
                violation("BG-OFF", text.format(start=place(part.source), count=part.source, **rolled), *cells)
            )
        else:
            text = (
                _(
                    "From {start} to {end} is a move of {count}. {player} rolled a double {high}: up to four steps of "
                    "{high}."
                )
                if high == low
                else _(
                    "From {start} to {end} is a move of {count}. {player} rolled {high} and {low}: play {high}, {low} "
                    "or {sum}."
                )
            )
            steps = {"start": place(part.source), "end": place(part.target), "count": part.source - part.target}
            found.append(violation(rule, text.format(**steps, **rolled), *cells))
    if found or any(spellings(action, dice)):
        return found
    cells_all = [cell(mover, point) for part in action.parts for point in (part.source, part.target)]
    text = (
        _("{player} rolled a double {high}. That is four steps of {high}, and this takes more.")
        if high == low
        else _("{player} rolled {high} and {low}. Each die is played once, and this takes more.")
    )
    return [violation(rule, text.format(**rolled), *cells_all)]


def _hindrances(position: Position, board: View, action: Play) -> list[Violation]:
    """What blocks the move, in the order of steps that gets furthest. Empty if all of it can be played."""
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
    player, opponent = PLAYER_NAMES[mover], PLAYER_NAMES[other(mover)]
    cells = cell(mover, source), cell(mover, target)
    match tried.hindrance:
        case "blocked" if target in spelled.unsaid:
            whole = next(p for p in action.parts if p.source >= source and p.target < target)
            stops = sorted({s for other_way in spellings(action, position.dice or (1, 1)) for s in other_way.unsaid})
            shut = [stop for stop in stops if board.made >> stop & 1] or [target]
            text = _(
                "From {start} to {end}, one stop on the way must be open. {opponent} blocks {points} with two or more "
                "checkers."
            ).format(
                start=place(whole.source),
                end=place(whole.target),
                opponent=opponent,
                points=list_points(reversed(shut)),
            )
            return violation("BG-R4", text, cells[0], *(cell(mover, stop) for stop in reversed(shut)))
        case "blocked":
            text = _(
                "{opponent} blocks point {point} with two or more checkers. No checker of {player} may land there."
            )
            return violation("BG-B", text.format(opponent=opponent, point=target, player=player), *cells)
        case "bar":
            text = _("{player} has a checker on the bar. It must come in before the checker on point {point} may move.")
            return violation("BG-BAR", text.format(player=player, point=source), cell(mover, BAR), *cells)
        case "outside":
            return _outside(position, board, source)
        case "inexact":
            higher = max(p for p in range(source + 1, HOME + 1) if turns.own_of(tried.result) >> 4 * p & 15)
            text = _(
                "A {die} takes a checker off point {point} only when no checker is on a higher point. There is one on "
                "point {higher}."
            ).format(die=tried.die, point=source, higher=higher)
            return violation("BG-OFF", text, cells[0], cell(mover, higher))
        case _:
            text = _("When the {die} is played, {player} has no checker left on {start}.")
            return violation("BG-M", text.format(die=tried.die, player=player, start=place(source)), *cells)


def _outside(position: Position, board: View, source: int) -> Violation:
    mover = position.to_move
    away = [point for point in range(BAR, HOME, -1) if board.count(point)]
    text = ngettext(
        "{player} bears off only when all checkers are on points 1 to 6. There is still a checker on {places}.",
        "{player} bears off only when all checkers are on points 1 to 6. There are still checkers on {places}.",
        sum(board.count(point) for point in away),
    ).format(player=PLAYER_NAMES[mover], places=list_points(away))
    return violation("BG-OFF", text, cell(mover, source), *(cell(mover, point) for point in away))


def _false_stars(position: Position, board: View, action: Play) -> list[Violation]:
    """Hits that the text of the move claims but that do not happen."""
    mover = position.to_move
    opponent = PLAYER_NAMES[other(mover)]
    false = [p.target for p in action.parts if p.hits and not board.blots >> p.target & 1]
    return [
        violation(
            "BG-H",
            _("Nothing is hit on point {point}: {opponent} has no single checker there.").format(
                point=point, opponent=opponent
            ),
            cell(mover, point),
        )
        for point in dict.fromkeys(false)
    ]


def _too_few(position: Position, board: View, action: Play) -> Violation:
    """Says that more dice must be played, or the higher one."""
    dice, mover = position.dice, position.to_move
    assert dice is not None
    most, high, low = turns.most_dice(board, dice), max(dice), min(dice)
    cells = [cell(mover, point) for part in action.parts for point in (part.source, part.target)]
    if high == low and most == 4:
        text = _("All four {die}s can be played, so you must play all four, for example {example}.")
    elif high == low:
        text = _("{count} of the four {die}s can be played, so you must play {count}, for example {example}.")
    elif most == 2:
        text = _("Both dice can be played, so you must play both, for example {example}.")
    else:
        text = _("Only one die can be played. The {die} can be played, so you must play the {die}: {example}.")
    return violation("BG-R7", text.format(count=most, die=high, example=_example(board, dice, action.parts)), *cells)


def why_rest_unplayed(board: View, dice: Dice, die: int) -> str:
    """Why a possible step may not be made with this die: after it, less of the roll could be played than must be."""
    if dice[0] == dice[1]:
        text = _("Not with a {die}: fewer of the four {die}s could be played then. Play as many as you can. (BG-R7)")
    elif turns.most_dice(board, dice) == 2:
        text = _("Not with the {die}: the other die could not be played then. You must play both. (BG-R7)")
    else:
        text = _("Not with the {die}: only one die can be played, and it must be the higher, the {high}. (BG-R7)")
    return text.format(die=die, high=max(dice))


def _example(board: View, dice: Dice, begun: Iterable[Part] = ()) -> str:
    """One legal way to play the roll, as text. begun: what has been played; the way goes on with as much of it as
    possible.
    """
    played = Counter((part.source, part.target) for part in begun)
    ways = ((result, way) for result, found in turns.turns(board, dice).ways.items() for way in found)
    result, way = max(ways, key=lambda one: (Counter(one[1]) & played).total())
    return write(way, turns.hits_of(result))
