"""Pictures on which vision fails: each costs a frame and a message, and never the game."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from companion.app.game_loop import run
from companion.history.journal import Journal
from companion.virtual_table.hand import Performance
from tests.evening.evening import Evening
from vision.sources import Frame


class _BrokenCamera(Performance):
    """A camera whose second picture is broken."""

    image = np.zeros((0, 0, 3), np.uint8)

    def read(self, timeout_s: float = 1.0) -> Frame:
        """Reads a frame."""
        frame = super().read(timeout_s)
        return replace(frame, image=self.image) if frame.index == 1 else frame


@pytest.mark.parametrize(
    "image", [np.zeros((0, 0, 3), np.uint8), np.zeros((540, 960, 5), np.uint8), np.zeros((540, 960), np.complex128)]
)
def test_a_broken_picture_costs_one_frame_and_not_the_game(image: np.ndarray, tmp_path: Path) -> None:
    evening = Evening(tmp_path, "mindfield", brisk=True)
    camera = _BrokenCamera(evening.camera, iter([None] * 8))
    camera.image = image
    with Journal(tmp_path / "journal.db") as journal, camera:
        told = [(one.event, one.data) for one in run(evening._stage(journal, camera, False))]
    assert [event for event, _ in told] == ["device", "setup-ok"]
    assert "A picture could not be read" in str(told[0][1]["text"])
