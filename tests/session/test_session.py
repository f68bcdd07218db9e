"""The session: frames and commands in order give the right notifications and no others."""

from __future__ import annotations

import resource
from dataclasses import replace

from companion.history.journal import Journal
from companion.session.surroundings import describe_covered
from companion.values.commands import EnterRoll
from tests.readings import reading, sight
from tests.session.evening import START, Evening


def test_a_wrong_start_table_is_reported_with_its_repair_and_the_game_begins_when_it_is_right(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows({"d4": ("antipode-gold",), "a1": ("gold",)})
    (wrong,) = evening.news
    assert wrong.event == "setup-wrong"
    assert {(s["do"], s["from"], s["to"]) for s in wrong.data["fix"]} == {("flip", "d4", "d4"), ("take", "a1", None)}
    assert evening.view.screen == "setup"
    evening.told()
    evening.shows(START)
    assert evening.told() == ["setup-ok"]
    assert evening.view.screen == "play"


def test_a_move_counts_when_its_pieces_are_there_and_done_is_pressed(evening: Evening) -> None:
    evening.hand()
    evening.shows({**START, "a1": ("gold",)}, frames=60)
    assert evening.told() == ["hand"]
    assert evening.view.headline == "a1?"
    evening.press("done")
    evening.shows({**START, "a1": ("gold",)})
    assert evening.told() == ["move a1"]
    assert evening.view.last_move == "Gold: a1"


def test_what_stays_over_the_board_is_reported_once_and_forgotten_when_it_is_gone(evening: Evening) -> None:
    evening.hand(frames=149)
    assert evening.told() == ["hand"]
    evening.hand(frames=600)
    (said,) = evening.news
    assert (said.event, said.data["device"], said.data["text"]) == ("device", "camera", describe_covered())
    evening.told()
    evening.shows(START)
    assert describe_covered() not in evening.view.notices
    evening.hand(frames=30)
    assert evening.told() == ["hand"]
    evening.hand(frames=130)
    assert evening.told() == ["device"]
    assert describe_covered() in evening.view.notices


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


def test_an_illegal_table_is_explained_unasked_after_a_quiet_second_and_once(evening: Evening) -> None:
    evening.shows({**START, "c4": ("gold",)}, frames=28)
    assert evening.told() == []
    evening.shows({**START, "c4": ("gold",)}, frames=100)
    assert evening.told() == ["illegal"]


def test_a_lost_board_is_reported_once_and_found_again(evening: Evening) -> None:
    evening.blind(20)
    assert evening.view.screen == "blind"
    evening.shows(START)
    assert evening.told() == ["lost-board", "found-board"]


def test_a_roll_that_is_not_due_is_reported_and_ignored(evening: Evening) -> None:
    evening.perform(EnterRoll([3]), "screen")
    evening.shows(START)
    assert evening.told() == ["device"]
    assert evening.view.notices


def test_a_full_disk_commits_nothing_is_reported_and_the_game_goes_on(journal: Journal, evening: Evening) -> None:
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
    assert evening.told() == ["device", "move a1"]


def test_a_notice_is_shown_once_however_often_it_is_given(evening: Evening) -> None:
    for _ in range(5):
        evening.press("undo")
    (notice,) = evening.view.notices
    assert "nothing to undo" in notice


def test_a_committed_move_is_learned_from_before_the_next_hand_comes(evening: Evening) -> None:
    evening.session.take_confirmed()
    after = {**START, "a1": ("gold",)}
    evening.shows(after)
    evening.press("done")
    evening.shows(after, frames=1)
    assert evening.told() == ["move a1"]
    assert evening.session.take_confirmed() == after


def test_each_table_is_handed_on_to_be_learned_from_once(journal: Journal) -> None:
    evening = Evening(journal, game="spaces")
    start = evening.table
    evening.shows(start)
    assert evening.session.take_confirmed() == start
    for throw in ([4, 3], [4]):
        evening.perform(EnterRoll(throw), "die")
        evening.shows(start)
        assert evening.session.take_confirmed() is None
    evening.plays("J6-I7-H6-I3-H2")
    assert evening.session.take_confirmed() == evening.table != start
    evening.shows(start)
    assert evening.told()[-1] == "takeback"
    assert evening.session.take_confirmed() == start


def test_advice_about_the_picture_is_reported_once_in_a_while(journal: Journal) -> None:
    evening = Evening(journal)
    evening.shows(START)
    evening.told()
    for frame, text in [*((f, "Wipe the lens") for f in range(90)), (90, None), (91, "Wipe the lens"), (92, "A lamp")]:
        seen = sight(frame + 2, reading(START))
        evening.session.see(replace(seen, advice=text))
        evening.tick()
    said = [n.data["text"] for n in evening.news]
    assert said == ["Wipe the lens", "A lamp"]
    evening.told()
    evening.session.see(replace(sight(93 + 130 * 30, reading(START)), advice="A lamp"))
    assert [n.event for n in evening.session.take_news()] == ["device"]


def test_advice_about_the_picture_is_repeated_once_if_a_table_stays_illegal(evening: Evening) -> None:
    evening.shows(START)
    evening.told()
    for frame in range(900):
        table = START if frame < 300 else {**START, "c4": ("gold",)}
        evening.session.see(replace(sight(1000 + frame, reading(table)), advice="Dim the lamp"))
        evening.tick()
    assert [n.data["text"] for n in evening.news if n.event == "device"] == ["Dim the lamp"] * 2
