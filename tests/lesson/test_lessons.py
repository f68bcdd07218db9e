"""Each game's lesson, played whole through the real loop on the virtual table."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.rules import GAMES
from companion.rules.lesson import Mistake
from tests.lesson.pupil import LessonEvening, Pupil


@pytest.mark.parametrize("game", [name for name in GAMES if GAMES[name].lesson() is not None])
def test_a_lesson_leads_to_its_end(game: str, tmp_path: Path) -> None:
    evening = LessonEvening(tmp_path, game)
    evening.play(Pupil(evening).learn())
    assert evening.progress.is_last
    steps = [stop.step for stop in evening.progress.path]
    wanted = [step.rule for step in steps if isinstance(step, Mistake)]
    told = [happening.data["violations"][0]["rule"] for happening in evening.happenings if happening.event == "illegal"]
    assert told == wanted
