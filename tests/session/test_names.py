"""Players' names: they are kept with the saved game, and people are called by them wherever a player is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.app.side_pages import NamesSide, SidePages
from companion.history.events import Named, RecordError, Started
from companion.history.export.text import write as write_text
from companion.history.journal import FILE, Journal
from companion.history.saved_games import list_saved_games, summarize
from companion.history.state import fold, fold_all
from companion.language import PlayerNames
from companion.rules import GAMES
from companion.values.commands import EnterRoll, PlayMove
from companion.values.results import Done
from companion.values.side_commands import CloseSide, EraseLetter, KeepName, NamePlayer, OpenNames, TypeLetters
from tests.disks import fill, small_disk
from tests.session.evening import Evening


def test_a_named_player_is_called_by_the_name_in_all_texts(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    assert evening.session.record(Named({"W": "Anna"}))
    evening.shows(evening.table)
    for roll in ([5, 2], [2]):
        evening.perform(EnterRoll(roll), "die")
    assert evening.view.strip.text == "Anna to move"
    assert "Anna (White)" in evening.view.detail
    evening.perform(PlayMove("pass"))
    assert "not possible now" in evening.view.notices[0]
    evening.plays("J6-I7-H6")
    assert evening.view.last_move == "Anna (White): J6 to H6"
    assert evening.view.strip.text == "Black: roll the die", "who has no name is called by the colour"
    evening.tap("give-up")
    assert "Anna (White) gives up the bout" in [choice.text for choice in evening.view.choices]


def test_names_are_kept_with_the_saved_game(journal: Journal) -> None:
    evening = Evening(journal)
    evening.session.record(Named({"G": "Anna", "S": "Ben"}))
    evening.shows(evening.table)
    evening.plays("a1")
    evening.press("undo")
    evening.shows(evening.table)
    evening.press("redo")
    assert evening.session.state.names == {"G": "Anna", "S": "Ben"}
    assert fold_all(entry.event for entry in journal.entries) == evening.session.state
    (saved,) = list_saved_games(journal.entries)
    summary = summarize(saved)
    assert summary.names == ("Anna", "Ben")
    assert dict(summary.players) == {"G": "Anna (Gold)", "S": "Ben (Silver)"}
    assert "Players: Anna (Gold), Ben (Silver)\n" in write_text(saved)
    assert "Anna (Gold): a1\n" in write_text(saved)
    assert GAMES["mindfield"].info.names["G"] == "Gold", "only this game's players are called so"


def test_the_next_game_at_the_table_has_the_same_players(journal: Journal) -> None:
    evening = Evening(journal, game="spry")
    evening.session.record(Named({"B": "Anna"}))
    evening.shows(evening.table)
    evening.plays("A1", "I5")
    for label in ("give-up", "W game", "agree"):
        evening.tap(label)
    assert evening.view.strip.text == "Anna has won"
    evening.shows({})
    assert isinstance(evening.session.state.last, Started)
    assert evening.session.state.names == {"B": "Anna"}
    assert [saved.state().names for saved in list_saved_games(journal.entries)] == [{"B": "Anna"}] * 2


@pytest.mark.parametrize("names", [{"W": "Anna"}, {"G": ""}, {"G": " "}, {"G": "A" * 13}, {"G": 3}, {"G": "A\n"}])
def test_what_is_no_name_is_refused(names: dict[str, object]) -> None:
    rules = GAMES["mindfield"]
    with pytest.raises(RecordError, match="named"):
        fold(fold(None, Started("mindfield", rules.dump(rules.new()))), Named(names))


@pytest.mark.parametrize("game", GAMES)
def test_every_game_can_call_its_players_by_name(game: str) -> None:
    rules = GAMES[game]
    assert isinstance(rules.info.names, PlayerNames)
    assert set(rules.players(rules.new())) <= set(rules.info.names)


def test_players_are_named_during_a_question_and_it_stays(journal: Journal) -> None:
    evening = Evening(journal)
    side = SidePages([NamesSide(evening.session)])
    evening.shows(evening.table)
    evening.plays("a1")
    evening.shows({**evening.table, "a3": ("silver",), "c3": ("silver",)})
    evening.press("done")
    evening.shows({**evening.table, "a3": ("silver",), "c3": ("silver",)})
    before, told = evening.session.now, evening.told()
    assert before.wrong is not None
    assert told
    for command in (OpenNames(), NamePlayer("S"), *map(TypeLetters, "Zoë"), KeepName()):
        assert isinstance(side.perform(command), Done)
    assert evening.session.now == before, "what people see and were asked stays"
    assert evening.told() == []
    assert evening.view.strip.text.startswith("Zoë")
    page = side.page
    assert page is not None
    assert [entry.text for entry in page.entries] == ["Gold: enter a name", "Silver: Zoë"]
    assert Evening(journal).session.state.names == {"S": "Zoë"}, "a power cut changes nothing"


def test_a_name_is_changed_erased_and_left_as_it_was(journal: Journal) -> None:
    evening = Evening(journal)
    side = SidePages([NamesSide(evening.session)])
    evening.session.record(Named({"G": "Al"}))
    count = journal.count
    for command in (OpenNames(), NamePlayer("G"), TypeLetters("x"), OpenNames(), NamePlayer("G"), KeepName()):
        side.perform(command)
    assert (evening.session.state.names, journal.count) == ({"G": "Al"}, count), "nothing new is written"
    for command in (NamePlayer("G"), TypeLetters("\n\tma "), KeepName(), NamePlayer("nobody")):
        side.perform(command)
    assert evening.session.state.names == {"G": "Alma"}
    for command in (NamePlayer("G"), *[EraseLetter()] * 4, KeepName(), CloseSide()):
        side.perform(command)
    assert evening.session.state.names == {}


def test_a_name_that_cannot_be_saved_now_is_still_typed(tmp_path: Path) -> None:
    with small_disk(tmp_path / "data", 512) as disk, Journal(disk / FILE) as journal:
        evening = Evening(journal)
        side = SidePages([NamesSide(evening.session)])
        ballast = fill(disk)
        for command in (OpenNames(), NamePlayer("G"), TypeLetters("Ida"), KeepName()):
            side.perform(command)
        assert evening.session.state.names == {}
        assert side.add_page(evening.view).screen == "paused"
        ballast.unlink()
        evening.session.save_again(9.0)
        assert evening.session.state.names == {"G": "Ida"}
        side.perform(KeepName())
        assert side.page is not None
        assert not side.page.keys
