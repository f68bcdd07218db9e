"""The companion asks what it cannot tell, and a question stays as long as the table raises it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.boards import BOARDS
from companion.history.events import Started
from companion.history.journal import Journal
from companion.history.state import fold_all
from companion.presentation.game_view import make_view
from companion.referee import Candidate, Illegal, MovePlayed, Uncertain
from companion.rules import GAMES
from companion.rules.core import Table
from companion.session.questions import Asker
from companion.values.commands import AnswerCell, AnswerMove
from companion.values.results import Refused
from tests.readings import reading, sight
from tests.session.evening import START, Evening
from vision.observation import EMPTY, CellReading, Content, Reading


def test_a_doubt_is_asked_and_a_tap_decides(evening: Evening) -> None:
    half = {"a1": {("gold", 1): 0.5, EMPTY: 0.5}}
    evening.shows(START, doubts=half)
    evening.press("done")
    evening.shows(START, doubts=half)
    (unsure,) = evening.news
    assert unsure.event == "unsure"
    assert unsure.data["cells"] == ["a1"]
    assert {c["label"] for c in unsure.data["candidates"]} == {"unchanged", "a1"}
    assert evening.view.screen == "doubt"
    evening.told()
    evening.tap("a1")
    evening.shows(START, doubts=half, frames=90)
    assert evening.told() == ["move a1"]
    assert evening.view.screen == "play"


def test_a_doubt_that_the_rules_settle_is_not_asked(evening: Evening) -> None:
    # It is Gold's turn, so a new stone that may be gold or silver can only be gold.
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
    assert "First answer the question, or put the pieces right." in evening.view.notices
    assert not any(button.enabled for button in evening.view.buttons if button.name == "done")


def test_a_question_goes_when_the_table_no_longer_raises_it(evening: Evening) -> None:
    def half(cell: str) -> dict[str, dict[Content, float]]:
        return {cell: {("gold", 1): 0.5, EMPTY: 0.5}}

    evening.shows(START, frames=40, doubts=half("a1"))
    assert [n.data["cells"] for n in evening.news] == [["a1"]]
    evening.shows(START, frames=40, doubts=half("g7"))
    assert [n.data["cells"] for n in evening.news] == [["a1"], ["g7"]]
    assert "g7" in evening.view.detail
    evening.shows({**START, "c4": ("gold",)})
    assert evening.view.screen == "play"


def test_a_question_goes_when_the_table_beside_the_doubtful_cell_changes(evening: Evening) -> None:
    either: dict[str, dict[Content, float]] = {"a1": {("gold", 1): 0.5, EMPTY: 0.5}}
    evening.shows(START, frames=40, doubts=either)
    assert "a1" in [choice.label for choice in evening.view.choices]
    evening.shows({**START, "b2": ("gold",)}, doubts=either)
    assert evening.view.screen == "play"
    assert isinstance(evening.perform(AnswerMove("a1")), Refused)
    assert evening.session.state.moves == []
    # The cell may look a little clearer or less clear: the question stays the same.
    evening.shows(START, frames=40, doubts=either)
    evening.shows(START, doubts={"a1": {("gold", 1): 0.45, EMPTY: 0.55}})
    assert evening.view.screen == "doubt"


def test_a_question_while_laying_out_goes_when_the_piece_is_straightened(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows({}, frames=40, doubts={"d4": {("antipode-silver", 1): 0.5, EMPTY: 0.5}})
    assert evening.view.screen == "doubt"
    evening.shows({"d4": ("antipode-gold",)})
    assert evening.view.screen == "setup"
    assert evening.view.steps


def test_a_question_that_no_single_cell_raises_is_put_in_words(evening: Evening) -> None:
    answers = tuple(Candidate(move, f"The move {move}", START, AnswerMove(move)) for move in ("a1", "b1"))
    asked = replace(evening.session.now, doubt=Uncertain((), answers, table=START))
    shown = make_view(evening.session.state, asked)
    assert (shown.screen, shown.marks) == ("doubt", ())
    assert shown.detail
    assert [choice.command for choice in shown.choices] == [AnswerMove("a1"), AnswerMove("b1")]


def test_the_answer_about_a_cell_ends_when_it_looks_different(evening: Evening) -> None:
    evening.shows(START, frames=40, doubts={"a1": {("gold", 1): 0.7, EMPTY: 0.3}})
    evening.tap("a1")
    evening.shows(START, doubts={"a1": {("gold", 1): 0.75, EMPTY: 0.25}})
    assert evening.told() == ["unsure", "move a1"]
    assert (evening.view.screen, evening.player) == ("play", "S")
    # The stone is taken away, and the cell is still in doubt.
    evening.shows(START, frames=40, doubts={"a1": {("gold", 1): 0.1, EMPTY: 0.9}})
    assert evening.told() == ["unsure"]


def test_the_answer_about_a_cell_ends_when_another_piece_looks_as_strange_there(evening: Evening) -> None:
    strange: Mapping[Content, float] = {("gold", 1): 0.04, ("silver", 1): 0.001}
    evening.shows(START, frames=40, doubts={"a1": strange})
    evening.tap("a1")
    evening.shows(START, doubts={"a1": strange})
    assert evening.told() == ["unsure", "move a1"]
    evening.shows(START, frames=40, doubts={"a1": {("gold", 1): 0.001, ("silver", 1): 0.01}})
    assert evening.told() == ["unsure"]


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


def test_a_piece_half_on_the_next_cell_is_asked_about_by_both_names(evening: Evening) -> None:
    evening.plays("a1")
    evening.told()
    # The cell that the stone left looks empty; the cell that it was pushed to is in doubt.
    evening.shows(START, frames=40, doubts={"b1": {EMPTY: 0.6, ("gold", 1): 0.3}})
    (unsure,) = evening.news
    assert set(unsure.data["cells"]) == {"a1", "b1"}
    assert "unchanged" in {c["label"] for c in unsure.data["candidates"]}


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


def lingering(evening: Evening, table: Table, covered: str, likely: Mapping[Content, float], frames: int) -> None:
    """Shows frames in which something rests over one cell of a table, or seems to."""
    below = reading(table, board=evening.board)
    cells = {**below.cells, covered: CellReading(likely, covered=True)}
    for _ in range(frames):
        evening.session.see(replace(sight(evening.frame, None, hand=True), under=Reading(cells, hand=True)))
        evening.tick()


def test_who_says_that_nothing_is_over_the_board_is_heard(evening: Evening) -> None:
    after = {**START, "a1": ("gold",)}
    empty: dict[Content, float] = {EMPTY: 0.999}
    lingering(evening, after, "g7", empty, 40)
    evening.press("done")
    lingering(evening, after, "g7", empty, 120)
    assert evening.told() == ["hand", "device"], "a hand that rests is none to be doubted"
    evening.press("done")
    lingering(evening, after, "g7", empty, 2)
    assert evening.told() == ["move a1"]
    assert evening.session.take_confirmed() is None


def test_what_seems_covered_is_asked_about_where_nothing_is_over_the_board(evening: Evening) -> None:
    after = {**START, "a1": ("gold",)}
    either: dict[Content, float] = {EMPTY: 0.3, ("gold", 1): 0.3}
    lingering(evening, after, "a1", either, 160)
    evening.told()
    evening.press("done")
    lingering(evening, after, "a1", either, 2)
    assert evening.told() == ["unsure"]
    evening.tap("a1")
    assert evening.session.state.moves == ["a1"]


def test_the_answer_about_a_cell_ends_when_its_piece_has_gone_and_it_looks_the_same(journal: Journal) -> None:
    """A checker that leans into the next point makes that point look the same with and without a checker."""
    rules = GAMES["backgammon"]
    position = rules.dump(rules.new()) | {
        "points": {"23": ["W", 1], "6": ["W", 14], "1": ["B", 15]},
        "phase": "move",
        "dice": [4, 1],
        "to_move": "W",
    }
    evening = Evening(journal, position, game="backgammon")
    evening.shows(evening.table)
    start, leaning = evening.table, {"23": {("black", 1): 0.24}}
    evening.shows(start, doubts=leaning)
    evening.press("done")
    evening.shows(start, doubts=leaning)
    evening.tap("23=white")
    evening.shows(start, doubts=leaning)
    after = {cell: kinds for cell, kinds in start.items() if cell != "23"} | {"18": ("white",)}
    evening.shows(after, doubts=leaning)
    evening.told()
    evening.press("done")
    evening.shows(after, doubts=leaning)
    assert evening.told()[-1] in ("unsure", "move 23/18")


def test_an_answer_counts_as_long_as_nothing_else_has_changed(evening: Evening) -> None:
    table = {**START, "c4": ("gold",)}
    half: dict[str, dict[Content, float]] = {"g7": {EMPTY: 0.5, ("silver", 1): 0.3}}
    evening.shows(table, doubts=half, frames=40)
    evening.press("done")
    evening.shows(table, doubts=half)
    assert "unsure" in evening.told()
    evening.tap("g7=empty")
    evening.shows(table, doubts=half)
    evening.press("done")
    evening.shows(table, doubts=half)
    assert evening.told() == ["illegal"]


def test_who_has_moved_and_finds_nothing_changed_is_asked_again(evening: Evening) -> None:
    dark: dict[str, dict[Content, float]] = {"a1": {EMPTY: 0.4, ("gold", 1): 0.4}}
    evening.shows(START, doubts=dark, frames=40)
    evening.tap("unchanged")
    evening.shows(START, doubts=dark)
    evening.told()
    evening.press("done")
    evening.shows(START, doubts=dark, frames=3)
    assert evening.told() == ["unsure"]
    evening.tap("a1")
    assert evening.session.state.moves == ["a1"]


def test_the_answer_about_a_cell_ends_when_no_table_fits_it() -> None:
    rules, board = GAMES["backgammon"], BOARDS["backgammon"]
    position = rules.dump(rules.new()) | {
        "points": {"13": ["W", 8], "6": ["W", 7], "1": ["B", 15]},
        "phase": "move",
        "dice": [4, 3],
        "to_move": "W",
    }
    state = fold_all([Started("backgammon", position)])
    assert state is not None
    table = {"13": ("white",) * 6, "9": ("white",), "10": ("white",), "6": ("white",) * 7, "1": ("black",) * 15}
    dim: dict[str, dict[Content, float]] = {"13": {("white", 6): 0.6}, "9": {("white", 1): 0.951, ("black", 1): 0.048}}
    asker = Asker(board.layout().middles, state.game.stock(state.position))
    asker.tell("13", ("white", 8))
    found = asker.verdict(state, sight(0, reading(table, dim, board=state.game.info.cells)))
    assert isinstance(found, MovePlayed) or (isinstance(found, Uncertain) and found.candidates)


def test_the_answer_about_a_pile_ends_when_it_makes_more_checkers_than_there_are() -> None:
    rules, board = GAMES["backgammon"], BOARDS["backgammon"]
    position = rules.dump(rules.new()) | {
        "points": {"1": ["W", 12], "24": ["B", 3]},
        "off": {"W": 3, "B": 12},
        "phase": "move",
        "dice": [1, 2],
        "to_move": "W",
    }
    state = fold_all([Started("backgammon", position)])
    assert state is not None
    table = {"1": ("white",) * 6, "24": ("black",) * 3, "off-black": ("black",) * 12, "off-white": ("white",) * 5}
    strange: dict[str, Mapping[Content, float]] = {
        "1": {("white", 6): 0.5, ("white", 7): 0.25},
        "off-white": {("white", 5): 0.3},
    }
    seen = reading(table, strange, board=rules.info.cells)
    seen = Reading({**seen.cells, "1": replace(seen.cells["1"], countable=6)}, False)
    asker = Asker(board.layout().middles, state.game.stock(state.position))
    asker.verdict(state, sight(0, seen))
    asker.tell("1", ("white", 12))  # that was the number when the question was asked
    asker.tell("off-white", ("white", 5))
    verdict = asker.verdict(state, sight(1, seen))
    assert isinstance(verdict, Uncertain), verdict
    assert "1/off(2)" in [candidate.label for candidate in verdict.candidates]


def test_more_pieces_than_there_are_are_illegal_whatever_people_answered_about_others() -> None:
    rules, board = GAMES["color-dice"], BOARDS["color-dice"]
    state = fold_all([Started("color-dice", rules.dump(rules.new()))])
    assert state is not None
    ten = {f"red{i}": ("red",) for i in range(1, 10)} | {"yellow9": ("red",)}
    half: Mapping[Content, float] = {("yellow", 1): 0.5, EMPTY: 0.3}
    seen = reading(
        {**state.game.table(state.position), **ten}, {"yellow7": half, "yellow8": half}, board=rules.info.cells
    )
    asker = Asker(board.layout().middles, state.game.stock(state.position))
    for frame in range(4):
        verdict = asker.verdict(state, sight(frame, seen))
        if isinstance(verdict, Illegal):
            return
        assert isinstance(verdict, Uncertain)
        answer = next(c.command for c in verdict.candidates if isinstance(c.command, AnswerCell))
        asker.tell(answer.cell, (answer.kind, answer.count))
    pytest.fail(f"asked again and again: {verdict}")


def test_points_in_a_question_are_those_of_the_player_to_move(journal: Journal) -> None:
    rules = GAMES["backgammon"]
    position = rules.dump(rules.new()) | {"phase": "move", "dice": [4, 1], "to_move": "B"}
    evening = Evening(journal, position, game="backgammon")
    evening.shows(evening.table)
    evening.shows(evening.table, 40, doubts={"18": {("black", 1): 0.4, EMPTY: 0.3}})
    assert "Black's 7" in evening.view.detail
    assert "Black's 7: black checker" in [choice.text for choice in evening.view.choices]
