"""Finds the attack that made a table, and says if a table may be in the middle of an attack.

All positions of an area are alike, so a table is read as counts: how many pawns of each colour are in each area. People
lift and put down pawns one at a time and in any order.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from companion.language import _, ngettext
from companion.rules.color_dice import moves
from companion.rules.color_dice.actions import Attack, write
from companion.rules.color_dice.board import AREA_CELLS, COLOURS, PAWNS, Colour, Place
from companion.rules.color_dice.judge import broken, name_area, pawns, violation
from companion.rules.color_dice.position import Counts, Position
from companion.rules.core import Match, Table, Violation
from companion.words import join_words

MOST_TOWARDS = 8
"""How many attacks are named at most that a table may be in the middle of."""

Areas = tuple[Counts, Counts, Counts, Counts]


def table(position: Position) -> dict[str, tuple[str, ...]]:
    """What is on the board. Each area is filled from its first position on, beginning with pawns of its own colour."""
    lying: dict[str, tuple[str, ...]] = {}
    for area in COLOURS:
        order = sorted(COLOURS, key=lambda colour: (colour != area, colour))
        inside = [colour.word for colour in order for _ in range(position.areas[area][colour])]
        lying |= {cell: (word,) for cell, word in zip(AREA_CELLS[area], inside, strict=False)}
    return lying


def arranged(position: Position, seen: Table) -> dict[str, tuple[str, ...]]:
    """What is on the board in this position, with pawns on the positions where `seen` has them, as far as possible.

    The result equals `seen` exactly if `seen` shows this position, perhaps with pawns on other positions of their
    areas.
    """
    lying: dict[str, tuple[str, ...]] = {}
    for area in COLOURS:
        left = Counter({colour.word: position.areas[area][colour] for colour in COLOURS})
        open_cells = []
        for cell in AREA_CELLS[area]:
            here = seen.get(cell, ())
            if len(here) == 1 and left[here[0]]:
                left[here[0]] -= 1
                lying[cell] = tuple(here)
            else:
                open_cells.append(cell)
        open_cells.sort(key=lambda cell: bool(seen.get(cell)))
        lying |= {cell: (word,) for cell, word in zip(open_cells, left.elements(), strict=False)}
    return {cell: lying[cell] for cells in AREA_CELLS for cell in cells if cell in lying}


def match(position: Position, seen: Table, limit: int) -> Match:
    """Every move that leads to a table. If there is none, the rules that people's move breaks (see `core.Match`)."""
    if impossible := tuple(_impossible(seen)):
        return Match((), impossible)
    there = _counted(seen)
    if there == position.areas:
        return Match(tuple(word.value for word in moves.words(position))[:limit], partial=True)
    legal = tuple(moves.attacks(position)) if position.phase in ("attack", "counter") else ()
    under_way = sorted(
        (attack for attack in legal if _on_the_way(position, attack, there)),
        key=lambda attack: _distance(moves.after_attack(position, attack).areas, there),
    )
    towards = tuple(write(attack) for attack in under_way[:MOST_TOWARDS])
    made = tuple(write(a) for a in under_way if moves.after_attack(position, a).areas == there)
    if made:
        return Match(made[:limit], partial=True, towards=towards)
    if under_way:
        return Match((), tuple(_missing(position, under_way[0], there)), True, towards)
    return Match((), tuple(_explain(position, there)))


def _counted(seen: Table) -> Areas:
    red, yellow, green, blue = (
        Counter(kind for cell in AREA_CELLS[area] for kind in seen.get(cell, ())) for area in COLOURS
    )
    return _counts(red), _counts(yellow), _counts(green), _counts(blue)


def _counts(found: Counter[str]) -> Counts:
    red, yellow, green, blue = (found[colour.word] for colour in COLOURS)
    return red, yellow, green, blue


def _impossible(seen: Table) -> Iterator[Violation]:
    """Why the pawns of the game cannot make this table. Empty if they can."""
    for area in COLOURS:
        if crowded := [cell for cell in AREA_CELLS[area] if len(seen.get(cell, ())) > 1]:
            text = _("There is more than one pawn on {cells}. A position holds one.")
            yield violation("CD-M", text.format(cells=join_words(crowded)), area)
    for colour in COLOURS:
        areas = [a for a in COLOURS if any(colour.word in seen.get(cell, ()) for cell in AREA_CELLS[a])]
        count = sum(kinds.count(colour.word) for kinds in seen.values())
        if count > PAWNS:
            text = _("There are {pawns} in the areas, but only {most} in the game. Take some away.")
            yield violation("CD-M", text.format(pawns=pawns(count, colour), most=PAWNS), *areas)


# --- attacks in progress ----------------------------------------------------------------------------


def _on_the_way(position: Position, attack: Attack, there: Areas) -> bool:
    """True if the table may be in the middle of this attack.

    Pawns may be lifted and put down in any order. So each count is compared alone: it must be between those before and
    after the attack.
    """
    after = moves.after_attack(position, attack).areas
    return all(
        min(was, then) <= now <= max(was, then)
        for area in COLOURS
        for was, then, now in zip(position.areas[area], after[area], there[area], strict=True)
    )


def _distance(one: Areas, other: Areas) -> int:
    """How many pawns must be lifted or put down to change one table into the other."""
    return sum(abs(a - b) for area in COLOURS for a, b in zip(one[area], other[area], strict=True))


def _missing(position: Position, attack: Attack, there: Areas) -> Iterator[Violation]:
    """What is still missing for an attack, in the order that is easiest for people."""
    after = moves.after_attack(position, attack).areas
    acting, target, area, source = position.acting, attack.target, attack.area, attack.source
    steps = []
    if source is not None and (left := there[source][acting] - after[source][acting]):
        text = _("take {pawns} out of {area}")
        steps.append(text.format(pawns=pawns(left, acting), area=name_area(source)))
    if left := there[area][target] - after[area][target]:
        text = _("put {pawns} from {area} outside")
        steps.append(text.format(pawns=pawns(left, target), area=name_area(area)))
    if left := after[area][acting] - there[area][acting]:
        text = _("put {pawns} into {area}")
        steps.append(text.format(pawns=pawns(left, acting), area=name_area(area)))
    # Translators: {steps} is a list like "take 2 red pawns out of the red area and put 1 red pawn into the blue area".
    text = _("The attack on {target} is not finished: {steps}.").format(target=target.label, steps=join_words(steps))
    yield violation("CD-S" if attack.strikes else "CD-M", text, source, area)


# --- what went wrong --------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Change:
    """How many pawns of one colour an area has more than in the position; below 0 if it has fewer."""

    area: Colour
    colour: Colour
    by: int


def _explain(position: Position, there: Areas) -> list[Violation]:
    """The rules that people's attack breaks, as the differences show it; at least one."""
    changes = [
        _Change(area, colour, there[area][colour] - position.areas[area][colour])
        for area in COLOURS
        for colour in COLOURS
        if there[area][colour] != position.areas[area][colour]
    ]
    if position.phase not in ("attack", "counter"):
        nobody = Attack(position.to_move, 0, None, position.to_move)
        return list(broken(position, nobody))
    own = [change for change in changes if change.colour == position.acting]
    foreign = [change for change in changes if change.colour != position.acting]
    found = list(_strangers(position, [change for change in foreign if change.by > 0]))
    struck = [change for change in foreign if change.by < 0]
    left, came = [c for c in own if c.by < 0], [c for c in own if c.by > 0]
    if len(left) > 1 or len(came) > 1:
        text = _travel(left, came).format(
            player=position.acting.label,
            left=join_words(name_area(change.area) for change in left),
            came=join_words(name_area(change.area) for change in came),
        )
        found.append(violation("CD-A", text, *(change.area for change in own)))
    elif came:
        found += _one_group(position, left[0] if left else None, came[0], struck)
        struck = [change for change in struck if change.area != came[0].area]
    elif left:
        found += _lifted(position, left[0])
    found += _unstruck(position, struck)
    if not found:
        text = _("No single attack of {player} gives this table. Put the pawns back.")
        text = text.format(player=position.acting.label)
        found.append(violation("CD-A", text, *(change.area for change in changes)))
    return found


def _strangers(position: Position, came: list[_Change]) -> Iterator[Violation]:
    for change in came:
        text = ngettext(
            "{pawns} came into {area}. It is {player}'s turn: put it back.",
            "{pawns} came into {area}. It is {player}'s turn: put them back.",
            change.by,
        )
        text = text.format(
            pawns=pawns(change.by, change.colour), area=name_area(change.area), player=position.acting.label
        )
        yield violation("CD-A", text, change.area)


def _travel(left: list[_Change], came: list[_Change]) -> str:
    """The message that pawns came from more than one place, or went to more than one. It has fields for the player and
    the areas.
    """
    if left and came:
        return _("{player}'s pawns left {left} and came into {came}. A group goes together from one place to one area.")
    if left:
        return _("{player}'s pawns left {left}. A group goes together from one place to one area.")
    return _("{player}'s pawns came into {came}. A group goes together from one place to one area.")


def _one_group(position: Position, left: _Change | None, came: _Change, struck: list[_Change]) -> list[Violation]:
    """What is wrong with the group that went to one area. It is judged as the attack that it looks most like."""
    source: Place = left.area if left else None
    gone = -left.by if left else came.by
    here = [change for change in struck if change.area == came.area]
    found = []
    if left and gone < came.by:
        text = _("{pawns} came into {area}, but only {count} of them from {source}. A group comes from one place.")
        text = text.format(
            pawns=pawns(came.by, position.acting), area=name_area(came.area), count=gone, source=name_area(left.area)
        )
        found.append(violation("CD-A", text, source, came.area))
    if len(here) > 1:
        text = _("Pawns of more than one colour were struck in {area}. An attack is on one colour.")
        text = text.format(area=name_area(came.area))
        found.append(violation("CD-A", text, came.area))
    target = here[0].colour if here else _likely_target(position, came)
    strikes = -here[0].by if here else 0
    found += broken(position, Attack(target, max(gone, came.by), source, came.area, strikes))
    return found


def _likely_target(position: Position, came: _Change) -> Colour:
    """The colour that was probably attacked by a group that struck nothing."""
    if position.phase == "counter":
        return position.to_move
    fitting = [colour for colour in moves.targets(position) if position.lead(position.acting, colour) == came.by]
    if came.area != position.acting and (position.move_scope == "attacked" or came.area in fitting or not fitting):
        return came.area
    return (*fitting, *moves.targets(position), *position.from_the_left())[0]


def _lifted(position: Position, left: _Change) -> Iterator[Violation]:
    acting, area = position.acting, left.area
    groups = sorted({attack.count for attack in moves.attacks(position) if attack.source == area})
    if position.locked(area, acting):
        text = _("{pawns} left {area}. The pawns there are locked, so put back what is missing.")
    elif groups:
        text = _("{pawns} left {area}. A group from there has {groups} now.")
    else:
        text = _("{pawns} left {area}. No group can attack from there now, so put back what is missing.")
    text = text.format(pawns=pawns(-left.by, acting), area=name_area(area), groups=join_words(map(str, groups), "or"))
    yield violation("CD-L" if position.locked(area, acting) else "CD-A", text, area)


def _unstruck(position: Position, struck: list[_Change]) -> Iterator[Violation]:
    for change in struck:
        text = ngettext(
            "{pawns} left {area} but was not struck. Put it back.",
            "{pawns} left {area} but were not struck. Put them back.",
            -change.by,
        ).format(pawns=pawns(-change.by, change.colour), area=name_area(change.area))
        yield violation("CD-S", text, change.area)
