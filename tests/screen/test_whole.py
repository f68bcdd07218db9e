"""Every panel shows all that a person needs: nothing of it is cut off or left out."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

import pytest

from companion.boards import BOARDS
from companion.screen.page import FINGER_MM, Wishes
from companion.screen.touchscreen import Touchscreen
from companion.values.commands import AskAbout, Command, MarkRead, TypeValue
from companion.values.views import Reason, Step, View
from tests.screen.moments import moments

MOMENTS: Mapping[str, View] = moments()
WINDOWS = ((800, 480), (467, 280), (592, 355), (633, 380), (902, 541), (480, 800), (480, 320), (1024, 600), (720, 1280))
"""Panels, landscape and portrait, and the touchscreen inside the virtual table's window on usual desktops."""

WISHES = {"usual": Wishes(), "large and left": Wishes(1.45, left_handed=True)}

PLAYTHROUGHS = Path(__file__).parents[1] / "rules" / "playthroughs"
STEP = Step("Move the red pawn from yellow5 to blue3", "move", "red", None, None)


def needed(view: View) -> Iterator[str]:
    """The texts without which nobody knows what to do or how the game stands."""
    yield view.headline
    if not (view.unread and any(choice.face for choice in view.choices)):  # what to read comes before how to enter dice
        yield view.detail
    yield " ".join(view.unread)
    yield from view.notices
    yield from (choice.text for choice in view.choices if choice.face is None and choice.die is None)
    yield view.strip.text
    for fact in view.strip.facts:
        yield fact.label
        yield from (value.text for value in fact.values)


@pytest.mark.parametrize("size", WINDOWS)
@pytest.mark.parametrize("name", MOMENTS)
@pytest.mark.parametrize("wishes", WISHES)
def test_nothing_needed_is_cut_off(name: str, wishes: str, size: tuple[int, int]) -> None:
    view = MOMENTS[name]
    screen = Touchscreen(BOARDS[view.game], size, menu=True, wishes=WISHES[wishes])
    screen.draw(view)
    # Each text must be there as often as it is needed: two players with the same score need it twice.
    missing = Counter(text for text in needed(view) if text) - Counter(screen.said())
    assert missing == Counter()


PANELS = {
    (480, 320): 3.5,
    (800, 480): 7.0,
    (1024, 600): 7.0,
    (1280, 720): 10.1,
    (1920, 1080): 15.6,
    (720, 1280): 5.0,
}
"""Panels that people buy for a Pi, and their diagonals in inches."""


@pytest.mark.parametrize("size", PANELS)
@pytest.mark.parametrize("name", MOMENTS)
def test_buttons_are_large_enough_for_fingers(name: str, size: tuple[int, int]) -> None:
    view = MOMENTS[name]
    px_per_mm = math.hypot(*size) / (PANELS[size] * 25.4)
    screen = Touchscreen(BOARDS[view.game], size, menu=True, wishes=Wishes(px_per_mm=px_per_mm))
    screen.draw(view)
    small = [
        (means, area.size)
        for area, means in screen.targets()
        if not isinstance(means, AskAbout | MarkRead) and min(area.size) < _least_mm(means, size) * px_per_mm - 1
    ]
    assert not small


def _least_mm(means: Command, size: tuple[int, int]) -> float:
    """How high something to tap is at least. On the smallest panels, keys for dice give way to what people read."""
    return 4.9 if isinstance(means, TypeValue) and PANELS[size] <= 5.0 else FINGER_MM


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
