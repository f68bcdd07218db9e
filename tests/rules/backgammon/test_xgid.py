"""Backgammon positions as XGID."""

from __future__ import annotations

import pytest

from companion.rules.core import PositionError
from tests.rules.backgammon.positions import GAME


@pytest.mark.parametrize(
    "text",
    [
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:-1:00:0:0:0:0:10",
        "XGID=--A-bBBBB--BbB-----dbbc-B-:0:0:1:31:6:4:1:7:10",
        "XGID=aC----B-------------b---dB:0:0:1:31:0:0:1:0:10",
        "XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:2:1:1:64:2:3:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:0:0:0:1:10",
    ],
)
def test_xgids_that_other_programs_write(text: str) -> None:
    assert GAME.xgid(GAME.from_xgid(text)) == text
    assert GAME.from_xgid(text.removeprefix("XGID=")) == GAME.from_xgid(text)


def test_an_xgid_that_asks_for_an_answer_names_the_doubler() -> None:
    position = GAME.from_xgid("XGID=-b----E-C---eE---c-e----B-:1:-1:-1:D:2:3:0:7:10")
    assert (position.phase, position.to_move, position.cube.value, position.cube.owner) == ("double", "W", 2, "B")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "4HPwATDgc/ABMA:cAkAAAAAAAAA",
        "XGID=-b----E-C---eE---c-e----B:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----C-:0:0:1:31:0:0:0:7:10",
        "XGID=Ab----E-C---eE---c-e----A-:0:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:2:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:0:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:71:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:B:0:0:3:0:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:7:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:0:0:1:31:3:3:1:7:10",
        "XGID=-b----E-C---eE---c-e----B-:x:0:1:31:0:0:0:7:10",
        "XGID=-b----E-C---eE---c-e----B-:99:0:1:31:0:0:0:7:10",
    ],
)
def test_what_is_no_xgid_is_refused(text: str) -> None:
    with pytest.raises(PositionError):
        GAME.from_xgid(text)


def test_some_phases_have_no_xgid() -> None:
    with pytest.raises(PositionError):
        GAME.xgid(GAME.new())
