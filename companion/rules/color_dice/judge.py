"""Why something may not be done in Color Dice: the rules that it breaks, in words about this very move.

The reverse of `moves`: an action breaks no rule here exactly where it is legal there; the tests hold the
two against each other over the whole alphabet of moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.rules.color_dice import moves
from companion.rules.color_dice.actions import Action, Attack, Word, read, write
from companion.rules.color_dice.board import Colour, Place, place_cells
from companion.rules.color_dice.position import Position
from companion.rules.core import Verdict, Violation
from companion.words import join_words

TITLES: Mapping[str, str] = {
    "CD-T": "Throwing the dice",
    "CD-A": "Attacking",
    "CD-C": "Counterattacking",
    "CD-M": "Moving a group",
    "CD-S": "Striking",
    "CD-H": "The home area",
    "CD-L": "Locked pawns",
    "CD-W": "The game is won",
    "CD-R7": "Where a group moves to",
    "CD-R11": "Moving and striking at once",
    "CD-R13": "Dummies",
}


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on a move text. Raises MoveTextError where it is none."""
    action = read(text)
    violations = tuple(broken(position, action))
    if violations:
        return Verdict(write(action), None, violations)
    return Verdict(write(action), moves.carry_out(position, action))


def violation(rule: str, text: str, *places: Place) -> Violation:
    """A violation with the rule's title; its cells are those of the areas named, each once."""
    return Violation(
        rule, TITLES[rule], text, tuple(cell for place in dict.fromkeys(places) for cell in place_cells(place))
    )


def broken(position: Position, action: Action) -> Iterator[Violation]:
    """The rules that an action breaks, most basic first; none where it is legal."""
    if position.phase == "over":
        yield violation("CD-W", f"The game is over: {position.to_move.label} has won.")
    elif isinstance(action, Attack):
        yield from _attacking(position, action)
    else:
        yield from _saying(position, action)


def listed(colours: Iterable[Colour]) -> str:
    """Colours as people say them: "Red", "Red and Blue", "Red, Green and Blue"."""
    return join_words(colour.label for colour in colours)


def pawns(count: int, colour: Colour) -> str:
    """ "1 red pawn", "2 red pawns"."""
    return f"{count} {colour.word} {'pawn' if count == 1 else 'pawns'}"


def where(place: Place) -> str:
    """ "in the green area", "outside"."""
    return "outside" if place is None else f"in the {place.word} area"


def described(attack: Attack, acting: Colour) -> str:
    """An attack as people say it: "2 red pawns from the red area to the blue area, striking 2 yellow pawns".

    Whom a group attacks is added where nothing else says so.
    """
    source = "outside" if attack.source is None else f"the {attack.source.word} area"
    said = f"{pawns(attack.count, acting)} from {source} to the {attack.area.word} area"
    if attack.strikes:
        return f"{said}, striking {pawns(attack.strikes, attack.target)}"
    return said if attack.area == attack.target else f"{said}, against {attack.target.label}"


def against(position: Position, acting: Colour, target: Colour) -> str:
    """The two dice in words: "5 against Yellow's 3"."""
    return f"{position.dice[acting]} against {target.label}'s {position.dice[target]}"


# --- words ------------------------------------------------------------------------------------------


def _saying(position: Position, word: Word) -> Iterator[Violation]:
    if word in moves.words(position):
        return
    match word:
        case Word.KEEP if position.phase == "throw":
            missing = listed(moves.unthrown(position))
            text = f"The dice cannot be kept yet: each is thrown at least once, and still to throw: {missing}."
            yield violation("CD-T", text)
        case Word.KEEP:
            yield violation("CD-T", "The dice have been kept already.")
        case Word.BEFORE | Word.AFTER:
            yield violation("CD-C", _no_order(position))
        case Word.DECLINE:
            yield violation("CD-C", "There is no counterattack to decline now.")
        case Word.DONE if position.phase == "attack":
            example = described(next(moves.attacks(position)), position.acting)
            text = f"{position.to_move.label} must attack at least once and still can, for example {example}."
            yield violation("CD-A", text)
        case Word.DONE:
            yield violation("CD-A", _not_attacking(position))


def _no_order(position: Position) -> str:
    if position.phase == "throw":
        return "The dice come first; whether counterattacks are made before or after is said when they are kept."
    if position.order:
        return f"It is settled already that counterattacks are made {position.order} the attacks."
    return f"Nobody's die is higher than {position.to_move.label}'s, so there are no counterattacks to place."


def _not_attacking(position: Position) -> str:
    if position.phase == "throw":
        return "The dice come first: throw them and keep them, then attack."
    if position.phase == "order":
        name = position.to_move.label
        return f"{name} says first whether the counterattacks are made before or after his attacks."
    return f"{position.acting.label} is asked for a counterattack: attack {position.to_move.label}, or decline."


# --- attacks ----------------------------------------------------------------------------------------


def _attacking(position: Position, attack: Attack) -> Iterator[Violation]:
    if position.phase not in ("attack", "counter"):
        yield violation("CD-T" if position.phase == "throw" else "CD-C", _not_attacking(position))
        return
    against_whom = list(_against(position, attack))
    yield from against_whom
    yield from _group(position, attack, counted=not against_whom)
    if attack.area == position.acting:
        text = f"{position.acting.label} neither moves nor strikes in the {attack.area.word} area, his own home."
        yield violation("CD-H", text, attack.area)
    elif attack.area == attack.source:
        text = f"The group stays in the {attack.area.word} area: it goes from one area to another."
        yield violation("CD-M", text, attack.area)
    elif attack.strikes:
        yield from _striking(position, attack)
    else:
        yield from _moving(position, attack)


def _against(position: Position, attack: Attack) -> Iterator[Violation]:
    acting, target = position.acting, attack.target
    if target == acting:
        yield violation("CD-A", f"{acting.label} cannot attack {acting.label}.")
    elif position.phase == "counter":
        if target != position.to_move:
            text = (
                f"A counterattack goes against {position.to_move.label}, whose turn it is, "
                f"and not against {target.label}."
            )
            yield violation("CD-C", text)
    elif position.dice[target] == position.dice[acting]:
        text = f"{target.label}'s die shows {position.dice[target]} like {acting.label}'s: equal dice allow no attack."
        yield violation("CD-A", text)
    elif position.dice[target] > position.dice[acting]:
        text = (
            f"{target.label}'s die shows {position.dice[target]}, {acting.label}'s only {position.dice[acting]}: "
            "an attack needs the higher die."
        )
        yield violation("CD-A", text)
    elif target in position.attacked:
        yield violation("CD-A", f"{target.label} was attacked in this turn already: each opponent once.")


def _group(position: Position, attack: Attack, counted: bool) -> Iterator[Violation]:
    """Whether the group is there, free to go, and (`counted`) as large as the dice say."""
    acting, source, count = position.acting, attack.source, attack.count
    needed = position.lead(acting, attack.target)
    if counted and count != needed:
        dice = against(position, acting, attack.target)
        text = f"The group has {pawns(count, acting)}, but the dice make it {needed}: {dice}."
        yield violation("CD-A", text, source)
    if source is None and acting in position.dummies:
        text = f"{acting.label} is a dummy: its struck pawns stay outside for good."
        yield violation("CD-R13", text)
    elif position.locked(source, acting):
        text = f"The {pawns(position.pawns(source, acting), acting)} {where(source)} are locked: 7 or 8 do not move."
        yield violation("CD-L", text, source)
    elif position.pawns(source, acting) < count:
        text = (
            f"{pawns(count, acting)} cannot come from there: {_only(position.pawns(source, acting))} {where(source)}."
        )
        yield violation("CD-M", text, source)


def _only(there: int) -> str:
    return "none is" if not there else f"only {there} {'is' if there == 1 else 'are'}"


def _moving(position: Position, attack: Attack) -> Iterator[Violation]:
    target, area, count = attack.target, attack.area, attack.count
    if position.move_scope == "attacked" and area != target:
        text = f"Against {target.label} a group moves into the {target.word} area only, not into the {area.word} one."
        yield violation("CD-R7", text, area, target)
    yield from _room(position, area, count)


def _room(position: Position, area: Colour, count: int) -> Iterator[Violation]:
    free = position.free(area)
    if free < count:
        positions = f"{free or 'no'} empty {'position' if free == 1 else 'positions'}"
        text = f"The {area.word} area has {positions}, and {count} {'is' if count == 1 else 'are'} needed."
        yield violation("CD-M", text, area)


def _striking(position: Position, attack: Attack) -> Iterator[Violation]:
    acting, target, area = position.acting, attack.target, attack.area
    count, strikes = attack.count, attack.strikes
    there = position.areas[area][target]
    if target == acting:
        return
    if attack.source is None:
        text = f"Pawns outside cannot strike: {acting.label}'s must be moved into an area first."
        yield violation("CD-S", text, area)
    if strikes > count:
        text = f"{pawns(count, acting)} cannot strike {strikes}: each strikes one."
        yield violation("CD-S", text, area)
    if position.locked(area, target):
        text = f"The {pawns(there, target)} in the {area.word} area are locked: they cannot be struck."
        yield violation("CD-L", text, area)
    elif there < strikes:
        text = f"{pawns(strikes, target)} cannot be struck there: {_only(there)} {where(area)}."
        yield violation("CD-S", text, area)
    if strikes < count:
        if area != target:
            text = (
                f"In the {area.word} area the whole group must strike, or all of it move: only in {target.label}'s "
                f"home some may move and some strike, while {target.word} pawns are left there."
            )
            yield violation("CD-R11", text, area)
        else:
            yield from _room(position, area, count - strikes)
