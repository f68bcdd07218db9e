"""Every panel shows all that a person needs: nothing of it is cut off or left out."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import pytest

from companion.boards import BOARDS
from companion.screen.page import Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.views import Reason, Step, View
from tests.screen.moments import moments
from tests.screen.page_checks import find_small, list_needed, measure_density

MOMENTS: Mapping[str, View] = moments()
WINDOWS = ((800, 480), (467, 280), (633, 380), (902, 541), (480, 800))
"""Panels, landscape and portrait, and the touchscreen inside the virtual table's window on usual desktops.

`python -m tests.evaluate.contact_sheet` looks at all panels."""

LARGE_ON = ((800, 480), (480, 800))
"""Panels on which people want large texts, and buttons for the left hand."""

PLAYTHROUGHS = Path(__file__).parents[1] / "rules" / "playthroughs"


@cache
def open_screen(game: str, size: tuple[int, int], wishes: Wishes) -> Touchscreen:
    """A screen for all moments of a game, because it draws its print only once."""
    return Touchscreen(BOARDS[game], size, menu=True, wishes=wishes)


STEP = Step("Move the red pawn from yellow5 to blue3", "move", "red", None, None)


@pytest.mark.parametrize(
    ("size", "wishes"),
    [*((size, Wishes()) for size in WINDOWS), *((size, Wishes(1.45, left_handed=True)) for size in LARGE_ON)],
)
@pytest.mark.parametrize("name", MOMENTS)
def test_nothing_needed_is_cut_off(name: str, wishes: Wishes, size: tuple[int, int]) -> None:
    view = MOMENTS[name]
    screen = open_screen(view.game, size, wishes)
    screen.draw(view)
    # Each text must be there as often as it is needed: two players with the same score need it twice.
    missing = Counter(text for text in list_needed(view) if text) - Counter(screen.said())
    assert missing == Counter()


@pytest.mark.parametrize("name", MOMENTS)
def test_buttons_are_large_enough_for_fingers(name: str) -> None:
    view, size = MOMENTS[name], (1024, 600)
    screen = open_screen(view.game, size, Wishes(px_per_mm=measure_density(size)))
    screen.draw(view)
    assert not find_small(screen, size)


def explained(game: str) -> list[Reason]:
    """The broken rules in the playthroughs of a game, those with the longest texts first."""
    said = "".join(file.read_text() for file in PLAYTHROUGHS.glob(f"{game}*.txt"))
    reasons = {
        Reason(*found) for found in re.findall(r"^  ([A-Z]+-[A-Z0-9]+) (.+?): (.*) \[[^]]*]$", said, re.MULTILINE)
    }
    return sorted(reasons, key=lambda reason: (-len(reason.text), reason.text))


@pytest.mark.parametrize("size", [(800, 480), (467, 280), (902, 541)])
@pytest.mark.parametrize("game", BOARDS)
def test_a_broken_rule_its_name_and_what_to_do_are_shown_whole(game: str, size: tuple[int, int]) -> None:
    some = next(view for view in MOMENTS.values() if view.game == game)
    screen = Touchscreen(BOARDS[game], size, menu=True)
    reasons = explained(game)
    assert reasons
    longest = {max(reasons, key=lambda reason: len(reason.title)), *reasons[:12]}
    for reason in longest:
        wrong = replace(
            some, screen="wrong", headline="That is not allowed", detail="Put it right like this:", choices=()
        )
        screen.draw(replace(wrong, reasons=(reason,), steps=(STEP, STEP, STEP)))
        assert {reason.rule, reason.title, reason.text, STEP.text} <= {*screen.said()}


def test_every_game_has_a_moment() -> None:
    assert {view.game for view in MOMENTS.values()} == set(BOARDS)
