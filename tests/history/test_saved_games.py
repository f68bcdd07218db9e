"""Saved games: which ones there are, and which one is resumed."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.history.events import Event, GameDeleted, GameResumed, Moved, Rolled, Started
from companion.history.journal import Journal
from companion.history.saved_games import (
    SavedGameError,
    choose_game,
    find_saved_game,
    list_saved_games,
    list_unfinished,
    summarize,
)
from companion.rules import GAMES


def start(game: str) -> Started:
    return Started(game, GAMES[game].dump(GAMES[game].new()))


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as journal:
        yield journal


def write(journal: Journal, *events: Event) -> None:
    for event in events:
        journal.append(event)


def finished() -> Started:
    """A game whose first position is already over."""
    position = {
        "game": "backgammon",
        "points": {"24": ["B", 15]},
        "bar": {"W": 0, "B": 0},
        "off": {"W": 15, "B": 0},
        "to_move": "W",
        "phase": "over",
        "dice": None,
        "cube": {"value": 1, "owner": None},
        "score": {"W": 1, "B": 0},
        "options": {},
        "result": {"winner": "W", "points": 1, "how": "single"},
    }
    return Started("backgammon", position)


def test_nothing_saved_and_nothing_named_is_reported(journal: Journal) -> None:
    with pytest.raises(SavedGameError, match="--game backgammon, "):
        choose_game(journal, None, None)
    state, begins = choose_game(journal, "mindfield", None)
    assert isinstance(begins, Started)
    assert state.moves == []


def test_the_game_played_last_goes_on_and_needs_no_event(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), start("spry"), Moved("A1"))
    state, begins = choose_game(journal, None, None)
    assert (state.game.info.id, state.moves, begins) == ("spry", ["A1"], None)


def test_naming_a_game_goes_on_with_its_unfinished_one_though_others_were_played_since(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), start("mindfield"), Moved("b2"), start("spry"), Moved("A1"))
    state, begins = choose_game(journal, "mindfield", None)
    assert (state.moves, begins) == (["b2"], GameResumed(2))


def test_what_follows_belongs_to_the_game_that_was_resumed(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), start("spry"), Moved("A1"), GameResumed(1), Moved("g7"))
    assert [saved.state().moves for saved in list_saved_games(journal.entries)] == [["a1", "g7"], ["A1"]]
    assert choose_game(journal, None, None)[0].moves == ["a1", "g7"]
    assert choose_game(journal, "spry", None)[1] == GameResumed(2)


def test_a_game_that_was_chosen_goes_on_after_a_power_cut_before_its_first_move(journal: Journal) -> None:
    write(journal, start("mindfield"), start("spry"), GameResumed(1))
    state, begins = choose_game(journal, None, None)
    assert (state.game.info.id, begins) == ("mindfield", None)


def test_any_saved_game_can_be_chosen_by_its_number(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), start("spry"))
    state, begins = choose_game(journal, None, None, 1)
    assert (state.moves, begins) == (["a1"], GameResumed(1))
    with pytest.raises(SavedGameError, match="the saved game 1 is mindfield, not spry"):
        choose_game(journal, "spry", None, 1)
    with pytest.raises(SavedGameError, match=r"no saved game 3: .*1 to 2"):
        choose_game(journal, None, None, 3)
    with pytest.raises(SavedGameError, match="no saved game 0"):
        find_saved_game(journal.entries, 0)


def test_a_finished_game_does_not_go_on(journal: Journal) -> None:
    write(journal, start("backgammon"), Rolled([3, 1], "screen"), finished())
    state, begins = choose_game(journal, "backgammon", None)
    assert (state.position.dice, begins) == ((3, 1), GameResumed(1))
    assert [shown.number for shown in list_unfinished(journal.entries)] == [1]


def test_a_position_begins_a_new_game_and_leaves_the_others_standing(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"))
    state, begins = choose_game(journal, None, start("spry").position)
    assert isinstance(begins, Started)
    assert state.game.info.id == "spry"
    write(journal, begins)
    assert [(s.game, s.moves) for s in list_unfinished(journal.entries)] == [("spry", 0), ("mindfield", 1)]


def test_the_list_tells_title_players_times_moves_and_position(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), Moved("g7"))
    (shown,) = list_unfinished(journal.entries)
    assert (shown.title, dict(shown.players), shown.moves) == ("Mindfield", {"G": "Gold", "S": "Silver"}, 2)
    assert (shown.started, shown.played) == (journal.entries[0].time, journal.entries[-1].time)
    assert GAMES["mindfield"].parse(shown.position) == list_saved_games(journal.entries)[0].state().position


@pytest.mark.parametrize(("later", "touched"), [((), False), ((Rolled([3, 1], "screen"),), True)])
def test_a_game_is_touched_once_anything_was_rolled_in_it(
    journal: Journal, later: tuple[Event, ...], touched: bool
) -> None:
    write(journal, start("backgammon"), *later)
    (shown,) = list_unfinished(journal.entries)
    assert shown.touched is touched


def test_a_game_that_the_rules_refuse_is_listed_with_the_reason_and_hides_no_other(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), Moved("a1"), start("spry"), Moved("A1"))
    first, second = map(summarize, list_saved_games(journal.entries))
    assert first.problem is not None
    assert "saved game 1 cannot be resumed (moved a1" in first.problem
    assert (second.problem, second.moves) == (None, 1)
    with pytest.raises(SavedGameError, match=r"begin a new game .* --position"):
        choose_game(journal, "mindfield", None)


@pytest.mark.parametrize("number", [-1, 0, 2])
def test_a_game_that_has_not_begun_cannot_go_on(journal: Journal, number: int) -> None:
    write(journal, start("mindfield"), GameResumed(number))
    with pytest.raises(SavedGameError, match=rf"entry 2 .* game {number}\b"):
        list_saved_games(journal.entries)


def test_what_happens_before_any_game_belongs_to_none(journal: Journal) -> None:
    write(journal, Moved("a1"))
    with pytest.raises(SavedGameError, match="entry 1 belongs to no game"):
        list_saved_games(journal.entries)


def test_a_deleted_game_is_no_longer_offered_and_can_be_brought_back(journal: Journal) -> None:
    write(journal, start("mindfield"), Moved("a1"), start("spry"), Moved("A1"), GameDeleted(2))
    assert [shown.number for shown in list_unfinished(journal.entries)] == [1]
    state, begins = choose_game(journal, None, None)
    assert (state.moves, begins) == (["a1"], GameResumed(1))
    deleted = list_saved_games(journal.entries)[1]
    assert deleted.is_deleted
    assert summarize(deleted).deleted
    state, begins = choose_game(journal, None, None, 2)
    assert (state.moves, begins) == (["A1"], GameResumed(2)), "nothing is lost"
    write(journal, GameResumed(2), Moved("B1"))
    assert [shown.number for shown in list_unfinished(journal.entries)] == [2, 1]
    write(journal, GameDeleted(2), GameDeleted(1))
    assert list_unfinished(journal.entries) == ()
    with pytest.raises(SavedGameError, match="no saved game to resume"):
        choose_game(journal, None, None)
