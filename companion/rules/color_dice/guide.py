"""What a Color Dice position waits for, and what can be done in it, said to people."""

from __future__ import annotations

from types import MappingProxyType

from companion.rules.color_dice import moves
from companion.rules.color_dice.actions import Attack
from companion.rules.color_dice.board import COLOURS, PAWNS, Colour, place_word
from companion.rules.color_dice.judge import against, listed, pawns, where
from companion.rules.color_dice.position import Position
from companion.rules.core import Counter, Due, Hint, Hints, Status


def status(position: Position) -> Status:
    """What the position waits for. Dice that may be thrown again are named beside the offer to keep them."""
    throwable = moves.throwable(position)
    due: Due = "nothing" if position.phase == "over" else "roll" if throwable else "move"
    counters: dict[str, tuple[Counter, ...]] = {
        colour.word: (Counter("outside", position.outside[colour]),)
        for colour in (*position.players, *position.dummies)
    }
    return Status(
        due=due,
        player=position.acting.word if position.phase != "over" else position.to_move.word,
        dice=tuple(die.word for die in throwable),
        offers=tuple(word.value for word in moves.words(position)),
        counters=MappingProxyType(counters),
        result=position.result,
        shown_dice=tuple((die.word, position.dice[die]) for die in COLOURS if position.dice[die]),
    )


def hints(position: Position) -> Hints:
    """What may be done now; where a group can go from each place, and why none can."""
    match position.phase:
        case "over":
            winner = position.to_move
            return Hints(f"The game is over: {winner.label} has won, with all {PAWNS} pawns in another colour's area.")
        case "throw":
            return Hints(_throwing(position))
        case "order":
            name = position.to_move.label
            return Hints(
                f"{listed(position.higher())} may counterattack. {name} says whether before or after his own attacks."
            )
        case "attack" | "counter":
            attacks = tuple(moves.attacks(position))
            text = _attacking(position, attacks) if position.phase == "attack" else _countering(position, attacks)
            return Hints(text, MappingProxyType(_from_everywhere(position, attacks)))


def _throwing(position: Position) -> str:
    name = position.acting.label
    unthrown, throwable = moves.unthrown(position), moves.throwable(position)
    if unthrown:
        return (
            f"{name}: throw the dice, each at least once and at most three times. Still to throw: {listed(unthrown)}."
        )
    if throwable:
        return f"{name}: keep the dice, or throw again; {listed(throwable)} may still be thrown."
    return f"{name}: keep the dice; all have been thrown three times."


def _attacking(position: Position, attacks: tuple[Attack, ...]) -> str:
    name = position.to_move.label
    groups = _groups(position, attacks)
    if groups:
        ending = "or say done" if position.attacked else "once at least"
        return f"{name}: attack {groups}, {ending}.{_others(position, attacks)}"
    reason = "no more attack is possible" if position.attacked else "no attack is possible"
    return f"{name}: {reason}, so say done.{_others(position, attacks)}"


def _groups(position: Position, attacks: tuple[Attack, ...]) -> str:
    """Whom one may attack and with how many: "Yellow with 2 pawns (5 against Yellow's 3)"."""
    targets = dict.fromkeys(attack.target for attack in attacks)
    parts = []
    for target in targets:
        group = pawns(position.lead(position.acting, target), position.acting)
        parts.append(f"{target.label} with {group} ({against(position, position.acting, target)})")
    return " or ".join(parts)


def _others(position: Position, attacks: tuple[Attack, ...]) -> str:
    """Why the other opponents cannot be attacked."""
    parts = []
    for target in position.from_the_left():
        dice = against(position, position.to_move, target)
        if target in position.attacked:
            parts.append(f"{target.label} was attacked already")
        elif position.lead(position.to_move, target) <= 0:
            parts.append(f"not {target.label}, {dice}")
        elif all(attack.target != target for attack in attacks):
            parts.append(f"no group of {position.lead(position.to_move, target)} can attack {target.label}, {dice}")
    text = "; ".join(parts)
    return f" {text[0].upper()}{text[1:]}." if parts else ""


def _countering(position: Position, attacks: tuple[Attack, ...]) -> str:
    acting = position.acting
    name = acting.label
    if acting in position.dummies:
        name = f"{name} (a dummy; {position.decider(acting).label} decides)"
    if attacks:
        return f"{name}: counterattack {_groups(position, attacks)}, or decline."
    size = pawns(position.lead(acting, position.to_move), acting)
    return f"{name}: no group of {size} can counterattack {position.to_move.label}, so decline."


def _from_everywhere(position: Position, attacks: tuple[Attack, ...]) -> dict[str, tuple[Hint, ...]]:
    acting = position.acting
    cells: dict[str, tuple[Hint, ...]] = {}
    for source in (*COLOURS, None):
        if not position.pawns(source, acting):
            continue
        found = tuple(Hint(attack.area.word, _why(position, attack)) for attack in attacks if attack.source == source)
        cells[place_word(source)] = found or (Hint(None, _why_not(position, source)),)
    return cells


def _why(position: Position, attack: Attack) -> str:
    group = pawns(attack.count, position.acting)
    target = attack.target
    if not attack.strikes:
        does = f"move into the {attack.area.word} area"
    elif attack.strikes == attack.count:
        does = f"strike {pawns(attack.strikes, target)} in the {attack.area.word} area"
    else:
        does = f"go into the {attack.area.word} area and strike {pawns(attack.strikes, target)} there"
    return f"Against {target.label}: {group} {does}."


def _why_not(position: Position, source: Colour | None) -> str:
    acting = position.acting
    there = f"{pawns(position.pawns(source, acting), acting)} {where(source)}"
    if source is None and acting in position.dummies:
        return f"The {there} were struck: a dummy's stay there for good."
    if position.locked(source, acting):
        return f"The {there} are locked: 7 or 8 do not move."
    needed = sorted({position.lead(acting, target) for target in moves.targets(position)})
    if not needed:
        return f"The {there} stay: there is nobody to attack."
    if min(needed) > position.pawns(source, acting):
        return f"The {there} are too few: a group of {' or '.join(map(str, needed))} is needed."
    if source is None:
        return f"The {there} find no room: they move only, and cannot strike."
    return f"The {there} find neither room to move nor enough pawns to strike."
