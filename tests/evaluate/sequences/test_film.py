"""The films of all stories, and how their events are compared with the expected ones."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.values.notifications import Notification
from tests.evaluate.renders import Studio
from tests.evaluate.sequences import __main__ as sequences
from tests.evaluate.sequences.__main__ import BUMP, EDGE, NOISE, STORIES, as_seen
from tests.evaluate.sequences.film import Film, answer, film, hear
from tests.evening.tale import StoryError, tales

SHORT = """A game of Mindfield.
expect setup-ok
Gold plays b2.
The lamp is switched on.
Silver lays b1 silver.
Silver presses done.
expect illegal MF-P, fix take b1
"""


def _film(text: str) -> Film:
    (tale,) = tales(text)
    return film(tale, "dim")


@pytest.mark.parametrize("name", STORIES)
def test_every_story_keeps_the_rules_and_can_be_filmed(name: str) -> None:
    story = film(STORIES[name], "daylight")
    shots = {shot.name: shot for shot in story.shots}
    assert set(shots) == {frame.shot for frame in story.frames}
    assert {shot.light for shot in story.shots} == {"daylight", "lamp"}
    assert {frame.bumped for frame in story.frames} == {False, True}
    events = [told.event for act in story.acts for told in act.expected]
    assert {"setup-ok", "illegal", "corrected", "takeback", "move"} <= set(events)


def test_a_game_of_each_kind_is_played_to_its_end() -> None:
    films = [film(tale, "dim") for tale in STORIES.values()]
    ended = {story.game for story in films if story.acts[-1].expected[-1].event == "over"}
    assert ended == {story.game for story in films} == {"spaces", "mindfield", "backgammon"}


def test_a_film_has_a_hand_before_every_changed_table_and_presses_at_rest() -> None:
    story = _film(SHORT)
    shots = {shot.name: shot for shot in story.shots}
    seen = [shots[frame.shot] for frame in story.frames]
    for before, after in pairwise(seen):
        assert before.table == after.table or before.hand
    for line in story.script:
        frame = int(line.split()[0])
        assert not seen[frame].hand
        assert seen[frame].table == seen[frame - 1].table
    assert seen[0].light == "dim"
    assert seen[-1].light == "lamp"
    assert seen[-1].table == {"d4": ("antipode-silver",), "b2": ("gold",), "b1": ("silver",)}


def test_events_count_only_in_their_places_and_no_others_may_happen() -> None:
    acts = _film(SHORT).acts
    frames = {act.sentence: act.first for act in acts}
    setup = Notification(2, 0.1, "setup-ok", {"table": {}})
    hand = Notification(frames["Gold plays b2"], 0.2, "hand", {})
    move = Notification(hand.frame + 7, 0.3, "move", {"move": "b2", "events": []})
    late = Notification(frames["The lamp is switched on"], 0.4, "move", {"move": "b2", "events": []})
    assert [heard.as_told for heard in hear(acts, [setup, hand, move])] == [True, True, True, False, False]
    assert [heard.as_told for heard in hear(acts, [setup, hand, late])] == [True, False, False, False, False]
    assert [heard.right for heard in hear(acts, [setup, hand, late])] == [1, 1, 0, 0, 0]
    assert [heard.as_told for heard in hear(acts, [setup, hand, move, move])][1] is False
    assert "expected hand, then move b2; heard" in str(hear(acts, [setup])[1])


def _asked(frame: int, cells: list[str], labels: dict[str, str | None]) -> Notification:
    """The event of a question. labels: for each answer the move that it means, or None."""
    answers = [{"label": label, "text": label, "move": move} for label, move in labels.items()]
    return Notification(frame, frame / 30, "unsure", {"cells": cells, "candidates": answers})


@pytest.mark.parametrize(
    ("sentence", "cells", "labels", "told"),
    [
        ("Gold plays b2", ["b2", "b3"], {"unchanged": None, "b3": "b3", "b2": "b2"}, "b2"),
        ("Gold plays b2", ["c3"], {"unchanged": None, "c3=gold": None, "c3=empty": None}, "c3=empty"),
        ("The lamp is switched on", ["b3"], {"b3": "b3", "unchanged": None}, "unchanged"),
        ("The lamp is switched on", ["b2", "b3"], {"b2=empty": None, "b2=silver": None, "b2=gold": None}, "b2=gold"),
        ("The lamp is switched on", ["b3"], {"b3=gold": None}, None),
    ],
)
def test_people_answer_truthfully_and_what_comes_later_is_later(
    sentence: str, cells: list[str], labels: dict[str, str | None], told: str | None
) -> None:
    story = _film(SHORT)
    now = next(act for act in story.acts if act.sentence == sentence)
    later = [act for act in story.acts if act.first > now.first]
    asked = later[0].first - 1
    after = answer(story, _asked(asked, cells, labels))
    if told is None:
        assert after is None
        return
    assert after is not None
    added = len(after.frames) - len(story.frames)
    assert f"{asked + 1} tap {told}" in after.script
    assert after.frames[asked : asked + added + 1] == (story.frames[asked],) * (added + 1)
    assert after.frames[asked + added + 1 :] == story.frames[asked + 1 :]
    assert [act.first for act in after.acts[-len(later) :]] == [act.first + added for act in later]
    rest = [line for line in after.script if line != f"{asked + 1} tap {told}"]
    moved = [(int(line.split()[0]), line.split(" ", 1)[1]) for line in story.script]
    assert rest == [f"{frame + added * (frame > asked)} {action}" for frame, action in moved]


def test_a_game_of_which_nothing_is_heard_ends_with_one(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    monkeypatch.setattr(sequences, "photograph", lambda *_: True)
    monkeypatch.setattr(sequences, "play", lambda *_: [])
    assert sequences.main(["mindfield-1", "--cache", str(tmp_path)]) == 1
    told = capsys.readouterr().out
    assert "Gold plays b2: expected hand, then move b2; heard nothing" in told
    assert "0 of 19 events as told, 0 others" in told


def test_a_film_is_played_again_with_each_answer_until_nothing_more_is_asked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    story = _film(SHORT)
    lamp = next(act.first for act in story.acts if "lamp" in act.sentence)
    asked, unanswerable = _asked(lamp - 1, ["b2"], {"b2": "b2"}), _asked(lamp + 9, ["b3"], {"b3=gold": None})
    played: list[Film] = []

    def play(now: Film, _: Path) -> list[Notification]:
        played.append(now)
        return [asked, unanswerable]

    monkeypatch.setattr(sequences, "play", play)
    monkeypatch.setattr(sequences, "write_frames", lambda *_: ())
    heard = sequences.play_and_answer(story, tmp_path)
    assert [f"{lamp} tap b2" in now.script for now in played] == [False, True]
    assert sum(len(one.happenings) for one in heard) == 2


@pytest.mark.parametrize(
    ("told", "words"),
    [
        ("A game of Mindfield.\nGold plays d4.\n", "line 2: d4 is no legal move"),
        ("A game of Mindfield.\n\nGold sings.\n", "line 3: not understood"),
        ("A game of Mindfield.\nGold lays h9 gold.\n", "line 2: this board has no cell 'h9'"),
        ("A game of Mindfield.\nGold lays b2 bronze.\n", "line 2: which piece is 'bronze'"),
        ("A game of Mindfield.\nGold presses done.\nexpect move d4\n", "line 3: moved d4"),
        ("A game of Spaces.\nWhite throws 4.\n", "line 2: rolled"),
    ],
)
def test_a_story_that_breaks_rules_is_not_filmed(told: str, words: str) -> None:
    with pytest.raises(StoryError, match=words):
        _film(told)


def test_frames_have_their_own_noise_and_a_bump_moves_and_turns_them() -> None:
    photo = np.zeros((720, 1280, 3), np.uint8)
    photo[350:370, 630:650] = 255
    photo[350:370, 1030:1050] = 128
    before, again, after = as_seen(photo, False, 1), as_seen(photo, False, 2), as_seen(photo, True, 3)
    assert before.shape == after.shape == (720 - 2 * EDGE[1], 1280 - 2 * EDGE[0], 3)
    exact = photo[EDGE[1] : -EDGE[1], EDGE[0] : -EDGE[0]].astype(int)
    assert np.abs(before - exact).max() < 6 * NOISE
    assert np.std(before - again.astype(int)) > NOISE / 2
    (y, x), (v, u) = (np.argwhere(picture[..., 0] > 190).mean(0) for picture in (before, after))
    assert (u - x, v - y) == pytest.approx(BUMP[:2], abs=0.5)
    far = np.argwhere((after[..., 0] > 100) & (after[..., 0] < 150)).mean(0)
    assert np.degrees(np.arctan2(v - far[0], far[1] - u)) == pytest.approx(BUMP[2], abs=0.2)


@pytest.mark.parametrize(("level", "shows"), [(3, False), (60, True)])
def test_a_film_whose_photographs_are_all_black_shows_nothing(tmp_path: Path, level: int, shows: bool) -> None:
    class Room(Studio):
        def photograph(self, game: str, out: Path, positions: Any, seed: int, light: str, look: str = "house") -> None:
            out.mkdir(parents=True)
            for position in positions:
                cv2.imwrite(str(out / f"{position['name']}.png"), np.full((90, 120, 3), level, np.uint8))

    story = film(next(iter(STORIES.values())), "lamp")
    room = Room(tmp_path / "photo.py", "python", tmp_path)
    assert sequences.photograph(room, story, tmp_path / "spry", 1, "house") == shows
