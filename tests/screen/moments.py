"""Views of many moments of all five games, made by `game_view`, with the longest texts, for the tests of the screen."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from types import MappingProxyType

from companion.history.events import Event, Moved, Resigned, Rolled, Started, TakenBack
from companion.history.state import State, fold
from companion.presentation import game_view
from companion.presentation.pages import list_side_choices
from companion.presentation.roll_prompt import RollPrompt
from companion.referee import MovePlayed, UnderWay
from companion.rules import GAMES
from companion.rules.core import JSON
from companion.session.hints import HintFocus
from companion.session.lasting import list_unread
from companion.session.transient_state import Notice, TransientState, Unread
from companion.values.views import View
from tests.once_a_language import once_a_language
from tests.rules.mindfield.tournament.positions import in_match
from tests.screen.asked_moments import asked_moments

FULL_DISK = (
    "The journal evening/journal.db cannot be written: database or disk is full. Free some space on the disk; what was"
    " saved stays"
)
SEAL = "0e6c5efafc1a62f6" * 4

_BEARING_OFF: JSON = {
    "game": "backgammon",
    "points": {"1": ["W", 1], "2": ["W", 1], "24": ["B", 1], "23": ["B", 2]},
    "bar": {"W": 0, "B": 0},
    "off": {"W": 13, "B": 12},
    "to_move": "W",
    "phase": "roll",
    "dice": None,
    "cube": {"value": 2, "owner": "W"},
    "score": {"W": 0, "B": 0},
    "options": {"cube": True, "gammons": True, "match_length": 9, "crawford": True, "jacoby": False},
}
_ROWS = "....... ..S.... ....... ...A... ..G.GS. ..G.... ......."
_TOURNAMENT = GAMES["mindfield"].dump(GAMES["mindfield"].new({"rounds": 2}))


def played(start: JSON, *events: Event) -> State:
    """The state of a game that starts with this position, after these events."""
    state = fold(None, Started(start["game"], start))
    return reduce(fold, events, state)


def new(game: str, *events: Event, **options: JSON) -> State:
    """The state of a game that starts as usual with these options, after these events."""
    return played(GAMES[game].dump(GAMES[game].new(options)), *events)


def doubled() -> State:
    """White has doubled, and Black has to answer."""
    return played(_BEARING_OFF, Moved("double"))


def won_game() -> State:
    """White has won a game of a match with the cube at 2."""
    return played(_BEARING_OFF, Rolled([2, 1], "typed", None), Moved("2/off 1/off"))


def won_round() -> State:
    """Gold has ended the first round of a tournament."""
    rows = "....... ....... ....... ...A... ....GS. ....... ......."
    return played(in_match(rows, captured={"G": 6, "S": 0}), Moved("e3xg3"))


def _hints(states: Mapping[str, State]) -> Iterator[tuple[str, View]]:
    """A hint in each state, and what it says about the first piece or cell, and about the way from there to another."""
    for name, state in states.items():
        cells = tuple(state.game.hints(state.position).cells)
        first, last = cells[0], cells[-1]
        for what, focus in (("", None), (f"-{first}", HintFocus(first)), (f"-{first}-{last}", HintFocus(first, last))):
            now = TransientState(laying_out=False, hint=True, hint_focus=focus)
            yield f"{name}-hint{what}", game_view.make_view(state, now)


def _unread(backgammon: State, thrown: State, spaces: State) -> Iterator[tuple[str, View]]:
    """What stays until it is read: in play, and while dice are entered, where there is the least space."""
    typing = RollPrompt(("white", "black"), may_type=True, typing=True)
    typed = replace(typing, typed=(3,))
    for name, state, prompt in (
        ("backgammon-began", thrown, None),
        ("backgammon-tie", fold(backgammon, Rolled([3, 3], "typed", None)), typing),
        ("backgammon-tie-one", fold(backgammon, Rolled([3, 3], "typed", None)), typed),
        ("spaces-begins", spaces, RollPrompt(("die",), may_type=True, typing=True)),
    ):
        unread = list_unread((), state, state.last, state)
        assert unread
        now = TransientState(laying_out=False, unread=unread)
        yield name, game_view.make_view(state, now, prompt)
    undone = list_unread((), won_round(), TakenBack(1), won_round())
    now = TransientState(laying_out=False, unread=(*undone, Unread(FULL_DISK)))
    yield "mindfield-undone", game_view.make_view(new("mindfield"), now)


@once_a_language
def moments() -> Mapping[str, View]:
    """The view of each moment by its name."""
    return MappingProxyType(dict(_moments()))


def _moments() -> Iterator[tuple[str, View]]:
    now = TransientState(laying_out=False)
    full = TransientState(laying_out=False, notices=(Notice(FULL_DISK, 9.0),))
    backgammon = new("backgammon", match_length=9)
    thrown = fold(backgammon, Rolled([3, 1], "typed", None))
    both = RollPrompt(("first", "second"), by_tap=True, may_type=True, seal=SEAL)
    yield "backgammon", game_view.make_view(thrown, now)
    yield "backgammon-double", game_view.make_view(played(_BEARING_OFF), now, both)
    yield "backgammon-doubled", game_view.make_view(doubled(), now)
    yield "backgammon-won", game_view.make_view(won_game(), now)
    menu = replace(now, page="menu")
    beside = list_side_choices(can_switch_off=True)
    yield (
        "backgammon-menu",
        game_view.make_view(played(_BEARING_OFF, Rolled([2, 1], "typed", None)), menu, None, beside),
    )
    yield "spry-over", game_view.make_view(fold(new("spry"), Resigned("W game")), now, None, beside)
    yield "backgammon-full", game_view.make_view(thrown, full)
    spaces = new("spaces", Rolled([5, 2], "typed", None))
    one = RollPrompt(("die",), by_tap=True, may_type=True, seal=SEAL)
    yield "spaces", game_view.make_view(spaces, now, one)
    typing = replace(one, by_tap=True, typing=True)
    yield "spaces-typing", game_view.make_view(spaces, now, typing)
    yield "spaces-full", game_view.make_view(spaces, full)
    yield from _unread(backgammon, thrown, spaces)
    yield "spry", game_view.make_view(new("spry"), now)
    for players in (2, 3, 4):
        dice = {"red": 5, "yellow": 2, "green": 3, "blue": 6}
        throwing = new("color-dice", players=players)
        yield f"color-dice-{players}", game_view.make_view(throwing, now)
        kept = [Rolled(dice, "typed", None), Moved("keep")]
        placed = new("color-dice", *kept, players=players)
        yield f"color-dice-{players}-order", game_view.make_view(placed, now)
        yield f"color-dice-{players}-counter", game_view.make_view(fold(placed, Moved("before")), now)
        attacking = fold(placed, Moved("after"))
        yield f"color-dice-{players}-attack", game_view.make_view(attacking, now)
    towards = GAMES["color-dice"].legal(attacking.position).moves
    going = UnderWay(GAMES["color-dice"].table(attacking.position), towards[:3], (), (), ())
    yield "color-dice-under-way", game_view.make_view(attacking, replace(now, rest=going))
    made = MovePlayed(going.table, towards[0], ())
    yield "color-dice-made", game_view.make_view(attacking, replace(now, rest=made))
    yield "color-dice-attacked", game_view.make_view(fold(attacking, Moved(towards[0])), now)
    yield from _hints({"backgammon": thrown, "color-dice": attacking, "mindfield-round": played(in_match(_ROWS))})
    yield from _hints({"spaces": fold(spaces, Rolled([4], "typed", None)), "spry": new("spry")})
    yield "mindfield", game_view.make_view(new("mindfield"), now)
    tournament = played(_TOURNAMENT, Moved("b2"))
    yield "mindfield-tournament", game_view.make_view(tournament, now)
    yield "mindfield-round-over", game_view.make_view(won_round(), now)
    yield "mindfield-full", game_view.make_view(tournament, full)
    yield from asked_moments()
