"""The texts of Spaces moves."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.core import MoveTextError
from tests.rules.spaces.by_hand import START, position, rules_broken
from tests.rules.spaces.positions import SPACES


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("  j6-i7-H6\n", "J6-I7-H6"),
        ("PaSs", "pass"),
        (" h6-g7-f10*e11-d10+e9-d8 ", "H6-G7-F10*E9-D8+E11-D10"),
        ("H6-G7-F10*F11-G10+F9-G8", "H6-G7-F10*F9-G8+F11-G10"),
        ("F10*E9", "F10*E9"),
    ],
)
def test_texts_are_read_with_tolerance(text: str, canonical: str) -> None:
    assert SPACES.judge(position(START, 5), text).move == canonical


@pytest.mark.parametrize(
    ("move", "words"),
    [
        ("J6-I7-H6", "J6 to H6"),
        ("H6-G7-F10*E9-D8", "H6 through the centre to D8"),
        ("E14-D11-E10*E9-D8+E11-F13", "E14 through the centre to D8 and F13"),
        ("pass", "pass"),
    ],
)
def test_a_move_in_words_has_its_start_and_its_ends(move: str, words: str) -> None:
    assert SPACES.in_words(SPACES.new(), move) == words


@pytest.mark.parametrize(
    "text",
    ["", " ", "J6", "J6-", "-J6", "J6--I7", "J6 I7", "J6-I0", "J6-I07", "J6-K1", "J6-A12", "J6-CENTRE", "J6-*",
     "G7-F10*", "G7-F10*E9-D8+", "G7-F10*E9-D8+E11-D10+F9-G8", "G7+F10", "G7-F10*E9*E11", "pass pass",
     "skip", "J6-I7x", "Ｊ6-I7", "J6–I7", "J٦-I7", "J6-I7\ud800", "c4", "J6-I" + "7" * 5000],
)  # fmt: skip
def test_what_is_no_text_of_a_move_is_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        SPACES.judge(position(START, 5), text)


LONG_WALK = "-".join(["J6", *["I7", "H6"] * 100_000])
LONG_WALKS = (LONG_WALK, "A1*A3-" + LONG_WALK + "+B2-" + LONG_WALK)


def test_a_long_text_is_judged() -> None:
    for walk in LONG_WALKS:
        assert rules_broken(position(START, 5), walk)[0] == "SP-M"
    with pytest.raises(MoveTextError):
        SPACES.judge(position(START, 5), LONG_WALK + "-")


@given(st.text(max_size=30) | st.text(alphabet="AJFGE0169-*+ pas", max_size=30))
@settings(max_examples=300, deadline=None)
def test_any_text_is_judged_or_refused(text: str) -> None:
    try:
        verdict = SPACES.judge(position({"G7": "W", "A6": "B"}, 4), text)
    except MoveTextError:
        return
    assert verdict.legal or verdict.violations
    assert SPACES.judge(position({"G7": "W", "A6": "B"}, 4), verdict.move) == verdict
