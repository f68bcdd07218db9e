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
from companion.referee import Candidate, Unclear
from companion.rules import GAMES
from companion.rules.core import Table
from companion.saved import choose_game
from companion.session import Session
from companion.session.speaking import LINGERS
from companion.view import View
from tests.readings import PLACES, reading, sight
from vision.observation import EMPTY, Content

RULES = GAMES["mindfield"]
START: Table = {"d4": ("antipode-silver",)}


class Evening:
    """A session with a table in front of it; a second is 30 frames."""

    def __init__(self, journal: Journal, position: object = None, game: str = "mindfield") -> None:
        state, started = choose_game(journal, game, position)
        if started is not None:
            journal.append(started)
        self.board = state.game.info.cells
        places = PLACES if game == "mindfield" else {}
        self.session = Session(journal, state, places, resumed=started is None)
        self.frame = 0
        self.news: list[Happening] = []

    def shows(self, table: Table, frames: int = 2, doubts: Mapping[str, Mapping[Content, float]] | None = None) -> None:
        seen = reading(table, doubts, board=self.board)
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

    def plays(self, *moves: str) -> None:
        """Every move is shown and done is pressed."""
        for move in moves:
            outcome = self.session.state.game.judge(self.session.state.position, move).outcome
            assert outcome is not None
            after = self.session.state.game.table(outcome.position)
            self.shows(after)
            self.press("done")
            self.shows(after)

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


def test_what_stays_over_the_board_is_said_once_and_forgotten_when_it_is_gone(evening: Evening) -> None:
    evening.hand(frames=149)
    assert evening.told() == ["hand"]
    evening.hand(frames=600)
    (said,) = evening.news
    assert (said.event, said.data["device"], said.data["text"]) == ("device", "camera", LINGERS)
    evening.told()
    evening.shows(START)
    assert LINGERS not in evening.view.notices
    evening.hand(frames=30)
    assert evening.told() == ["hand"]
    evening.hand(frames=130)
    assert evening.told() == ["device"]
    assert LINGERS in evening.view.notices


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


def test_a_piece_half_on_the_next_cell_is_asked_about_by_both_names(evening: Evening) -> None:
    evening.plays("a1")
    evening.told()
    # The cell that it was pushed from looks empty, the one that it was pushed to cannot be told.
    evening.shows(START, frames=40, doubts={"b1": {EMPTY: 0.6, ("gold", 1): 0.3}})
    (unsure,) = evening.news
    assert set(unsure.data["cells"]) == {"a1", "b1"}
    assert "unchanged" in {c["label"] for c in unsure.data["candidates"]}


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


@pytest.mark.parametrize("game", GAMES)
def test_a_start_table_found_after_a_restart_takes_nothing_back(game: str, journal: Journal) -> None:
    evening = Evening(journal, game=game)
    rules, start = GAMES[game], evening.table
    evening.shows(start)
    while len(evening.session.state.turns) < 4:
        state = evening.session.state
        status = rules.status(state.position)
        if status.due == "roll":
            names = rules.info.named_dice
            values = [2 + (len(state.turns) + i) % 5 for i in range(len(status.dice))]
            evening.session.act(Roll(dict(zip(status.dice, values, strict=True)) if names else values), "die", 0, 0.0)
        else:
            moved = [m for m in rules.legal(state.position, 100).moves if m not in status.offers]
            evening.plays(moved[-1]) if moved else evening.tap(status.offers[0])
    saved, moves = evening.table, evening.session.state.moves
    assert saved != start
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again, game=game)
        later.shows(start, frames=60)
        later.press("done")
        later.shows(start)
        assert [n.event for n in later.news] == ["resumed", "illegal", "illegal"]
        assert later.news[-1].data["violations"]
        assert later.news[-1].data["fix"]
        assert later.session.state.moves == moves
        # Mended, it is a game like any other: the table of its beginning takes its moves back.
        later.shows(saved)
        later.told()
        later.shows(start, frames=60)
        assert later.told() == ["takeback"]
        assert len(later.session.state.moves) < len(moves) - 1


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


LAST_MOVE_DUE = GAMES["mindfield"].dump(GAMES["mindfield"].new()) | {
    "rows": ["G......", ".......", ".......", "...A...", "....GS.", ".......", "......."],
    "phase": "play",
    "hand": {"G": 11, "S": 6},
    "captured": {"G": 6, "S": 0},
}
"""Gold to move; e3xg3 wins."""

WHOLE_GAME = (
    "g4 e7 g7 g1 e1 c6 a7 a4 b1 a4-b4 e1-f1 g1xe1 g2 e7-f7 g7xe7 e1-f1 g6 b4-b3 a7-b7 d4-d2 "
    "e4 c6-c5 g4-f4 d2-b2 f4xd4 b3-b4 b1xb3xb5xd5xd3 b4 e4xc4xa4 f1-f2 d4xd2 e5 "
    "g2xe2xc2xa2 e5-e4 a2xc2xe2 c5 e2xc2xa2 e4-d4 d3xd5xb5"
)


def played_to_the_end(journal: Journal) -> Evening:
    evening = Evening(journal, LAST_MOVE_DUE)
    evening.shows(evening.table)
    after = {cell: pieces for cell, pieces in evening.table.items() if cell not in ("e3", "f3")} | {"g3": ("gold",)}
    evening.shows(after)
    evening.press("done")
    evening.shows(after)
    return evening


def test_the_end_is_told_with_its_result(journal: Journal) -> None:
    evening = played_to_the_end(journal)
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


def test_an_earlier_table_on_the_way_to_mend_an_illegal_one_is_no_takeback(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.shows({**START, "a1": ("silver",)}, frames=40)
    assert evening.told() == ["move a1", "illegal"]
    # The first of two steps: take the silver stone off, put the gold one back.
    evening.shows(START, frames=90)
    assert evening.told() == []
    assert [s.text for s in evening.view.steps] == ["Put a gold stone on a1"]
    evening.press("done")
    evening.shows(START)
    (again,) = evening.news
    assert [s["text"] for s in again.data["fix"]] == ["Put a gold stone on a1"]
    evening.told()
    evening.shows({**START, "a1": ("gold",)})
    assert evening.told() == ["corrected"]
    assert evening.session.state.moves == ["a1"]


def test_who_stops_to_think_amid_a_turn_takes_nothing_back(journal: Journal) -> None:
    points = {"13": ["W", 14], "8": ["W", 1], "19": ["B", 14]}
    fields = {"points": points, "bar": {"W": 0, "B": 1}, "to_move": "B", "phase": "move", "dice": [6, 1]}
    evening = Evening(journal, GAMES["backgammon"].dump(GAMES["backgammon"].new()) | fields, game="backgammon")
    before = evening.table
    evening.shows(before)
    evening.plays("bar/18")
    evening.session.act(Roll([1, 4]), "die", evening.frame, evening.frame / 30)
    # White puts what 8/7* will hit on the bar first: so the table lay before Black's move.
    evening.shows(before, frames=45)
    assert evening.told() == ["setup-ok", "move bar/18", "roll"]
    evening.shows(before, frames=30)
    assert evening.told() == ["takeback"]


def test_a_wrong_stone_elsewhere_hinders_no_takeback(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.shows({**START, "a1": ("gold",), "b1": ("silver",)}, frames=40)
    evening.shows(START, frames=3)
    assert evening.told() == ["move a1", "illegal", "takeback"]


def test_a_question_goes_when_the_table_no_longer_raises_it(evening: Evening) -> None:
    def half(cell: str) -> dict[str, dict[Content, float]]:
        return {cell: {("gold", 1): 0.5, EMPTY: 0.5}}

    evening.shows(START, frames=40, doubts=half("a1"))
    assert [n.data["cells"] for n in evening.news] == [["a1"]]
    evening.shows(START, frames=40, doubts=half("g7"))
    assert [n.data["cells"] for n in evening.news] == [["a1"], ["g7"]]
    assert "g7" in evening.view.detail
    evening.shows({**START, "c4": ("gold",)})
    assert evening.view.room == "play"


def test_a_question_goes_when_the_table_beside_the_doubtful_cell_changes(evening: Evening) -> None:
    either: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.5, EMPTY: 0.5}}
    evening.shows(START, frames=40, doubts=either)
    assert "a1" in [choice.label for choice in evening.view.choices]
    evening.shows({**START, "b2": ("gold",)}, doubts=either)
    assert evening.view.room == "play"
    evening.tap("a1")
    assert evening.session.state.moves == []
    # The picture may tell the cell a little better or worse: that is the same question.
    evening.shows(START, frames=40, doubts=either)
    evening.shows(START, doubts={"a1": {("gold", 1): 0.45, EMPTY: 0.55}})
    assert evening.view.room == "doubt"


def test_a_question_while_laying_out_goes_when_the_piece_is_straightened(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows({}, frames=40, doubts={"d4": {("antipode-silver", 1): 0.5, EMPTY: 0.5}})
    assert evening.view.room == "doubt"
    evening.shows({"d4": ("antipode-gold",)})
    assert evening.view.room == "setup"
    assert evening.view.steps


def test_while_laying_out_no_moves_are_offered_as_answers(journal: Journal) -> None:
    evening = Evening(journal)
    empty: dict[Content, float] = {EMPTY: 0.6, ("gold", 1): 0.4}
    evening.shows(START, frames=40, doubts={"a1": empty, "b3": empty, "g7": empty})
    labels = [choice.label for choice in evening.view.choices]
    assert labels[0] == "unchanged"
    assert all("=" in label for label in labels[1:])
    evening.tap("unchanged")
    evening.shows(START, doubts={"a1": empty, "b3": empty, "g7": empty})
    assert evening.told() == ["unsure", "setup-ok"]


def test_a_question_that_no_single_cell_raises_is_put_in_words(evening: Evening) -> None:
    answers = tuple(Candidate(move, f"The move {move}", START, move=move) for move in ("a1", "b1"))
    evening.session.moment = replace(evening.session.moment, doubt=Unclear((), answers, table=START))
    assert evening.view.detail.startswith("I cannot tell which of these it is.")


def test_after_undo_another_move_may_be_made_at_once(evening: Evening) -> None:
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)})
    assert evening.view.detail == "Put the pieces back as they were."
    evening.shows({**START, "g1": ("gold",)})
    assert evening.view.detail == "Put the pieces back as they were, or press Done to play g1."
    evening.told()
    evening.press("done")
    evening.shows({**START, "g1": ("gold",)})
    assert evening.told() == ["move g1"]
    assert evening.view.room == "play"


def test_undo_takes_back_a_press_that_still_waits(evening: Evening) -> None:
    evening.hand()
    evening.press("done")
    evening.press("undo")
    evening.shows({**START, "a1": ("gold",)}, frames=40)
    assert evening.told() == ["hand"]
    assert evening.session.state.moves == []


def test_undo_on_a_table_in_doubt_takes_back_what_lies_there_and_no_move_that_counts(evening: Evening) -> None:
    evening.plays("a1")
    after = evening.table
    evening.told()
    evening.shows({**after, "b2": ("silver",)}, doubts={"b2": {("silver", 1): 0.6, ("gold", 1): 0.4}})
    evening.press("undo")
    evening.shows({**after, "b2": ("silver",)})
    assert (evening.told(), evening.session.state.moves) == (["takeback"], ["a1"])
    assert [s.text for s in evening.view.steps] == ["Take the silver stone off b2"]
    # Where nothing but a doubt differs, nothing lies there to be taken back.
    evening.shows(after, frames=3)
    evening.shows(after, doubts={"b2": {EMPTY: 0.6, ("silver", 1): 0.4}})
    evening.press("undo")
    assert evening.session.state.moves == []


def test_a_hint_goes_when_it_is_asked_for_again_and_gives_way_to_a_move(evening: Evening) -> None:
    evening.shows(START)
    evening.press("hint")
    assert any(mark.style == "hint" for mark in evening.view.marks)
    evening.shows({**START, "a1": ("gold",)})
    assert evening.view.detail == "Press Done if that is the move."
    evening.shows(START)
    evening.press("hint")
    assert not any(mark.style == "hint" for mark in evening.view.marks)


def test_a_notice_stands_once_however_often_it_is_given(evening: Evening) -> None:
    for _ in range(5):
        evening.press("undo")
    assert evening.view.notices == ("There is nothing to take back yet",)


def test_who_packs_up_after_the_end_breaks_no_rule(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    evening.told()
    evening.shows({"g3": ("gold",)}, frames=90)
    assert evening.told() == []
    assert evening.view.room == "over"


def test_the_last_move_can_be_taken_back_after_the_end(journal: Journal) -> None:
    evening = played_to_the_end(journal)
    evening.told()
    table = RULES.table(RULES.parse(LAST_MOVE_DUE))
    evening.shows(table, frames=90)
    assert evening.told() == ["takeback"]
    assert evening.view.room == "play"


def test_the_start_table_after_the_end_begins_a_new_game(evening: Evening, journal: Journal) -> None:
    evening.plays(*WHOLE_GAME.split())
    assert evening.session.state.over
    evening.told()
    evening.shows(START, frames=5)
    assert evening.told() == ["setup-ok"]
    assert evening.session.state.moves == []
    assert not evening.session.state.over
    evening.plays("a1")
    journal.close()
    with Journal(journal.path) as again:
        assert choose_game(again, None, None)[0].moves == ["a1"]


def bout_of_spaces(journal: Journal) -> Evening:
    """A bout that White has won with its second move; Done leads to the next one."""
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for throw, move in (([4, 4], None), ([1, 3], None), ([5], "A6-B7-C6-B3-A2-J2"), ([4], "J6-I7-H6-I3-J2")):
        evening.session.act(Roll(throw), "die", evening.frame, evening.frame / 30)
        if move is not None:
            evening.plays(move)
    assert evening.session.state.game.status(evening.session.state.position).due == "next"
    evening.told()
    return evening


def test_a_capture_taken_back_by_hand_with_a_pause_is_a_takeback(journal: Journal) -> None:
    fields = {"phase": "move", "to_move": "W", "roll": 4, "opening": False, "extra_roll": False}
    pieces = {"J6": "W", "J2": "B", "A6": "B"}
    evening = Evening(journal, GAMES["spaces"].dump(GAMES["spaces"].new()) | fields | {"pieces": pieces}, game="spaces")
    before = evening.table
    evening.shows(before)
    evening.plays("J6-I7-H6-I3-J2")
    # The piece that captured is put back first; the captured one is looked for in the box meanwhile.
    evening.shows({"J6": ("white",), "A6": ("black",)}, frames=40)
    evening.shows(before)
    assert evening.told() == ["setup-ok", "move J6-I7-H6-I3-J2", "illegal", "takeback"]
    assert evening.session.state.moves == []


def test_the_next_bout_may_be_laid_out_before_done_is_pressed(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.shows({}, frames=60)
    evening.shows({"J6": ("white",), "A6": ("black",)})
    assert evening.told() == ["setup-ok"]
    assert len(evening.session.state.moves) == 2
    assert evening.view.headline.endswith("throw the die")


def test_done_goes_on_to_the_next_bout_when_the_board_is_cleared_already(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    evening.shows({})
    evening.press("done")
    evening.shows({})
    assert evening.told() == ["setup-wrong"]
    assert evening.view.room == "setup"


def test_a_game_left_while_laying_out_is_laid_out_when_it_goes_on(journal: Journal) -> None:
    Evening(journal).shows({})
    journal.close()
    with Journal(journal.path) as again:
        evening = Evening(again)
        evening.shows({}, frames=60)
        assert evening.told() == ["resumed", "setup-wrong"]
        assert evening.view.room == "setup"
        evening.shows(START)
        assert evening.told() == ["setup-ok"]


def test_a_game_left_in_its_first_turn_goes_on_with_it(journal: Journal, evening: Evening) -> None:
    journal.close()
    with Journal(journal.path) as again:
        later = Evening(again)
        later.shows({**START, "a1": ("gold",)}, frames=60)
        later.press("done")
        later.shows({**START, "a1": ("gold",)})
        assert later.told() == ["resumed", "move a1"]


def test_what_was_said_of_a_cell_ends_when_it_looks_different(evening: Evening) -> None:
    evening.shows(START, frames=40, doubts={"a1": {("gold", 1): 0.7, EMPTY: 0.3}})
    evening.tap("a1")
    evening.shows(START, doubts={"a1": {("gold", 1): 0.75, EMPTY: 0.25}})
    assert evening.told() == ["unsure", "move a1"]
    assert evening.view.headline == "Silver to move"
    # The stone goes, and the cell can still not be told for sure.
    evening.shows(START, frames=40, doubts={"a1": {("gold", 1): 0.1, EMPTY: 0.9}})
    assert evening.told() == ["unsure"]


def test_a_move_half_put_back_after_undo_is_led_back_and_not_on(journal: Journal) -> None:
    evening = Evening(journal, LAST_MOVE_DUE)
    before = evening.table
    evening.shows(before)
    evening.plays("e3-e2")
    evening.press("undo")
    lifted = {cell: pieces for cell, pieces in before.items() if cell != "e3"}
    evening.shows(lifted)
    assert evening.view.headline == "Taken back"
    assert [s.text for s in evening.view.steps] == ["Put a gold stone on e3"]


def test_each_table_is_handed_on_to_be_learned_from_once(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    start = evening.table
    evening.shows(start)
    assert evening.session.take_confirmed() == start
    for throw in ([4, 3], [4]):
        evening.session.act(Roll(throw), "die", evening.frame, evening.frame / 30)
        evening.shows(start)
        assert evening.session.take_confirmed() is None
    evening.plays("J6-I7-H6-I3-H2")
    assert evening.session.take_confirmed() == evening.table != start
    evening.shows(start)
    assert evening.told()[-1] == "takeback"
    assert evening.session.take_confirmed() == start


def test_a_cell_that_was_called_empty_in_doubt_teaches_no_print(evening: Evening) -> None:
    evening.session.take_confirmed()
    across: dict[str, Mapping[Content, float]] = {
        "a1": {EMPTY: 0.5, ("gold", 1): 0.4},
        "a2": {EMPTY: 0.5, ("gold", 1): 0.4},
    }
    evening.shows(START, doubts=across)
    evening.press("done")
    evening.shows(START, doubts=across)
    evening.tap("a1")
    evening.shows({**START, "a1": ("gold",)}, doubts=across)
    assert "move a1" in evening.told()
    assert evening.session.take_confirmed() is None
    evening.shows({**START, "a1": ("gold",)})
    evening.plays("c1")
    assert evening.session.take_confirmed() == {**START, "a1": ("gold",), "c1": ("silver",)}
