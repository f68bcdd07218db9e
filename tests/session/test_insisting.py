"""Players who press Done again for a table that was called wrong are asked what the camera may misread."""

from __future__ import annotations

from companion.boards import BOARDS
from companion.history.journal import Journal
from companion.session.questions import Asker
from tests.session.evening import START, Evening, bout_of_spaces, reading, sight
from tests.session.test_done import is_lit
from vision.observation import EMPTY, Content

SEEN = {**START, "a1": ("silver",)}
"""Gold has put a gold stone on a1, and the camera surely takes it for a silver one."""


def insist(evening: Evening, presses: int) -> list[str]:
    """Presses Done a few times for the table that the camera sees, and returns the events."""
    evening.shows(SEEN, frames=40)
    evening.told()
    for _ in range(presses):
        evening.press("done")
        evening.shows(SEEN)
    return evening.told()


def test_a_misread_piece_stops_no_game(evening: Evening) -> None:
    assert insist(evening, 1) == ["illegal"]
    (notice,) = evening.view.notices
    assert "If it is right, press Done again." in notice
    assert is_lit(evening)
    assert insist(evening, 1) == ["unsure"]
    assert {"a1", "a1=silver"} <= {choice.label for choice in evening.view.choices}
    evening.tap("a1")
    evening.shows(SEEN, frames=40)
    assert evening.session.state.moves == ["a1"]
    assert evening.told() == ["move a1"]
    assert evening.view.screen == "play"


def test_after_the_answer_that_the_camera_is_right_nobody_is_asked_again(evening: Evening) -> None:
    insist(evening, 2)
    evening.tap("a1=silver")
    evening.shows(SEEN, frames=40)
    assert insist(evening, 3) == ["illegal"] * 3
    assert "press Done again" not in evening.view.notices[0]
    assert "same as before" in evening.view.notices[0]
    assert evening.session.state.moves == []


def test_a_piece_that_is_hardly_seen_stops_no_game(evening: Evening) -> None:
    """As in a clumsy game of Color Dice (10,217): as soon as the cell was hardly in doubt, all of it was called
    empty.
    """
    for empty, gold in ((0.975, 0.02), (0.89, 0.1)):
        hardly_seen: dict[str, dict[Content, float]] = {"a1": {EMPTY: empty, ("gold", 1): gold}}
        evening.shows(START, doubts=hardly_seen, frames=90)
    assert evening.told() == []
    evening.press("done")
    evening.shows(START, doubts=hardly_seen, frames=40)
    assert any("No piece has moved yet" in notice for notice in evening.view.notices)
    assert evening.told() == []
    evening.press("done")
    evening.shows(START, doubts=hardly_seen)
    assert evening.told() == ["unsure"]
    evening.tap("a1")
    evening.shows(START, doubts=hardly_seen, frames=40)
    assert evening.told() == ["move a1"]


def test_done_before_a_roll_insists_on_nothing(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    start = evening.session.state.game.table(evening.session.state.position)
    evening.shows(start, frames=40)
    assert evening.session.state.game.status(evening.session.state.position).due == "roll"
    evening.press("done")
    evening.shows(start)
    assert any("Roll" in notice for notice in evening.view.notices)
    assert evening.session.now.insisted is None


def test_a_misread_piece_stops_no_undoing(evening: Evening) -> None:
    """As in a clumsy game of Spaces (10,141): the camera surely took a piece that was put back for one of the other
    player's.
    """
    for table in ({**START, "a1": ("gold",)}, {**START, "a1": ("gold",), "g7": ("silver",)}):
        evening.shows(table, frames=40)
        evening.press("done")
        evening.shows(table)
    assert evening.session.state.moves == ["a1", "g7"]
    evening.press("undo")
    seen = {**START, "a1": ("silver",)}
    evening.shows(seen, frames=40)
    evening.told()
    for notice in ("The pieces are not back yet.", "If it is right, press Done again."):
        evening.press("done")
        evening.shows(seen)
        assert any(notice in text for text in evening.view.notices), notice
        assert is_lit(evening) == ("again" in notice)
    evening.press("done")
    evening.shows(seen)
    assert evening.told()[-1] == "unsure"
    evening.tap("unchanged")
    evening.shows(seen, frames=40)
    assert evening.session.now.restoring is None
    assert evening.session.state.moves == ["a1"]


def test_what_looks_different_later_is_not_in_doubt(evening: Evening) -> None:
    assert insist(evening, 2) == ["illegal", "unsure"]
    evening.shows(START, frames=40)
    assert evening.view.screen == "play"
    evening.shows({**START, "a1": ("gold",)})
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    assert evening.session.state.moves == ["a1"]


def test_players_who_insist_on_a_start_table_may_begin(journal: Journal) -> None:
    evening = Evening(journal, game="backgammon")
    white = {cell: kinds for cell, kinds in evening.table.items() if kinds[0] == "white"}
    cell = next(cell for cell, kinds in white.items() if len(kinds) == 2)
    seen = {**evening.table, cell: ("black",) * 2}
    for _ in range(2):
        evening.shows(seen, frames=40)
        evening.press("done")
    evening.shows(seen, frames=40)
    assert evening.view.screen == "doubt"
    evening.tap("unchanged")
    evening.shows(seen, frames=40)
    assert "setup-ok" in evening.told()
    assert evening.view.strip.text == "Roll one die each"


def test_two_cells_of_a_start_table_are_not_both_misread(journal: Journal) -> None:
    evening = Evening(journal, game="backgammon")
    first, second = (cell for cell, kinds in evening.table.items() if len(kinds) == 2)
    seen = {**evening.table, first: ("black",) * 3, second: ("white",) * 3}
    for _ in range(3):
        evening.shows(seen, frames=40)
        evening.press("done")
    evening.shows(seen, frames=40)
    assert evening.view.screen == "setup"


def test_what_players_said_about_a_piece_of_the_last_bout_says_nothing_about_this_one(journal: Journal) -> None:
    evening = bout_of_spaces(journal)
    over = evening.session.state
    evening.shows({}, frames=60)
    evening.shows({"J6": ("white",), "A6": ("black",)})
    begun = evening.session.state
    table = {"J6": ("white",), "A6": ("white",)}
    unclear = {"A6": {("white", 1): 0.7, ("black", 1): 0.2}, "J6": {("white", 1): 0.7, ("black", 1): 0.2}}
    seen = reading(table, unclear, board=over.game.info.cells)
    asker = Asker(BOARDS["spaces"].layout().middles, over.game.stock(over.position))
    asker.verdict(over, sight(0, seen))
    for cell in table:
        asker.tell(cell, ("white", 1))
    asker.verdict(over, sight(1, seen))
    asker.verdict(begun, sight(2, seen))
    assert asker.find_misread(begun, table, laying_out=True) == {"A6": [("black", 1)]}
    assert not asker.find_misread(begun, {**table, "J6": ("black",), "A6": ("black",)}, laying_out=True)
