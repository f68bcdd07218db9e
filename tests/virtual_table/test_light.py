"""What is a bad picture for a camera that holds its exposure and colours: other light, and never pieces or hands."""

from __future__ import annotations

import pytest

from companion.boards import BOARDS
from companion.rules import GAMES
from companion.virtual_table.camera import VirtualCamera
from companion.virtual_table.scene import HandPose
from tests.tables import make_scene
from vision.sources.adjustment import Light, is_bad, measure_light


@pytest.fixture(scope="module")
def table() -> VirtualCamera:
    """A camera above the empty board of Spry, in daylight."""
    return VirtualCamera(make_scene(BOARDS["spry"]), size=(640, 360))


@pytest.fixture(scope="module")
def good(table: VirtualCamera) -> Light:
    return measure_light(table.render())


def test_pieces_and_a_hand_are_no_other_light(table: VirtualCamera, good: Light) -> None:
    board, rules = BOARDS["spry"], GAMES["spry"]
    stones = list(rules.stock(rules.new()))
    table.scene.lay({cell: (stones[i % 2],) for i, cell in enumerate(list(board.layout().cells)[:30])})
    assert not is_bad(measure_light(table.render()), good)
    width, height = board.layout().size_mm
    table.scene.hand = HandPose(width / 2, height / 2, 40, False)
    assert not is_bad(measure_light(table.render()), good)
    table.scene.hand = None
    table.scene.lay({})


@pytest.mark.parametrize(("share", "bad"), [(0.8, False), (0.6, False), (0.3, True), (2.6, True)])
def test_much_less_or_more_light_is_bad(table: VirtualCamera, good: Light, share: float, bad: bool) -> None:
    table.darken(share)
    seen = measure_light(table.render())
    table.set_light("daylight")
    assert is_bad(seen, good) is bad


def test_the_colour_of_a_lamp_is_a_cast(table: VirtualCamera, good: Light) -> None:
    table.set_light("lamp")
    seen = measure_light(table.render())
    table.set_light("daylight")
    assert is_bad(seen, good)
    brighter, cast = seen.compare(good)
    assert cast > abs(brighter)
