"""What is legal in a Color Dice position, and what it leads to: rolls, attacks and the order of a turn. `judge`
explains why something is not legal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import cast

from companion.language import _, ngettext
from companion.rules.color_dice.actions import Action, Attack, Word
from companion.rules.color_dice.board import AREA_NAMES, COLOURS, LOCKING, MOST_THROWS, PAWNS, Colour, place_cells
from companion.rules.color_dice.position import NONE, Counts, Position, dice_of, nine, turn_order
from companion.rules.core import Event, Outcome, Resignation, Result
from companion.rules.resigning import RESIGNED, end_game, make_resignation


def actions(position: Position) -> Iterator[Action]:
    """Everything that may be done now. Empty if a roll is due or the game is over."""
    if position.phase in ("attack", "counter"):
        yield from attacks(position)
    yield from words(position)


def words(position: Position) -> Iterator[Word]:
    """The decisions that may be made now and that move nothing on the table."""
    match position.phase:
        case "throw":
            if not unthrown(position):
                yield Word.KEEP
        case "order":
            yield Word.BEFORE
            yield Word.AFTER
        case "attack":
            if not must_attack(position):
                yield Word.DONE
        case "counter":
            yield Word.DECLINE


# --- rolls ------------------------------------------------------------------------------------------


def throwable(position: Position) -> tuple[Colour, ...]:
    """The dice that may be rolled now (CD-R3)."""
    if position.phase != "throw":
        return ()
    return tuple(die for die in dice_of(position, position.acting) if position.throws[die] < MOST_THROWS)


def unthrown(position: Position) -> tuple[Colour, ...]:
    """The dice that the player has not rolled yet, of those they may roll."""
    return tuple(die for die in dice_of(position, position.acting) if not position.throws[die])


def throw(position: Position, thrown: Mapping[Colour, int]) -> Position:
    """The position after a roll of dice that may be rolled. The last roll of each die counts."""
    dice = (thrown.get(die, position.dice[die]) for die in COLOURS)
    throws = (position.throws[die] + (die in thrown) for die in COLOURS)
    return replace(position, dice=cast(Counts, tuple(dice)), throws=cast(Counts, tuple(throws)))


# --- attacks ----------------------------------------------------------------------------------------


def targets(position: Position) -> tuple[Colour, ...]:
    """Whom the acting colour may attack.

    These are opponents with a lower die that it has not attacked yet (CD-R5). In a counterattack, it is the player to
    move (CD-R12).
    """
    acting = position.acting
    if position.phase == "counter":
        return (position.to_move,)
    return tuple(
        colour
        for colour in position.from_the_left()
        if position.lead(acting, colour) > 0 and colour not in position.attacked
    )


def must_attack(position: Position) -> bool:
    """True if the player to move still has to attack: they have made no attack and could make one (CD-R15)."""
    return not position.attacked and next(attacks(position), None) is not None


def attacks(position: Position) -> Iterator[Attack]:
    """The attacks that the acting colour may make. If several lead to the same result, only one of them is listed."""
    acting = position.acting
    for target in targets(position):
        count = position.lead(acting, target)
        for source in (*COLOURS, None):
            if not can_leave(position, source, count):
                continue
            for area in COLOURS:
                if area in (acting, source):
                    continue
                for strikes in range(count + 1):
                    attack = Attack(target, count, source, area, strikes)
                    if has_room(position, attack):
                        yield attack


def can_leave(position: Position, source: Colour | None, count: int) -> bool:
    """True if the acting colour has this many pawns in a place and they may leave it (CD-R13, CD-R14)."""
    acting = position.acting
    if source is None and acting in position.dummies:
        return False
    return position.pawns(source, acting) >= count and not position.locked(source, acting)


def has_room(position: Position, attack: Attack) -> bool:
    """True if the pawns of an attack fit into the area that they go to, or strike others there (CD-R7, R8, R11)."""
    target, area = attack.target, attack.area
    if not attack.strikes:
        in_scope = position.move_scope == "any" or area == target
        return in_scope and position.free(area) >= attack.count
    moving = attack.count - attack.strikes
    return (
        attack.source is not None
        and not position.locked(area, target)
        and position.areas[area][target] >= attack.strikes
        and (not moving or (area == target and position.free(area) >= moving))
    )


# --- what actions do --------------------------------------------------------------------------------


def carry_out(position: Position, action: Action) -> Outcome[Position]:
    """What an action leads to. It must be legal; this is not checked here."""
    match action:
        case Attack():
            return _attacked(position, action)
        case Word.KEEP:
            return Outcome(_kept(position))
        case Word.BEFORE:
            return _counterattacks(replace(position, order="before"))
        case Word.AFTER:
            return Outcome(replace(position, order="after", phase="attack"))
        case Word.DECLINE:
            return _counterattacks(replace(position, countered=(*position.countered, position.acting)))
        case Word.DONE:
            return _counterattacks(position) if position.order == "after" else _turn_over(position)


def _kept(position: Position) -> Position:
    """The position after `keep`. If each player rolls, the next one rolls now. Otherwise the attacks begin, or first
    their order is decided.
    """
    if position.throwing == "each":
        order = turn_order(position)
        following = order[(order.index(position.acting) + 1) % len(order)]
        if following != position.to_move:
            return replace(position, acting=following)
    return replace(position, acting=position.to_move, phase="order" if position.higher() else "attack")


def after_attack(position: Position, attack: Attack) -> Position:
    """The position with the pawns moved by an attack, and nothing else changed."""
    acting, target = position.acting, attack.target
    areas = [list(area) for area in position.areas]
    outside = list(position.outside)
    (outside if attack.source is None else areas[attack.source])[acting] -= attack.count
    areas[attack.area][acting] += attack.count
    areas[attack.area][target] -= attack.strikes
    outside[target] += attack.strikes
    red, yellow, green, blue = (cast(Counts, tuple(area)) for area in areas)
    return replace(position, areas=(red, yellow, green, blue), outside=cast(Counts, tuple(outside)))


def _attacked(position: Position, attack: Attack) -> Outcome[Position]:
    acting, area = position.acting, attack.area
    after = after_attack(position, attack)
    events = list(_told(position, after, attack))
    if acting in position.players and nine(after, acting):
        text = _("{player} wins: all {count} of their pawns are in {area}.")
        text = text.format(player=acting.label, count=PAWNS, area=AREA_NAMES[area.word])
        events.append(Event("won", text, place_cells(area)))
        return Outcome(_ended(after, acting), tuple(events))
    if position.phase == "attack":
        return Outcome(replace(after, attacked=(*position.attacked, attack.target)), tuple(events))
    following = _counterattacks(replace(after, countered=(*position.countered, acting)))
    return Outcome(following.position, (*events, *following.events))


def _told(before: Position, after: Position, attack: Attack) -> Iterator[Event]:
    """What else happens by an attack: pawns are struck, locked, or no longer locked."""
    acting, target, area = before.acting, attack.target, attack.area
    if attack.strikes:
        if target in before.dummies:
            text = ngettext(
                "{player} strikes {count} pawn of {target} in {area}. Put it outside for good.",
                "{player} strikes {count} pawns of {target} in {area}. Put them outside for good.",
                attack.strikes,
            )
        else:
            text = ngettext(
                "{player} strikes {count} pawn of {target} in {area}. Put it outside.",
                "{player} strikes {count} pawns of {target} in {area}. Put them outside.",
                attack.strikes,
            )
        text = text.format(player=acting.label, count=attack.strikes, target=target.label, area=AREA_NAMES[area.word])
        yield Event("struck", text, place_cells(area))
    if after.locked(area, acting) and not before.locked(area, acting):
        text = _("{player} has {count} or more pawns in {area}. They are locked.")
        text = text.format(player=acting.label, count=LOCKING, area=AREA_NAMES[area.word])
        yield Event("locked", text, place_cells(area))


def _ended(position: Position, winner: Colour, how: str = "nine pawns") -> Position:
    return replace(_cleared(position), to_move=winner, acting=winner, phase="over", result=Result(winner.word, 1, how))


def resignations(position: Position) -> tuple[Resignation[Position], ...]:
    """What can be given up now: with two players, each may give up the game. With more, the rules do not say how the
    others would go on.
    """
    if position.phase == "over" or len(position.players) > 2:
        return ()
    found = []
    for player, winner in (position.players, position.players[::-1]):
        outcome = end_game(_ended(position, winner, RESIGNED), winner.label)
        found.append(make_resignation(player.word, "game", player.label, outcome))
    return tuple(found)


def _counterattacks(position: Position) -> Outcome[Position]:
    """The position in which the next counterattacker decides. After the last of them, the attacks or the end of the
    turn (CD-R12).
    """
    following = next((colour for colour in position.higher() if colour not in position.countered), None)
    if following is not None:
        return Outcome(replace(position, phase="counter", acting=following))
    if position.order == "before":
        return Outcome(replace(position, phase="attack", acting=position.to_move))
    return _turn_over(position)


def _turn_over(position: Position) -> Outcome[Position]:
    following = turn_order(position)[1]
    event = Event("turn", _("It is {player}'s turn.").format(player=following.label))
    return Outcome(replace(_cleared(position), to_move=following, acting=following, phase="throw"), (event,))


def _cleared(position: Position) -> Position:
    return replace(position, dice=NONE, throws=NONE, attacked=(), countered=(), order=None)
