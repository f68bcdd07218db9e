"""The session: what is seen and done, in order, gives the right news and nothing else."""

from __future__ import annotations

import resource
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion import present
from companion.actions import Press, Roll, Tap
from companion.happening import Happening, in_words
from companion.journal import Journal
from companion.rules import GAMES
from companion.rules.core import Table
from companion.saved import choose_game
from companion.session import Session
from companion.view import View
from tests.readings import PLACES, reading, sight
from vision.observation import EMPTY, Content

START: Table = {"d4": ("antipode-silver",)}


class Evening:
    """A session with a table in front of it; a second is 30 frames."""

    def __init__(self, journal: Journal, position: object = None) -> None:
        state, started = choose_game(journal, "mindfield", position)
        if started is not None:
            journal.append(started)
        self.session = Session(journal, state, PLACES, resumed=started is None)
        self.frame = 0
        self.news: list[Happening] = []

    def shows(self, table: Table, frames: int = 2, doubts: Mapping[str, Mapping[Content, float]] | None = None) -> None:
        seen = reading(table, doubts)
        for _ in range(frames):
            self.session.see(sight(self.frame, seen))
            self._tick()

    def hand(self, frames: int = 2) -> None:
        for _ in range(frames):
            self.session.see(sight(self.frame, None, hand=True))
            self._tick()

    def blind(self, frames: int = 2) -> None:
        for _ in range(frames):
            self.session.see(sight(self.frame, None, problem="no marker in sight"))
            self._tick()

    def press(self, name: str) -> None:
        self.session.act(Press(name), "screen", self.frame, self.frame / 30)  # type: ignore[arg-type]

    def tap(self, label: str) -> None:
        self.session.act(Tap(label), "screen", self.frame, self.frame / 30)

    def _tick(self) -> None:
        self.frame += 1
        self.news += self.session.take_news()
        assert all(in_words(n) for n in self.news)

    def told(self) -> list[str]:
        """The news since the last call, in short."""
        news, self.news = self.news, []
        return [n.event + (f" {n.data['move']}" if n.event == "move" else "") for n in news]

    @property
    def view(self) -> View:
        return present.view(self.session.state, self.session.moment)

    @property
    def table(self) -> Table:
        return self.session.state.game.table(self.session.state.position)


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "journal.db") as opened:
        yield opened


@pytest.fixture
def evening(journal: Journal) -> Evening:
    begun = Evening(journal)
    begun.shows(START)
    assert begun.told() == ["setup-ok"]
    return begun


def test_a_wrong_start_table_is_told_with_its_mend_and_the_game_begins_when_it_is_right(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows({"d4": ("antipode-gold",), "a1": ("gold",)})
    (wrong,) = evening.news
    assert wrong.event == "setup-wrong"
    assert {(s["do"], s["from"], s["to"]) for s in wrong.data["fix"]} == {("flip", "d4", "d4"), ("take", "a1", None)}
    assert evening.view.room == "setup"
    evening.told()
    evening.shows(START)
    assert evening.told() == ["setup-ok"]
    assert evening.view.room == "play"


def test_a_move_counts_when_it_lies_there_and_done_is_pressed(evening: Evening) -> None:
    evening.hand()
    evening.shows({**START, "a1": ("gold",)}, frames=60)
    assert evening.told() == ["hand"]
    assert evening.view.headline == "a1?"
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    assert evening.told() == ["move a1"]
    assert evening.view.last_move == "Gold: a1"


def test_done_pressed_too_early_waits_for_the_table_to_settle(evening: Evening) -> None:
    evening.hand()
    evening.press("done")
    evening.hand()
    evening.shows({**START, "a1": ("gold",)})
    assert evening.told() == ["hand", "move a1"]


def test_done_with_nothing_new_does_nothing(evening: Evening) -> None:
    evening.press("done")
    evening.shows(START)
    evening.shows({**START, "a1": ("gold",)}, frames=5)
    assert evening.told() == []


def test_an_illegal_table_is_explained_at_done_and_put_right_without_a_takeback(evening: Evening) -> None:
    evening.shows({**START, "c4": ("gold",)})
    evening.press("done")
    evening.shows({**START, "c4": ("gold",)})
    (illegal,) = evening.news
    assert illegal.event == "illegal"
    assert illegal.data["violations"][0]["rule"] == "MF-P"
    assert [(s["do"], s["kind"], s["from"], s["to"]) for s in illegal.data["fix"]] == [("take", "gold", "c4", None)]
    assert evening.view.room == "wrong"
    evening.told()
    evening.hand()
    evening.shows(START, frames=40)
    assert evening.told() == ["hand", "corrected"]
    assert evening.view.room == "play"


def test_an_illegal_table_is_explained_unasked_after_a_quiet_second_and_once(evening: Evening) -> None:
    evening.shows({**START, "c4": ("gold",)}, frames=28)
    assert evening.told() == []
    evening.shows({**START, "c4": ("gold",)}, frames=100)
    assert evening.told() == ["illegal"]


def test_an_earlier_table_shown_again_is_one_takeback(evening: Evening) -> None:
    before = dict(START)
    evening.shows({**before, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**before, "a1": ("gold",)})
    evening.told()
    evening.hand()
    evening.shows(before, frames=90)
    assert evening.told() == ["hand", "takeback"]
    assert evening.session.state.moves == []


def test_undo_is_one_takeback_and_putting_the_table_back_is_none(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.told()
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)}, frames=90)
    assert evening.told() == ["takeback"]
    assert evening.view.room == "wrong"
    assert [s.text for s in evening.view.steps] == ["Take the gold stone off a1"]
    evening.hand()
    evening.shows(START, frames=90)
    assert evening.told() == ["hand"]
    assert evening.view.room == "play"


def test_two_moves_can_be_taken_back_by_button(evening: Evening) -> None:
    table = dict(START)
    for cell, kind in (("a1", "gold"), ("g7", "silver")):
        table[cell] = (kind,)
        evening.shows(table)
        evening.press("done")
        evening.shows(table)
    evening.told()
    evening.press("undo")
    evening.press("undo")
    evening.shows(table, frames=60)
    assert evening.told() == ["takeback", "takeback"]
    evening.shows(START)
    assert evening.session.state.moves == []
    assert evening.told() == []


def test_a_doubt_is_asked_and_a_tap_decides(evening: Evening) -> None:
    half = {"a1": {("gold", 1): 0.5, EMPTY: 0.5}}
    evening.shows(START, doubts=half)
    evening.press("done")
    evening.shows(START, doubts=half)
    (unsure,) = evening.news
    assert unsure.event == "unsure"
    assert unsure.data["cells"] == ["a1"]
    assert {c["label"] for c in unsure.data["candidates"]} == {"unchanged", "a1"}
    assert evening.view.room == "doubt"
    evening.told()
    evening.tap("a1")
    evening.shows(START, doubts=half, frames=90)
    assert evening.told() == ["move a1"]
    assert evening.view.room == "play"


def test_a_doubt_that_the_rules_settle_is_not_asked(evening: Evening) -> None:
    # Silver is not to move, so what may be gold or silver can only be gold.
    doubt = {"a1": {("gold", 1): 0.9, ("silver", 1): 0.1}}
    evening.shows(START, doubts=doubt)
    evening.press("done")
    evening.shows(START, doubts=doubt)
    assert evening.told() == ["move a1"]


def test_a_piece_across_two_cells_is_never_a_move(evening: Evening) -> None:
    across = {"a1": {("gold", 1): 0.5, EMPTY: 0.5}, "a2": {("gold", 1): 0.5, EMPTY: 0.5}}
    evening.shows(START, doubts=across, frames=40)
    evening.press("done")
    evening.shows(START, doubts=across)
    assert evening.told() == ["unsure", "unsure"]
    assert evening.session.state.moves == []


def test_a_lost_board_is_told_once_and_found_again(evening: Evening) -> None:
    evening.blind(20)
    assert evening.view.room == "blind"
    evening.shows(START)
    assert evening.told() == ["lost-board", "found-board"]


def test_a_throw_that_is_not_due_is_said_and_ignored(evening: Evening) -> None:
    evening.session.act(Roll([3]), "screen", evening.frame, 0.0)
    evening.shows(START)
    assert evening.told() == ["device"]
    assert evening.view.notices


def test_after_a_restart_the_game_goes_on_where_it_was(journal: Journal, evening: Evening) -> None:
    table = {**START, "a1": ("gold",)}
    evening.shows(table)
    evening.press("done")
    evening.shows(table)
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again)
        later.shows({**table, "g7": ("silver",)})
        later.press("done")
        later.shows({**table, "g7": ("silver",)})
        assert later.news[0].event == "resumed"
        assert later.news[0].data["moves"] == ["a1"]
        assert later.told() == ["resumed", "move g7"]


def test_a_full_disk_commits_nothing_is_said_and_the_game_goes_on(journal: Journal, evening: Evening) -> None:
    table = {**START, "a1": ("gold",)}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (1000, limits[1]))
    try:
        evening.shows(table)
        evening.press("done")
        evening.shows(table)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    assert evening.told() == ["device"]
    assert "cannot be written" in evening.view.notices[0]
    assert evening.session.state.moves == []
    evening.press("done")
    evening.shows(table)
    assert evening.told() == ["move a1"]


def test_the_end_is_told_with_its_result(journal: Journal) -> None:
    position = GAMES["mindfield"].dump(GAMES["mindfield"].new()) | {
        "rows": ["G......", ".......", ".......", "...A...", "....GS.", ".......", "......."],
        "phase": "play",
        "hand": {"G": 11, "S": 6},
        "captured": {"G": 6, "S": 0},
    }
    evening = Evening(journal, position)
    evening.shows(evening.table)
    after = {cell: pieces for cell, pieces in evening.table.items() if cell not in ("e3", "f3")} | {"g3": ("gold",)}
    evening.shows(after)
    evening.press("done")
    evening.shows(after)
    assert evening.news[-1].data["result"]["winner"] == "G"
    assert evening.told() == ["setup-ok", "move e3xg3", "over"]
    assert evening.view.room == "over"


def test_advice_about_the_picture_is_said_once_in_a_while(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows(START)
    evening.told()
    for frame, text in [*((f, "Wipe the lens") for f in range(90)), (90, None), (91, "Wipe the lens"), (92, "A lamp")]:
        seen = sight(frame + 2, reading(START))
        evening.session.see(replace(seen, advice=text))
        evening._tick()
    said = [n.data["text"] for n in evening.news]
    assert said == ["Wipe the lens", "A lamp"]
    evening.told()
    evening.session.see(replace(sight(93 + 130 * 30, reading(START)), advice="A lamp"))
    assert [n.event for n in evening.session.take_news()] == ["device"]
