"""A hint: the button goes through the pieces, a tap chooses one, and a move ends it."""

from __future__ import annotations

from companion.history.journal import Journal
from companion.rules import GAMES
from companion.session.hints import HintFocus, find_next_stop, list_stops, move_focus
from companion.values.commands import AskAbout, EnterRoll, HideHint
from companion.values.results import Done, Refused
from tests.session.evening import LAST_MOVE_DUE, START, Evening

MINDFIELD = GAMES["mindfield"]
HINTS = MINDFIELD.hints(MINDFIELD.parse(LAST_MOVE_DUE))
"""Gold's stones on a7 and e3 can move. Many squares are free for a new stone."""


def marks(evening: Evening, style: str) -> set[str]:
    return {mark.cell for mark in evening.view.marks if mark.style == style}


def begun(journal: Journal) -> Evening:
    evening = Evening(journal, LAST_MOVE_DUE)
    evening.shows(evening.table)
    evening.press("hint")
    return evening


def is_lit(evening: Evening) -> bool:
    return next(button.enabled for button in evening.view.buttons if button.name == "hint")


def test_the_button_goes_through_the_pieces_and_the_regions_and_ends(journal: Journal) -> None:
    evening = begun(journal)
    assert marks(evening, "movable") == {"a7", "e3"}
    chosen = []
    while evening.session.now.hint:
        chosen.append(evening.session.now.hint_focus)
        evening.press("hint")
    assert [focus and focus.cell for focus in chosen] == [None, *(stop.cell for stop in list_stops(HINTS))]
    assert {focus.cell for focus in chosen if focus} >= {"a7", "e3"}
    assert evening.view.screen == "play"


def test_who_sets_up_goes_through_regions_not_through_cells(evening: Evening) -> None:
    evening.press("hint")
    assert evening.view.regions
    evening.press("hint")
    assert evening.view.headline.endswith(": yes")
    evening.press("hint")
    assert not evening.session.now.hint


def test_a_tap_chooses_a_piece_and_a_second_tap_gives_it_up(journal: Journal) -> None:
    evening = begun(journal)
    evening.tap("cell e3")
    assert marks(evening, "chosen") == {"e3"}
    assert marks(evening, "gain") == {"g3"}
    assert marks(evening, "target") == {"e2", "e4", "d3"}
    evening.tap("cell e3")
    assert marks(evening, "movable") == {"a7", "e3"}


def test_a_tap_on_a_target_tells_about_the_way_there_and_another_one_why_not(journal: Journal) -> None:
    evening = begun(journal)
    evening.tap("cell e3")
    evening.tap("cell g3")
    assert evening.view.headline == "e3 to g3: yes"
    assert "captures" in evening.view.detail
    assert len(evening.view.arrows) == 1
    evening.tap("cell e5")
    assert evening.view.headline == "e3 to e5: no"
    assert "2 squares" in evening.view.detail
    evening.tap("cell e5")
    assert marks(evening, "chosen") == {"e3"}
    assert not evening.view.arrows


def test_a_hint_can_be_hidden_at_once(journal: Journal) -> None:
    evening = begun(journal)
    evening.tap("cell e3")
    evening.tap("hide hint")
    assert evening.view.screen == "play"
    evening.press("hint")
    assert marks(evening, "movable"), "it begins with all pieces again"


def test_a_hint_gives_way_to_a_move(evening: Evening) -> None:
    evening.press("hint")
    evening.shows({**START, "a1": ("gold",)})
    assert "a1" in evening.view.headline, "the move instead of the hint"
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    assert not evening.session.now.hint


def test_with_a_wrong_table_or_a_move_the_button_is_grey_and_says_what_comes_first(evening: Evening) -> None:
    assert is_lit(evening)
    evening.shows({**START, "a1": ("gold",)})
    evening.press("hint")
    assert (is_lit(evening), "press Done" in " ".join(evening.view.notices)) == (False, True)
    evening.shows({"e4": ("antipode-silver",)})
    evening.press("done")
    evening.shows({"e4": ("antipode-silver",)})
    evening.press("hint")
    assert (is_lit(evening), "right first" in " ".join(evening.view.notices)) == (False, True)
    evening.shows(START)
    assert evening.view.screen == "play", "what was pressed in vain changes nothing"
    assert is_lit(evening)


def test_nothing_is_asked_without_a_hint_or_about_a_cell_that_is_not_there(evening: Evening) -> None:
    assert isinstance(evening.perform(AskAbout("a1")), Refused)
    evening.press("hint")
    assert isinstance(evening.perform(AskAbout("z9")), Refused)
    assert evening.perform(AskAbout("a1")) == Done()
    assert evening.perform(HideHint()) == Done()


def test_a_hint_changes_nothing_in_the_game(journal: Journal) -> None:
    evening = begun(journal)
    state = evening.session.state
    evening.tap("cell e3")
    evening.tap("cell a1")
    evening.press("hint")
    assert evening.session.state is state
    assert evening.told() == ["setup-ok"]


def test_a_placing_is_asked_about_cell_by_cell() -> None:
    assert move_focus(None, "a1", HINTS) == HintFocus("a1")
    assert move_focus(HintFocus("a1"), "b2", HINTS) == HintFocus("b2")
    assert move_focus(HintFocus("e3"), "a1", HINTS) == HintFocus("e3", "a1")
    assert move_focus(HintFocus("e3", "a1"), "a7", HINTS) == HintFocus("a7")


def test_after_any_cell_of_a_region_the_next_region_follows() -> None:
    spry = GAMES["spry"]
    hints = spry.hints(spry.new())
    stops = list_stops(hints)
    assert len(stops) == 5, "one for each ring"
    cells = [cell for cell, ways in hints.cells.items() if ways[0].label == "5"]
    assert {find_next_stop(hints, HintFocus(cell)) for cell in cells} == {stops[1]}
    assert find_next_stop(hints, stops[-1]) is None


def test_a_tap_on_a_piece_opens_its_hint(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    evening.shows(evening.table)
    for roll in ([4, 2], [3]):
        evening.perform(EnterRoll(roll), "die")
    evening.shows(evening.table)
    (cell,) = evening.view.board_taps
    assert evening.perform(AskAbout(cell)) == Done()
    assert (evening.view.screen, evening.view.headline) == ("hint", f"White piece on {cell}")
    assert evening.perform(HideHint()) == Done()
    assert evening.view.screen == "play"


def test_a_move_that_has_begun_hides_the_hint(evening: Evening) -> None:
    evening.press("hint")
    evening.shows({**START, "c4": ("gold",)})
    assert evening.view.screen == "play"
    evening.press("hint")
    assert "A move has begun" in " ".join(evening.view.notices)
