"""Says why something may not be done in Color Dice: the rules that it breaks, in words about exactly this move.

`moves` says what is legal. An action breaks no rule here exactly if it is legal there; the tests compare the two for
every possible move text.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from companion.language import N_, Translated, _, ngettext
from companion.rules.color_dice import moves
from companion.rules.color_dice.actions import Action, Attack, Word, read, write
from companion.rules.color_dice.board import AREA_NAMES, LOCKING, PAWNS, Colour, Place, place_cells
from companion.rules.color_dice.position import Position
from companion.rules.core import Verdict, Violation
from companion.words import join_words

TITLES: Mapping[str, str] = Translated(
    {
        "CD-T": N_("Rolling the dice"),
        "CD-A": N_("Attacking"),
        "CD-C": N_("Counterattacking"),
        "CD-M": N_("Moving a group"),
        "CD-S": N_("Striking"),
        "CD-H": N_("The home area"),
        "CD-L": N_("Locked pawns"),
        "CD-W": N_("The game is won"),
        "CD-R7": N_("Where a group moves to"),
        "CD-R11": N_("Moving and striking at once"),
        "CD-R13": N_("Dummies"),
    }
)


def judge(position: Position, text: str) -> Verdict[Position]:
    """The verdict on the text of a move. Raises MoveTextError if it is not such a text."""
    action = read(text)
    violations = tuple(broken(position, action))
    if violations:
        return Verdict(write(action), None, violations)
    return Verdict(write(action), moves.carry_out(position, action))


def violation(rule: str, text: str, *places: Place) -> Violation:
    """A violation of a rule, with the rule's title. Its cells are those of the named places, each once."""
    return Violation(
        rule, TITLES[rule], text, tuple(cell for place in dict.fromkeys(places) for cell in place_cells(place))
    )


def broken(position: Position, action: Action) -> Iterator[Violation]:
    """The rules that an action breaks, the most basic one first. Empty if it is legal."""
    if position.phase == "over":
        yield violation("CD-W", _("The game is over: {player} has won.").format(player=position.to_move.label))
    elif isinstance(action, Attack):
        yield from _attacking(position, action)
    else:
        yield from _saying(position, action)


def listed(colours: Iterable[Colour]) -> str:
    """Colours in words: "Red", "Red and Blue", "Red, Green and Blue"."""
    return join_words(colour.label for colour in colours)


def pawns(count: int, colour: Colour) -> str:
    """A number of pawns in words: "1 red pawn", "2 red pawns"."""
    match colour:
        case Colour.RED:
            text = ngettext("{count} red pawn", "{count} red pawns", count)
        case Colour.YELLOW:
            text = ngettext("{count} yellow pawn", "{count} yellow pawns", count)
        case Colour.GREEN:
            text = ngettext("{count} green pawn", "{count} green pawns", count)
        case Colour.BLUE:
            text = ngettext("{count} blue pawn", "{count} blue pawns", count)
    return text.format(count=count)


def name_area(area: Colour) -> str:
    """An area in words: "the green area"."""
    return AREA_NAMES[area.word]


def where(place: Place) -> str:
    """Where pawns are, in words: "in the green area", "outside"."""
    if place is None:
        return _("outside")
    # Translators: {area} is "the red area" or another area.
    return _("in {area}").format(area=name_area(place))


def describe(attack: Attack, acting: Colour) -> str:
    """An attack in words: "2 red pawns from the red area to the blue area, striking 2 yellow pawns". If nothing else
    shows who is attacked, it names this player.
    """
    if attack.source is None:
        text = (
            _("{pawns} from outside to {area}")
            if attack.area == attack.target
            else _("{pawns} from outside to {area}, against {target}")
        )
    elif attack.strikes:
        text = _("{pawns} from {source} to {area}, striking {struck}")
    elif attack.area == attack.target:
        text = _("{pawns} from {source} to {area}")
    else:
        text = _("{pawns} from {source} to {area}, against {target}")
    return text.format(
        pawns=pawns(attack.count, acting),
        source="" if attack.source is None else name_area(attack.source),
        area=name_area(attack.area),
        struck=pawns(attack.strikes, attack.target),
        target=attack.target.label,
    )


def against(position: Position, acting: Colour, target: Colour) -> str:
    """Two dice compared in words: "5 against Yellow's 3"."""
    return _("{own} against {player}'s {other}").format(
        own=position.dice[acting], player=target.label, other=position.dice[target]
    )


# --- words ------------------------------------------------------------------------------------------


def _saying(position: Position, word: Word) -> Iterator[Violation]:
    if word in moves.words(position):
        return
    match word:
        case Word.KEEP if position.phase == "throw":
            text = _("The dice cannot be kept yet. Roll each one at least once; still to roll: {dice}.")
            yield violation("CD-T", text.format(dice=listed(moves.unthrown(position))))
        case Word.KEEP:
            yield violation("CD-T", _("The dice have been kept already."))
        case Word.BEFORE | Word.AFTER:
            yield violation("CD-C", _no_order(position))
        case Word.DECLINE:
            yield violation("CD-C", _("There is no counterattack to decline now."))
        case Word.DONE if position.phase == "attack":
            example = describe(next(moves.attacks(position)), position.acting)
            text = _("{player} must attack at least once and still can, for example {example}.")
            yield violation("CD-A", text.format(player=position.to_move.label, example=example))
        case Word.DONE:
            yield violation("CD-A", _not_attacking(position))


def _no_order(position: Position) -> str:
    if position.phase == "throw":
        return _("The dice come first. Keep them, then choose when the counterattacks are made.")
    if position.order == "before":
        return _("The counterattacks are made before the attacks. That is settled already.")
    if position.order == "after":
        return _("The counterattacks are made after the attacks. That is settled already.")
    text = _("Nobody's die is higher than {player}'s, so there are no counterattacks.")
    return text.format(player=position.to_move.label)


def _not_attacking(position: Position) -> str:
    if position.phase == "throw":
        return _("The dice come first. Roll them and keep them, then attack.")
    player = position.to_move.label
    if position.phase == "order":
        text = _("{player} first chooses whether the counterattacks are made before or after their own attacks.")
        return text.format(player=player)
    text = _("{opponent} may counterattack now. Attack {player}, or decline.")
    return text.format(opponent=position.acting.label, player=player)


# --- attacks ----------------------------------------------------------------------------------------


def _attacking(position: Position, attack: Attack) -> Iterator[Violation]:
    if position.phase not in ("attack", "counter"):
        yield violation("CD-T" if position.phase == "throw" else "CD-C", _not_attacking(position))
        return
    against_whom = list(_against(position, attack))
    yield from against_whom
    yield from _group(position, attack, counted=not against_whom)
    if attack.area == position.acting:
        text = _("{player} neither moves nor strikes in {area}, their own home.")
        text = text.format(player=position.acting.label, area=name_area(attack.area))
        yield violation("CD-H", text, attack.area)
    elif attack.area == attack.source:
        text = _("The group stays in {area}. It must go from one area to another.")
        text = text.format(area=name_area(attack.area))
        yield violation("CD-M", text, attack.area)
    elif attack.strikes:
        yield from _striking(position, attack)
    else:
        yield from _moving(position, attack)


def _against(position: Position, attack: Attack) -> Iterator[Violation]:
    acting, target = position.acting, attack.target
    fields = {
        "player": acting.label,
        "target": target.label,
        "own": position.dice[acting],
        "other": position.dice[target],
    }
    if target == acting:
        yield violation("CD-A", _("{player} cannot attack {player}.").format(**fields))
    elif position.phase == "counter":
        if target != position.to_move:
            text = _("A counterattack goes against {player}, whose turn it is. It may not go against {target}.")
            yield violation("CD-C", text.format(player=position.to_move.label, target=target.label))
    elif position.dice[target] == position.dice[acting]:
        text = _("{target}'s die shows {other} and so does {player}'s. Equal dice allow no attack.")
        yield violation("CD-A", text.format(**fields))
    elif position.dice[target] > position.dice[acting]:
        text = _("{target}'s die shows {other}, {player}'s only {own}. An attack needs the higher die.")
        yield violation("CD-A", text.format(**fields))
    elif target in position.attacked:
        text = _("{target} was attacked in this turn already. Attack each opponent once.")
        yield violation("CD-A", text.format(**fields))


def _group(position: Position, attack: Attack, counted: bool) -> Iterator[Violation]:
    """What is wrong with the group of an attack: if it is not there, not free to go or, if `counted`, not as large as
    the dice say.
    """
    acting, source, count = position.acting, attack.source, attack.count
    needed = position.lead(acting, attack.target)
    if counted and count != needed:
        text = _("The group has {pawns}, but by the dice it must be {needed}: {dice}.")
        dice = against(position, acting, attack.target)
        yield violation("CD-A", text.format(pawns=pawns(count, acting), needed=needed, dice=dice), source)
    there = position.pawns(source, acting)
    if source is None and acting in position.dummies:
        text = _("{player} is a dummy. Its struck pawns stay outside for good.")
        yield violation("CD-R13", text.format(player=acting.label))
    elif position.locked(source, acting):
        text = _(
            "{pawns} {where} are locked. If an area has {few} or {many} pawns of another colour, they do not move."
        )
        text = text.format(pawns=pawns(there, acting), where=where(source), few=LOCKING, many=PAWNS - 1)
        yield violation("CD-L", text, source)
    elif there < count:
        yield violation("CD-M", _too_few(count, there, acting, source), source)


def _too_few(count: int, there: int, colour: Colour, place: Place) -> str:
    """Says that a place has fewer pawns than should leave it, or than should be struck there."""
    if there:
        text = ngettext("Only {there} is {where}, not {count}.", "Only {there} are {where}, not {count}.", there)
    else:
        text = _("{player} has no pawn {where}.")
    return text.format(there=pawns(there, colour), where=where(place), count=count, player=colour.label)


def _moving(position: Position, attack: Attack) -> Iterator[Violation]:
    target, area, count = attack.target, attack.area, attack.count
    if position.move_scope == "attacked" and area != target:
        text = _("Against {target} a group moves only into {home}, not into {area}.")
        text = text.format(target=target.label, home=name_area(target), area=name_area(area))
        yield violation("CD-R7", text, area, target)
    yield from _room(position, area, count)


def _room(position: Position, area: Colour, count: int) -> Iterator[Violation]:
    free = position.free(area)
    if free < count:
        text = (
            ngettext(
                "{area} has only {free} empty position, and the group needs {count}.",
                "{area} has only {free} empty positions, and the group needs {count}.",
                free,
            )
            if free
            else _("{area} has no empty position, and the group needs {count}.")
        )
        text = text.format(area=name_area(area), free=free, count=count)
        yield violation("CD-M", text[0].upper() + text[1:], area)


def _striking(position: Position, attack: Attack) -> Iterator[Violation]:
    acting, target, area = position.acting, attack.target, attack.area
    count, strikes = attack.count, attack.strikes
    there = position.areas[area][target]
    if target == acting:
        return
    if attack.source is None:
        text = _("Pawns outside cannot strike. Move {player}'s pawns into an area first.")
        yield violation("CD-S", text.format(player=acting.label), area)
    if strikes > count:
        text = _("{pawns} cannot strike {strikes}. Each pawn strikes one.")
        yield violation("CD-S", text.format(pawns=pawns(count, acting), strikes=strikes), area)
    if position.locked(area, target):
        text = _("{pawns} {where} are locked. They cannot be struck.")
        yield violation("CD-L", text.format(pawns=pawns(there, target), where=where(area)), area)
    elif there < strikes:
        yield violation("CD-S", _too_few(strikes, there, target, area), area)
    if strikes < count:
        if area != target:
            text = _(
                "In {area} the whole group strikes or the whole group moves. Only in {target}'s home may some move and "
                "some strike."
            ).format(area=name_area(area), target=target.label)
            yield violation("CD-R11", text, area)
        else:
            yield from _room(position, area, count - strikes)
