"""What a Color Dice position waits for, and what can be done in it, in words for people."""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType

from companion.language import _, join, pgettext
from companion.rules.color_dice import moves
from companion.rules.color_dice.actions import Attack, Word
from companion.rules.color_dice.board import (
    BY_WORD,
    COLOURS,
    DICE_NAMES,
    LOCKING,
    MOST_THROWS,
    OFFER_NAMES,
    OUTSIDE,
    PAWNS,
    Colour,
    place_word,
)
from companion.rules.color_dice.judge import listed, name_area, pawns, where
from companion.rules.color_dice.position import Position
from companion.rules.core import Counter, Due, Fact, Hint, Hints, Status
from companion.rules.resigning import RESIGNED
from companion.words import join_words


def status(position: Position) -> Status:
    """What the position waits for. If dice may be rolled again, it names them and also offers to keep them."""
    throwable = moves.throwable(position)
    due: Due = "nothing" if position.phase == "over" else "roll" if throwable else "move"
    counters: dict[str, tuple[Counter, ...]] = {
        colour.word: (Counter(pgettext("counter", "outside"), position.outside[colour]),)
        for colour in (*position.players, *position.dummies)
    }
    return Status(
        due=due,
        player=position.acting.word if position.phase != "over" else position.to_move.word,
        dice=tuple(die.word for die in throwable),
        offers=tuple(word.value for word in moves.words(position)),
        settled=Word.AFTER.value if position.phase == "order" and not _may_ever_attack(position) else "",
        counters=MappingProxyType(counters),
        result=position.result,
        shown_dice=tuple((die.word, position.dice[die]) for die in COLOURS if position.dice[die]),
    )


def facts(position: Position) -> Iterator[Fact]:
    """What the screen always shows: how near each player is to the end (the most pawns in one area of another colour),
    and how many pawns are outside.
    """
    most = {
        colour: max(position.areas[area][colour] for area in COLOURS if area is not colour)
        for colour in position.players
    }
    # Translators: How many pawns each player has in one area: "in one area (9 wins)  2  5".
    label = pgettext("fact", "in one area ({target} wins)").format(target=PAWNS)
    yield Fact(label, tuple((colour.word, str(count)) for colour, count in most.items()))
    seats = (*position.players, *position.dummies)
    yield Fact(pgettext("fact", "outside"), tuple((colour.word, str(position.outside[colour])) for colour in seats))


def hints(position: Position) -> Hints:
    """What can be done now: where a group can go from each place, or why it cannot go."""
    match position.phase:
        case "over" if position.result is not None and position.result.how == RESIGNED:
            text = _("The game is over: {player} has won by resignation.")
            return Hints(text.format(player=position.to_move.label))
        case "over":
            text = _("The game is over: {player} has won, with all {count} pawns in another colour's area.")
            return Hints(text.format(player=position.to_move.label, count=PAWNS))
        case "throw":
            return Hints(_rolling(position))
        case "order" if not _may_ever_attack(position):
            text = _("{player} cannot attack: no die is lower. {opponents} may counterattack.")
            return Hints(text.format(opponents=listed(position.higher()), player=position.to_move.label))
        case "order":
            text = _("{opponents} may counterattack. {player}: choose when, before or after your own attacks.")
            return Hints(text.format(opponents=listed(position.higher()), player=position.to_move.label))
        case "attack" | "counter":
            attacks = tuple(moves.attacks(position))
            text = _attacking(position, attacks) if position.phase == "attack" else _countering(position, attacks)
            outside = (position.acting.word,) * position.pawns(None, position.acting)
            return Hints(
                text,
                MappingProxyType(_from_everywhere(position, attacks)),
                MappingProxyType({OUTSIDE: outside} if outside else {}),
            )


def _may_ever_attack(position: Position) -> bool:
    """True if somebody's die is lower than that of the player to move. Otherwise nobody can be attacked in this
    turn.
    """
    return any(position.lead(position.to_move, colour) > 0 for colour in position.from_the_left())


def _rolling(position: Position) -> str:
    unthrown, throwable = moves.unthrown(position), moves.throwable(position)
    every = (*position.players, *position.dummies)
    if len(unthrown) == len(every):
        text = _("{player}: roll each die at least once and at most {most} times.")
    elif unthrown:
        text = _("{player}: roll each die at least once and at most {most} times. Still to roll: {dice}.")
    elif len(throwable) == len(every):
        text = _("{player}: keep the dice, or roll again.")
    elif throwable:
        text = _("{player}: keep the dice, or roll again. You may still roll: {dice}.")
    else:
        text = _("{player}: keep the dice. All have been rolled {most} times.")
    dice = join_words(DICE_NAMES[colour.word] for colour in unthrown or throwable)
    return text.format(player=position.acting.label, most=MOST_THROWS, dice=dice)


def _attacking(position: Position, attacks: tuple[Attack, ...]) -> str:
    if attacks and position.attacked:
        text = _("{player}: attack {groups}, or tap {no_more}.")
    elif attacks:
        text = _("{player}: attack at least once: {groups}.")
    elif position.attacked:
        text = _("{player}: no more attack is possible.")
    else:
        text = _("{player}: no attack is possible.")
    text = text.format(
        player=position.to_move.label, groups=_groups(position, attacks), no_more=OFFER_NAMES[Word.DONE.value]
    )
    return join(" ", [text, *_others(position, attacks)])


def _groups(position: Position, attacks: tuple[Attack, ...]) -> str:
    """The opponents that can be attacked, and with how many pawns: "Yellow with 2 red pawns (5 against 3)"."""
    # Translators: {pawns} is "2 red pawns", {dice} is "5 against 3".
    text = _("{target} with {pawns} ({dice})")
    return join_words(
        (
            text.format(
                target=target.label,
                pawns=pawns(position.lead(position.acting, target), position.acting),
                dice=_dice(position, position.acting, target),
            )
            for target in dict.fromkeys(attack.target for attack in attacks)
        ),
        "or",
    )


def _others(position: Position, attacks: tuple[Attack, ...]) -> Iterator[str]:
    """Why the other opponents cannot be attacked: one sentence for each."""
    for target in position.from_the_left():
        lead = position.lead(position.to_move, target)
        if target in position.attacked:
            text = _("{target} was attacked already.")
        elif lead <= 0:
            text = _("{target} cannot be attacked: {dice}.")
        elif all(attack.target != target for attack in attacks):
            text = _("No group of {count} can attack {target} ({dice}).")
        else:
            continue
        yield text.format(target=target.label, count=lead, dice=_dice(position, position.to_move, target))


def _dice(position: Position, acting: Colour, target: Colour) -> str:
    """The two dice, where the target is named beside them: "5 against 3"."""
    return _("{own} against {other}").format(own=position.dice[acting], other=position.dice[target])


def _countering(position: Position, attacks: tuple[Attack, ...]) -> str:
    acting = position.acting
    name = acting.label
    if acting in position.dummies:
        name = _("{dummy} (a dummy; {player} decides)").format(dummy=name, player=position.decider(acting).label)
    if attacks:
        text = _("{player}: counterattack {groups}, or decline.")
        return text.format(player=name, groups=_groups(position, attacks))
    size = pawns(position.lead(acting, position.to_move), acting)
    text = _("{player}: no group of {pawns} can counterattack {target}. Decline.")
    return text.format(player=name, pawns=size, target=position.to_move.label)


def _from_everywhere(position: Position, attacks: tuple[Attack, ...]) -> dict[str, tuple[Hint, ...]]:
    acting = position.acting
    cells: dict[str, tuple[Hint, ...]] = {}
    for source in (*COLOURS, None):
        if not position.pawns(source, acting):
            continue
        found = tuple(
            Hint(attack.area.word, _why(position, attack), takes=bool(attack.strikes), label=str(attack.count))
            for attack in attacks
            if attack.source == source
        )
        cells[place_word(source)] = found or (Hint(None, _why_not(position, source)),)
    return cells


def why_not(position: Position, start: str | None, end: str) -> str:
    """Why no group may go from one place to another, in words. start: None for pawns outside."""
    source = None if start in (None, OUTSIDE) else BY_WORD[start]
    if position.phase not in ("attack", "counter"):
        return ""
    if not position.pawns(source, position.acting):
        return _("{player} has no pawns {where}.").format(player=position.acting.label, where=where(source))
    if all(attack.source != source for attack in moves.attacks(position)):
        return _why_not(position, source)
    if end == OUTSIDE:
        return _("No pawn moves outside by itself. A pawn gets there when it is struck.")
    text = _("The pawns {where} can make no attack in {area}.")
    return text.format(where=where(source), area=name_area(BY_WORD[end]))


def _why(position: Position, attack: Attack) -> str:
    if not attack.strikes:
        text = _("Against {target}: move {pawns} into {area}.")
    elif attack.strikes == attack.count:
        text = _("Against {target}: strike {struck} in {area} with {pawns}.")
    else:
        text = _("Against {target}: bring {pawns} into {area} and strike {struck} there.")
    return text.format(
        target=attack.target.label,
        pawns=pawns(attack.count, position.acting),
        struck=pawns(attack.strikes, attack.target),
        area=name_area(attack.area),
    )


def _why_not(position: Position, source: Colour | None) -> str:
    acting = position.acting
    count = position.pawns(source, acting)
    needed = sorted({position.lead(acting, target) for target in moves.targets(position)})
    if source is None and acting in position.dummies:
        text = _("{pawns} {where}: a dummy's struck pawns stay there for good.")
    elif position.locked(source, acting):
        text = _(
            "{pawns} {where} are locked. If an area has {few} or {many} pawns of another colour, they do not move."
        )
    elif not needed:
        text = _("{pawns} {where}: there is nobody to attack.")
    elif min(needed) > count:
        text = _("{pawns} {where} are too few. A group of {needed} is needed.")
    elif source is None:
        text = _(
            "{pawns} {where}: no area that they may enter has {needed} empty positions. From outside no pawn strikes."
        )
    else:
        text = _("{pawns} {where}: no area that they may enter has {needed} empty positions or enough pawns to strike.")
    return text.format(
        pawns=pawns(count, acting),
        where=where(source),
        few=LOCKING,
        many=PAWNS - 1,
        needed=join_words(map(str, needed), "or"),
    )
