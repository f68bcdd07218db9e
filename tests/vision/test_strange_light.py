"""Light whose hue differs too much from place to place was estimated wrong."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.vision import scene
from vision.reader.board.scene import Scene
from vision.reader.colours.kinds import Kinds
from vision.reader.survey import survey_all
from vision.register import find

LAYOUT = scene.layout()


@pytest.mark.parametrize(
    ("blue", "all_channels", "strange"),
    [
        (1.0, 1.0, False),
        (0.7, 1.0, False),  # two lamps
        (1.0, 0.2, False),  # a shadow
        (0.25, 1.0, True),  # a yellow sleeve and clipped print: gold seemed to be silver (Mindfield 10,318)
    ],
)
def test_a_place_in_light_of_a_hue_that_lamps_do_not_have_is_in_doubt(
    blue: float, all_channels: float, strange: bool
) -> None:
    image = scene.Camera(LAYOUT).photograph(scene.draw_print(LAYOUT))
    kinds = Kinds.of(LAYOUT)
    there = Scene.of(LAYOUT, find(image, LAYOUT), kinds.size_radii, kinds.height, None)
    seen = survey_all(image, there, kinds, None, False, None)
    light_at = seen.conditions.light_at.copy()
    light_at[0] = light_at[1] * np.array([blue, 1.0, 1.0]) * all_channels
    told = replace(seen, conditions=replace(seen.conditions, light_at=light_at))
    assert told.conditions.find_strange_light().tolist() == [strange, *[False] * (len(light_at) - 1)]
    assert (told.find_doubt(kinds.prior_looks)[0] > 0.05) == strange
