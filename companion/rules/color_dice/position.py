"""A Color Dice position, and its JSON (docs/contract.md section 2). This module only has values and checks them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, cast

from companion.language import N_
from companion.rules import fields
from companion.rules.color_dice.board import BY_WORD, COLOURS, LOCKING, MOST_THROWS, PAWNS, WORDS, Colour, Place
from companion.rules.core import JSON, PositionError, Result, shown
from companion.rules.options import choice, count, read
from companion.rules.resigning import RESIGNED

Phase = Literal["throw", "order", "attack", "counter", "over"]
Order = Literal["before", "after"]
Scope = Literal["attacked", "any"]
Throwing = Literal["active", "each"]

Counts = tuple[int, int, int, int]
"""A number for each colour, in the order of COLOURS."""

NONE: Counts = (0, 0, 0, 0)
AT_HOME = (2, 3, 4, 5)
"""How many pawns each player has at home at the start, in turn order (CD-R2)."""

OPTIONS = (
    count("players", N_("Players"), 2, (2, 3, 4), 2, 4),
    choice(
        "move_scope",
        N_("Groups move into areas"),
        {"attacked": N_("of the attacked colour"), "any": N_("of any colour")},
        meaning=N_("A group attacks a colour. Usually it may move into the area of this colour only."),
    ),
    choice(
        "throwing",
        N_("Who rolls"),
        {"active": N_("the player to move"), "each": N_("each player their own die")},
        meaning=N_("Each colour has its own die. The player to move rolls all dice, or each player rolls their own."),
    ),
)
"""What the players agree on before a game. A position contains all of it, and always the number of players."""


@dataclass(frozen=True, slots=True)
class Position:
    """A position of Color Dice."""

    areas: tuple[Counts, Counts, Counts, Counts]
    """For each area, how many pawns of each colour are in it."""
    outside: Counts
    """How many pawns of each colour are in no area."""
    players: tuple[Colour, ...]
    """The colours of the players in turn order."""
    dummies: tuple[Colour, ...]
    """The colours without a player."""
    to_move: Colour
    """The player whose turn it is; after the end, the winner."""
    acting: Colour
    """The colour whose pawns act, or the player who rolls."""
    phase: Phase
    """What must happen next."""
    dice: Counts = NONE
    """What the die of each colour shows; 0 if it was not rolled this turn."""
    throws: Counts = NONE
    """How often the die of each colour was rolled this turn."""
    attacked: tuple[Colour, ...] = ()
    """The colours that the player to move has attacked in this turn."""
    countered: tuple[Colour, ...] = ()
    """The colours that have counterattacked, or declined to do so."""
    order: Order | None = None
    """When the counterattacks take place; None if this is not decided yet, or if there are none."""
    move_scope: Scope = "attacked"
    """The areas into which a group may move."""
    throwing: Throwing = "active"
    """Which players roll dice."""
    result: Result | None = None
    """How the game ended. Only in the phase `over`."""

    def pawns(self, place: Place, colour: Colour) -> int:
        """How many pawns of a colour are in a place."""
        return self.outside[colour] if place is None else self.areas[place][colour]

    def free(self, area: Colour) -> int:
        """How many positions of an area are empty."""
        return PAWNS - sum(self.areas[area])

    def locked(self, place: Place, colour: Colour) -> bool:
        """True if the pawns of a colour are locked in a place (CD-R14). At home they never are."""
        return place is not None and place != colour and self.areas[place][colour] >= LOCKING

    def lead(self, colour: Colour, over: Colour) -> int:
        """By how much the die of `colour` is higher than that of `over`. This is the size of a group."""
        return self.dice[colour] - self.dice[over]

    def from_the_left(self) -> tuple[Colour, ...]:
        """The opponents of the player to move, in the order of their seats from the left. Dummies come after the last
        player (CD-R12).
        """
        return _others((*self.players, *self.dummies), self.to_move)

    def higher(self) -> tuple[Colour, ...]:
        """The opponents with a higher die than the player to move, from that player's left."""
        return tuple(colour for colour in self.from_the_left() if self.lead(colour, self.to_move) > 0)

    def decider(self, colour: Colour) -> Colour:
        """The player who decides for a colour. For a dummy, it is the player after the one to move (CD-R13)."""
        return _others(self.players, self.to_move)[0] if colour in self.dummies else colour


def _others(seats: tuple[Colour, ...], first: Colour) -> tuple[Colour, ...]:
    i = seats.index(first)
    return seats[i + 1 :] + seats[:i]


def turn_order(position: Position) -> tuple[Colour, ...]:
    """The players in turn order, beginning with the one to move."""
    return (position.to_move, *_others(position.players, position.to_move))


def dice_of(position: Position, thrower: Colour) -> tuple[Colour, ...]:
    """The dice that a player rolls in this turn, in the order of COLOURS (CD-R3). thrower: the player's colour."""
    if position.throwing == "active":
        return COLOURS if thrower == position.to_move else ()
    also = position.dummies if thrower == position.to_move else ()
    return tuple(colour for colour in COLOURS if colour == thrower or colour in also)


def nine(position: Position, colour: Colour) -> bool:
    """True if all pawns of a colour are in one area of another colour, so that the colour wins."""
    return any(position.areas[area][colour] == PAWNS for area in COLOURS if area != colour)


# --- the start --------------------------------------------------------------------------------------


def start(options: JSON) -> Position:
    """The start position (CD-R2). Raises PositionError for an unknown option or value."""
    given = read(OPTIONS, options)
    players: int = given["players"]
    home = (*AT_HOME[:players], *(PAWNS,) * (4 - players))
    areas = tuple(_counts(home[area] if colour == area else 0 for colour in COLOURS) for area in COLOURS)
    return Position(
        areas=cast("tuple[Counts, Counts, Counts, Counts]", areas),
        outside=_counts(PAWNS - pawns for pawns in home),
        players=COLOURS[:players],
        dummies=COLOURS[players:],
        to_move=COLOURS[0],
        acting=COLOURS[0],
        phase="throw",
        move_scope=given["move_scope"],
        throwing=given["throwing"],
    )


# --- JSON -------------------------------------------------------------------------------------------

_FIELDS = (
    "game", "areas", "outside", "players", "dummies", "to_move", "acting", "phase", "dice", "throws",
    "attacked", "countered", "order", "options",
)  # fmt: skip


def parse(data: JSON) -> Position:
    """A position from JSON. Raises PositionError that names the missing, unknown or contradictory field."""
    given = fields.read_position(data, "color-dice", _FIELDS)
    players = _colours(given["players"], "players")
    dummies = _colours(given["dummies"], "dummies")
    if len(players) < 2:
        raise PositionError("two to four colours are needed", "players")
    if set(players) & set(dummies) or len(players) + len(dummies) != len(COLOURS):
        raise PositionError("each colour that is not among the players is a dummy, and no other", "dummies")
    to_move = _colour(given["to_move"], "to_move")
    if to_move not in players:
        raise PositionError(f"{to_move.label} is a dummy, and dummies take no turns", "to_move")
    options = read(OPTIONS[1:], given["options"])
    phase: Phase = fields.read_word(given["phase"], "phase", ("throw", "order", "attack", "counter", "over"))
    order = given["order"]
    if order is not None:
        order = fields.read_word(order, "order", ("before", "after"))
    dice, throws = _dice(given["dice"], "dice", 6), _dice(given["throws"], "throws", MOST_THROWS)
    if [bool(n) for n in dice] != [bool(n) for n in throws]:
        raise PositionError("dice and throws name the same colours", "throws")
    position = Position(
        areas=_areas(given["areas"]),
        outside=_outside(given["outside"]),
        players=players,
        dummies=dummies,
        to_move=to_move,
        acting=_colour(given["acting"], "acting"),
        phase=phase,
        dice=dice,
        throws=throws,
        attacked=_colours(given["attacked"], "attacked"),
        countered=_colours(given["countered"], "countered"),
        order=order,
        move_scope=options["move_scope"],
        throwing=options["throwing"],
        result=fields.read_result(given, phase, to_move.word, WORDS),
    )
    _check_pawns(position)
    _check_end(position)
    if phase == "over":
        return position
    _CHECKS[phase](position)
    return position


def dump(position: Position) -> dict[str, JSON]:
    """The position as JSON; `parse(dump(p)) == p`."""
    data: dict[str, JSON] = {
        "game": "color-dice",
        "areas": {area.word: _named(position.areas[area]) for area in COLOURS},
        "outside": {colour.word: position.outside[colour] for colour in COLOURS},
        "players": [colour.word for colour in position.players],
        "dummies": [colour.word for colour in position.dummies],
        "to_move": position.to_move.word,
        "acting": position.acting.word,
        "phase": position.phase,
        "dice": _named(position.dice),
        "throws": _named(position.throws),
        "attacked": [colour.word for colour in position.attacked],
        "countered": [colour.word for colour in position.countered],
        "order": position.order,
        "options": {"move_scope": position.move_scope, "throwing": position.throwing},
    }
    return fields.with_result(data, position.result)


def _named(counts: Counts) -> dict[str, JSON]:
    return {colour.word: counts[colour] for colour in COLOURS if counts[colour]}


def _counts(numbers: Iterable[int]) -> Counts:
    red, yellow, green, blue = numbers
    return red, yellow, green, blue


def _colour(data: JSON, where: str) -> Colour:
    return BY_WORD[fields.read_word(data, where, WORDS)]


def _colours(data: JSON, where: str) -> tuple[Colour, ...]:
    if not isinstance(data, list):
        raise PositionError(f"a list of colours is needed, not {shown(data)}", where)
    if len(data) > len(COLOURS):
        raise PositionError(f"there are only {len(COLOURS)} colours", where)
    found = tuple(_colour(word, f"{where}[{i}]") for i, word in enumerate(data))
    if len(set(found)) < len(found):
        raise PositionError("a colour stands here twice", where)
    return found


def _dice(data: JSON, where: str, most: int) -> Counts:
    given = fields.read_inner(data, where, WORDS, ())
    return _counts(fields.read_whole(given[word], f"{where}.{word}", 1, most) if word in given else 0 for word in WORDS)


def _areas(data: JSON) -> tuple[Counts, Counts, Counts, Counts]:
    given = fields.read_inner(data, "areas", WORDS, WORDS)
    areas = []
    for word in WORDS:
        where = f"areas.{word}"
        inside = fields.read_inner(given[word], where, WORDS, ())
        pawns = _counts(fields.read_whole(inside.get(colour, 0), f"{where}.{colour}", 0, PAWNS) for colour in WORDS)
        if sum(pawns) > PAWNS:
            raise PositionError(f"an area has {PAWNS} positions, so it cannot hold {sum(pawns)} pawns", where)
        areas.append(pawns)
    return areas[0], areas[1], areas[2], areas[3]


def _outside(data: JSON) -> Counts:
    given = fields.read_inner(data, "outside", WORDS, WORDS)
    return _counts(fields.read_whole(given[word], f"outside.{word}", 0, PAWNS) for word in WORDS)


# --- contradictions ---------------------------------------------------------------------------------


def _check_pawns(position: Position) -> None:
    for colour in COLOURS:
        inside = sum(area[colour] for area in position.areas)
        if inside + position.outside[colour] != PAWNS:
            raise PositionError(
                f"there are {PAWNS} {colour.word} pawns, but {inside} in the areas and {position.outside[colour]} "
                f"outside make {inside + position.outside[colour]}",
                f"outside.{colour.word}",
            )


def _check_end(position: Position) -> None:
    winners = [colour for colour in position.players if nine(position, colour)]
    if position.phase == "over":
        given_up = not winners and position.result is not None and position.result.how == RESIGNED
        if position.to_move not in winners and not given_up:
            raise PositionError(
                f"the game cannot be over: the {PAWNS} {position.to_move.word} pawns are not in one area of another "
                "colour",
                "phase",
            )
    elif winners:
        raise PositionError(
            f"all {PAWNS} {winners[0].word} pawns are in one area of another colour, so the phase is 'over'", "areas"
        )


def _check_throw(position: Position) -> None:
    _check_nothing_done(position)
    before: list[Colour] = []
    for thrower in turn_order(position) if position.throwing == "each" else (position.to_move,):
        if thrower == position.acting:
            break
        before += dice_of(position, thrower)
    else:
        raise PositionError(f"it is not {position.acting.label} who rolls", "acting")
    may = (*before, *dice_of(position, position.acting))
    for colour in COLOURS:
        if colour in before and not position.dice[colour]:
            raise PositionError(f"{position.acting.label} rolls, so {colour.label}'s die was rolled before", "dice")
        if colour not in may and position.dice[colour]:
            raise PositionError(f"it is not yet rolled while {position.acting.label} rolls", f"dice.{colour.word}")


def _check_order(position: Position) -> None:
    _check_nothing_done(position)
    _check_mover_acts(position)
    _check_kept(position)
    if not position.higher():
        raise PositionError(
            f"nobody's die is higher than {position.to_move.label}'s, so there is no order to choose", "phase"
        )


def _check_attack(position: Position) -> None:
    _check_mover_acts(position)
    _check_kept(position)
    _check_met(position)
    if position.order and not position.higher():
        raise PositionError(
            f"null is needed: nobody's die is higher than {position.to_move.label}'s, so nobody counterattacks", "order"
        )
    if position.countered and position.order != "before":
        raise PositionError("nobody has counterattacked yet, unless order is 'before'", "countered")


def _check_counter(position: Position) -> None:
    _check_kept(position)
    _check_met(position)
    if position.order is None:
        raise PositionError("'before' or 'after' is needed while counterattacks are made", "order")
    if position.acting not in position.higher():
        raise PositionError(
            f"a counterattack needs a die higher than {position.to_move.label}'s, and {position.acting.label} has none",
            "acting",
        )
    if position.acting in position.countered:
        raise PositionError(f"{position.acting.label} has counterattacked or declined already", "countered")
    if position.attacked and position.order == "before":
        raise PositionError("order is 'before', so nobody has been attacked yet", "attacked")


def _check_nothing_done(position: Position) -> None:
    for where, done in (("attacked", position.attacked), ("countered", position.countered)):
        if done:
            raise PositionError(f"nobody has been or done so yet in the phase {position.phase!r}", where)
    if position.order:
        raise PositionError(f"null is needed in the phase {position.phase!r}", "order")


def _check_mover_acts(position: Position) -> None:
    if position.acting != position.to_move:
        raise PositionError(f"in the phase {position.phase!r} {position.to_move.label} acts, who is to move", "acting")


def _check_kept(position: Position) -> None:
    if missing := [colour.word for colour in COLOURS if not position.dice[colour]]:
        raise PositionError(f"all dice have been rolled in the phase {position.phase!r}", f"dice.{missing[0]}")


def _check_met(position: Position) -> None:
    for colour in position.attacked:
        if position.lead(position.to_move, colour) <= 0:
            raise PositionError(
                f"{position.to_move.label}'s die is not higher than {colour.label}'s, so there was no attack",
                "attacked",
            )
    for colour in position.countered:
        if colour not in position.higher():
            raise PositionError(
                f"{colour.label}'s die is not higher than {position.to_move.label}'s, so it was not asked", "countered"
            )


_CHECKS = {"throw": _check_throw, "order": _check_order, "attack": _check_attack, "counter": _check_counter}
