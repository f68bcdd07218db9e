"""The texts of Mindfield moves."""

from __future__ import annotations

import pytest

from companion.rules.core import MoveTextError
from companion.rules.mindfield.actions import read, write
from tests.rules.mindfield.positions import MINDFIELD


@pytest.mark.parametrize(
    ("text", "canonical"),
    [("C4", "c4"), ("  c3-C4 ", "c3-c4"), ("c3Xc5xE5", "c3xc5xe5"), ("Claim   C3", "claim c3"), (" PASS\n", "pass")],
)
def test_texts_are_read_with_tolerance(text: str, canonical: str) -> None:
    assert write(read(text)) == canonical


@pytest.mark.parametrize(
    "text",
    ["", " ", "c", "c44", "h1", "a8", "a0", "c3-", "c3-h3", "c3-c4-c5", "c3xc5-c6", "c3 c4", "c3 - c4", "x", "c3x",
     "claim", "claimc3", "claim h9", "claim c3-c4", "pass pass", "c３", "ｃ3", "c3×c5", "c4\0", "-c3", "c-3", "c3xx5"],
)  # fmt: skip
def test_texts_outside_the_grammar_are_refused(text: str) -> None:
    with pytest.raises(MoveTextError):
        MINDFIELD.judge(MINDFIELD.new(), text)


def test_a_refusal_names_the_square_that_does_not_exist() -> None:
    with pytest.raises(MoveTextError, match='no square "h5"'):
        MINDFIELD.judge(MINDFIELD.new(), "c3xc5xh5")
