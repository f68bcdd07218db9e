"""Backgammon as .mat: what the file says, what it cannot say, and what GNU Backgammon reads from it."""

from __future__ import annotations

import pytest

from companion.history.events import Corrected, Event, Moved, NextPartStarted, Rolled, Started, TakenBack
from companion.history.export import FORMATS, ExportError
from companion.rules import GAMES
from companion.rules.core import JSON
from tests.gnubg import PROGRAM, read_matches
from tests.history.export.matches import GAME, differences, played, saved


def match(*events: Event, **options: JSON) -> str:
    return FORMATS["mat"](saved([Started("backgammon", GAME.dump(GAME.new(options))), *events]))


def body(text: str) -> list[str]:
    """The lines after the comments."""
    lines = text.splitlines()
    return lines[lines.index("") + 1 :]


def test_a_match_with_the_cube_is_written_in_two_columns() -> None:
    text = match(
        *(Rolled([3, 1], "screen"), Moved("8/5 6/5")),
        *(Rolled([6, 6], "screen"), Moved("24/18(2) 13/7(2)"), TakenBack(1), Moved("24/18 13/7(3)")),
        *(Moved("double"), Moved("take")),
        *(Rolled([5, 4], "screen"), Moved("24/20 13/8"), Moved("double"), Moved("drop"), NextPartStarted()),
        *(Rolled([2, 2], "screen"), Rolled([1, 2], "screen"), Moved("13/11 6/5")),
        cube=True,
        match_length=5,
    )
    assert body(text) == [
        " 5 point match",
        "",
        " Game 1",
        " White : 0                      Black : 0",
        "  1) 31: 8/5 6/5                 66: 24/18 13/7 13/7 13/7",
        "  2)  Doubles => 2                Takes",
        "  3) 54: 24/20 13/8               Doubles => 4",
        "  4)  Drops                       Wins 2 points",
        "",
        " Game 2",
        " White : 0                      Black : 2",
        "  1)                             12: 13/11 6/5",
    ]


def test_what_was_agreed_is_written_in_the_comments() -> None:
    text = match(Rolled([3, 1], "screen"), Moved("8/5 6/5"), match_length=3, crawford=False)
    assert '; [Crawford "Off"]\n; [Jacoby "Off"]\n; [Gammons "Off"]\n; [CubeLimit "1"]\n' in text


def test_hits_passes_and_the_bar_are_written_as_other_programs_do() -> None:
    text = match(
        *(Rolled([6, 2], "screen"), Moved("24/18 13/11")),
        *(Rolled([6, 1], "screen"), Moved("13/7* 8/7")),
        *(Rolled([6, 6], "screen"), Moved("pass")),
        *(Rolled([4, 4], "screen"), Moved("24/20(2) 6/2(2)")),
        *(Rolled([3, 1], "screen"), Moved("bar/21")),
    )
    assert body(text)[4:] == [
        "  1) 62: 24/18 13/11             61: 13/7* 8/7",
        "  2) 66:                         44: 24/20 24/20 6/2 6/2",
        "  3) 31: 25/21",
    ]


def test_a_match_that_began_in_the_middle_of_a_game_is_refused() -> None:
    start = GAME.dump(GAME.new())
    points = {name: held for name, held in start["points"].items() if name != "24"} | {"23": ["W", 2]}
    with pytest.raises(ExportError, match="began in the middle"):
        FORMATS["mat"](saved([Started("backgammon", {**start, "points": points})]))


def test_a_match_that_was_corrected_by_hand_is_refused() -> None:
    start = GAME.dump(GAME.new())
    otherwise = Corrected({**start, "points": {**start["points"], "24": ["W", 1], "23": ["W", 1]}})
    events = [Started("backgammon", start), Rolled([3, 1], "screen"), Moved("8/5 6/5"), otherwise]
    with pytest.raises(ExportError, match="corrected by hand"):
        FORMATS["mat"](saved(events))
    # A move that is undone later does not count.
    assert "31: 13/10 6/5" in FORMATS["mat"](saved([*events, TakenBack(1), Moved("13/10 6/5")]))
    assert "Corrected by hand." in FORMATS["text"](saved(events))


def test_another_game_is_refused_by_name() -> None:
    game = GAMES["spry"]
    with pytest.raises(ExportError, match="for Backgammon alone, and game 1 is Spry"):
        FORMATS["mat"](saved([Started("spry", game.dump(game.new()))]))


@pytest.mark.skipif(PROGRAM is None, reason="gnubg is not installed")
def test_gnubg_reads_what_was_played() -> None:
    games = [
        played(1),
        played(2, match_length=7, cube=True, gammons=True),
        played(3, match_length=3, cube=True, gammons=True, crawford=False),
        played(4, most=150, match_length=7, cube=True, gammons=True),
    ]
    assert games[1].state().over
    assert not games[3].state().over
    read = read_matches([FORMATS["mat"](game) for game in games])
    assert [differences(game, found) for game, found in zip(games, read, strict=True)] == [[]] * 4
